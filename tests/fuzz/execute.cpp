// One case per form of statement.
#include "tests/fuzz/execute.h"

#include "tests/fuzz/functions.h"
#include "tests/fuzz/lines.h"

namespace parax::fuzz {
namespace {

using detail::Handle;

// The comparison with its sides exchanged: numbers stand on the right.
Op mirrored(Op op) {
  switch (op) {
    case Op::lt: return Op::gt;
    case Op::le: return Op::ge;
    case Op::gt: return Op::lt;
    case Op::ge: return Op::le;
    default: return op;
  }
}

class Executor {
 public:
  Executor(const Program& program, Frame& frame) : program_(program), frame_(frame) {}

  void run(const Statement& s, const SourceLocation& where) {
    switch (s.form) {
      case Form::compound: compound(s, where); break;
      case Form::assign: *variable(s.target) = handle(s, 0); break;
      case Form::extent:
        define(s, {Number::Kind::integer, detail::extent(handle(s, 0), s.dim, where)});
        break;
      case Form::get: define(s, element(s, 0, where)); break;
      case Form::element: define(s, element(s, rankOf(s.operands[0]), where)); break;
      default: define(s, value(s, where));
    }
  }

 private:
  Handle* variable(int index) { return frame_.variables[static_cast<std::size_t>(index)]; }
  const Handle& handle(const Statement& s, std::size_t k) { return *variable(s.operands[k].index); }

  detail::Operand operand(const Statement& s, std::size_t k) {
    const Operand& o = s.operands[k];
    if (o.isVariable()) return *variable(o.index);
    if (o.kind == Operand::Kind::literal) return o.literal.weak();
    return frame_.plain[static_cast<std::size_t>(o.index)].weak();
  }

  ElementType typeOf(int index) const {
    return program_.variables[static_cast<std::size_t>(index)].type;
  }
  std::vector<detail::Operand> operandsFrom(const Statement& s, std::size_t first) {
    std::vector<detail::Operand> all;
    for (std::size_t k = first; k < s.operands.size(); ++k) all.push_back(operand(s, k));
    return all;
  }

  Handle value(const Statement& s, const SourceLocation& where) {
    const ElementType type = resultOf(s, program_)->type;
    switch (s.form) {
      case Form::unary: return detail::unary(s.op, type, operand(s, 0), where);
      case Form::binary: return binary(s, type, where);
      case Form::fma:
        return detail::ternary(Op::fma, type, operand(s, 0), operand(s, 1), operand(s, 2), where);
      case Form::productSum: return productSum(s, type, where);
      case Form::compare: return compare(s, where);
      case Form::select:
        return detail::select(type, operand(s, 0), operand(s, 1), operand(s, 2), where);
      case Form::cast: return detail::cast(type, operand(s, 0), where);
      case Form::reduce: return detail::reduce(s.op, type, operand(s, 0), where);
      case Form::iota: return detail::iota(s.type, operandsFrom(s, 0), s.dim, where);
      case Form::iotaLike: return detail::iotaLike(s.type, operand(s, 0), s.dim, where);
      case Form::size: return detail::extentValue(operand(s, 0), s.dim, where);
      case Form::make: return makers()[s.row].run(s.type, operandsFrom(s, 0), where);
      case Form::function:
        return functions()[s.row].run(partsOf(s, program_), operandsFrom(s, 0), where);
      case Form::full: return full(s, where);
      case Form::list: return list(s, where);
      case Form::value: return s.operands[0].literal.value(s.type);
      default: return handle(s, 0);  // copy
    }
  }

  // As an operator does it: the factors live as long as the expression.
  Handle product(const Statement& s, detail::Factors& factors, const SourceLocation& where) {
    return detail::productOf(productType(s, program_), operand(s, 0), operand(s, 1), factors,
                             where);
  }
  Handle productSum(const Statement& s, ElementType type, const SourceLocation& where) {
    detail::Factors factors;
    const Handle temporary = product(s, factors, where);
    const detail::Operand term(temporary, true), other = operand(s, 2);
    return s.dim == 0 ? detail::sumOf(s.op, type, term, other, where)
                      : detail::sumOf(s.op, type, other, term, where);
  }
  void compound(const Statement& s, const SourceLocation& where) {
    const Op op = operationOn(typeOf(s.target), s.op);
    if (s.operands.size() == 1)
      return detail::compound(op, *variable(s.target), operand(s, 0), where);
    detail::Factors factors;
    const Handle temporary = product(s, factors, where);
    detail::compound(op, *variable(s.target), {temporary, true}, where);
  }

  Handle binary(const Statement& s, ElementType type, const SourceLocation& where) {
    const bool exchanged = (s.op == Op::min || s.op == Op::max) && !s.operands[0].isVariable();
    return detail::binary(operationOn(type, s.op), type, operand(s, exchanged ? 1 : 0),
                          operand(s, exchanged ? 0 : 1), where);
  }

  Handle compare(const Statement& s, const SourceLocation& where) {
    const ElementType type = comparedType(s, program_);
    if (!s.operands[0].isVariable())
      return detail::compare(mirrored(s.op), type, operand(s, 1), operand(s, 0), where);
    return detail::compare(s.op, type, operand(s, 0), operand(s, 1), where);
  }

  // A number becomes a Value<T> first, as in the public header.
  Handle full(const Statement& s, const SourceLocation& where) {
    Handle number;
    if (!s.operands[0].isVariable()) number = s.operands[0].literal.value(s.type);
    return detail::full(s.type, number ? detail::Operand(number) : operand(s, 0),
                        operandsFrom(s, 1), where);
  }

  static Handle list(const Statement& s, const SourceLocation& where) {
    const std::size_t size = sizeOf(s.type), count = s.operands.size();
    std::vector<std::byte> memory(count * size);
    for (std::size_t k = 0; k < count; ++k)
      s.operands[k].literal.write(s.type, memory.data() + k * size);
    const auto extent = static_cast<std::int64_t>(count);
    return detail::copyOf(s.type, {&extent, 1}, memory.data(), count, where);
  }

  int rankOf(const Operand& operand) const {
    return program_.variables[static_cast<std::size_t>(operand.index)].rank;
  }
  Number element(const Statement& s, int rank, const SourceLocation& where) {
    const Handle array = handle(s, 0);
    const std::vector<std::int64_t> index(static_cast<std::size_t>(rank), s.dim);
    return Number::read(typeOf(s.operands[0].index), detail::element(array, index, where));
  }

  void define(const Statement& s, const Number& number) {
    const auto target = static_cast<std::size_t>(s.target);
    if (frame_.plain.size() <= target) frame_.plain.resize(target + 1);
    frame_.plain[target] = number;
  }
  void define(const Statement& s, Handle result) {
    const auto target = static_cast<std::size_t>(s.target);
    frame_.own[target] = std::move(result);
    frame_.variables[target] = &frame_.own[target];
  }

  const Program& program_;
  Frame& frame_;
};

}  // namespace

void execute(const Program& program, Frame& frame) {
  Executor executor(program, frame);
  for (std::size_t k = 0; k < program.statements.size(); ++k)
    executor.run(program.statements[k], lineOf(k));
}

}  // namespace parax::fuzz
