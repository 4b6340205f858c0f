// The reference interpreters: slow, simple, right. Compiled code must equal them bit for bit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "ir/domain.h"
#include "ir/failure.h"
#include "ir/parallel.h"
#include "parax/core/error.h"
#include "parax/core/scalar.h"

namespace parax::ir {

// A dense row-major array in somebody else's memory; rank 0 has one element.
struct ArrayView {
  ElementType type;
  std::vector<std::int64_t> extents;
  const void* data;
};

struct ArrayValue {
  ElementType type;
  std::vector<std::int64_t> extents;
  std::vector<std::byte> data;
};

// The values of the sizes in one call; `results`: what steps have made, unknownSize before.
std::vector<std::int64_t> evaluateSizes(const std::vector<Size>& sizes,
                                        const std::vector<ArrayView>& inputs,
                                        const std::vector<Scalar>& numbers,
                                        const std::vector<std::int64_t>& results = {});
// The shape that dims have in a call.
template <class Symbols>
std::vector<std::int64_t> extentsOf(const Symbols& dims, const std::vector<std::int64_t>& sizes) {
  std::vector<std::int64_t> extents;
  for (const Symbol s : dims) {
    extents.push_back(sizes.at(static_cast<std::size_t>(s)));
    if (extents.back() < 0) throw InternalError("an extent is negative");
  }
  return extents;
}

std::vector<ArrayValue> interpret(const Program& program, const std::vector<ArrayView>& inputs,
                                  const std::vector<Scalar>& numbers);
std::vector<ArrayValue> interpret(const ParallelProgram& program,
                                  const std::vector<ArrayView>& inputs,
                                  const std::vector<Scalar>& numbers);

}  // namespace parax::ir
