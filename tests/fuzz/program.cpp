// The rules a program obeys: types as in the public headers, values that somebody needs.
#include "tests/fuzz/program.h"

#include <algorithm>
#include <cstring>

#include "parax/functions.h"
#include "tests/fuzz/functions.h"

namespace parax::fuzz {
namespace {

using Kind = Number::Kind;

ElementType arithmetic(ElementType type) {
  return type == ElementType::boolean ? ElementType::int64 : type;
}
ElementType floating(ElementType type) {
  return isFloating(type) || isProduct(type) ? type : ElementType::float64;
}
ElementType complexOf(ElementType real) {
  return real == ElementType::float32 ? ElementType::complex64 : ElementType::complex128;
}

// Nothing where the types do not mix.
std::optional<ElementType> common(ElementType a, ElementType b) {
  if (isProduct(a) || isProduct(b)) return complexOf(*common(fieldType(a), fieldType(b)));
  a = arithmetic(a);
  b = arithmetic(b);
  if (isFloating(a) != isFloating(b)) return isFloating(a) ? a : b;
  const ElementType wider = sizeOf(a) >= sizeOf(b) ? a : b, narrower = wider == a ? b : a;
  const bool mixes = isUnsigned(wider) == isUnsigned(narrower) ||
                     (isUnsigned(narrower) && sizeOf(narrower) < sizeOf(wider));
  return mixes ? std::optional(wider) : std::nullopt;
}
ElementType withNumber(ElementType type, Kind number) {
  if (isProduct(type)) return type;
  const bool isFloat = number == Kind::floating || number == Kind::complex;
  const ElementType real = isFloat && !isFloating(type) ? ElementType::float64 : arithmetic(type);
  return number == Kind::complex ? complexOf(real) : real;
}

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

// Of two numbers: complex or double if one is, int64 if not.
std::optional<ElementType> joinedOf(const Part& a, const Part& b) {
  if (a.isBool() && b.isBool()) return ElementType::boolean;
  if (a.variable || b.variable) return commonOf(a, b);
  if (a.number == Kind::complex || b.number == Kind::complex) return ElementType::complex128;
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

// ---- operations: by the type rule of their row ----
bool isShift(Op op) { return op == Op::shiftLeft || op == Op::shiftRight; }
bool isBitwise(Op op) { return op == Op::bitAnd || op == Op::bitOr || op == Op::bitXor; }

bool isComplex(const Part& part) {
  return part.variable ? isProduct(part.variable->type) : part.number == Kind::complex;
}

std::optional<Variable> unaryResult(Op op, Variable a) {
  if (isProduct(a.type)) {
    if (op == Op::abs) return Variable{fieldType(a.type), a.rank, a.isValue};
    return op == Op::neg || detail::hasComplexForm(op) ? std::optional(a) : std::nullopt;
  }
  switch (info(op).rule) {
    case TypeRule::numeric: a.type = arithmetic(a.type); break;
    case TypeRule::floating: a.type = floating(a.type); break;
    case TypeRule::integral:
      if (!isInteger(a.type)) return {};
      break;
    default:
      if (a.type != ElementType::boolean) return {};
  }
  return a;
}

std::optional<Variable> reduceResult(Op op, const Variable& a) {
  if (a.isValue) return {};
  const TypeRule rule = info(op).rule;
  if (isProduct(a.type) && op != Op::reduceSum && op != Op::reduceProduct) return {};
  if (rule == TypeRule::logical && a.type != ElementType::boolean) return {};
  if (rule != TypeRule::numeric || !(isInteger(a.type) || a.type == ElementType::boolean))
    return Variable{a.type, 0, true};
  return Variable{isUnsigned(a.type) ? ElementType::uint64 : ElementType::int64, 0, true};
}

bool isIntegral(const Part& part, bool allowsBool) {
  if (part.isBool()) return allowsBool;
  if (part.variable) return isInteger(part.variable->type);
  return part.number == Kind::integer || part.number == Kind::natural;
}

// % & | ^ << >>
std::optional<ElementType> integralType(Op op, const Part& a, const Part& b) {
  if (!isIntegral(a, isBitwise(op)) || !isIntegral(b, isBitwise(op))) return {};
  if (a.variable && b.variable) {
    if (a.isBool() && b.isBool()) return ElementType::boolean;
    return isShift(op) ? a.variable->type : common(a.variable->type, b.variable->type);
  }
  const Part &array = a.variable ? a : b, &number = a.variable ? b : a;
  if (array.isBool() && !number.isBool()) return {};
  return array.variable->type;
}

std::optional<ElementType> binaryType(Op op, const Part& a, const Part& b) {
  const bool isArithmetic = info(op).rule == TypeRule::numeric;
  if ((isComplex(a) || isComplex(b)) && !isArithmetic && op != Op::pow) return {};
  switch (info(op).rule) {
    case TypeRule::logical:
      return a.isBool() && b.isBool() ? std::optional(ElementType::boolean) : std::nullopt;
    case TypeRule::same: return joinedOf(a, b);
    case TypeRule::integral: return integralType(op, a, b);
    case TypeRule::floating: {
      // Whole powers are products: they stand in functions().
      if (op == Op::pow && !b.variable && b.number != Kind::floating && b.number != Kind::complex)
        return {};
      const std::optional<ElementType> type = commonOf(a, b);
      return type ? std::optional(floating(*type)) : std::nullopt;
    }
    default: return commonOf(a, b);
  }
}

std::optional<Variable> binaryResult(Op op, const std::vector<Part>& parts) {
  if (!parts[0].variable && !parts[1].variable) return {};
  return broadcastType(binaryType(op, parts[0], parts[1]), parts);
}

std::optional<Variable> fmaResult(const std::vector<Part>& parts) {
  std::optional<ElementType> type = ElementType::boolean;
  for (const Part& part : parts) {
    if (!part.variable || isComplex(part)) return {};
    type =
        &part == &parts[0] ? arithmetic(part.variable->type) : common(*type, part.variable->type);
    if (!type) return {};
  }
  return broadcastType(floating(*type), parts);
}

// The product of the first two, as one operand.
std::optional<Part> productPart(const std::vector<Part>& parts) {
  const std::optional<Variable> product = binaryResult(Op::mul, {parts[0], parts[1]});
  return product ? std::optional(Part{product}) : std::nullopt;
}

std::optional<Variable> productSumResult(const Statement& s, const std::vector<Part>& parts) {
  const std::optional<Part> product = productPart(parts);
  if (!product) return {};
  if (s.dim == 0) return binaryResult(s.op, {*product, parts[2]});
  return binaryResult(s.op, {parts[2], *product});
}

// ---- makers of arrays ----
bool isExtent(const Part& part) {
  return part.variable ? part.variable->isValue && part.variable->type == ElementType::int64
                       : part.number == Kind::integer || part.number == Kind::natural;
}

// Only literals of the type's own kind; a floating number is a complex one, too.
bool isOwnLiteral(const Operand& operand, ElementType type) {
  const Kind kind = operand.literal.kind;
  const bool own = kind == kindOf(type) ||
                   (isInteger(type) && (kind == Kind::integer || kind == Kind::natural)) ||
                   (isProduct(type) && kind == Kind::floating);
  return operand.kind == Operand::Kind::literal && own;
}

std::optional<Variable> literalResult(const Statement& s) {
  for (const Operand& operand : s.operands)
    if (!isOwnLiteral(operand, s.type)) return {};
  return Variable{s.type, s.form == Form::list ? 1 : 0, s.form == Form::value};
}

std::optional<Variable> generatorResult(const Statement& s, const std::vector<Part>& parts) {
  const std::size_t first = firstExtent(s);
  for (std::size_t k = first; k < parts.size(); ++k)
    if (!isExtent(parts[k])) return {};
  if (parts.size() <= first) return {};
  const int rank = static_cast<int>(parts.size() - first);
  if (s.form == Form::iota && (s.type == ElementType::boolean || s.dim >= rank)) return {};
  if (s.form == Form::full) {
    const Part& value = parts[0];
    if (value.variable && (!value.variable->isValue || value.variable->type != s.type)) return {};
    if (!value.variable && !isOwnLiteral(s.operands[0], s.type)) return {};
  }
  return Variable{s.type, rank, false};
}

std::optional<Variable> makerResult(const Statement& s, const std::vector<Part>& parts) {
  const Maker& maker = makers()[s.row];
  if (parts.size() < maker.numbers + maker.leastExtents ||
      parts.size() > maker.numbers + maker.maxExtents || !maker.makes(s.type))
    return {};
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const bool isNumber = k < maker.numbers;
    if (isNumber && !isOwnLiteral(s.operands[k], ElementType::float64)) return {};
    if (!isNumber && !isExtent(parts[k])) return {};
    // linspace takes an int64, no Index.
    if (!isNumber && maker.numbers > 0 && (parts[k].variable || parts[k].number != Kind::integer))
      return {};
  }
  return Variable{s.type, maker.rank ? maker.rank : static_cast<int>(parts.size()), false};
}

std::optional<Variable> functionResult(const Statement& s, const std::vector<Part>& parts) {
  const Function& function = functions()[s.row];
  if (parts.size() != function.operands || !parts[0].variable) return {};
  const std::optional<Variable> result = function.result(parts);
  if (!result || (function.fits && !function.fits(parts))) return {};
  const bool reduces =
      function.gives == Function::Gives::value || function.gives == Function::Gives::index;
  if (!reduces) return result;
  // Values are not reduced, but a function may use one.
  for (std::size_t k = 0; k < parts.size(); ++k)
    if (parts[k].variable && parts[k].variable->isValue && (k == 0 || !function.fits)) return {};
  return result;
}

// In the shape of a variable, or about it: dim is one of its dimensions.
std::optional<Variable> alongResult(const Statement& s, const Variable& a) {
  if (a.isValue || s.dim >= a.rank) return {};
  if (s.form != Form::iotaLike) return Variable{ElementType::int64, 0, true};
  if (s.type == ElementType::boolean || isProduct(s.type)) return {};
  return Variable{s.type, a.rank, false};
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
  // A shift by what does not mix does not compile as a compound.
  if (parts[0].variable && !common(variable.type, parts[0].variable->type)) return {};
  if (binaryType(s.op, *target, parts[0]) != variable.type) return {};
  if (parts[0].variable && parts[0].variable->rank > variable.rank) return {};
  return variable;
}

std::optional<Variable> compareResult(Op op, const std::vector<Part>& parts) {
  if (!parts[0].variable && !parts[1].variable) return {};
  const bool ordered = op != Op::eq && op != Op::ne;
  if (ordered && (isComplex(parts[0]) || isComplex(parts[1]))) return {};
  return joinedOf(parts[0], parts[1]) ? broadcastType(ElementType::boolean, parts) : std::nullopt;
}

// A complex number is no real one, but it may be zero.
std::optional<Variable> castResult(ElementType to, const Variable& from) {
  if (isProduct(from.type) && !isProduct(to) && to != ElementType::boolean) return {};
  return Variable{to, from.rank, from.isValue};
}

}  // namespace

detail::WeakNumber Number::weak() const {
  if (kind == Kind::complex) return detail::WeakNumber(std::complex(f, imaginary));
  if (kind == Kind::boolean) return detail::WeakNumber(i != 0);
  if (kind == Kind::natural) return detail::WeakNumber(static_cast<std::uint64_t>(i));
  return kind == Kind::integer ? detail::WeakNumber(i) : detail::WeakNumber(f);
}

void Number::write(ElementType type, std::byte* memory) const {
  visitElementType(type, [&]<class T>(T*) {
    const T x = as<T>();
    std::memcpy(memory, &x, sizeof x);
  });
}

Number Number::read(ElementType type, const void* memory) {
  const Kind kind = kindOf(type);
  return visitElementType(type, [&]<class T>(T*) {
    T x;
    std::memcpy(&x, memory, sizeof x);
    if constexpr (detail::isComplex<T>)
      return Number{kind, 0, static_cast<double>(x.real()), static_cast<double>(x.imag())};
    else if constexpr (std::is_floating_point_v<T>)
      return Number{kind, 0, static_cast<double>(x)};
    else
      return Number{kind, static_cast<std::int64_t>(x)};
  });
}

detail::Handle Number::value(ElementType type) const {
  return visitElementType(type, [&]<class T>(T*) { return detail::makeScalar(as<T>()); });
}

Number::Kind kindOf(ElementType type) {
  if (type == ElementType::boolean) return Kind::boolean;
  if (isFloating(type)) return Kind::floating;
  if (isProduct(type)) return Kind::complex;
  return isUnsigned(type) ? Kind::natural : Kind::integer;
}

Op operationOn(ElementType type, Op op) {
  if (type != ElementType::boolean || !isBitwise(op)) return op;
  return op == Op::bitAnd ? Op::logicalAnd : op == Op::bitOr ? Op::logicalOr : Op::ne;
}

bool makesShape(const Statement& s) {
  return s.form == Form::full || s.form == Form::iota || s.form == Form::make;
}
std::size_t firstExtent(const Statement& s) {
  if (s.form == Form::make) return makers()[s.row].numbers;
  return s.form == Form::full ? 1 : 0;
}

bool takesNumberOut(const Statement& s) { return s.form == Form::get || s.form == Form::element; }
bool makesPlainNumber(const Statement& s) { return s.form == Form::extent || takesNumberOut(s); }
bool changesTarget(const Statement& s) {
  return s.form == Form::compound || s.form == Form::assign;
}

std::vector<Part> partsOf(const Statement& s, const Program& program) {
  std::vector<Part> parts;
  for (const Operand& operand : s.operands)
    if (const std::optional<Part> part = partOf(operand, program)) parts.push_back(*part);
  return parts;
}

ElementType comparedType(const Statement& s, const Program& program) {
  const std::vector<Part> parts = partsOf(s, program);
  const Part &a = parts[0], &b = parts[1];
  if (a.variable && b.variable) return *joinedOf(a, b);
  // A number is compared as it is, unless it is complex.
  const Part &array = a.variable ? a : b, &number = a.variable ? b : a;
  return isComplex(number) ? withNumber(array.variable->type, number.number) : array.variable->type;
}

ElementType productType(const Statement& s, const Program& program) {
  return productPart(partsOf(s, program))->variable->type;
}

std::optional<Variable> resultOf(const Statement& s, const Program& program) {
  const std::vector<Part> parts = partsOf(s, program);
  if (parts.size() < s.operands.size()) return {};
  const bool needsVariable = s.form == Form::unary || s.form == Form::cast ||
                             s.form == Form::reduce || s.form == Form::copy ||
                             s.form == Form::assign || s.form == Form::iotaLike ||
                             s.form == Form::size || makesPlainNumber(s);
  if (needsVariable && !parts[0].variable) return {};
  switch (s.form) {
    case Form::unary: return unaryResult(s.op, *parts[0].variable);
    case Form::binary: return binaryResult(s.op, parts);
    case Form::fma: return fmaResult(parts);
    case Form::productSum: return productSumResult(s, parts);
    case Form::compare: return compareResult(s.op, parts);
    case Form::select:
      if (!parts[0].variable || !parts[0].isBool()) return {};
      return broadcastType(joinedOf(parts[1], parts[2]), parts);
    case Form::cast: return castResult(s.type, *parts[0].variable);
    case Form::reduce: return reduceResult(s.op, *parts[0].variable);
    case Form::full:
    case Form::iota: return generatorResult(s, parts);
    case Form::make: return makerResult(s, parts);
    case Form::function: return functionResult(s, parts);
    case Form::size:
    case Form::iotaLike:
    case Form::extent: return alongResult(s, *parts[0].variable);
    case Form::compound:
      if (parts.size() == 2) {
        const std::optional<Part> product = productPart(parts);
        return product ? changedTarget(s, program, {*product}) : std::nullopt;
      }
      return changedTarget(s, program, parts);
    case Form::assign: return changedTarget(s, program, parts);
    case Form::copy: return *parts[0].variable;
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
