// The shapes of a rank: empty, ones, tails of vectors, more than one block of a reduction.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace parax::conformance {

using Extents = std::vector<std::int64_t>;

inline std::int64_t countOf(const Extents& shape) {
  std::int64_t n = 1;
  for (const std::int64_t e : shape) n *= e;
  return n;
}

// f(shape, everything): everything is false where only fast ways are asked for.
using UseShape = std::function<void(const Extents& shape, bool everything)>;
void forEachShape(int rank, const UseShape& f);

// Pairs of shapes that broadcast, beside equal ones.
using UsePair = std::function<void(const Extents& a, const Extents& b, bool everything)>;
void forEachPair(int rank, const UsePair& f);

}  // namespace parax::conformance
