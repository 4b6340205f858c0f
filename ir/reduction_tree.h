// The one order in which elements are combined, in every mode: it depends on the extents only.
//
// An array is reduced level by level. A line is the last axis; while it has fewer than shortestLine
// elements, the axis to its left is a part of it. Each line is reduced by a tree of its own to one
// value, and the values are an array with the other axes, reduced in the same way, until there is
// one value. An array without elements gives the identity, which takes no part anywhere else.
//
// The tree: a line is cut into blocks of reductionBlock. In a block element e goes to lane
// e % lanes; each lane combines its elements in order, beginning with its first. The lanes are
// combined by halving: lane j with lane j + half, if that has elements, until one is left. The
// blocks' results are combined in pairs of neighbours, level by level; the odd one at the end goes
// up as it is.
//
// Compiled code reads several blocks side by side, a cache line of each in turn. So lanes are as
// wide as a cache line, which takes few registers, and a block is no whole number of pages: reads
// that are whole pages apart get in each other's way in the cache.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <type_traits>

#include "ir/scalar_ops.h"
#include "parax/core/element_type.h"
#include "parax/core/op.h"

namespace parax::ir {

constexpr std::int64_t reductionBlock = 1280;
constexpr std::int64_t shortestLine = 256;
constexpr std::int64_t maxReductionLanes = 64;
// 64 bytes, rounded up to a power of two of elements.
constexpr std::int64_t reductionLanes(std::size_t elementSize) {
  return static_cast<std::int64_t>(std::bit_ceil((64 + elementSize - 1) / elementSize));
}
constexpr std::int64_t reductionLanes(ElementType type) { return reductionLanes(sizeOf(type)); }
constexpr std::int64_t reductionBlocks(std::int64_t elements) {
  return (elements + reductionBlock - 1) / reductionBlock;
}

// The lines of an array; `axes` of its axes, the first ones, number them.
struct ReductionLevel {
  std::int64_t length = 1, lines = 1;
  std::size_t axes = 0;
  std::int64_t blocksPerLine() const { return reductionBlocks(length); }
  std::int64_t blocks() const { return lines * blocksPerLine(); }
};
constexpr ReductionLevel reductionLevel(std::span<const std::int64_t> extents) {
  ReductionLevel level{.axes = extents.size()};
  if (level.axes > 0) level.length = extents[--level.axes];
  while (level.axes > 0 && level.length < shortestLine) level.length *= extents[--level.axes];
  for (std::size_t k = 0; k < level.axes; ++k) level.lines *= extents[k];
  return level;
}

// May elements be regrouped at will? Then no result shows the tree; which of several NaNs is left
// is not specified.
constexpr bool inAnyOrder(Op reduction, ElementType type) {
  if (reduction == Op::reduceWith) return false;  // the user's function: not known
  return !isFloating(type) || reduction == Op::reduceMin || reduction == Op::reduceMax;
}

// The scalar operation that combines two partial results of a reduction.
constexpr Op combineOp(Op reduction) {
  switch (reduction) {
    case Op::reduceSum: return Op::add;
    case Op::reduceProduct: return Op::mul;
    case Op::reduceMin: return Op::min;
    case Op::reduceMax: return Op::max;
    case Op::reduceAny: return Op::logicalOr;
    case Op::reduceAll: return Op::logicalAnd;
    default: __builtin_unreachable();
  }
}

// The result without elements.
template <class T>
T reductionIdentity(Op reduction) {
  using Limits = std::numeric_limits<T>;
  switch (reduction) {
    case Op::reduceSum: return T(0);
    case Op::reduceProduct: return T(1);
    case Op::reduceMin: return Limits::has_infinity ? Limits::infinity() : Limits::max();
    case Op::reduceMax: return Limits::has_infinity ? -Limits::infinity() : Limits::lowest();
    case Op::reduceAny: return T(0);
    case Op::reduceAll: return T(1);
    default: __builtin_unreachable();
  }
}

// Combining it with x gives x, bit for bit: a lane may start from it instead of its first element.
// +0 does not do for sums: +0 + -0 is +0.
template <class T>
T neutralElement(Op reduction) {
  if (std::is_floating_point_v<T> && reduction == Op::reduceSum) return T(-0.0);
  return reductionIdentity<T>(reduction);
}

// One block (1 <= count <= reductionBlock); at(e) is the block's e-th element.
template <class T, class Combine, class At>
T reduceBlock(std::int64_t lanes, const Combine& combine, std::int64_t count, At&& at) {
  T lane[maxReductionLanes];
  for (std::int64_t j = 0; j < std::min(lanes, count); ++j) lane[j] = at(j);
  for (std::int64_t e = lanes; e < count; ++e) {
    T& own = lane[e & (lanes - 1)];
    own = combine(own, at(e));
  }
  for (std::int64_t half = lanes / 2; half >= 1; half /= 2)
    for (std::int64_t j = 0; j < half && j + half < count; ++j)
      lane[j] = combine(lane[j], lane[j + half]);
  return lane[0];
}

// The results of at least one block, in place; the total is returned.
template <class T, class Combine>
T combineBlocks(const Combine& combine, T* partial, std::int64_t count) {
  for (; count > 1; count = (count + 1) / 2) {
    for (std::int64_t j = 0; j + 1 < count; j += 2)
      partial[j / 2] = combine(partial[j], partial[j + 1]);
    if (count % 2) partial[count / 2] = partial[count - 1];
  }
  return partial[0];
}

// One level: the value of each line; at(e) is the e-th element in row-major order. `values` may be
// where the elements are.
template <class T, class Combine, class At>
void reduceLevel(std::int64_t lanes, const Combine& combine, const ReductionLevel& level, At&& at,
                 T* values) {
  const std::int64_t blocks = level.blocksPerLine();
  const auto partial = std::make_unique<T[]>(static_cast<std::size_t>(blocks));
  for (std::int64_t line = 0; line < level.lines; ++line) {
    for (std::int64_t b = 0; b < blocks; ++b) {
      const std::int64_t begin = b * reductionBlock, first = line * level.length + begin;
      partial[b] = reduceBlock<T>(lanes, combine, std::min(reductionBlock, level.length - begin),
                                  [&](std::int64_t e) { return at(first + e); });
    }
    values[line] = combineBlocks<T>(combine, partial.get(), blocks);
  }
}

// All levels above the values that there are, one for each index of `extents`, in place.
template <class T, class Combine>
T reduceValues(std::int64_t lanes, const Combine& combine, std::span<const std::int64_t> extents,
               T* values) {
  while (!extents.empty()) {
    const ReductionLevel level = reductionLevel(extents);
    reduceLevel<T>(lanes, combine, level, [&](std::int64_t e) { return values[e]; }, values);
    extents = extents.first(level.axes);
  }
  return values[0];
}

template <class T, class Combine, class At>
T reduceArray(std::int64_t lanes, const T& identity, const Combine& combine,
              std::span<const std::int64_t> extents, At&& at) {
  if (std::ranges::count(extents, 0) > 0) return identity;
  const ReductionLevel level = reductionLevel(extents);
  const auto values = std::make_unique<T[]>(static_cast<std::size_t>(level.lines));
  reduceLevel<T>(lanes, combine, level, at, values.get());
  return reduceValues<T>(lanes, combine, extents.first(level.axes), values.get());
}

// The same, where the blocks of the first level are reduced already, to `partial`.
template <class T, class Combine>
T reducePartials(std::int64_t lanes, const T& identity, const Combine& combine,
                 std::span<const std::int64_t> extents, T* partial) {
  const ReductionLevel level = reductionLevel(extents);
  const std::int64_t blocks = level.blocksPerLine();
  if (level.blocks() == 0) return identity;
  for (std::int64_t line = 0; line < level.lines; ++line)
    partial[line] = combineBlocks<T>(combine, partial + line * blocks, blocks);
  return reduceValues<T>(lanes, combine, extents.first(level.axes), partial);
}

// Calls f with the built-in reduction's combine(a, b).
template <class T, class F>
auto withCombine(Op reduction, F&& f) {
  if constexpr (std::is_floating_point_v<T>)
    if (reduction == Op::reduceSum) return f([](T a, T b) { return a + b; });
  return f([op = combineOp(reduction)](T a, T b) { return evaluateBinary<T>(op, a, b); });
}
template <class T>
T reducePartials(Op reduction, std::span<const std::int64_t> extents, T* partial) {
  return withCombine<T>(reduction, [&](const auto& combine) {
    return reducePartials<T>(reductionLanes(elementTypeOf<T>), reductionIdentity<T>(reduction),
                             combine, extents, partial);
  });
}
template <class T, class At>
T reduceArray(Op reduction, std::span<const std::int64_t> extents, At&& at) {
  return withCombine<T>(reduction, [&](const auto& combine) {
    return reduceArray<T>(reductionLanes(elementTypeOf<T>), reductionIdentity<T>(reduction),
                          combine, extents, at);
  });
}

}  // namespace parax::ir
