// Sizes: what the operations give at their limits, and equal expressions as equal symbols.
#include "ir/sizes.h"

#include <gtest/gtest.h>

#include <random>

#include "ir/interpreter.h"
#include "parax/core/error.h"

namespace parax::ir {
namespace {

using Kind = Size::Kind;

struct Row {
  Kind operation;
  std::int64_t left, right, value;
};
constexpr std::int64_t most = largestSize;

TEST(Sizes, Operations) {
  const Row rows[] = {
      {Kind::add, 3, 4, 7},
      {Kind::add, most, 1, most},
      {Kind::add, -most, -1, -most},
      {Kind::sub, 3, 4, -1},
      {Kind::sub, -most, 1, -most},
      {Kind::sub, most, -1, most},
      {Kind::mul, 3, -4, -12},
      {Kind::mul, most, 2, most},
      {Kind::mul, most, -2, -most},
      {Kind::mul, -most, -2, most},
      {Kind::div, 7, 2, 3},
      {Kind::div, -7, 2, -4},
      {Kind::div, 7, -2, -4},
      {Kind::div, -7, -2, 3},
      {Kind::div, -8, 2, -4},
      {Kind::div, 7, 0, 0},
      {Kind::div, -most, -1, most},
      {Kind::rem, 7, 2, 1},
      {Kind::rem, -7, 2, 1},
      {Kind::rem, 7, -2, -1},
      {Kind::rem, -7, -2, -1},
      {Kind::rem, -8, 2, 0},
      {Kind::rem, 7, 0, 0},
      {Kind::rem, -most, -1, 0},
      {Kind::rem, -most, most - 1, most - 2},
      {Kind::min, 3, -4, -4},
      {Kind::max, 3, -4, 3},
  };
  for (int k = static_cast<int>(Kind::add); k < sizeKinds; ++k)
    for (const auto& [left, right] : {std::pair{unknownSize, most}, std::pair{most, unknownSize}})
      EXPECT_EQ(evaluateSize(static_cast<Kind>(k), left, right), unknownSize);
  for (const Row& row : rows)
    EXPECT_EQ(evaluateSize(row.operation, row.left, row.right), row.value)
        << name(row.operation) << " " << row.left << ", " << row.right;
}

TEST(Sizes, EqualExpressionsAreOneSymbol) {
  SizeTable table;
  EXPECT_EQ(table.literal(1), one);
  const Symbol n = table.add(Size::input(0, 0)), m = table.add(Size::input(0, 1));
  const Symbol k = table.add(Size::number(0)), r = table.add(Size::result(0));
  EXPECT_EQ(table.size(), 5u);
  EXPECT_EQ(table.add(Size::input(0, 1)), m);
  EXPECT_EQ(table.add(Size::number(0)), k);
  EXPECT_EQ(table.add(Size::result(0)), r);
  for (const Kind kind : {Kind::add, Kind::mul, Kind::min, Kind::max})
    EXPECT_EQ(table.add(kind, n, m), table.add(kind, m, n)) << name(kind);
  for (const Kind kind : {Kind::sub, Kind::div, Kind::rem})
    EXPECT_NE(table.add(kind, n, m), table.add(kind, m, n)) << name(kind);
  EXPECT_EQ(table.size(), 5u + 4 + 6);
}

TEST(Sizes, LiteralsAreFolded) {
  SizeTable table;
  const Symbol n = table.add(Size::input(0, 0));
  const Symbol zero = table.literal(0), three = table.literal(3), four = table.literal(4);
  EXPECT_EQ(table.add(Kind::sub, three, four), table.literal(-1));
  EXPECT_EQ(table.add(Kind::add, n, zero), n);
  EXPECT_EQ(table.add(Kind::add, zero, n), n);
  EXPECT_EQ(table.add(Kind::sub, n, zero), n);
  EXPECT_EQ(table.add(Kind::mul, n, one), n);
  EXPECT_EQ(table.add(Kind::mul, one, n), n);
  EXPECT_EQ(table.add(Kind::div, n, one), n);
  const std::size_t before = table.size();
  for (const auto& [kind, left, right] : {std::tuple{Kind::sub, zero, n},
                                          {Kind::div, one, n},
                                          {Kind::mul, n, zero},
                                          {Kind::rem, n, one}})
    EXPECT_NE(table.add(kind, left, right), n);
  EXPECT_EQ(table.size(), before + 4);
}

// Many sizes, so that the table grows; found again after it did, and in a table made of the list.
TEST(Sizes, ManyExpressions) {
  SizeTable table;
  for (int round = 0; round < 2; ++round) {
    std::vector<Symbol> symbols;
    for (int k = 0; k < 1000; ++k) symbols.push_back(table.add(Size::number(k)));
    for (int k = 1; k < 1000; ++k)
      symbols.push_back(table.add(Kind::sub, symbols[static_cast<std::size_t>(k)], symbols[0]));
    EXPECT_EQ(table.size(), 2000u);
    for (std::size_t k = 0; k < symbols.size(); ++k)
      ASSERT_EQ(symbols[k], static_cast<Symbol>(k) + 1);
    const SizeTable copy{std::span(table.list())};
    EXPECT_EQ(copy.list(), table.list());
    if (round == 1) table.clear();
  }
  EXPECT_EQ(table.list(), std::vector<Size>{Size::literal(1)});
  EXPECT_EQ(table.add(Size::number(7)), 1);
}

TEST(Sizes, ValuesOfACall) {
  SizeTable table;
  const Symbol n = table.add(Size::input(1, 2)), k = table.add(Size::number(1));
  const Symbol difference = table.add(Kind::sub, n, k);
  const Symbol made = table.add(Size::result(0));
  const Symbol more = table.add(Kind::add, made, difference);
  const Symbol unknownLast = table.add(Kind::mul, n, made);
  const auto extent = [](std::int32_t slot, std::int32_t dim) {
    return std::int64_t{10 * slot + dim};
  };
  const auto number = [](std::int32_t slot) { return std::int64_t{100 + slot}; };
  std::vector<std::int64_t> values(table.size());
  evaluateSizes(table.list(), values.data(), extent, number);
  const auto value = [&](Symbol s) { return values[static_cast<std::size_t>(s)]; };
  EXPECT_EQ(value(one), 1);
  EXPECT_EQ(value(n), 12);
  EXPECT_EQ(value(k), 101);
  EXPECT_EQ(value(difference), -89);
  for (const Symbol s : {made, more, unknownLast}) EXPECT_EQ(value(s), unknownSize);
  evaluateSizes(table.list(), values.data(), extent, number, [](std::int32_t) { return 90; });
  EXPECT_EQ(value(more), 1);
  EXPECT_EQ(value(unknownLast), 1080);
}

// An extent is an expression like any other, in both IRs.
TEST(Sizes, ComputedExtents) {
  const Program program = parseProgram(R"(program {
    symbol s1 = number 0
    symbol s2 = 2
    symbol s3 = sub s1, s2
    %0 = iota : i64[s3]
    return %0
  })");
  verify(program);
  const auto run = [&](std::int64_t n) { return interpret(program, {}, {Scalar::of(n)}); };
  EXPECT_EQ(run(5).at(0).extents, std::vector<std::int64_t>{3});
  EXPECT_EQ(run(2).at(0).extents, std::vector<std::int64_t>{0});
  EXPECT_THROW(run(1), InternalError);
  const ParallelProgram parallel = parseParallel(R"(parallel {
    symbol s1 = number 0
    symbol s2 = 2
    symbol s3 = sub s1, s2
    buffer b0 = output 0 : i64[s3]
    loop (i0 < s3) {
      %0 = index i0 : i64
      store b0[i0], %0 : i64
    }
    return b0
  })");
  verify(parallel);
  EXPECT_EQ(interpret(parallel, {}, {Scalar::of(std::int64_t{5})}).at(0).data, run(5).at(0).data);
  EXPECT_THROW(interpret(parallel, {}, {Scalar::of(std::int64_t{1})}), InternalError);
}

}  // namespace
}  // namespace parax::ir
