// Library mode on array states: shapes are checked, memory is found, frontend/library/ computes.
#include "frontend/eager.h"

#include <algorithm>
#include <cstring>

#include "frontend/library/operations.h"
#include "frontend/messages.h"
#include "ir/interpreter.h"
#include "runtime/counters.h"
#include "runtime/float_mode.h"

namespace parax::detail::eager {
namespace {

struct Extents {
  std::int64_t at[maxRank] = {};
  std::size_t rank = 0;
  std::span<const std::int64_t> span() const { return {at, rank}; }
};

library::Operand view(const TypedOperand& operand, const SourceLocation& where) {
  if (!operand.array) return {operand.number.type, 0, nullptr, &operand.number.bits};
  const ArrayState& state = *operand.array;
  materialize(state, where);
  return {state.type, state.rank, state.extents, state.memory()};
}

void broadcastInto(Extents& shape, const library::Operand& operand, Op op,
                   const SourceLocation& where) {
  const auto rank = static_cast<std::size_t>(operand.rank);
  Extents joined;
  joined.rank = std::max(shape.rank, rank);
  for (std::size_t d = 1; d <= joined.rank; ++d) {  // d-th dimension from the end
    const std::int64_t a = d <= shape.rank ? shape.at[shape.rank - d] : 1;
    const std::int64_t b = d <= rank ? operand.extents[rank - d] : 1;
    if (a != b && a != 1 && b != 1)
      throw shapesDoNotMatch(op, shape.span(), {operand.extents, rank}, where);
    joined.at[joined.rank - d] = a == 1 ? b : a;
  }
  shape = joined;
}

void compute(Op op, ElementType type, const library::Operand* operands, int count,
             const Extents& shape, void* out, const SourceLocation& where, int slot = 0) {
  const runtime::StandardFloats floats;
  try {
    library::pointwise(op, type, operands, count, shape.at, static_cast<int>(shape.rank), out,
                       slot);
  } catch (const ir::ElementFailure& failure) {
    throw divisionByZero(failure.point, shape.span(), where);
  }
  runtime::count(runtime::Counter::libraryOps);
}

void* writable(const Handle& handle) {
  ArrayState& state = *handle.state();
  return state.isInline() ? static_cast<void*>(&state.bits) : state.buffer->data();
}

std::int64_t extentValue(const TypedOperand& extent, const SourceLocation& where) {
  if (!extent.array) return extent.number.as<std::int64_t>();
  materialize(*extent.array, where);
  return static_cast<std::int64_t>(extent.array->bits);
}

}  // namespace

Handle pointwise(Op op, ElementType type, std::span<const TypedOperand> operands,
                 const SourceLocation& where, int slot) {
  library::Operand views[3];
  Extents shape;
  for (std::size_t k = 0; k < operands.size(); ++k) {
    views[k] = view(operands[k], where);
    broadcastInto(shape, views[k], op, where);
  }
  Handle result = allocateArray(type, shape.span(), where);
  compute(op, type, views, static_cast<int>(operands.size()), shape, writable(result), where, slot);
  return result;
}

void compound(Op op, Handle& target, std::span<const TypedOperand> operands,
              const SourceLocation& where) {
  ArrayState& state = *target.state();
  // What was handed out for writing is seen by nobody else; an expression may still refer to it.
  const bool own = state.pinned || !state.shared();
  const bool inPlace =
      own &&
      (state.rank == 0 || (state.buffer && state.buffer->unique() && state.buffer->writable()));
  if (!inPlace) {
    target = pointwise(op, state.type, operands, where);
    return;
  }
  library::Operand views[3];
  Extents shape;
  for (std::size_t k = 0; k < operands.size(); ++k) {
    views[k] = view(operands[k], where);
    broadcastInto(shape, views[k], op, where);
  }
  compute(op, state.type, views, static_cast<int>(operands.size()), shape, writable(target), where);
}

Handle reduce(Op op, ElementType type, const TypedOperand& operand, const SourceLocation& where) {
  const library::Operand elements = view(operand, where);
  const runtime::StandardFloats floats;
  const Scalar total = elements.type == type ? library::reduce(op, elements)
                                             : library::reduceWide(op, type, elements);
  runtime::count(runtime::Counter::libraryOps);
  return makeNumber(total);
}

// The function is recorded, as an accelerated one is, and then computed for many pairs at once.
Handle reduceWith(const TypedOperand& operand, const TypedOperand& identity,
                  const CombineFunction& f, const SourceLocation& where) {
  const library::Operand elements = view(operand, where);
  Recorder recorder;
  const ir::Combiner combiner = recorder.recordCombiner(identity, elements.type, f, where);
  Handle total = allocateArray(elements.type, {}, where);
  const runtime::StandardFloats floats;
  try {
    library::reduceWith(combiner, elements, writable(total));
    runtime::count(runtime::Counter::libraryOps);
    return total;
  } catch (const ir::ElementFailure& failure) {
    throw recorder.elementError(failure);
  }
}

namespace {

Extents shapeFrom(std::span<const TypedOperand> extents, const SourceLocation& where) {
  Extents shape;
  for (const TypedOperand& extent : extents) shape.at[shape.rank++] = extentValue(extent, where);
  return shape;
}

Handle filled(ElementType type, const TypedOperand& value, std::span<const std::int64_t> shape,
              const SourceLocation& where) {
  Handle result = allocateArray(type, shape, where);
  const library::Operand one = view(value, where);
  Scalar number{type, 0};
  std::memcpy(&number.bits, one.data, sizeOf(type));
  library::full(number, result.state()->elements(), writable(result));
  runtime::count(runtime::Counter::libraryOps);
  return result;
}

Handle counted(ElementType type, std::span<const std::int64_t> shape, int axis,
               const SourceLocation& where) {
  Handle result = allocateArray(type, shape, where);
  const auto at = static_cast<std::size_t>(axis);
  std::int64_t outer = 1, inner = 1;
  for (std::size_t d = 0; d < shape.size(); ++d) (d < at ? outer : inner) *= d == at ? 1 : shape[d];
  const runtime::StandardFloats floats;
  library::iota(type, outer, shape[at], inner, writable(result));
  runtime::count(runtime::Counter::libraryOps);
  return result;
}

}  // namespace

Handle full(ElementType type, const TypedOperand& value, std::span<const TypedOperand> extents,
            const SourceLocation& where) {
  return filled(type, value, shapeFrom(extents, where).span(), where);
}

Handle fullLike(ElementType type, const TypedOperand& value, const ArrayState& like,
                const SourceLocation& where) {
  return filled(type, value, like.shapeSpan(), where);
}

Handle iota(ElementType type, std::span<const TypedOperand> extents, int axis,
            const SourceLocation& where) {
  return counted(type, shapeFrom(extents, where).span(), axis, where);
}

Handle iotaLike(ElementType type, const ArrayState& like, int axis, const SourceLocation& where) {
  return counted(type, like.shapeSpan(), axis, where);
}

}  // namespace parax::detail::eager
