// Every operation of the public headers: settle the operands' types, then record or compute.
#include "frontend/complex.h"
#include "frontend/messages.h"
#include "frontend/multiply_adds.h"
#include "frontend/settled.h"

namespace parax::detail {
namespace {

bool isComplexArray(const Operand& operand, const SourceLocation& where) {
  return !operand.isNumber && isProduct(stateOf(operand, where).type);
}

ElementType resultType(Op op, ElementType type) {
  return info(op).rule == TypeRule::compare ? ElementType::boolean : type;
}

// An extent is a number or an Index; one that a recording computed has to be known now.
TypedOperand extentOperand(const Operand& extent, const SourceLocation& where) {
  TypedOperand typed;
  if (extent.isNumber && !fits(extent.number, ElementType::int64))
    throw ShapeError("an extent of " + numberText(extent.number) + " is too large", where);
  if (extent.isNumber)
    typed.number = toScalar(extent.number, ElementType::int64, where);
  else
    typed.array = &stateOf(extent, where);
  const ArrayState* state = typed.array;
  Recorder* recorder = Recorder::current();
  const std::int64_t value = !state     ? typed.number.as<std::int64_t>()
                             : recorder ? recorder->extentValue(*state, where)
                                        : static_cast<std::int64_t>(state->bits);
  if (value < 0) throw ShapeError("an extent of " + std::to_string(value) + " is negative", where);
  return typed;
}

// `a += b` keeps a's shape: b may repeat, a may not.
void checkKeepsShape(const ArrayState& target, const TypedOperand& b, Op op,
                     const SourceLocation& where) {
  if (!b.array) return;
  const int shift = target.rank - b.array->rank;
  bool keeps = shift >= 0;
  for (int d = 0; keeps && d < b.array->rank; ++d)
    keeps = b.array->extents[d] == 1 || b.array->extents[d] == target.extents[d + shift];
  if (!keeps)
    throw ShapeError(operationWord(op) + "=: the right side of shape " +
                         shapeText(b.array->shapeSpan()) + " does not fit into " +
                         shapeText(target.shapeSpan()),
                     where);
}

}  // namespace

Handle unary(Op op, ElementType type, const Operand& a, const SourceLocation& where) {
  if (isProduct(type)) return complexUnary(op, type, a, where);
  if (op == Op::abs && isComplexArray(a, where)) return complexAbs(type, a, where);
  const Settled settled(a, type, where);
  return apply(op, type, {&*settled, 1}, where);
}

Handle binary(Op op, ElementType type, const Operand& a, const Operand& b,
              const SourceLocation& where) {
  if (isProduct(type)) return complexBinary(op, type, a, b, where);
  const Settled left(a, type, where), right(b, type, where);
  const TypedOperand operands[] = {*left, *right};
  return apply(op, resultType(op, type), operands, where);
}

Handle compare(Op op, ElementType type, const Operand& a, const Operand& b,
               const SourceLocation& where) {
  if (isProduct(type)) return complexBinary(op, type, a, b, where);
  if (!b.isNumber) return binary(op, type, a, b, where);
  const ElementType numeric = type == ElementType::boolean ? ElementType::int64 : type;
  const Settled left(a, numeric, where);
  const Threshold bound = threshold(op, numeric, b.number);
  TypedOperand operands[] = {*left, {nullptr, bound.number}};
  if (bound.kind != Threshold::Kind::compare) {  // integers only: x == x is always true
    operands[1] = *left;
    op = bound.kind == Threshold::Kind::always ? Op::eq : Op::ne;
  }
  return apply(op, ElementType::boolean, operands, where);
}

Handle select(ElementType type, const Operand& condition, const Operand& a, const Operand& b,
              const SourceLocation& where) {
  if (isProduct(type)) return complexSelect(type, condition, a, b, where);
  const Settled which(condition, ElementType::boolean, where);
  const Settled left(a, type, where), right(b, type, where);
  const TypedOperand operands[] = {*which, *left, *right};
  return apply(Op::select, type, operands, where);
}

Handle ternary(Op op, ElementType type, const Operand& a, const Operand& b, const Operand& c,
               const SourceLocation& where) {
  const Settled first(a, type, where), second(b, type, where), third(c, type, where);
  const TypedOperand operands[] = {*first, *second, *third};
  return apply(op, type, operands, where);
}

Handle cast(ElementType type, const Operand& a, const SourceLocation& where) {
  const TypedOperand operand{&stateOf(a, where)};
  if (operand.array->type == type) return Handle::shareOf(*operand.array);
  if (isProduct(type) || isProduct(operand.array->type)) return complexCast(type, a, where);
  return apply(Op::cast, type, {&operand, 1}, where);
}

Handle reduce(Op op, ElementType type, const Operand& a, const SourceLocation& where) {
  const ArrayState& state = stateOf(a, where);
  if (info(op).has(op_property::nonEmpty) && state.elements() == 0)
    throw ShapeError(
        operationWord(op) + " of an empty array, shape " + shapeText(state.shapeSpan()), where);
  if (isProduct(type)) return complexReduce(op, type, a, where);
  Recorder* const recorder = Recorder::current();
  // At once, and without an array of wider numbers: the order does not matter to integers.
  const bool isWide = (op == Op::reduceSum || op == Op::reduceProduct) && !isFloating(type);
  if (!recorder && isWide) return eager::reduce(op, type, {&state}, where);
  const Settled settled(a, type, where);
  if (recorder) return recorder->reduce(op, *settled, where);
  return eager::reduce(op, type, *settled, where);
}

Handle field(const Operand& a, int which, const SourceLocation& where) {
  const ArrayState& state = stateOf(a, where);
  if (Recorder* recorder = Recorder::current()) return recorder->field(state, which, where);
  const TypedOperand operand{&state};
  return eager::pointwise(Op::field, fieldType(state.type), {&operand, 1}, where, which);
}

Handle pack(ElementType type, const Operand& first, const Operand& second,
            const SourceLocation& where) {
  const ElementType real = fieldType(type);
  const Settled x(first, real, where), y(second, real, where);
  const TypedOperand operands[] = {*x, *y};
  return apply(Op::pack, type, operands, where);
}

Handle reduceWith(ElementType type, const Operand& a, const Operand& identity,
                  const CombineFunction& f, const SourceLocation& where) {
  // A number that becomes an element of a product type is not settled as it is.
  const bool incomplete = isProduct(type) && identity.isNumber;
  const Handle whole = incomplete ? complexCast(type, identity, where) : Handle();
  const Settled array(a, type, where), start(incomplete ? Operand(whole) : identity, type, where);
  if (Recorder* recorder = Recorder::current())
    return recorder->reduceWith(*array, *start, f, where);
  return eager::reduceWith(*array, *start, f, where);
}

namespace {

struct Sizes {
  TypedOperand at[maxRank];
  std::size_t count;
  Sizes(std::span<const Operand> extents, const SourceLocation& where) : count(extents.size()) {
    for (std::size_t d = 0; d < count; ++d) at[d] = extentOperand(extents[d], where);
  }
  std::span<const TypedOperand> span() const { return {at, count}; }
};

// Indices that the type cannot hold would wrap, or be rounded.
void checkIndexRange(ElementType type, std::int64_t extent, const SourceLocation& where) {
  if (extent > maxIndices(type))
    throw ArgumentError("iota: " + typeWord(type) + " cannot count to " +
                            std::to_string(extent - 1) + ": use a wider type",
                        where);
}

std::int64_t sizeOf(const TypedOperand& extent, const SourceLocation& where) {
  if (!extent.array) return extent.number.as<std::int64_t>();
  if (Recorder* recorder = Recorder::current()) return recorder->extentValue(*extent.array, where);
  return static_cast<std::int64_t>(extent.array->bits);
}

}  // namespace

Handle full(ElementType type, const Operand& value, std::span<const Operand> extents,
            const SourceLocation& where) {
  if (isProduct(type)) return complexFull(type, value, extents, where);
  const Settled number(value, type, where, "use a wider type");
  const Sizes sizes(extents, where);
  if (Recorder* recorder = Recorder::current())
    return recorder->full(type, *number, sizes.span(), where);
  return eager::full(type, *number, sizes.span(), where);
}

Handle fullLike(ElementType type, const Operand& value, const Operand& like,
                const SourceLocation& where) {
  if (isProduct(type)) return complexFullLike(type, value, like, where);
  const Settled number(value, type, where);
  const ArrayState& state = stateOf(like, where);
  if (Recorder* recorder = Recorder::current())
    return recorder->fullLike(type, *number, state, where);
  return eager::fullLike(type, *number, state, where);
}

Handle iota(ElementType type, std::span<const Operand> extents, int axis,
            const SourceLocation& where, Counting counting) {
  if (isProduct(type))
    return pack(type, iota(fieldType(type), extents, axis, where, counting), WeakNumber(0), where);
  const Sizes sizes(extents, where);
  if (counting == Counting::exact) checkIndexRange(type, sizeOf(sizes.at[axis], where), where);
  if (Recorder* recorder = Recorder::current())
    return recorder->iota(type, sizes.span(), axis, where, counting);
  return eager::iota(type, sizes.span(), axis, where);
}

Handle iotaLike(ElementType type, const Operand& like, int axis, const SourceLocation& where) {
  const ArrayState& state = stateOf(like, where);
  checkIndexRange(type, state.extents[axis], where);
  if (Recorder* recorder = Recorder::current()) return recorder->iotaLike(type, state, axis, where);
  return eager::iotaLike(type, state, axis, where);
}

Handle extentValue(const Operand& a, int dim, const SourceLocation& where) {
  const ArrayState& state = stateOf(a, where);
  if (Recorder* recorder = Recorder::current()) return recorder->extentOf(state, dim, where);
  return makeNumber(Scalar::of(state.extents[dim]));
}

void compound(Op op, Handle& target, const Operand& b, const SourceLocation& where) {
  const ArrayState& state = stateOf(target, where);
  if (isProduct(state.type)) {
    if (!b.isNumber) checkKeepsShape(state, {&stateOf(b, where)}, op, where);
    target = complexBinary(op, state.type, target, b, where);
    return;
  }
  const Settled right(b, state.type, where);
  checkKeepsShape(state, *right, op, where);
  const Factors* product = isSum(op) ? MultiplyAdds::find(b, state.type) : nullptr;
  if (product) return addProduct(op, target, *product, where);
  const TypedOperand operands[] = {{&state}, *right};
  if (Recorder* recorder = Recorder::current()) {
    target = recorder->pointwise(op, state.type, operands, where);
  } else {
    materialize(state, where);
    eager::compound(op, target, operands, where);
  }
}

}  // namespace parax::detail
