#include "shapes.h"

#include <numeric>

#include "modes.h"

namespace parax::conformance {

namespace {

void forEachLength(const UseShape& f) {
  for (std::int64_t n = 0; n <= 70; n += sanitized && n > 17 ? 13 : 1) f({n}, n == 1 || n == 33);
  for (const std::int64_t n : {1279, 1280, 5121}) f({n}, n == 5121);
  if (!sanitized) f({10000}, false);
}

// 2, 3, 1, 2, ... and a last extent that is no whole number of vectors.
Extents ofRank(int rank, std::int64_t last) {
  constexpr std::int64_t outer[] = {2, 3, 1, 2, 3, 2, 1, 2};
  Extents shape(outer, outer + rank);
  shape.back() = last;
  return shape;
}

}  // namespace

void forEachShape(int rank, const UseShape& f) {
  switch (rank) {
    case 0: f({}, true); return;
    case 1: forEachLength(f); return;
    case 2:
      for (const Extents& s : {Extents{0, 3}, {3, 0}, {1, 1}, {3, 5}, {5, 17}, {1, 70}, {67, 1}})
        f(s, s[1] == 17);
      f({sanitized ? 9 : 61, 67}, true);
      return;
    case 3:
      for (const Extents& s : {Extents{2, 0, 3}, {1, 1, 1}, {2, 3, 5}, {3, 1, 9}, {4, 5, 33}})
        f(s, s[2] == 5);
      f({5, sanitized ? 3 : 19, 66}, true);
      return;
    default:
      f(ofRank(rank, 0), false);
      f(Extents(static_cast<std::size_t>(rank), 1), false);
      f(ofRank(rank, 37), true);
  }
}

void forEachPair(int rank, const UsePair& f) {
  forEachShape(rank, [&](const Extents& s, bool everything) { f(s, s, everything); });
  if (rank == 0) return;
  const Extents one(static_cast<std::size_t>(rank), 1);
  Extents full = ofRank(rank, 37);
  if (rank < 4) std::fill(full.begin(), full.end() - 1, 5);
  f(full, one, true);
  f(one, full, false);
  if (rank >= 2) {
    Extents column = full, row = full;
    column.back() = 1;
    row.front() = 1;
    f(full, column, true);
    f(row, column, rank == 2);
    f(column, row, false);
  }
  Extents empty = full;
  empty.front() = 0;
  f(empty, one, false);
}

}  // namespace parax::conformance
