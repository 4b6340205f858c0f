// The rules a program obeys: types as in the public headers, values that somebody needs.
#include "tests/fuzz/program.h"

#include <algorithm>

namespace parax::fuzz {
namespace {

using Kind = Number::Kind;

ElementType arithmetic(ElementType type) {
  return type == ElementType::boolean ? ElementType::int64 : type;
}
ElementType floating(ElementType type) { return isFloating(type) ? type : ElementType::float64; }

// Nothing where the types do not mix.
std::optional<ElementType> common(ElementType a, ElementType b) {
  a = arithmetic(a);
  b = arithmetic(b);
  if (isFloating(a) != isFloating(b)) return isFloating(a) ? a : b;
  const ElementType wider = sizeOf(a) >= sizeOf(b) ? a : b, narrower = wider == a ? b : a;
  const bool mixes = isUnsigned(wider) == isUnsigned(narrower) ||
                     (isUnsigned(narrower) && sizeOf(narrower) < sizeOf(wider));
  return mixes ? std::optional(wider) : std::nullopt;
}
ElementType withNumber(ElementType type, Kind number) {
  return number == Kind::floating && !isFloating(type) ? ElementType::float64 : arithmetic(type);
}

// What an operand contributes: a variable's type, or a weak number.
struct Part {
  std::optional<Variable> variable;
  Kind number = Kind::integer;
  bool isBool() const {
    return variable ? variable->type == ElementType::boolean : number == Kind::boolean;
  }
};

std::optional<Part> partOf(const Operand& operand, const Program& program) {
  const auto index = static_cast<std::size_t>(operand.index);
  switch (operand.kind) {
    case Operand::Kind::literal: return Part{{}, operand.literal.kind};
    case Operand::Kind::plain:
      if (index >= program.plainNumbers.size()) return {};
      return Part{{}, program.plainNumbers[index]};
    case Operand::Kind::variable:
      if (index >= program.variables.size() || program.variables[index].rank < 0) return {};
      return Part{program.variables[index]};
  }
  return {};
}

std::optional<ElementType> commonOf(const Part& a, const Part& b) {
  if (a.variable && b.variable) return common(a.variable->type, b.variable->type);
  return a.variable ? withNumber(a.variable->type, b.number)
                    : withNumber(b.variable->type, a.number);
}

// Of two numbers: double if one is floating, int64 if not.
std::optional<ElementType> joinedOf(const Part& a, const Part& b) {
  if (a.isBool() && b.isBool()) return ElementType::boolean;
  if (a.variable || b.variable) return commonOf(a, b);
  const bool isDouble = a.number == Kind::floating || b.number == Kind::floating;
  return isDouble ? ElementType::float64 : ElementType::int64;
}

std::optional<Variable> broadcastType(std::optional<ElementType> type,
                                      const std::vector<Part>& parts) {
  if (!type) return {};
  Variable result{*type, 0, true};
  for (const Part& part : parts) {
    if (!part.variable) continue;
    result.rank = std::max(result.rank, part.variable->rank);
    result.isValue &= part.variable->isValue;
  }
  return result;
}

std::optional<Variable> unaryResult(Op op, const Variable& a) {
  if (op == Op::neg || op == Op::abs) return Variable{arithmetic(a.type), a.rank, a.isValue};
  if (op != Op::logicalNot) return Variable{floating(a.type), a.rank, a.isValue};
  if (a.type != ElementType::boolean) return {};
  return a;
}

std::optional<Variable> reduceResult(Op op, const Variable& a) {
  if (a.isValue) return {};
  if (op == Op::reduceSum)
    return Variable{isFloating(a.type)   ? a.type
                    : isUnsigned(a.type) ? ElementType::uint64
                                         : ElementType::int64,
                    0, true};
  const bool logical = op == Op::reduceAny || op == Op::reduceAll;
  if (logical && a.type != ElementType::boolean) return {};
  return Variable{a.type, 0, true};
}

std::optional<Variable> binaryResult(Op op, const std::vector<Part>& parts) {
  if (!parts[0].variable && !parts[1].variable) return {};
  if (op == Op::logicalAnd || op == Op::logicalOr) {
    if (!parts[0].isBool() || !parts[1].isBool()) return {};
    return broadcastType(ElementType::boolean, parts);
  }
  const bool joins = op == Op::min || op == Op::max;
  return broadcastType(joins ? joinedOf(parts[0], parts[1]) : commonOf(parts[0], parts[1]), parts);
}

bool isExtent(const Part& part) {
  return part.variable ? part.variable->isValue && part.variable->type == ElementType::int64
                       : part.number == Kind::integer || part.number == Kind::natural;
}

// Only literals of the type's own kind.
bool isOwnLiteral(const Operand& operand, ElementType type) {
  const Kind kind = operand.literal.kind;
  const bool own =
      kind == kindOf(type) || (isInteger(type) && (kind == Kind::integer || kind == Kind::natural));
  return operand.kind == Operand::Kind::literal && own;
}

std::optional<Variable> literalResult(const Statement& s) {
  for (const Operand& operand : s.operands)
    if (!isOwnLiteral(operand, s.type)) return {};
  return Variable{s.type, s.form == Form::list ? 1 : 0, s.form == Form::value};
}

std::optional<Variable> generatorResult(const Statement& s, const std::vector<Part>& parts) {
  const std::size_t first = s.form == Form::full ? 1 : 0;
  for (std::size_t k = first; k < parts.size(); ++k)
    if (!isExtent(parts[k])) return {};
  if (parts.size() <= first) return {};
  if (s.form == Form::iota && s.type == ElementType::boolean) return {};
  if (s.form == Form::full) {
    const Part& value = parts[0];
    if (value.variable && (!value.variable->isValue || value.variable->type != s.type)) return {};
    if (!value.variable && !isOwnLiteral(s.operands[0], s.type)) return {};
  }
  return Variable{s.type, static_cast<int>(parts.size() - first), false};
}

std::optional<Variable> changedTarget(const Statement& s, const Program& program,
                                      const std::vector<Part>& parts) {
  const std::optional<Part> target = partOf({Operand::Kind::variable, s.target, {}}, program);
  if (!target) return {};
  const Variable& variable = *target->variable;
  if (s.form == Form::assign) {
    if (parts[0].variable != variable) return {};
    return variable;
  }
  if (commonOf(*target, parts[0]) != variable.type) return {};
  if (parts[0].variable && parts[0].variable->rank > variable.rank) return {};
  return variable;
}

}  // namespace

detail::WeakNumber Number::weak() const {
  if (kind == Kind::boolean) return detail::WeakNumber(i != 0);
  if (kind == Kind::natural) return detail::WeakNumber(static_cast<std::uint64_t>(i));
  return kind == Kind::integer ? detail::WeakNumber(i) : detail::WeakNumber(f);
}

Scalar Number::as(ElementType type) const {
  return visitElementType(type, [&]<class T>(T*) {
    if (kind == Kind::floating) return Scalar::of(static_cast<T>(f));
    return Scalar::of(kind == Kind::natural ? static_cast<T>(static_cast<std::uint64_t>(i))
                                            : static_cast<T>(i));
  });
}

Number::Kind kindOf(ElementType type) {
  if (type == ElementType::boolean) return Kind::boolean;
  if (isFloating(type)) return Kind::floating;
  return isUnsigned(type) ? Kind::natural : Kind::integer;
}

bool takesNumberOut(const Statement& s) { return s.form == Form::get || s.form == Form::element; }
bool makesPlainNumber(const Statement& s) { return s.form == Form::extent || takesNumberOut(s); }
bool changesTarget(const Statement& s) {
  return s.form == Form::compound || s.form == Form::assign;
}

std::optional<Variable> resultOf(const Statement& s, const Program& program) {
  std::vector<Part> parts;
  for (const Operand& operand : s.operands) {
    const std::optional<Part> part = partOf(operand, program);
    if (!part) return {};
    parts.push_back(*part);
  }
  const bool needsVariable = s.form == Form::unary || s.form == Form::cast ||
                             s.form == Form::reduce || s.form == Form::copy ||
                             s.form == Form::assign || makesPlainNumber(s);
  if (needsVariable && !parts[0].variable) return {};
  switch (s.form) {
    case Form::unary: return unaryResult(s.op, *parts[0].variable);
    case Form::binary: return binaryResult(s.op, parts);
    case Form::compare:
      if (!parts[0].variable && !parts[1].variable) return {};
      return joinedOf(parts[0], parts[1]) ? broadcastType(ElementType::boolean, parts)
                                          : std::nullopt;
    case Form::select:
      if (!parts[0].variable || !parts[0].isBool()) return {};
      return broadcastType(joinedOf(parts[1], parts[2]), parts);
    case Form::cast: return Variable{s.type, parts[0].variable->rank, parts[0].variable->isValue};
    case Form::reduce: return reduceResult(s.op, *parts[0].variable);
    case Form::full:
    case Form::iota: return generatorResult(s, parts);
    case Form::compound:
    case Form::assign: return changedTarget(s, program, parts);
    case Form::copy: return *parts[0].variable;
    case Form::extent:
      if (parts[0].variable->isValue || s.dim >= parts[0].variable->rank) return {};
      return Variable{ElementType::int64, 0, true};
    case Form::get:
      if (!parts[0].variable->isValue) return {};
      return *parts[0].variable;
    case Form::element:
      if (parts[0].variable->isValue || parts[0].variable->rank == 0) return {};
      return Variable{parts[0].variable->type, 0, true};
    case Form::list:
    case Form::value: return literalResult(s);
  }
  return {};
}

}  // namespace parax::fuzz
