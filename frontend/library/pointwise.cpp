// Finds the loop for an operation and walks it over the broadcast rows.
#include <string>

#include "frontend/library/broadcast.h"
#include "frontend/library/operations.h"
#include "frontend/library/rows.h"
#include "ir/interpreter.h"
#include "parax/core/error.h"

namespace parax::library {
namespace {

Row rowFor(Op op, ElementType resultType, const Operand* operands, int slot) {
  switch (info(op).rule) {
    case TypeRule::compare: return comparisonRow(op, operands[0].type);
    case TypeRule::logical: return logicalRow(op);
    case TypeRule::choose: return selectRow(resultType);
    case TypeRule::convert: return conversionRow(operands[0].type, resultType);
    case TypeRule::part: return fieldRow(resultType, slot);
    case TypeRule::whole: return packRow(operands[0].type);
    default: break;
  }
  if (info(op).has(op_property::math)) return mathRow(op, resultType);
  return arithmeticRow(op, resultType);
}

[[noreturn]] void mismatch(Op op) {
  throw InternalError("library: " + std::string(name(op)) + " does not take these operands");
}

// The loops trust the types, so a bug elsewhere must not get through.
void checkTypes(Op op, ElementType resultType, const Operand* operands, int count) {
  const OpKind kind = info(op).kind;
  if ((kind != OpKind::pointwise && kind != OpKind::fields) || count != info(op).arity)
    mismatch(op);
  const auto allAre = [&](ElementType type, int from) {
    for (int k = from; k < count; ++k)
      if (operands[k].type != type) return false;
    return true;
  };
  bool fits = true;
  switch (info(op).rule) {
    case TypeRule::convert: break;
    case TypeRule::compare:
      fits = resultType == ElementType::boolean && allAre(operands[0].type, 1);
      break;
    case TypeRule::logical:
      fits = resultType == ElementType::boolean && allAre(ElementType::boolean, 0);
      break;
    case TypeRule::choose:
      fits = operands[0].type == ElementType::boolean && allAre(resultType, 1);
      break;
    case TypeRule::part:
      fits = isProduct(operands[0].type) && fieldType(operands[0].type) == resultType;
      break;
    case TypeRule::whole: fits = isProduct(resultType) && allAre(fieldType(resultType), 0); break;
    default: fits = !isProduct(resultType) && allAre(resultType, 0);
  }
  if (!fits) mismatch(op);
}

template <class T>
std::int64_t firstZero(const T* data, std::int64_t length) {
  // Without a way out of the inner loop the compiler vectorises it; zeros are rare.
  constexpr std::int64_t chunk = 1024;
  for (std::int64_t begin = 0; begin < length; begin += chunk) {
    const std::int64_t end = begin + chunk < length ? begin + chunk : length;
    T zeros = 0;
    for (std::int64_t i = begin; i < end; ++i)
      zeros = static_cast<T>(zeros | static_cast<T>(data[i] == 0));
    if (!zeros) continue;
    for (std::int64_t i = begin; i < end; ++i)
      if (data[i] == 0) return i;
  }
  return -1;
}

// Nothing may be written if a divisor is zero: all are looked at first.
template <class T>
void checkDivisors(const RowPlan& plan, const T* divisors) {
  plan.forEachRow([&](const std::int64_t* offsets, std::int64_t first) {
    const std::int64_t at =
        firstZero(divisors + offsets[1], plan.repeats(1) ? 1 : plan.rowLength());
    if (at >= 0) throw ir::ElementFailure(0, first + at);
  });
}

}  // namespace

void pointwise(Op op, ElementType resultType, const Operand* operands, int count,
               const std::int64_t* resultExtents, int resultRank, void* out, int slot) {
  checkTypes(op, resultType, operands, count);
  const Row row = rowFor(op, resultType, operands, slot);
  if (!row) mismatch(op);
  const RowPlan plan(operands, count, resultExtents, resultRank);
  if (info(op).has(op_property::fails) && isInteger(resultType))
    visitScalarType(resultType, [&]<class T>(T*) {
      if constexpr (std::is_integral_v<T>)
        checkDivisors(plan, static_cast<const T*>(operands[1].data));
    });

  bool repeats[maxOperands] = {};
  std::int64_t bytes[maxOperands] = {};
  for (int k = 0; k < count; ++k) {
    repeats[k] = plan.repeats(k);
    bytes[k] = static_cast<std::int64_t>(sizeOf(operands[k].type));
  }
  const auto resultBytes = static_cast<std::int64_t>(sizeOf(resultType));
  plan.forEachRow([&](const std::int64_t* offsets, std::int64_t first) {
    const void* in[maxOperands] = {};
    for (int k = 0; k < count; ++k)
      in[k] = static_cast<const char*>(operands[k].data) + offsets[k] * bytes[k];
    row(in, repeats, static_cast<char*>(out) + first * resultBytes, plan.rowLength());
  });
}

}  // namespace parax::library
