// One function per kind of statement; the table tells how often each is chosen.
#include "tests/fuzz/statements.h"

#include <algorithm>

#include "parax/functions.h"
#include "tests/fuzz/functions.h"
#include "tests/fuzz/numbers.h"

namespace parax::fuzz {
namespace {

using Kind = Number::Kind;

bool isBool(ElementType type) { return type == ElementType::boolean; }

// The element-wise operations with so many operands that follow one of the rules.
std::vector<Op> operations(int arity, std::initializer_list<TypeRule> rules) {
  std::vector<Op> found;
  for (int k = 0; k < opCount; ++k) {
    const auto op = static_cast<Op>(k);
    if (info(op).kind == OpKind::pointwise && info(op).arity == arity &&
        std::find(rules.begin(), rules.end(), info(op).rule) != rules.end())
      found.push_back(op);
  }
  return found;
}

// What complex elements have, of one operand.
std::vector<Op> complexOperations() {
  std::vector<Op> found = {Op::neg, Op::abs};
  for (const Op op : operations(1, {TypeRule::floating}))
    if (detail::hasComplexForm(op)) found.push_back(op);
  return found;
}

// The functions of one operand that only complex elements have.
std::vector<std::size_t> complexFunctions() {
  std::vector<std::size_t> found;
  for (std::size_t k = 0; k < functions().size(); ++k) {
    const Function& row = functions()[k];
    const auto takes = [&](ElementType type) {
      const Part part{Variable{type, 1, false}};
      return row.operands == 1 && row.result({&part, 1}).has_value();
    };
    if (takes(ElementType::complex64) && !takes(ElementType::float32)) found.push_back(k);
  }
  return found;
}

Op arithmeticOp(Random& random) {
  return random.among({Op::add, Op::add, Op::sub, Op::sub, Op::mul, Op::mul, Op::mul, Op::div});
}

}  // namespace

Statement Statements::next() {
  struct Row {
    int weight;
    Statement (Statements::*make)();
  };
  static constexpr Row rows[] = {
      {11, &Statements::unary},    {35, &Statements::binary}, {5, &Statements::math},
      {9, &Statements::integral},  {2, &Statements::fma},     {8, &Statements::compare},
      {8, &Statements::select},    {6, &Statements::cast},    {11, &Statements::reduction},
      {10, &Statements::function}, {3, &Statements::full},    {3, &Statements::iota},
      {2, &Statements::make},      {2, &Statements::like},    {2, &Statements::size},
      {8, &Statements::compound},  {2, &Statements::copy},    {3, &Statements::assign},
      {2, &Statements::extent},    {2, &Statements::get},     {1, &Statements::element},
      {2, &Statements::list},      {2, &Statements::value},   {9, &Statements::productSum},
  };
  std::vector<int> weights;
  for (const Row& row : rows) weights.push_back(row.weight);
  return (this->*rows[random_.weighted(weights)].make)();
}

// ---- operations ----
Statement Statements::unary() {
  static const std::vector<Op> all =
      operations(1, {TypeRule::numeric, TypeRule::floating, TypeRule::integral, TypeRule::logical});
  const Op op = random_.percent(30)
                    ? random_.among({Op::neg, Op::abs, Op::sqrt, Op::logicalNot, Op::floor})
                    : random_.among(all);
  if (const Operand z = variable(); isProduct(typeOf(z)) && random_.percent(80)) {
    static const std::vector<Op> ops = complexOperations();
    static const std::vector<std::size_t> rows = complexFunctions();
    if (random_.percent(35)) return call(random_.among(rows), z);
    return {Form::unary, random_.among(ops), {}, {z}};
  }
  const bool wantsIntegers = info(op).rule == TypeRule::integral;
  const Operand of = wantsIntegers          ? typed(isInteger)
                     : op == Op::logicalNot ? typed(isBool)
                                            : variable();
  return {Form::unary, op, {}, {of}};
}

// Beside 0, 1, -1 and 2, which are part of the structure: what simplify has rules about.
Statement Statements::besideStructural() {
  const Operand array = variable();
  const std::int64_t least = isUnsigned(typeOf(array)) ? 0 : -1;
  const std::int64_t small = random_.percent(40) ? 0 : random_.between(least, 2);
  const Operand number{Operand::Kind::literal, 0, {Kind::integer, small, 0}};
  std::vector<Op> ops = {Op::add, Op::sub, Op::mul};
  if (isInteger(typeOf(array)) && random_.percent(40))
    ops = {Op::div, Op::rem, Op::bitAnd, Op::bitOr, Op::bitXor, Op::shiftLeft, Op::shiftRight};
  Statement s{Form::binary, random_.among(ops), {}, {array, number}};
  if (random_.percent(50)) std::swap(s.operands[0], s.operands[1]);
  divideByNonzero(s);
  return s;
}

// Most divisions of integers are by a number that is not zero.
void Statements::divideByNonzero(Statement& s) {
  if (!info(s.op).has(op_property::fails) || !random_.percent(70)) return;
  const Operand& by = s.operands[1];
  const bool isWhole = by.literal.kind == Kind::integer || by.literal.kind == Kind::natural;
  const bool mayBeZero = by.isVariable()
                             ? isInteger(typeOf(by))
                             : by.kind == Operand::Kind::plain || (isWhole && by.literal.i == 0);
  if (!mayBeZero) return;
  if (!s.operands[0].isVariable()) s.operands[0] = variable();
  s.operands[1] = {Operand::Kind::literal, 0, {Kind::integer, random_.between(2, 9), 0}};
}

Statement Statements::binary() {
  if (random_.percent(20)) return besideStructural();
  Statement s{Form::binary, arithmeticOp(random_), {}, pairWith(variable())};
  if (random_.percent(15)) s.op = random_.among({Op::min, Op::max});
  if (random_.percent(5)) s.op = random_.among({Op::logicalAnd, Op::logicalOr});
  divideByNonzero(s);
  return s;
}

Statement Statements::math() {
  static const std::vector<Op> all = operations(2, {TypeRule::floating});
  return {Form::binary, random_.among(all), {}, pairWith(variable())};
}

Statement Statements::integral() {
  static const std::vector<Op> all = operations(2, {TypeRule::integral});
  Statement s{Form::binary, random_.among(all), {}, pairWith(typed(isInteger))};
  if (random_.percent(10))
    s = {Form::binary,
         random_.among({Op::bitAnd, Op::bitOr, Op::bitXor}),
         {},
         {typed(isBool), random_.percent(70) ? typed(isBool) : literal(Kind::boolean)}};
  divideByNonzero(s);
  return s;
}

Statement Statements::fma() {
  return {Form::fma, Op::fma, {}, {variable(), typed(isFloating), variable()}};
}

Statement Statements::productSum() {
  const Operand factor = random_.percent(70) ? typed(isFloating) : variable();
  Statement s{Form::productSum, random_.among({Op::add, Op::sub}), {}, pairWith(factor)};
  s.operands.push_back(operandBeside(factor));
  s.dim = random_.percent(50);
  return s;
}

Statement Statements::compare() {
  const Operand of = variable();
  const Op op = isProduct(typeOf(of))
                    ? random_.among({Op::eq, Op::ne})
                    : random_.among({Op::lt, Op::le, Op::gt, Op::ge, Op::eq, Op::ne});
  Statement s{Form::compare, op, {}, pairWith(of)};
  if (random_.percent(10))  // a number that the type may not hold
    s.operands[1] = literal(random_.among({Kind::integer, Kind::natural, Kind::floating}));
  return s;
}

Statement Statements::select() {
  const Operand a = variable();
  std::vector<Operand> operands = pairWith(a);
  operands.insert(operands.begin(), typed(isBool));
  if (random_.percent(5)) operands[1] = literal(Kind::integer);
  return {Form::select, Op::select, {}, operands};
}

Statement Statements::cast() {
  const Operand of = variable();
  ElementType to = anyType();
  if (isProduct(typeOf(of)) && !isProduct(to))
    to = random_.among({ElementType::complex64, ElementType::complex128, ElementType::boolean});
  return {Form::cast, Op::cast, to, {of}};
}

Statement Statements::reduction() {
  const Operand of = variable();
  const Op op =
      isProduct(typeOf(of)) ? random_.among({Op::reduceSum, Op::reduceProduct})
      : isBool(typeOf(of))
          ? random_.among({Op::reduceSum, Op::reduceAny, Op::reduceAll, Op::reduceMin})
          : random_.among({Op::reduceSum, Op::reduceSum, Op::reduceSum, Op::reduceMin,
                           Op::reduceMin, Op::reduceMax, Op::reduceMax, Op::reduceProduct});
  return {Form::reduce, op, {}, {of}};
}

Statement Statements::compound() {
  const Operand target = variable();
  Op op = arithmeticOp(random_);
  if (!isFloating(fieldType(typeOf(target))) && random_.percent(30))
    op = random_.among({Op::rem, Op::bitAnd, Op::bitOr, Op::bitXor, Op::shiftLeft, Op::shiftRight});
  Statement s{Form::compound, op, {}, {operandBeside(target)}, target.index};
  if ((op == Op::add || op == Op::sub) && random_.percent(40)) s.operands = pairWith(target);
  const bool divides = info(op).has(op_property::fails) && isInteger(typeOf(target));
  if (divides && random_.percent(70))
    s.operands[0] = {Operand::Kind::literal, 0, {Kind::integer, random_.between(2, 9), 0}};
  return s;
}

// ---- functions and makers ----
// Some functions take few types, and some types have few functions: one of the two is kept until
// the other fits.
Statement Statements::function() {
  const auto count = static_cast<std::int64_t>(functions().size());
  const auto anyRow = [&] { return static_cast<std::size_t>(random_.below(count)); };
  const bool keepsRow = random_.percent(50);
  const std::size_t row = anyRow();
  const Operand of = variable();
  Statement s = call(row, of);
  for (int attempt = 0; attempt < 10 && !resultOf(s, program_); ++attempt)
    s = keepsRow ? call(row, variable()) : call(anyRow(), of);
  return s;
}

Statement Statements::call(std::size_t which, const Operand& first) {
  Statement s{Form::function, Op::add, {}, {first}};
  s.row = which;
  const Function& row = functions()[which];
  const ElementType type = typeOf(s.operands[0]);
  while (s.operands.size() < row.operands) {
    Operand next = operandBeside(s.operands[0]);
    if (!row.numbers.empty()) next = {Operand::Kind::literal, 0, random_.among(row.numbers)};
    if (s.operands.size() == 2) {  // the other bound
      next = s.operands[1].isVariable() ? variable() : s.operands[1];
      if (next.kind == Operand::Kind::literal)
        for (int attempt = 0; attempt < 8; ++attempt) {
          const Number other = randomNumber(random_, next.literal.kind);
          const bool above =
              other.kind == Kind::floating ? other.f >= next.literal.f : other.i >= next.literal.i;
          if (above && fits(other, type)) next.literal = other;
        }
    }
    s.operands.push_back(next);
  }
  return s;
}

Statement Statements::full() {
  Statement s{Form::full, Op::full, anyType(), {}};
  s.operands.push_back(random_.percent(50) ? variable() : literal(kindOf(s.type)));
  for (std::int64_t rank = random_.between(1, 3); rank > 0; --rank)
    s.operands.push_back(extentOperand());
  return s;
}

Statement Statements::iota() {
  Statement s{Form::iota, Op::iota, anyType(), {}};
  const std::int64_t rank = random_.percent(50) ? 1 : random_.between(2, 3);
  for (std::int64_t d = 0; d < rank; ++d) s.operands.push_back(extentOperand());
  s.dim = static_cast<int>(random_.below(rank));
  return s;
}

Statement Statements::make() {
  Statement s{Form::make, Op::add, anyType(), {}};
  s.row = static_cast<std::size_t>(random_.below(static_cast<std::int64_t>(makers().size())));
  const Maker& row = makers()[s.row];
  if (!row.makes(s.type)) s.type = random_.among({ElementType::float32, ElementType::float64});
  for (std::size_t k = 0; k < row.numbers; ++k)
    s.operands.push_back(
        {Operand::Kind::literal,
         0,
         {Kind::floating, 0, random_.among({-3.0, -1.0, 0.0, 0.25, 0.3, 1.0, 2.0, 7.0, 40.0})}});
  const auto extents = random_.between(static_cast<std::int64_t>(row.leastExtents),
                                       static_cast<std::int64_t>(row.maxExtents));
  for (std::int64_t d = 0; d < extents; ++d) s.operands.push_back(extentOperand());
  return s;
}

Statement Statements::like() {
  return {Form::iotaLike, Op::iota, anyType(), {variable()}, 0, static_cast<int>(random_.below(3))};
}
Statement Statements::size() {
  return {Form::size, Op::extent, {}, {variable()}, 0, static_cast<int>(random_.below(3))};
}

Statement Statements::literals(Form form, std::int64_t count) {
  Statement s{form, Op::add, random_.among(pool_), {}};
  for (std::int64_t k = 0; k < count; ++k) s.operands.push_back(literal(kindOf(s.type)));
  return s;
}
Statement Statements::list() { return literals(Form::list, random_.between(1, 4)); }
Statement Statements::value() { return literals(Form::value, 1); }

// ---- variables and numbers read back ----
Statement Statements::copy() { return {Form::copy, Op::add, {}, {variable()}}; }
Statement Statements::assign() {
  return {Form::assign, Op::add, {}, {variable()}, variable().index};
}
Statement Statements::extent() {
  const int dim = static_cast<int>(random_.below(3));
  return {Form::extent, Op::add, {}, {variable()}, nextPlain(), dim};
}
Statement Statements::get() { return {Form::get, Op::add, {}, {variable()}, nextPlain()}; }
Statement Statements::element() {
  const int index = static_cast<int>(random_.below(2));
  return {Form::element, Op::add, {}, {variable()}, nextPlain(), index};
}

// ---- operands ----
ElementType Statements::typeOf(const Operand& variable) const {
  return program_.variables[static_cast<std::size_t>(variable.index)].type;
}
ElementType Statements::anyType() {
  return random_.percent(60) ? random_.among(pool_) : randomType(random_);
}
int Statements::nextPlain() const { return static_cast<int>(program_.plainNumbers.size()); }

Operand Statements::variable() {
  const auto count = static_cast<std::int64_t>(program_.variables.size());
  const std::int64_t back =
      random_.percent(60) ? random_.below(std::min<std::int64_t>(count, 3)) : random_.below(count);
  return {Operand::Kind::variable, static_cast<int>(count - 1 - back), {}};
}
// A variable of such a type if one is found.
Operand Statements::typed(bool (*wanted)(ElementType)) {
  for (int attempt = 0; attempt < 10; ++attempt)
    if (const Operand found = variable(); wanted(typeOf(found))) return found;
  return variable();
}

Operand Statements::literal(Kind kind) {
  return {Operand::Kind::literal, 0, randomNumber(random_, kind)};
}
// One that the type can hold, mostly.
Operand Statements::literalBeside(ElementType type) {
  const auto kind = static_cast<Kind>(
      random_.weighted({4, 45, 5, isInteger(type) ? 12 : 46, isProduct(type) ? 40 : 5}));
  Operand found = literal(kind);
  for (int attempt = 0; attempt < 6 && !fits(found.literal, type); ++attempt) found = literal(kind);
  return found;
}
Operand Statements::operandBeside(const Operand& other) {
  if (!program_.plainNumbers.empty() && random_.percent(12))
    return {Operand::Kind::plain, static_cast<int>(random_.below(nextPlain())), {}};
  return random_.percent(75) ? variable() : literalBeside(typeOf(other));
}
std::vector<Operand> Statements::pairWith(const Operand& variable) {
  const Operand other = operandBeside(variable);
  if (random_.percent(50)) return {variable, other};
  return {other, variable};
}

// A number that is a size: of a parameter, read from an array, or counted.
Operand Statements::extentOperand() {
  std::vector<Operand> found;
  for (std::size_t v = 0; v < shapes_.indexBound.size(); ++v)
    if (shapes_.indexBound[v] >= 0)
      found.push_back({Operand::Kind::variable, static_cast<int>(v), {}});
  for (std::size_t n = 0; n < shapes_.plain.size(); ++n)
    if (shapes_.plain[n]) found.push_back({Operand::Kind::plain, static_cast<int>(n), {}});
  if (!found.empty() && !random_.percent(30)) return random_.among(found);
  const std::int64_t size =
      random_.percent(60) ? random_.among(program_.calls[0].sizes) : random_.between(-1, 9);
  return {Operand::Kind::literal, 0, {Kind::integer, size, 0}};
}

}  // namespace parax::fuzz
