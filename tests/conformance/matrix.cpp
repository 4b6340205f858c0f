#include "matrix.h"

#include <algorithm>

namespace parax::conformance {

namespace {

// The functions of floats that complex numbers have, too.
constexpr Op ofComplex[] = {
    Op::add,   Op::sub,    Op::mul,       Op::div,          Op::neg,  Op::abs,   Op::eq,
    Op::ne,    Op::select, Op::cast,      Op::sqrt,         Op::exp,  Op::exp2,  Op::exp10,
    Op::log,   Op::log2,   Op::log10,     Op::sin,          Op::cos,  Op::tan,   Op::asin,
    Op::acos,  Op::atan,   Op::sinh,      Op::cosh,         Op::tanh, Op::asinh, Op::acosh,
    Op::atanh, Op::pow,    Op::reduceSum, Op::reduceProduct};

constexpr const char* convertedFirst =
    "integers are converted to double first, whatever the rank: see cast, and the row of f64";

}  // namespace

const char* const takesTurns = sanitized ? "ranks above 1 take turns" : "ranks above 3 take turns";

const char* refusal(Op op, ElementType type) {
  const bool bitwise = op == Op::bitAnd || op == Op::bitOr || op == Op::bitXor;
  if (isProduct(type))
    return std::ranges::find(ofComplex, op) == std::end(ofComplex) ? "complex numbers have none"
                                                                   : nullptr;
  switch (info(op).rule) {
    case TypeRule::logical:
      return type == ElementType::boolean ? nullptr
                                          : "needs bool elements: refused by the C++ compiler";
    case TypeRule::integral:
      if (bitwise && type == ElementType::boolean) return nullptr;
      return isInteger(type) ? nullptr : "needs integers: refused by the C++ compiler";
    default: return nullptr;
  }
}

fuzz::Operand variable(int index) { return {fuzz::Operand::Kind::variable, index, {}}; }
fuzz::Operand literal(fuzz::Number number) { return {fuzz::Operand::Kind::literal, 0, number}; }
fuzz::Number integer(std::int64_t i) { return {fuzz::Number::Kind::integer, i}; }
fuzz::Number real(double f) { return {fuzz::Number::Kind::floating, 0, f}; }
fuzz::Number imaginary(double f) { return {fuzz::Number::Kind::complex, 0, 0, f}; }
fuzz::Number plainNumber(ElementType type, int i) {
  if (type == ElementType::boolean) return {fuzz::Number::Kind::boolean, i != 0};
  return integer(i);
}

fuzz::Program programOf(std::vector<Variable> parameters, std::vector<fuzz::Statement> statements) {
  fuzz::Program program;
  for (const Variable& is : parameters) program.parameters.push_back({.is = is, .dims = {}});
  int next = static_cast<int>(parameters.size());
  for (fuzz::Statement& statement : statements) {
    if (changesTarget(statement)) {
      program.parameters[static_cast<std::size_t>(statement.target)].inOut = true;
    } else {
      statement.target = next++;
      program.results.push_back(statement.target);
    }
    program.statements.push_back(std::move(statement));
  }
  return program;
}

fuzz::Form formOf(Op op) {
  const OpInfo& is = info(op);
  if (is.kind == OpKind::reduction) return fuzz::Form::reduce;
  if (op == Op::cast) return fuzz::Form::cast;
  if (is.rule == TypeRule::compare) return fuzz::Form::compare;
  if (is.arity == 3) return is.rule == TypeRule::choose ? fuzz::Form::select : fuzz::Form::fma;
  return is.arity == 1 ? fuzz::Form::unary : fuzz::Form::binary;
}

fuzz::Statement statementOf(Op op, int operands) {
  fuzz::Statement statement{.form = formOf(op), .op = op, .operands = {}};
  for (int k = 0; k < operands; ++k) statement.operands.push_back(variable(k));
  return statement;
}

std::vector<Op> operationsOf(OpKind kind, int arity) {
  std::vector<Op> operations;
  for (int k = 0; k < opCount; ++k)
    if (const Op op = static_cast<Op>(k); info(op).kind == kind && info(op).arity == arity)
      operations.push_back(op);
  return operations;
}

bool convertsFirst(Op op, ElementType type) {
  return info(op).rule == TypeRule::floating && !isFloating(type) && !isProduct(type);
}

bool divides(Op op, ElementType type) {
  return info(op).has(op_property::fails) && !isFloating(type) && !isProduct(type);
}

std::vector<int> ranksOf(int turn) {
  constexpr int others[] = {0, 2, 3, 4, 5, 6, 7, 8};
  if (sanitized) return {1, others[turn % 8]};
  return {0, 1, 2, 3, 4 + turn % 5};
}

std::vector<int> ranksFor(Op op, ElementType type) {
  if (convertsFirst(op, type)) return {1};
  return ranksOf(static_cast<int>(op) + static_cast<int>(type));
}

void forEachCell(Op op, const std::function<void(ElementType type, int rank)>& run) {
  const std::string operation(name(op));
  for (int k = 0; k < elementTypeCount; ++k) {
    const auto type = static_cast<ElementType>(k);
    const std::string typeName(name(type));
    const std::vector<int> ranks = ranksFor(op, type);
    const char* why = refusal(op, type);
    for (int rank = 0; rank < tableRanks; ++rank) {
      if (why)
        Table::instance().explainHole(operation, typeName, rank, why);
      else if (std::ranges::find(ranks, rank) == ranks.end())
        Table::instance().explainHole(operation, typeName, rank,
                                      ranks.size() > 1 ? takesTurns : convertedFirst);
    }
    for (const int rank : ranks) run(type, rank);
  }
  Table::instance().expectNoHoles(operation);
}

}  // namespace parax::conformance
