// Every operation of core/op.h on every element type, in every rank and way. A new operation is
// found in the table.
#include "matrix.h"

#include <gtest/gtest.h>

namespace parax::conformance {
namespace {

Variable array(ElementType type, int rank) { return {type, rank, false}; }
Variable value(ElementType type) { return {type, 0, true}; }
Row rowOf(const std::string& operation, ElementType type, int rank) {
  return {operation, std::string(name(type)), rank};
}
Handle oneElement(ElementType type, const fuzz::Number& number) { return number.value(type); }

// Every operation is in one of three groups, so that none takes long.
enum class Group { logic, arithmetic, functions };
Group groupOf(Op op) {
  const TypeRule rule = info(op).rule;
  if (rule == TypeRule::compare || rule == TypeRule::logical) return Group::logic;
  return rule == TypeRule::floating ? Group::functions : Group::arithmetic;
}
std::vector<Op> pointwiseOf(int arity, Group group) {
  std::vector<Op> operations = operationsOf(OpKind::pointwise, arity);
  std::erase_if(operations, [&](Op op) { return groupOf(op) != group || op == Op::cast; });
  return operations;
}

// ---- one operand ----
void runUnary(Group group) {
  for (const Op op : pointwiseOf(1, group)) {
    forEachCell(op, [&](ElementType type, int rank) {
      auto function = untyped(programOf({array(type, rank)}, {statementOf(op, 1)}));
      if (!function) return;
      UntypedCase check(rowOf(std::string(name(op)), type, rank), *function, isProduct(type));
      forEachShape(rank, [&](const Extents& s, bool everything) {
        check(everything, {makeHandle(type, s, 0)});
      });
    });
  }
}

TEST(Matrix, UnaryLogic) { runUnary(Group::logic); }
TEST(Matrix, UnaryArithmetic) { runUnary(Group::arithmetic); }
TEST(Matrix, UnaryFunctions) { runUnary(Group::functions); }

// ---- two operands: arrays that broadcast ----
void runBinary(Group group) {
  for (const Op op : pointwiseOf(2, group)) {
    forEachCell(op, [&](ElementType type, int rank) {
      auto function =
          untyped(programOf({array(type, rank), array(type, rank)}, {statementOf(op, 2)}));
      if (!function) return;
      UntypedCase check(rowOf(std::string(name(op)), type, rank), *function, isProduct(type));
      const bool nonZero = divides(op, type);
      const UsePair pair = [&](const Extents& a, const Extents& b, bool everything) {
        check(everything, {makeHandle(type, a, 0),
                           makeHandle(type, b, 1, nonZero ? Kind::nonZero : Kind::any)});
      };
      // Broadcasting does not know the operation: every fifth one sees it, and those that may fail.
      if (static_cast<int>(op) % 5 == 0 || nonZero)
        forEachPair(rank, pair);
      else
        forEachShape(rank, [&](const Extents& s, bool everything) { pair(s, s, everything); });
    });
  }
}

TEST(Matrix, BinaryLogic) { runBinary(Group::logic); }
TEST(Matrix, BinaryArithmetic) { runBinary(Group::arithmetic); }
TEST(Matrix, BinaryFunctions) { runBinary(Group::functions); }

// ---- three operands ----
TEST(Matrix, Ternary) {
  for (const Op op : operationsOf(OpKind::pointwise, 3)) {
    forEachCell(op, [&](ElementType type, int rank) {
      const ElementType first = op == Op::select ? ElementType::boolean : type;
      auto function = untyped(programOf({array(first, rank), array(type, rank), array(type, rank)},
                                        {statementOf(op, 3)}));
      if (!function) return;
      UntypedCase check(rowOf(std::string(name(op)), type, rank), *function);
      forEachPair(rank, [&](const Extents& s, const Extents& t, bool everything) {
        check(everything,
              {makeHandle(first, s, 1), makeHandle(type, t, 0), makeHandle(type, s, 2)});
        if (everything && s != t)
          check(true, {makeHandle(first, t, 1), makeHandle(type, s, 0), makeHandle(type, t, 2)});
      });
    });
  }
}

// ---- numbers and values on either side, in rank 1: what stands beside an array decides which
// element types meet, not the rank ----
class Beside {
 public:
  Beside(Op op, ElementType type) : op_(op), type_(type) {}

  // Runs it for all lists of arguments; in the slow ways, too, for the last one.
  void operator()(std::vector<Variable> parameters, std::vector<fuzz::Operand> operands,
                  const std::vector<std::vector<Handle>>& arguments, bool everything = true) const {
    fuzz::Statement statement = statementOf(op_, 0);
    statement.operands = std::move(operands);
    auto function = untyped(programOf(std::move(parameters), {statement}));
    if (!function) return;
    UntypedCase check(rowOf(std::string(name(op_)) + ", numbers", type_, 1), *function,
                      isProduct(type_));
    for (const std::vector<Handle>& each : arguments)
      check(everything && &each == &arguments.back(), each);
  }

 private:
  Op op_;
  ElementType type_;
};

std::vector<fuzz::Number> numbersBeside(ElementType type) {
  std::vector<fuzz::Number> numbers = {plainNumber(type, 1)};
  if (type != ElementType::boolean)
    numbers.push_back(real(type == ElementType::int8 ? 1e300 : 0.1));
  if (isProduct(type) || isFloating(type)) numbers.push_back(imaginary(1));
  numbers.push_back(plainNumber(type, 100));
  return numbers;
}

void explainOtherRanks(const std::string& operation, ElementType type) {
  for (int rank = 0; rank < tableRanks; ++rank)
    if (rank != 1)
      Table::instance().explainHole(operation, std::string(name(type)), rank,
                                    "the kind of operand does not depend on the rank: see rank 1");
}

void runBeside(Op op, ElementType type) {
  const Beside check(op, type);
  const Variable a = array(type, 1), v = value(type);
  const fuzz::Operand first = variable(0), second = variable(1);
  const Handle elements = makeHandle(type, Extents{69}, 0, Kind::nonZero);
  const Handle one = oneElement(type, plainNumber(type, 1)),
               hundred = oneElement(type, plainNumber(type, 100)),
               seven = oneElement(type, plainNumber(type, 7));
  const std::vector<fuzz::Number> numbers = numbersBeside(type);
  for (const fuzz::Number& number : numbers) {
    const bool everything = &number == &numbers.back();
    check({a}, {first, literal(number)}, {{elements}}, everything);
    check({a}, {literal(number), first}, {{elements}}, everything);
  }
  check({a, v}, {first, second}, {{elements, one}, {elements, hundred}});
  check({v, a}, {first, second}, {{one, elements}, {hundred, elements}});
  check({v, v}, {first, second}, {{one, seven}, {hundred, seven}}, false);
  check({array(type, 0), a}, {first, second}, {{one, elements}, {hundred, elements}}, false);
}

void runBeside(Group group) {
  for (const Op op : pointwiseOf(2, group)) {
    const std::string operation = std::string(name(op)) + ", numbers";
    for (int k = 0; k < elementTypeCount; ++k) {
      const auto type = static_cast<ElementType>(k);
      explainOtherRanks(operation, type);
      if (const char* why = refusal(op, type))
        Table::instance().explainHole(operation, std::string(name(type)), 1, why);
      else
        runBeside(op, type);
    }
    Table::instance().expectNoHoles(operation);
  }
}

TEST(Matrix, LogicBesideNumbersAndValues) { runBeside(Group::logic); }
TEST(Matrix, ArithmeticBesideNumbersAndValues) { runBeside(Group::arithmetic); }
TEST(Matrix, FunctionsBesideNumbersAndValues) { runBeside(Group::functions); }

TEST(Matrix, SelectBesideNumbersAndValues) {
  const Variable c = array(ElementType::boolean, 1), yes = value(ElementType::boolean);
  const Handle condition = makeHandle(ElementType::boolean, Extents{69}, 1);
  const Handle no = oneElement(ElementType::boolean, plainNumber(ElementType::boolean, 0));
  const std::string operation = "select, numbers";
  for (int k = 0; k < elementTypeCount; ++k) {
    const auto type = static_cast<ElementType>(k);
    explainOtherRanks(operation, type);
    const Beside check(Op::select, type);
    const Variable a = array(type, 1), v = value(type);
    const Handle elements = makeHandle(type, Extents{69}, 0),
                 others = makeHandle(type, Extents{69}, 1),
                 zero = oneElement(type, plainNumber(type, 0)),
                 one = oneElement(type, plainNumber(type, 1));
    const fuzz::Operand number = literal(plainNumber(type, 1));
    const std::vector all = {variable(0), variable(1), variable(2)};
    check({c, a}, {variable(0), variable(1), number}, {{condition, elements}});
    check({c, a}, {variable(0), number, variable(1)}, {{condition, elements}});
    check({c, v, a}, all, {{condition, zero, elements}});
    check({c, v, v}, all, {{condition, zero, one}});
    check({yes, v, v}, all, {{no, zero, one}});
    check({yes, a, a}, all, {{no, elements, others}});
  }
  Table::instance().expectNoHoles(operation);
  const fuzz::Number yesNumber = plainNumber(ElementType::boolean, 1),
                     noNumber = plainNumber(ElementType::boolean, 0);
  for (const auto& [x, y] :
       {std::pair(integer(3), real(2.5)), {integer(3), integer(-4)}, {yesNumber, noNumber}})
    Beside(Op::select, ElementType::float64)({c}, {variable(0), literal(x), literal(y)},
                                             {{condition}});
}

// ---- conversions ----
TEST(Matrix, CastsToEveryType) {
  forEachCell(Op::cast, [&](ElementType type, int rank) {
    std::vector<fuzz::Statement> statements;
    for (int k = 0; k < elementTypeCount; ++k) {
      fuzz::Statement statement = statementOf(Op::cast, 1);
      statement.type = static_cast<ElementType>(k);
      const auto to = untyped(programOf({array(type, rank)}, {statement}));
      if (!to) continue;
      statements.push_back(statement);
      if (rank != 1) continue;
      UntypedCase alone(rowOf("cast to " + std::string(name(statement.type)), type, 1), *to);
      forEachShape(1, [&](const Extents& s, bool everything) {
        alone(everything, {makeHandle(type, s, 0)});
      });
    }
    // One loop that makes them all: vectors of many widths meet.
    UntypedCase check(rowOf("cast", type, rank),
                      *untyped(programOf({array(type, rank)}, statements)));
    forEachShape(rank, [&](const Extents& s, bool everything) {
      check(everything, {makeHandle(type, s, 0)});
    });
  });
}

// ---- mixed element types and ranks ----
TEST(Matrix, MixedTypes) {
  for (int i = 0; i < elementTypeCount; ++i)
    for (int j = 0; j < elementTypeCount; ++j)
      for (const Op op : operationsOf(OpKind::pointwise, 2)) {
        const auto a = static_cast<ElementType>(i), b = static_cast<ElementType>(j);
        // Operands are converted before the operation: arithmetic and two comparisons meet all
        // pairs, the others some.
        const bool always = info(op).rule == TypeRule::numeric || op == Op::lt || op == Op::eq;
        if (i == j || (!always && (i + j + static_cast<int>(op)) % 7 != 0)) continue;
        auto function = untyped(programOf({array(a, 1), array(b, 1)}, {statementOf(op, 2)}));
        if (!function) continue;
        const std::string row = std::string(name(op)) + " with " + std::string(name(b));
        UntypedCase check(rowOf(row, a, 1), *function, isProduct(a) || isProduct(b));
        for (const std::int64_t n : {5, 69, 1023})
          check(n == 1023,
                {makeHandle(a, Extents{n}, 0),
                 makeHandle(b, Extents{n}, 1,
                            divides(op, a) && divides(op, b) ? Kind::nonZero : Kind::any)});
      }
}

Extents ofRank(int rank, std::int64_t outer, std::int64_t inner) {
  Extents shape(static_cast<std::size_t>(rank), outer);
  if (rank > 0) shape.back() = inner;
  return shape;
}

TEST(Matrix, MixedRanks) {
  constexpr ElementType type = ElementType::float64;
  const auto of = [](const Extents& shape, int seed) { return makeHandle(type, shape, seed); };
  for (int n = 0; n <= highestRank; ++n)
    for (int m = 0; m <= highestRank; ++m) {
      UntypedCase check(
          rowOf("mul with rank " + std::to_string(m), type, n),
          *untyped(programOf({array(type, n), array(type, m)}, {statementOf(Op::mul, 2)})));
      const std::int64_t outer = std::max(n, m) > 4 ? 2 : 3;
      check(true, {of(ofRank(n, outer, 19), 0), of(ofRank(m, outer, 19), 1)});
      check(true, {of(ofRank(n, outer, 1), 0), of(ofRank(m, 1, 66), 1)});
      check(true, {of(ofRank(n, outer, 5), 0), of(ofRank(m, 1, 1), 1)});
      check(false, {of(ofRank(n, 0, 1), 0), of(ofRank(m, 1, 1), 1)});
    }
}

// ---- compound assignment to an in-out argument, three times: an array, a value and a number ----
TEST(Matrix, CompoundAssignment) {
  for (const Op op : operationsOf(OpKind::pointwise, 2)) {
    const auto rule = info(op).rule;
    if (rule != TypeRule::numeric && rule != TypeRule::integral) continue;
    for (int k = 0; k < elementTypeCount; ++k)
      for (const int rank : ranksFor(op, static_cast<ElementType>(k))) {
        const auto type = static_cast<ElementType>(k);
        const auto assign = [&](fuzz::Operand operand) {
          return fuzz::Statement{
              .form = fuzz::Form::compound, .op = op, .operands = {operand}, .target = 0};
        };
        auto function = untyped(programOf(
            {array(type, rank), array(type, rank), value(type)},
            {assign(variable(1)), assign(variable(2)), assign(literal(plainNumber(type, 3)))}));
        EXPECT_EQ(function.has_value(),
                  refusal(op, type) == nullptr &&
                      !(type == ElementType::boolean && rule == TypeRule::numeric))
            << name(op) << " " << name(type);
        if (!function) continue;
        UntypedCase check(rowOf(std::string(name(op)) + ", assigned", type, rank), *function, true);
        forEachPair(rank, [&](const Extents& a, const Extents& b, bool everything) {
          if (b != a && static_cast<int>(op) % 3 != 0) return;
          for (std::size_t d = 0; d < a.size(); ++d)
            if (a[d] == 1 && b[d] != 1) return;  // would grow: an error
          check(everything, {makeHandle(type, a, 0), makeHandle(type, b, 1, Kind::nonZero),
                             oneElement(type, plainNumber(type, 5))});
        });
      }
  }
}

// ---- reductions ----
TEST(Matrix, Reductions) {
  for (const Op op : operationsOf(OpKind::reduction, 1))
    forEachCell(op, [&](ElementType type, int rank) {
      auto function = untyped(programOf({array(type, rank)}, {statementOf(op, 1)}));
      if (!function) return;
      UntypedCase check(rowOf(std::string(name(op)), type, rank), *function, isProduct(type));
      const bool fails = info(op).has(op_property::nonEmpty);
      forEachShape(rank, [&](const Extents& s, bool everything) {
        const Errors errors = fails && countOf(s) == 0 ? Errors::results : Errors::failures;
        check(everything, {makeHandle(type, s, 2, Kind::finite)}, errors);
        if (everything) check(true, {makeHandle(type, s, 0)}, errors);
      });
      if (rank == 1 && !sanitized)
        check(true, {makeHandle(type, Extents{100003}, 1, Kind::nearOne)});
    });
}

// ---- a product and a sum, which become one operation where that is allowed ----
TEST(Matrix, MultiplyAdds) {
  for (int k = 0; k < elementTypeCount; ++k)
    for (const Op second : {Op::add, Op::sub})
      for (const bool productFirst : {true, false}) {
        const auto type = static_cast<ElementType>(k);
        const Variable a = array(type, 1);
        fuzz::Statement product = statementOf(Op::mul, 2), sum = statementOf(second, 2);
        sum.operands = productFirst ? std::vector{variable(3), variable(2)}
                                    : std::vector{variable(2), variable(3)};
        fuzz::Program program = programOf({a, a, a}, {product, sum});
        program.results = {4};
        UntypedCase check(rowOf("mul and " + std::string(name(second)), type, 1), *untyped(program),
                          true);
        for (const std::int64_t n : {0, 1, 33, 69, 1279})
          check(n > 33, {makeHandle(type, Extents{n}, 0), makeHandle(type, Extents{n}, 1),
                         makeHandle(type, Extents{n}, 2)});
      }
}

}  // namespace
}  // namespace parax::conformance
