// planMemory: lifetimes, shared blocks, results in place.
#include "compiler/plan_memory.h"

#include "compiler/contract.h"
#include "compiler/fuse.h"
#include "compiler/lower.h"
#include "tests/compiler/rows.h"

namespace parax::compiler::test {
namespace {

ir::ParallelProgram planned(const char* lines, bool contracted = true, bool inPlace = true) {
  ir::ParallelProgram program = lower(domainProgram(lines));
  if (contracted) fuse(program);
  if (contracted) contract(program);
  planMemory(program);
  if (inPlace) takeOverInputs(program);
  EXPECT_NO_THROW(ir::verify(program)) << print(program);
  const std::string once = print(program);
  planMemory(program);
  if (inPlace) takeOverInputs(program);
  EXPECT_EQ(print(program), once);
  return program;
}

const ir::Buffer& result(const ir::ParallelProgram& program, std::size_t k = 0) {
  return program.buffers[static_cast<std::size_t>(program.outputs[k])];
}

TEST(PlanMemory, TemporariesShareBlocks) {
  // Unfused: each of the chain's temporaries lives in two loops, so two blocks alternate.
  const auto chain = planned(
      "%1 = sqrt %x : f64[s1] %2 = exp %1 : f64[s1] %3 = sqrt %2 : f64[s1] %4 = exp %3 : f64[s1] "
      "%5 = sqrt %4 : f64[s1] return %5",
      false);
  EXPECT_EQ(chain.blocks, 2);
  // Another size or element size never shares.
  const auto sizes = planned(
      "%1 = sqrt %x : f64[s1] %2 = sqrt %1 : f64[s1] %3 = sqrt %m : f64[s1, s2] "
      "%4 = sqrt %3 : f64[s1, s2] %5 = sqrt %f : f32[s1] %6 = sqrt %5 : f32[s1] return %2, %4, %6",
      false);
  EXPECT_EQ(sizes.blocks, 3);
}

TEST(PlanMemory, LifetimesSpanTheirLoops) {
  const auto program = planned("%1 = sum %x : f64 %2 = div %x, %1 : f64[s1] return %2");
  ASSERT_EQ(program.loops.size(), 2u);
  for (const ir::Buffer& buffer : program.buffers) {
    EXPECT_EQ(buffer.firstLoop, buffer.kind == ir::Buffer::Kind::output ? 1 : 0);
    EXPECT_EQ(buffer.lastLoop, 1);
  }
}

struct InPlaceRow {
  const char* name;
  const char* lines;
  std::vector<int> inputSlots;  // per result: the input that it takes over, or -1
};

TEST(PlanMemory, InPlace) {
  const InPlaceRow rows[] = {
      {"the last use at the same point", "%1 = exp %x : f64[s1] return %1", {0}},
      {"each input once",
       "%1 = add %x, %y : f64[s1] %2 = sub %x, %y : f64[s1] return %1, %2",
       {0, 3}},
      {"another type", "%1 = cast %x : i64[s1] return %1", {-1}},
      {"another shape", "%1 = add %m, %a : f64[s1, s2] %2 = sum %x : f64 return %2, %1", {-1, 1}},
      {"an input that is a result", "%1 = exp %x : f64[s1] return %1, %x", {-1}},
      {"used by a later loop",
       "%1 = exp %x : f64[s1] %2 = sum %1 : f64 %3 = div %x, %2 : f64[s1] return %1, %3",
       {-1, 0}},
      {"a program that can fail",
       "%1 = div %i, %j : i64[s1] %2 = exp %x : f64[s1] return %1, %2",
       {-1, -1}},
      {"an input that died in an earlier loop",
       "%1 = sum %x : f64 %2 = full %1 : f64[s1] return %2",
       {0}},
  };
  for (const InPlaceRow& row : rows) {
    SCOPED_TRACE(row.name);
    const auto program = planned(row.lines);
    for (std::size_t k = 0; k < row.inputSlots.size(); ++k) {
      const ir::BufferId from = result(program, k).inPlaceOf;
      const int slot = from == ir::none ? -1 : program.buffers[static_cast<std::size_t>(from)].slot;
      EXPECT_EQ(slot, row.inputSlots[k]) << print(program);
    }
  }
}

TEST(PlanMemory, InPlaceCanBeSwitchedOff) {
  EXPECT_EQ(result(planned("%1 = exp %x : f64[s1] return %1", true, false)).inPlaceOf, ir::none);
}

// Read at another point: the element may have been overwritten.
TEST(PlanMemory, NotInPlaceAtAnotherPoint) {
  const char* const text = R"(parallel {
    symbol s1 = input 0 dim 0
    buffer b0 = input 0 : f64[s1, s1]
    buffer b1 = output 0 : f64[s1, s1]
    loop (i0 < s1, i1 < s1) {
      %0 = load b0[i1, i0] : f64
      store b1[i0, i1], %0 : f64
    }
    return b1
  })";
  ir::ParallelProgram program = ir::parseParallel(text);
  planMemory(program);
  takeOverInputs(program);
  EXPECT_EQ(program.buffers[1].inPlaceOf, ir::none);
}

}  // namespace
}  // namespace parax::compiler::test
