// Numbers by their values, arguments by their places, everything else by letters.
#include "frontend/explain/expressions.h"

#include <cctype>
#include <charconv>

#include "frontend/messages.h"

namespace parax::detail {
namespace {

std::string valueText(const Scalar& scalar) {
  if (scalar.type == ElementType::boolean) return scalar.bits ? "true" : "false";
  return visitScalarType(scalar.type, [&]<class T>(T*) -> std::string {
    char digits[32];
    if constexpr (std::is_same_v<T, bool>)
      return "";
    else
      return {digits, std::to_chars(std::begin(digits), std::end(digits), scalar.as<T>()).ptr};
  });
}

constexpr const char* letters[] = {"a", "b", "c"};

bool isInfix(const std::string& word) { return !std::isalpha(static_cast<unsigned char>(word[0])); }

}  // namespace

const RecordedMultiplyAdd* multiplyAddAt(const Recording& recording, std::int32_t position) {
  const auto& all = recording.multiplyAdds;
  const auto found = std::lower_bound(
      all.begin(), all.end(), position,
      [](const RecordedMultiplyAdd& fma, std::int32_t at) { return fma.sum < at; });
  return found != all.end() && found->sum == position ? &*found : nullptr;
}

WrittenOp writtenOp(const Recording& recording, std::int32_t position) {
  const auto operandOf = [&](std::int32_t at, int which) {
    const std::int32_t operand = recording.ops[static_cast<std::size_t>(at)].operand[which];
    return operand >= 0 ? ~operand : at + operand;
  };
  const RecordedOp& op = recording.ops[static_cast<std::size_t>(position)];
  WrittenOp written{op.op, info(op.op).arity, {}};
  if (const RecordedMultiplyAdd* fma = multiplyAddAt(recording, position)) {
    const bool isNegated = fma->subtracts && fma->productFirst;  // by the operation before
    const std::int32_t other = isNegated ? operandOf(position - 1, 0) : operandOf(position, 2);
    written = {fma->subtracts ? Op::sub : Op::add, 2, {fma->product, other}};
    if (!fma->productFirst) std::swap(written.operand[0], written.operand[1]);
    return written;
  }
  for (int k = 0; k < written.arity; ++k) written.operand[k] = operandOf(position, k);
  return written;
}

bool isWritten(const RecordedOp& op) {
  return info(op.op).kind != OpKind::leaf && !(op.op == Op::neg && op.part == partOfNext);
}

Expressions::Expressions(const Recording& recording, std::span<const Place> places)
    : recording_(recording), places_(places) {}

std::string Expressions::word(std::int32_t ordinal) const {
  return operationWord(writtenOp(recording_, ordinal).op,
                       recording_.ops[static_cast<std::size_t>(ordinal)].type);
}

bool Expressions::hasNumber(const WrittenOp& op) const {
  for (int k = 0; k < op.arity; ++k)
    if (operand(op, k, "") != "") return true;
  return false;
}

// The letter, unless the operand is a number.
std::string Expressions::operand(const WrittenOp& op, int which, const char* letter) const {
  if (op.operand[which] < 0) return letter;
  const std::string number = numberText(op.operand[which]);
  return number.empty() ? letter : number;
}

std::string Expressions::numberText(std::int32_t position) const {
  const RecordedOp& op = recording_.opAt(position);
  if (op.op == Op::constant) return valueText(recording_.valueAt(position));
  if (op.op == Op::extent) return "size";
  if (op.op != Op::number) return "";
  const RecordedNumber& number = recording_.numberAt(position);
  if (number.argument >= 0) return argumentText(places_, number.argument);
  return valueText(number.value);
}

std::string Expressions::of(std::int32_t ordinal) const {
  const WrittenOp op = writtenOp(recording_, ordinal);
  const std::string text = word(ordinal);
  if (op.op == Op::reduceWith || !hasNumber(op)) return text;
  if (isInfix(text) && op.arity == 2)
    return operand(op, 0, "a") + " " + text + " " + operand(op, 1, "b");
  std::string out = text + (isInfix(text) ? "" : "(");
  for (int k = 0; k < op.arity; ++k) out += (k ? ", " : "") + operand(op, k, letters[k]);
  return out + (isInfix(text) ? "" : ")");
}

std::string Expressions::ofConversion(std::int32_t ordinal) const {
  const std::string from = operand(writtenOp(recording_, ordinal), 0, "");
  return (from.empty() ? "" : from + " ") + "to " +
         typeWord(recording_.ops[static_cast<std::size_t>(ordinal)].type);
}

std::string Expressions::ofMultiplyAdd(const RecordedMultiplyAdd& fma) const {
  const WrittenOp factors = writtenOp(recording_, fma.product),
                  sum = writtenOp(recording_, fma.sum);
  const std::string product = operand(factors, 0, "a") + " * " + operand(factors, 1, "b");
  const std::string other = operand(sum, fma.productFirst ? 1 : 0, "c");
  const std::string sign = fma.subtracts ? " - " : " + ";
  return fma.productFirst ? product + sign + other : other + sign + product;
}

}  // namespace parax::detail
