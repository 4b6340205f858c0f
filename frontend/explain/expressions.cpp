// Numbers by their values, arguments by their places, everything else by letters.
#include "frontend/explain/expressions.h"

#include <algorithm>
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

Expressions::Expressions(const Segment& segment, std::span<const Place> places)
    : segment_(segment), places_(places) {}

std::string Expressions::word(std::int32_t ordinal) const {
  const RecordedOp& op = segment_.ops[static_cast<std::size_t>(ordinal)];
  return operationWord(op.op, op.type);
}

bool Expressions::hasNumber(std::int32_t ordinal) const {
  const RecordedOp& op = segment_.ops[static_cast<std::size_t>(ordinal)];
  for (int k = 0; k < info(op.op).arity; ++k)
    if (operand(ordinal, k, "") != "") return true;
  return false;
}

// The letter, unless the operand is a number.
std::string Expressions::operand(std::int32_t ordinal, int which, const char* letter) const {
  const std::int32_t back = segment_.ops[static_cast<std::size_t>(ordinal)].operand[which];
  if (back >= 0) return letter;
  const std::string number = numberText(ordinal + back);
  return number.empty() ? letter : number;
}

std::string Expressions::numberText(std::int32_t position) const {
  const RecordedOp& op = segment_.ops[static_cast<std::size_t>(position)];
  if (op.op == Op::constant) return valueText({op.type, constantBits(op)});
  if (op.op == Op::extent) return "size";
  if (op.op != Op::number) return "";
  const auto number =
      std::lower_bound(segment_.numbers.begin(), segment_.numbers.end(), position,
                       [](const RecordedNumber& n, std::int32_t at) { return n.position < at; });
  if (number->argument >= 0) return argumentText(places_, number->argument);
  return valueText(number->value);
}

std::string Expressions::of(std::int32_t ordinal) const {
  const RecordedOp& op = segment_.ops[static_cast<std::size_t>(ordinal)];
  const std::string text = word(ordinal);
  const int arity = info(op.op).arity;
  if (op.op == Op::reduceWith || !hasNumber(ordinal)) return text;
  if (isInfix(text) && arity == 2)
    return operand(ordinal, 0, "a") + " " + text + " " + operand(ordinal, 1, "b");
  std::string out = text + (isInfix(text) ? "" : "(");
  for (int k = 0; k < arity; ++k) out += (k ? ", " : "") + operand(ordinal, k, letters[k]);
  return out + (isInfix(text) ? "" : ")");
}

std::string Expressions::ofConversion(std::int32_t ordinal) const {
  const std::string from = operand(ordinal, 0, "");
  return (from.empty() ? "" : from + " ") + "to " +
         typeWord(segment_.ops[static_cast<std::size_t>(ordinal)].type);
}

std::string Expressions::ofMultiplyAdd(const compiler::MultiplyAdd& fma) const {
  const std::string product = operand(fma.product, 0, "a") + " * " + operand(fma.product, 1, "b");
  const std::string other = operand(fma.sum, fma.productFirst ? 1 : 0, "c");
  const std::string sign = fma.subtracts ? " - " : " + ";
  return fma.productFirst ? product + sign + other : other + sign + product;
}

}  // namespace parax::detail
