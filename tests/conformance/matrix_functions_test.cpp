// Every function of the fuzzer's tables (those of the headers that are more than one operation, and
// makers of arrays) on every element type, in every rank and way.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "matrix.h"
#include "tests/fuzz/functions.h"

namespace parax::conformance {
namespace {

using fuzz::Form;
using fuzz::Function;

Variable array(ElementType type, int rank) { return {type, rank, false}; }

// Which types a function has, by the promises: what is not named here has all of them.
const char* refusal(const std::string& function, ElementType type) {
  const std::set<std::string> ofFloats = {"isnan", "isinf", "isfinite", "foldComplex"},
                              ofComplex = {"real", "imag",         "conj",
                                           "arg",  "norm of each", "foldConjugates"},
                              ofReal = {"signbit",    "clamp",
                                        "argMin",     "argMax",
                                        "foldMax",    "foldInDouble",
                                        "foldSelect", "complexOf",
                                        "polar",      "complexOf, exchanged"};
  const bool isBool = type == ElementType::boolean, isComplex = isProduct(type);
  if (ofFloats.contains(function) && !isFloating(type)) return "needs floats";
  if (ofComplex.contains(function) && !isComplex) return "needs complex numbers";
  if (ofReal.contains(function) && isComplex) return "needs real numbers";
  if (function == "count" && !isBool) return "needs bool elements";
  if (function == "sign" && (isBool || isComplex)) return "needs real numbers";
  if (function == "foldRemainder" && !isInteger(type)) return "needs integers";
  if ((function == "foldDifference" || function == "foldScaled") && isBool) return "needs numbers";
  return nullptr;
}

std::string nameOf(const Function& function) {
  const bool ofEach = function.gives == Function::Gives::elements;
  if (ofEach && std::string_view(function.text) == "norm") return "norm of each";
  return function.text[0] == '[' ? "complexOf, exchanged" : function.text;
}

bool reduces(const Function& function) {
  return function.gives == Function::Gives::value || function.gives == Function::Gives::index;
}

// One choice of the further operands: a number, arrays or values of the first one's type.
struct Call {
  const Function& function;
  ElementType type;
  int rank;
  std::vector<fuzz::Operand> operands = {variable(0)};
  std::vector<Variable> parameters = {array(type, rank)};

  void run(std::size_t row) const {
    const fuzz::Statement statement{.form = Form::function, .operands = operands, .row = row};
    auto is = untyped(programOf(parameters, {statement}));
    if (!is) return;
    UntypedCase check({nameOf(function), std::string(name(type)), rank}, *is, true);
    forEachShape(rank, [&](const Extents& s, bool everything) {
      const Kind kind = reduces(function) ? Kind::finite : Kind::any;
      check(everything, arguments(s, kind), errors(s));
      if (everything && reduces(function)) check(true, arguments(s, Kind::any), errors(s));
    });
    if (rank == 1 && reduces(function) && !sanitized)
      check(true, arguments({100003}, Kind::nearOne), errors({100003}));
  }

 private:
  std::vector<Handle> arguments(const Extents& shape, Kind kind) const {
    std::vector<Handle> all;
    for (const Variable& parameter : parameters)
      all.push_back(makeHandle(type, parameter.isValue ? Extents{} : shape,
                               static_cast<int>(all.size()) + 2, kind));
    return all;
  }
  // Statistics of nothing, negative powers of integers, divisions.
  Errors errors(const Extents& shape) const {
    const bool negative = operands.size() > 1 && operands[1].literal.i < 0;
    const bool whole = !isFloating(type) && !isProduct(type);
    const bool expected =
        (reduces(function) && countOf(shape) == 0) || (negative && whole) || function.fails;
    return expected ? Errors::results : Errors::failures;
  }
};

void runFunction(std::size_t row, ElementType type, int rank) {
  const Function& function = fuzz::functions()[row];
  std::vector<fuzz::Number> numbers;
  for (const fuzz::Number& number : function.numbers)
    if (std::ranges::find(numbers, number) == numbers.end()) numbers.push_back(number);
  // All of them in rank 1, one of them in each of the others.
  if (rank != 1 && !numbers.empty())
    numbers = {numbers[static_cast<std::size_t>(rank) % numbers.size()]};
  for (const fuzz::Number& number : numbers) {
    Call call{function, type, rank};
    call.operands.push_back(literal(number));
    call.run(row);
  }
  const auto others = [&](const Variable& is) {
    Call call{function, type, rank};
    for (std::size_t k = 1; k < function.operands; ++k) {
      call.operands.push_back(variable(static_cast<int>(k)));
      call.parameters.push_back(is);
    }
    call.run(row);
  };
  if (numbers.empty()) others(array(type, rank));
  if (numbers.empty() && function.operands > 1) {
    others({type, 0, true});
    Call call{function, type, rank};
    for (std::size_t k = 1; k < function.operands; ++k)
      call.operands.push_back(literal(plainNumber(type, k == 1 ? 1 : 100)));
    if (rank == 1) call.run(row);
  }
  const std::string name = nameOf(function), typeName(parax::name(type));
  if (const char* why = refusal(name, type))
    Table::instance().explainHole(name, typeName, rank, why);
}

void runFunctions(bool reductions) {
  for (std::size_t row = 0; row < fuzz::functions().size(); ++row) {
    if (reduces(fuzz::functions()[row]) != reductions) continue;
    const std::string name = nameOf(fuzz::functions()[row]);
    for (int k = 0; k < elementTypeCount; ++k) {
      const auto type = static_cast<ElementType>(k);
      const std::vector<int> ranks = ranksOf(static_cast<int>(row) + k);
      for (int rank = 0; rank < tableRanks; ++rank) {
        if (std::ranges::find(ranks, rank) != ranks.end())
          runFunction(row, type, rank);
        else
          Table::instance().explainHole(name, std::string(parax::name(type)), rank, takesTurns);
      }
    }
    Table::instance().expectNoHoles(name);
  }
}

TEST(Functions, OfElements) { runFunctions(false); }
TEST(Functions, Reductions) { runFunctions(true); }

// ---- makers of arrays, of sizes that are arguments ----
void runMaker(const std::string& operation, ElementType type, int rank, fuzz::Statement statement,
              bool withValue) {
  std::vector<Variable> parameters;
  if (withValue) parameters.push_back({type, 0, true});
  if (withValue) statement.operands.push_back(variable(0));
  for (int d = 0; d < rank; ++d) {
    statement.operands.push_back(variable(static_cast<int>(parameters.size())));
    parameters.push_back({ElementType::int64, 0, true});
  }
  statement.type = type;
  auto function = untyped(programOf(parameters, {statement}));
  if (!function) return;
  UntypedCase check({operation, std::string(name(type)), rank}, *function, true);
  const bool counts = statement.form == Form::iota;
  const bool squared = function->results[0].rank > rank;  // eye(n)
  forEachShape(rank, [&](const Extents& s, bool everything) {
    // More than the type can count is an error: tests/errors.
    if (counts && sizeOf(type) == 1 && s[static_cast<std::size_t>(statement.dim)] > 127) return;
    if (squared && countOf(s) > 70) return;
    std::vector<Handle> arguments;
    if (withValue) arguments.push_back(plainNumber(type, 7).value(type));
    for (const std::int64_t n : s) arguments.push_back(integer(n).value(ElementType::int64));
    check(everything, arguments);
  });
}

TEST(Makers, FilledAndCounted) {
  for (int k = 0; k < elementTypeCount; ++k)
    for (const int rank : ranksOf(k)) {
      if (rank == 0) continue;  // needs an extent
      const auto type = static_cast<ElementType>(k);
      runMaker("full", type, rank, {.form = Form::full, .operands = {}}, true);
      runMaker("iota", type, rank, {.form = Form::iota, .operands = {}, .dim = (rank + k) % rank},
               false);
    }
}

TEST(Makers, Rows) {
  for (std::size_t row = 0; row < fuzz::makers().size(); ++row) {
    const fuzz::Maker& maker = fuzz::makers()[row];
    if (maker.numbers > 0) continue;
    for (int k = 0; k < elementTypeCount; ++k)
      for (int extents = static_cast<int>(maker.leastExtents);
           extents <= static_cast<int>(maker.maxExtents); ++extents)
        runMaker(maker.text + std::string(" of ") + std::to_string(extents),
                 static_cast<ElementType>(k), extents,
                 {.form = Form::make, .operands = {}, .row = row}, false);
  }
}

// arange, linspace, logspace: numbers, and an extent where they have one.
TEST(Makers, Ranges) {
  for (std::size_t row = 0; row < fuzz::makers().size(); ++row) {
    const fuzz::Maker& maker = fuzz::makers()[row];
    if (maker.numbers == 0) continue;
    for (int k = 0; k < elementTypeCount; ++k) {
      const auto type = static_cast<ElementType>(k);
      struct Range {
        double first, last;
        std::int64_t n;
      };
      std::vector<Range> ranges;
      for (const std::int64_t n : {1, 2, 3, 33, 100}) ranges.push_back({0, double(n), n});
      if (isFloating(type)) {
        ranges.push_back({-1.3, 7.9, 69});
        ranges.push_back({2, -0.1, 4097});
        if (maker.maxExtents > 0) ranges.push_back({2, 3, 0});
      }
      for (const Range& range : ranges) {
        fuzz::Statement statement{.form = Form::make, .type = type, .operands = {}, .row = row};
        statement.operands = {literal(real(range.first)), literal(real(range.last))};
        const double step =
            range.n > 1 ? (range.last - range.first) / static_cast<double>(range.n) : 1;
        statement.operands.push_back(literal(maker.maxExtents > 0 ? integer(range.n) : real(step)));
        auto function = untyped(programOf({}, {statement}));
        EXPECT_EQ(function.has_value(), maker.makes(type)) << maker.text << " " << name(type);
        if (!function) continue;
        UntypedCase({maker.text, std::string(name(type)), 1}, *function, true)(true, {});
      }
    }
  }
}

}  // namespace
}  // namespace parax::conformance
