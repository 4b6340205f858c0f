// fuse: how many loops are left, and why not fewer.
#include "compiler/fuse.h"

#include "compiler/lower.h"
#include "tests/compiler/rows.h"

namespace parax::compiler::test {
namespace {

struct FuseRow {
  const char* name;
  const char* lines;
  std::size_t loops;
  std::vector<const char*> reasons;  // in order
};

TEST(Fuse, LoopsAndRefusals) {
  const FuseRow rows[] = {
      {"a chain",
       "%1 = neg %x : f64[s1] %2 = exp %1 : f64[s1] %3 = add %2, %y : f64[s1] return %3",
       1,
       {}},
      {"side by side", "%1 = neg %x : f64[s1] %2 = exp %y : f64[s1] return %1, %2", 1, {}},
      {"several reductions of one array",
       "%1 = sum %x : f64 %2 = reduceMin %x : f64 %3 = reduceMax %x : f64 return %1, %2, %3",
       1,
       {}},
      {"reductions with functions beside a sum, fused with their producer",
       "%1 = exp %x : f64[s1] %l = left 0 : f64 %r = right 0 : f64 %2 = max %l, %r : f64 "
       "%3 = reduceWith %1, %n, %2 : f64 %L = left 1 : f64 %4 = reduceWith %1, %a, %L : f64 "
       "%5 = sum %1 : f64 return %3, %4, %5",
       1,
       {}},
      {"a function that reads a reduction's result",
       "%1 = sum %x : f64 %l = left 0 : f64 %r = right 0 : f64 %2 = fma %l, %1, %r : f64 "
       "%3 = reduceWith %x, %n, %2 : f64 %4 = sub %3, %n : f64 return %4",
       3,
       {"the sum must be complete before it is used",
        "the reduction must be complete before it is used"}},
      {"scalars that a function reads are complete before its loop",
       "%1 = exp %n : f64 %l = left 0 : f64 %r = right 0 : f64 %2 = fma %l, %1, %r : f64 "
       "%3 = reduceWith %a, %1, %2 : f64 return %3",
       2,
       {"read at another point than it is written"}},
      {"a reduction's result",
       "%1 = sum %x : f64 %2 = div %x, %1 : f64[s1] return %2",
       2,
       {"the sum must be complete before it is used"}},
      {"a minimum's result",
       "%1 = reduceMin %x : f64 %2 = sub %x, %1 : f64[s1] return %2",
       2,
       {"the minimum must be complete before it is used"}},
      {"another iteration space",
       "%r = input 10 : f64[s2] %1 = sqrt %r : f64[s2] %2 = add %m, %1 : f64[s1, s2] return %2",
       2,
       {"another iteration space: [s2] and [s1, s2]"}},
      {"scalars fuse with each other",
       "%1 = neg %a : f64 %2 = mul %1, %n : f64 %3 = add %2, %a : f64 return %3",
       1,
       {}},
      {"past a loop in between",
       "%1 = neg %x : f64[s1] %2 = exp %m : f64[s1, s2] %3 = add %1, %y : f64[s1] return %2, %3",
       2,
       {}},
      {"through a sum and past it",
       "%1 = exp %x : f64[s1] %2 = sum %1 : f64 %3 = div %1, %2 : f64[s1] "
       "%4 = sum %y : f64 %5 = div %y, %4 : f64[s1] return %3, %5",
       2,
       {"another operand must be complete before the loop of the second can begin",
        "the sum must be complete before it is used",
        "the sum must be complete before it is used"}},
      {"an array needed only after the sum moves behind it",
       "%1 = sum %x : f64 %2 = exp %y : f64[s1] %3 = neg %2 : f64[s1] %4 = div %3, %1 : f64[s1] "
       "return %4",
       2,
       {"the sum must be complete before it is used"}},
      {"but not if that keeps another one alive",
       "%1 = exp %x : f64[s1] %2 = exp %y : f64[s1] %3 = add %1, %2 : f64[s1] %4 = sum %1 : f64 "
       "%5 = sum %2 : f64 %6 = div %3, %4 : f64[s1] %7 = div %6, %5 : f64[s1] return %7",
       2,
       {"another operand must be complete before the loop of the second can begin",
        "the sum must be complete before it is used",
        "the sum must be complete before it is used"}},
      {"scalars between sums",
       "%1 = sum %x : f64 %2 = div %1, %n : f64 %3 = sub %x, %2 : f64[s1] "
       "%4 = mul %3, %3 : f64[s1] %5 = sum %4 : f64 return %5",
       3,
       {"the sum must be complete before it is used", "another iteration space: [] and [s1]"}},
  };
  for (const FuseRow& row : rows) {
    SCOPED_TRACE(row.name);
    ir::ParallelProgram program = lower(domainProgram(row.lines));
    fuse(program);
    EXPECT_NO_THROW(ir::verify(program));
    const std::string once = print(program);
    EXPECT_EQ(program.loops.size(), row.loops) << once;
    std::vector<std::string> reasons;
    for (const ir::Refusal& refusal : program.refusals) reasons.push_back(refusal.reason);
    EXPECT_EQ(reasons, std::vector<std::string>(row.reasons.begin(), row.reasons.end()));
    fuse(program);
    EXPECT_EQ(print(program), once);
    EXPECT_EQ(program.refusals.size(), row.reasons.size());
  }
}

// Each operation's own lines are named by their ordinals.
TEST(Fuse, RefusalsNameTheOperations) {
  ir::ParallelProgram program =
      lower(domainProgram("%1 = sum %x : f64 %2 = div %x, %1 : f64[s1] return %2"));
  fuse(program);
  ASSERT_EQ(program.refusals.size(), 1u);
  EXPECT_EQ(program.refusals[0].secondOrdinal, program.refusals[0].firstOrdinal + 1);
  EXPECT_EQ(program.refusals[0].kind, ir::Refusal::Kind::incomplete);
}

// Who waits for whom, and over which sizes the loops run.
TEST(Fuse, RefusalsHaveTheirCauses) {
  ir::ParallelProgram program = lower(
      domainProgram("%1 = exp %x : f64[s1] %2 = sum %1 : f64 %3 = div %1, %2 : f64[s1] return %3"));
  fuse(program);
  ASSERT_EQ(program.refusals.size(), 2u);
  const ir::Refusal &waits = program.refusals[0], &sum = program.refusals[1];
  EXPECT_EQ(waits.kind, ir::Refusal::Kind::blocked);
  EXPECT_EQ(waits.blockedBy, sum.firstOrdinal);
  EXPECT_EQ(waits.firstSpace, std::vector<ir::Symbol>{1});
  EXPECT_EQ(waits.secondSpace, waits.firstSpace);
}

// No operation reads an array at another point yet; the rule is there for those that will.
TEST(Fuse, AnotherPoint) {
  ir::ParallelProgram program = ir::parseParallel(R"(parallel {
    symbol s1 = input 0 dim 0
    buffer b0 = input 0 : f64[s1, s1]
    buffer b1 = temporary : f64[s1, s1]
    buffer b2 = output 0 : f64[s1, s1]
    loop (i0 < s1, i1 < s1) {
      %0 = load b0[i0, i1] : f64
      store b1[i0, i1], %0 : f64
    }
    loop (i0 < s1, i1 < s1) {
      %0 = load b1[i1, i0] : f64
      store b2[i0, i1], %0 : f64
    }
    return b2
  })");
  fuse(program);
  EXPECT_EQ(program.loops.size(), 2u);
  ASSERT_EQ(program.refusals.size(), 1u);
  EXPECT_EQ(program.refusals[0].reason, "read at another point than it is written");
}

}  // namespace
}  // namespace parax::compiler::test
