// Types, shapes and liveness over a whole program.
#include <algorithm>
#include <string_view>

#include "tests/fuzz/functions.h"
#include "tests/fuzz/program.h"

namespace parax::fuzz {
namespace {

using Extents = std::vector<std::int64_t>;

template <class T>
T& at(std::vector<T>& list, int index) {
  if (static_cast<std::size_t>(index) >= list.size())
    list.resize(static_cast<std::size_t>(index) + 1);
  return list[static_cast<std::size_t>(index)];
}

bool deriveTypes(Program& program) {
  constexpr Variable undefined{ElementType::float64, -1, false};
  program.variables.clear();
  for (const Parameter& parameter : program.parameters) program.variables.push_back(parameter.is);
  program.plainNumbers = program.plainParameters;
  for (const Statement& s : program.statements) {
    const std::optional<Variable> result = resultOf(s, program);
    if (!result) return false;
    if (makesPlainNumber(s)) {
      at(program.plainNumbers, s.target) = kindOf(result->type);
      continue;
    }
    const auto target = static_cast<std::size_t>(s.target);
    if (target >= program.variables.size()) program.variables.resize(target + 1, undefined);
    program.variables[target] = *result;
  }
  return std::all_of(program.results.begin(), program.results.end(), [&](int v) {
    return static_cast<std::size_t>(v) < program.variables.size() &&
           program.variables[static_cast<std::size_t>(v)].rank >= 0;
  });
}

bool canFail(const Statement& s, const Program& program) {
  const bool fails = s.form == Form::function
                         ? functions()[s.row].fails
                         : (s.form == Form::binary || s.form == Form::compound) &&
                               info(s.op).has(op_property::fails);
  return fails && isInteger(program.variables[static_cast<std::size_t>(s.target)].type);
}

// Whether an error of its operands shows in the statement's value.
bool needsValues(const Statement& s) {
  if (s.form == Form::function) return functions()[s.row].needsValues;
  return s.form != Form::iotaLike && s.form != Form::size;
}

// Whether no statement that can fail has a value that nobody needs.
// Reading a number back computes what was recorded so far, but only if
// that number is not known yet: it counts for its own operand alone.
bool errorsAreNeeded(const Program& program) {
  std::vector<bool> live(program.variables.size(), false);
  for (int result : program.results) live[static_cast<std::size_t>(result)] = true;
  for (std::size_t p = 0; p < program.parameters.size(); ++p)
    if (program.parameters[p].inOut || program.parameters[p].outside) live[p] = true;
  for (std::size_t k = program.statements.size(); k-- > 0;) {
    const Statement& s = program.statements[k];
    bool needed = takesNumberOut(s);
    if (!makesPlainNumber(s)) {
      const auto target = static_cast<std::size_t>(s.target);
      needed = live[target];
      if (!needed && canFail(s, program)) return false;
      live[target] = false;
    }
    if (!needed || !needsValues(s)) continue;
    if (s.form == Form::compound) live[static_cast<std::size_t>(s.target)] = true;
    for (const Operand& operand : s.operands)
      if (operand.isVariable()) live[static_cast<std::size_t>(operand.index)] = true;
  }
  return true;
}

// Whether a variable outside is made to refer to an array that was outside before. No operation
// shows it, so that a recorded trace does not repeat it: one of the documented differences.
bool movesOutsideArrays(const Program& program) {
  std::vector<bool> outside(program.variables.size(), false);
  for (std::size_t p = 0; p < program.parameters.size(); ++p)
    outside[p] = program.parameters[p].outside;
  for (const Statement& s : program.statements) {
    if (makesPlainNumber(s)) continue;
    const auto target = static_cast<std::size_t>(s.target);
    const bool refers = s.form == Form::copy || s.form == Form::assign;
    outside[target] = refers && outside[static_cast<std::size_t>(s.operands[0].index)];
    const bool escapes = target < program.parameters.size() && program.parameters[target].outside;
    if (s.form == Form::assign && outside[target] && escapes) return true;
  }
  return false;
}

// The sign of a computed NaN is not specified: x * -1 may be -x, and a sum may begin at either end.
// Operations that show it are replaced by others, but for arguments that were not computed.
class SignsOfNan {
 public:
  explicit SignsOfNan(Program& program)
      : program_(program),
        variables_(program.variables.size(), false),
        plain_(program.plainNumbers.size(), false) {}

  void hide() {
    // Twice: a variable may enter the next call as it left the one before.
    for (int call = 0; call < 2; ++call)
      for (Statement& s : program_.statements) visit(s);
  }

 private:
  bool isComputed(const Operand& operand) const {
    const auto index = static_cast<std::size_t>(operand.index);
    if (operand.kind == Operand::Kind::literal) return false;
    return operand.isVariable() ? variables_[index] : plain_[index];
  }

  static std::string_view textOf(const Statement& s) { return functions()[s.row].text; }

  // Gives numbers as they are.
  static bool passes(const Statement& s) {
    switch (s.form) {
      case Form::select:
      case Form::full:
      case Form::copy:
      case Form::assign:
      case Form::get:
      case Form::element:
      case Form::list:
      case Form::value: return true;
      case Form::unary: return s.op == Op::neg || s.op == Op::abs;
      case Form::function:
        for (const std::string_view text : {"real", "imag", "conj", "complexOf"})
          if (textOf(s) == text) return true;
        return false;
      default: return false;
    }
  }

  // Their formulas have a copysign.
  static bool isSigned(Op complexFunction) {
    switch (complexFunction) {
      case Op::sqrt:
      case Op::cos:
      case Op::cosh:
      case Op::tan:
      case Op::tanh:
      case Op::asin:
      case Op::acos:
      case Op::atan:
      case Op::asinh:
      case Op::acosh:
      case Op::atanh: return true;
      default: return false;
    }
  }

  void replaceIfItShows(Statement& s) const {
    if (s.form == Form::function && textOf(s) == "signbit")
      while (textOf(s) != "isnan") s.row = (s.row + 1) % functions().size();
    const bool isComplex = isProduct(program_.variables[static_cast<std::size_t>(s.target)].type);
    const bool isRoot = s.form == Form::function && textOf(s) == "rsqrt";
    if (isComplex && (isRoot || (s.form == Form::unary && isSigned(s.op)))) {
      s.form = Form::unary;
      s.op = Op::exp;
    }
    if (s.op == Op::copysign) s.op = Op::max;
  }

  void visit(Statement& s) {
    bool computed =
        std::ranges::any_of(s.operands, [&](const Operand& x) { return isComputed(x); });
    const auto target = static_cast<std::size_t>(s.target);
    if (makesPlainNumber(s)) {
      plain_[target] = computed && takesNumberOut(s);
      return;
    }
    if (computed) replaceIfItShows(s);
    computed |= !passes(s);
    variables_[target] = computed && isFloating(fieldType(program_.variables[target].type));
  }

  Program& program_;
  std::vector<bool> variables_, plain_;
};

std::int64_t elements(const Extents& extents) {
  std::int64_t count = 1;
  for (std::int64_t n : extents) count = std::min<std::int64_t>(count * n, maxElements * 1000);
  return count;
}

bool broadcastInto(Extents& shape, const Extents& other, bool mayGrow) {
  Extents joined(std::max(shape.size(), other.size()));
  for (std::size_t d = 1; d <= joined.size(); ++d) {
    const std::int64_t a = d <= shape.size() ? shape[shape.size() - d] : 1;
    const std::int64_t b = d <= other.size() ? other[other.size() - d] : 1;
    if (a != b && b != 1 && (a != 1 || !mayGrow)) return false;
    joined[joined.size() - d] = a == 1 ? b : a;
  }
  shape = joined;
  return true;
}

std::optional<std::int64_t> extentOf(const Operand& operand, const Shapes& shapes) {
  const auto index = static_cast<std::size_t>(operand.index);
  if (operand.kind == Operand::Kind::literal) return operand.literal.i;
  if (operand.kind == Operand::Kind::plain)
    return index < shapes.plain.size() ? shapes.plain[index] : std::nullopt;
  if (index >= shapes.indexBound.size() || shapes.indexBound[index] < 0) return {};
  return shapes.indexBound[index];
}

// arange: as many as fit.
std::optional<std::int64_t> rangeLength(const Statement& s) {
  const auto number = [&](std::size_t k) { return s.operands[k].literal.f; };
  try {
    return detail::rangeLength(s.type, number(0), number(1), number(2), SourceLocation::current());
  } catch (const Error&) {
    return {};
  }
}

std::optional<Extents> madeShape(const Statement& s, const Shapes& shapes) {
  Extents shape;
  for (std::size_t k = firstExtent(s); k < s.operands.size(); ++k) {
    const std::optional<std::int64_t> extent = extentOf(s.operands[k], shapes);
    if (!extent || *extent < 0) return {};
    shape.push_back(*extent);
  }
  if (s.form != Form::make) return shape;
  const Maker& maker = makers()[s.row];
  if (maker.maxExtents == 0) {
    const std::optional<std::int64_t> length = rangeLength(s);
    return length ? std::optional(Extents{*length}) : std::nullopt;
  }
  if (maker.rank > 0) shape.resize(static_cast<std::size_t>(maker.rank), shape.back());
  return shape;
}

std::optional<Extents> functionShape(const Statement& s, const Shapes& shapes,
                                     const Extents& broadcast) {
  const Extents& first = *shapes.of[static_cast<std::size_t>(s.operands[0].index)];
  switch (functions()[s.row].gives) {
    case Function::Gives::elements: return broadcast;
    case Function::Gives::elementsOf: return first;
    default: break;
  }
  for (const Operand& operand : s.operands) {
    if (!operand.isVariable()) continue;
    const Extents& shape = *shapes.of[static_cast<std::size_t>(operand.index)];
    if (!shape.empty() && shape != first) return {};  // empty: a value that the function uses
  }
  return Extents{};
}

std::optional<Extents> shapeOf(const Statement& s, const Shapes& shapes) {
  if (s.form == Form::reduce || s.form == Form::size) return Extents{};
  if (s.form == Form::list) return Extents{static_cast<std::int64_t>(s.operands.size())};
  if (makesShape(s)) return madeShape(s, shapes);
  Extents shape;
  if (s.form == Form::compound) shape = *shapes.of[static_cast<std::size_t>(s.target)];
  for (const Operand& operand : s.operands)
    if (operand.isVariable() &&
        !broadcastInto(shape, *shapes.of[static_cast<std::size_t>(operand.index)],
                       s.form != Form::compound))
      return {};
  return s.form == Form::function ? functionShape(s, shapes, shape) : shape;
}

// The most that a Value can be which may give a size; -1: it may not.
std::int64_t indexBound(const Program& program, const Statement& s, const Shapes& shapes) {
  if (s.form != Form::reduce && s.form != Form::function && s.form != Form::size) return -1;
  const auto of = static_cast<std::size_t>(s.operands[0].index);
  if (s.form == Form::size) return (*shapes.of[of])[static_cast<std::size_t>(s.dim)];
  const bool counts =
      s.form == Form::function
          ? functions()[s.row].gives == Function::Gives::index
          : s.op == Op::reduceSum && program.variables[of].type == ElementType::boolean;
  return counts ? elements(*shapes.of[of]) : -1;
}

}  // namespace

Shapes shapesAtEntry(const Program& program, const CallSpec& call) {
  Shapes shapes;
  for (std::size_t p = 0; p < program.parameters.size(); ++p) {
    const Parameter& parameter = program.parameters[p];
    const Passing& passing = call.passing[p];
    const bool follows =
        passing.kind == Passing::Kind::shared || passing.kind == Passing::Kind::same;
    const auto extent = [&](int c) { return c < 0 ? 1 : call.sizes[static_cast<std::size_t>(c)]; };
    Extents extents;
    if (!parameter.isSize)
      for (int c : parameter.dims) extents.push_back(extent(c));
    if (follows) extents = *shapes.of[static_cast<std::size_t>(passing.other)];
    shapes.largest = std::max(shapes.largest, elements(extents));
    shapes.of.push_back(extents);
    shapes.indexBound.push_back(parameter.isSize ? extent(parameter.dims[0]) : -1);
  }
  shapes.plain.resize(program.plainParameters.size());
  return shapes;
}

bool advance(Shapes& shapes, const Program& program, const Statement& s) {
  if (takesNumberOut(s)) {
    at(shapes.plain, s.target) = std::nullopt;
    return true;
  }
  if (s.form == Form::extent) {
    at(shapes.plain, s.target) =
        (*shapes
              .of[static_cast<std::size_t>(s.operands[0].index)])[static_cast<std::size_t>(s.dim)];
    return true;
  }
  const std::optional<Extents> shape = shapeOf(s, shapes);
  if (!shape) return false;
  const std::int64_t bound = indexBound(program, s, shapes);
  at(shapes.indexBound, s.target) = bound;
  if (shapes.indexBound.size() < shapes.of.size()) shapes.indexBound.resize(shapes.of.size(), -1);
  at(shapes.of, s.target) = shape;
  shapes.largest = std::max(shapes.largest, elements(*shape));
  return true;
}

Shapes inferShapes(const Program& program, const CallSpec& call) {
  Shapes shapes = shapesAtEntry(program, call);
  for (std::size_t k = 0; k < program.statements.size(); ++k) {
    if (advance(shapes, program, program.statements[k])) continue;
    shapes.failing = static_cast<int>(k);
    break;
  }
  return shapes;
}

bool settle(Program& program) {
  if (!deriveTypes(program) || !errorsAreNeeded(program)) return false;
  if (program.stateless && movesOutsideArrays(program)) return false;
  SignsOfNan(program).hide();
  return std::all_of(program.calls.begin(), program.calls.end(), [&](const CallSpec& call) {
    return inferShapes(program, call).largest <= maxElements;
  });
}

}  // namespace parax::fuzz
