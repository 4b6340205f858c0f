// Programs that fail: which failure is reported, and that nothing runs afterwards.
#include <gtest/gtest.h>

#include <optional>

#include "arrays.h"
#include "program_cases.h"

namespace parax::ir::test {
namespace {

std::optional<Failure> failureOf(const ParallelProgram& program, const Case& c) {
  try {
    interpret(program, c.views(), c.numbers);
  } catch (const ElementFailure& failure) {
    return failure;
  }
  return std::nullopt;
}

std::int32_t ordinalOf(const ParallelProgram& program, std::size_t loop, std::size_t inst) {
  return program.loops.at(loop).body().insts.at(inst).ordinal;
}

TEST(FailingPrograms, ADivisionNamesTurnOperationAndPoint) {
  const ParallelProgram program = readProgram("fail_division");
  for (std::int64_t trips : {3, 4, 1000}) {
    const auto failure = failureOf(program, divisionCase({9, 5, 3, 7, 3, 4}, trips));
    ASSERT_TRUE(failure.has_value());
    EXPECT_EQ(failure->kind, FailureKind::division);
    EXPECT_EQ(failure->turn, 3);
    EXPECT_EQ(failure->ordinal, ordinalOf(program, 1, 2));  // div stands before rem
    EXPECT_EQ(failure->point, 2);
  }
  const auto later = failureOf(program, divisionCase({9, 5, 3}, 2));  // the loop after the repeat
  ASSERT_TRUE(later.has_value());
  EXPECT_EQ(later->ordinal, ordinalOf(program, 2, 3));
  EXPECT_EQ(later->point, 0);
}

// The smallest ordinal of the failing turn; another turn's counts for nothing.
TEST(FailingPrograms, LaterTurnsAndStepsDoNotRun) {
  ParallelProgram program = readProgram("fail_division");
  program.loops[1].body().insts[3].ordinal = 1;  // rem is recorded before div
  program.loops[2].body().insts[3].ordinal = 0;  // and what follows the repeat before all
  const auto failure = failureOf(program, divisionCase({9, 5, 3, 7, 3, 2, 2}, 1000));
  ASSERT_TRUE(failure.has_value());
  EXPECT_EQ(failure->turn, 2);
  EXPECT_EQ(failure->ordinal, 1);
  EXPECT_EQ(failure->point, 5);
}

TEST(FailingPrograms, AnIndexNamesItselfAndTheExtent) {
  const ParallelProgram program = readProgram("fail_index");
  const std::int32_t gather = ordinalOf(program, 1, 2);
  struct Row {
    Case c;
    std::int64_t turn, point, index, extent;
  };
  const Row rows[] = {
      {gatherCase(5, 9, {2, 3, 2, 3}, 9), 3, 1, 5, 5},    // the row: 3, 4, 5
      {gatherCase(50, 4, {2, 2, 3}, 9), 2, 2, 5, 4},      // the column: 2 * 4 - 3
      {gatherCase(5, 5, {3, 3, 1}, 9), 1, 2, -1, 5},      // before the first column
      {gatherCase(5, 5, {3, 7, 0}, 9), 1, 1, 7, 5},       // of two dimensions the first
      {gatherCase(0, 5, {3}, 9), 1, 0, 3, 0},             // nothing is inside of an empty one
      {gatherCase(9, 9, {3, 3, -4, 9}, 1), 1, 2, -4, 9},  // of two points the first
  };
  for (const Row& row : rows) {
    const auto failure = failureOf(program, row.c);
    ASSERT_TRUE(failure.has_value()) << row.c.name();
    EXPECT_EQ(failure->kind, FailureKind::index);
    EXPECT_EQ(failure->ordinal, gather);
    EXPECT_EQ(failure->turn, row.turn) << row.c.name();
    EXPECT_EQ(failure->point, row.point) << row.c.name();
    EXPECT_EQ(failure->detail[0], row.index) << row.c.name();
    EXPECT_EQ(failure->detail[1], row.extent) << row.c.name();
  }
  const Case fits = gatherCase(5, 9, {2, 3, 2}, 2);
  const auto results = interpret(program, fits.views(), fits.numbers);
  EXPECT_EQ(elements<float>(results.at(0)), (std::vector<float>{3, 3, 3}));
}

TEST(FailingPrograms, AFailingConditionEndsTheRepeat) {
  const ParallelProgram program = readProgram("fail_condition");
  const auto failure = failureOf(program, conditionCase(0));
  ASSERT_TRUE(failure.has_value());
  EXPECT_EQ(failure->turn, 1);
  EXPECT_EQ(failure->ordinal, ordinalOf(program, 2, 2));
  const Case ends = conditionCase(7);
  EXPECT_EQ(only<std::int64_t>(interpret(program, ends.views(), ends.numbers).at(0)), 21);
}

TEST(FailingPrograms, ScattersOutsideFail) {
  const ParallelProgram program = readProgram("histogram");
  for (std::int64_t wrong : {-1, 4}) {
    const Case c{{input<std::int64_t>({3}, {0, wrong, wrong})}, {Scalar::of(std::int64_t{4})}};
    const auto failure = failureOf(program, c);
    ASSERT_TRUE(failure.has_value());
    EXPECT_EQ(failure->kind, FailureKind::index);
    EXPECT_EQ(failure->ordinal, program.loops[1].body().reductions[0].ordinal);
    EXPECT_EQ(failure->point, 1);
    EXPECT_EQ(failure->detail[0], wrong);
    EXPECT_EQ(failure->detail[1], 4);
  }
}

}  // namespace
}  // namespace parax::ir::test
