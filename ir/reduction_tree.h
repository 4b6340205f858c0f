// The one order in which elements are combined, in every mode: it depends on the extents only.
//
// Elements are numbered in row-major order and cut into blocks of reductionBlock. In a block,
// element e goes to lane e % lanes, and each lane combines its elements in order, starting from the
// identity. The lanes are combined by halving: lane j with lane j + half, until one is left. The
// blocks' results are combined in pairs of neighbours, level by level; the odd one at the end goes
// up as it is.
//
// Compiled code reads several blocks side by side, a line of memory of each in turn. So lanes are
// as wide as a line, which takes few registers, and a block is no whole number of pages: reads that
// are whole pages apart get in each other's way in the cache.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>

#include "ir/scalar_ops.h"
#include "parax/core/element_type.h"
#include "parax/core/op.h"

namespace parax::ir {

constexpr std::int64_t reductionBlock = 1280;
constexpr std::int64_t reductionLanes(ElementType type) {
  return type == ElementType::boolean ? 64 : static_cast<std::int64_t>(64 / sizeOf(type));
}
constexpr std::int64_t maxReductionLanes = 64;
constexpr std::int64_t reductionBlocks(std::int64_t elements) {
  return (elements + reductionBlock - 1) / reductionBlock;
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

// The value every lane starts from: combining it with x gives x (for sums, -0 becomes +0).
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

// One block (count <= reductionBlock); at(e) is the block's e-th element.
template <class T, class Combine, class At>
T reduceBlock(std::int64_t lanes, const T& identity, const Combine& combine, std::int64_t count,
              At&& at) {
  T lane[maxReductionLanes];
  std::fill(lane, lane + lanes, identity);
  for (std::int64_t e = 0; e < count; ++e) lane[e % lanes] = combine(lane[e % lanes], at(e));
  for (std::int64_t half = lanes / 2; half >= 1; half /= 2)
    for (std::int64_t j = 0; j < half; ++j) lane[j] = combine(lane[j], lane[j + half]);
  return lane[0];
}

// The blocks' results, in place; the total is returned. No block at all gives the identity.
template <class T, class Combine>
T combineBlocks(const T& identity, const Combine& combine, T* partial, std::int64_t count) {
  if (count == 0) return identity;
  for (; count > 1; count = (count + 1) / 2) {
    for (std::int64_t j = 0; j + 1 < count; j += 2)
      partial[j / 2] = combine(partial[j], partial[j + 1]);
    if (count % 2) partial[count / 2] = partial[count - 1];
  }
  return partial[0];
}

template <class T, class Combine, class At>
T reduceAll(std::int64_t lanes, const T& identity, const Combine& combine, std::int64_t elements,
            At&& at) {
  const std::int64_t blocks = reductionBlocks(elements);
  const auto partial = std::make_unique<T[]>(static_cast<std::size_t>(blocks));
  for (std::int64_t b = 0; b < blocks; ++b) {
    const std::int64_t begin = b * reductionBlock;
    partial[b] =
        reduceBlock<T>(lanes, identity, combine, std::min(reductionBlock, elements - begin),
                       [&](std::int64_t e) { return at(begin + e); });
  }
  return combineBlocks<T>(identity, combine, partial.get(), blocks);
}

// The same for the built-in reductions.
template <class T>
auto combineFunction(Op reduction) {
  return [op = combineOp(reduction)](T a, T b) { return evaluateBinary<T>(op, a, b); };
}
template <class T>
T combineBlocks(Op reduction, T* partial, std::int64_t count) {
  return combineBlocks<T>(reductionIdentity<T>(reduction), combineFunction<T>(reduction), partial,
                          count);
}
template <class T, class At>
T reduceAll(Op reduction, std::int64_t elements, At&& at) {
  return reduceAll<T>(reductionLanes(elementTypeOf<T>), reductionIdentity<T>(reduction),
                      combineFunction<T>(reduction), elements, at);
}

}  // namespace parax::ir
