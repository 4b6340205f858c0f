// Reductions in the fixed order: a block's lanes are independent, so they become vectors.
#include <algorithm>
#include <cstring>
#include <memory>
#include <span>
#include <string>

#include "frontend/library/branch_free.h"
#include "frontend/library/operations.h"
#include "ir/reduction_tree.h"
#include "parax/core/error.h"

namespace parax::library {
namespace {

// ir::reduceBlock with the element loop cut into whole groups of lanes. Lanes start from what
// changes no bit, so that empty ones need no care.
template <Op reduction, class T>
T reduceBlock(const T* data, std::int64_t count) {
  constexpr std::int64_t lanes = ir::reductionLanes(elementTypeOf<T>);
  constexpr Op op = ir::combineOp(reduction);
  T lane[lanes];
  std::fill(lane, lane + lanes, ir::neutralElement<T>(reduction));
  std::int64_t e = 0;
  for (; e + lanes <= count; e += lanes)
    for (std::int64_t j = 0; j < lanes; ++j) lane[j] = combine<op>(lane[j], data[e + j]);
  for (std::int64_t j = 0; e + j < count; ++j) lane[j] = combine<op>(lane[j], data[e + j]);
  for (std::int64_t half = lanes / 2; half >= 1; half /= 2)
    for (std::int64_t j = 0; j < half; ++j) lane[j] = combine<op>(lane[j], lane[j + half]);
  return lane[0];
}

template <Op reduction, class T>
Scalar reduceBlocks(const T* data, std::span<const std::int64_t> extents) {
  const ir::ReductionLevel level = ir::reductionLevel(extents);
  const auto partial = std::make_unique<T[]>(static_cast<std::size_t>(level.blocks()));
  T* next = partial.get();
  for (std::int64_t line = 0; line < level.lines; ++line)
    for (std::int64_t begin = 0; begin < level.length; begin += ir::reductionBlock)
      *next++ = reduceBlock<reduction, T>(data + line * level.length + begin,
                                          std::min(ir::reductionBlock, level.length - begin));
  return Scalar::of(ir::reducePartials<T>(reduction, extents, partial.get()));
}

// Any order gives the same result for bool: look for the first byte that decides.
bool contains(const bool* data, std::int64_t elements, bool wanted) {
  return elements > 0 && std::memchr(data, wanted, static_cast<std::size_t>(elements)) != nullptr;
}

std::int64_t elementsOf(const Operand& operand) {
  std::int64_t elements = 1;
  for (int d = 0; d < operand.rank; ++d) elements *= operand.extents[d];
  return elements;
}

template <class T>
Scalar reduceTyped(Op op, const T* data, const Operand& operand) {
  const std::int64_t elements = elementsOf(operand);
  std::span<const std::int64_t> extents(operand.extents, static_cast<std::size_t>(operand.rank));
  if (ir::inAnyOrder(op, elementTypeOf<T>)) extents = {&elements, 1};
  switch (op) {
    case Op::reduceMin: return reduceBlocks<Op::reduceMin>(data, extents);
    case Op::reduceMax: return reduceBlocks<Op::reduceMax>(data, extents);
    default: break;
  }
  if constexpr (std::is_same_v<T, bool>) {
    if (op == Op::reduceAny) return Scalar::of(contains(data, elements, true));
    if (op == Op::reduceAll) return Scalar::of(!contains(data, elements, false));
  } else {
    if (op == Op::reduceSum) return reduceBlocks<Op::reduceSum>(data, extents);
    if (op == Op::reduceProduct) return reduceBlocks<Op::reduceProduct>(data, extents);
  }
  throw InternalError("library: no " + std::string(name(op)) + " of " +
                      std::string(name(elementTypeOf<T>)));
}

template <class T>
std::uint64_t reduceWrapping(Op op, const T* data, std::int64_t elements) {
  std::uint64_t total = op == Op::reduceSum ? 0 : 1;
  if (op == Op::reduceSum)
    for (std::int64_t e = 0; e < elements; ++e) total += static_cast<std::uint64_t>(data[e]);
  else
    for (std::int64_t e = 0; e < elements; ++e) total *= static_cast<std::uint64_t>(data[e]);
  return total;
}

}  // namespace

Scalar reduceWide(Op op, ElementType type, const Operand& operand) {
  return visitScalarType(operand.type, [&]<class T>(T*) -> Scalar {
    if constexpr (std::is_integral_v<T>)
      return {type, reduceWrapping(op, static_cast<const T*>(operand.data), elementsOf(operand))};
    throw InternalError("library: a wide reduction of " + std::string(name(operand.type)));
  });
}

Scalar reduce(Op op, const Operand& operand) {
  return visitScalarType(operand.type, [&]<class T>(T*) {
    return reduceTyped(op, static_cast<const T*>(operand.data), operand);
  });
}

}  // namespace parax::library
