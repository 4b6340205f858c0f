// schedule: dimensions walked as one, streaming, cost.
#include "compiler/schedule.h"

#include "compiler/contract.h"
#include "compiler/fuse.h"
#include "compiler/hoist.h"
#include "compiler/lower.h"
#include "tests/compiler/rows.h"

namespace parax::compiler::test {
namespace {

ir::Schedule scheduleOf(const char* lines) {
  ir::ParallelProgram program = lower(domainProgram(lines));
  fuse(program);
  contract(program);
  hoist(program);
  schedule(program);
  EXPECT_NO_THROW(ir::verify(program));
  const std::string once = print(program);
  schedule(program);
  EXPECT_EQ(print(program), once);
  return program.loops.back().schedule;
}

struct GroupRow {
  const char* name;
  const char* lines;
  std::vector<std::int32_t> group;
};

TEST(Schedule, Groups) {
  const GroupRow rows[] = {
      {"a dense array is walked as one", "%1 = neg %m : f64[s1, s2] return %1", {0, 0}},
      {"scalars do not matter", "%1 = mul %m, %a : f64[s1, s2] return %1", {0, 0}},
      {"a row vector keeps them apart",
       "%r = input 10 : f64[s2] %1 = mul %m, %r : f64[s1, s2] return %1",
       {0, 1}},
      {"a column vector too",
       "%r = input 10 : f64[s1, 1] %1 = mul %m, %r : f64[s1, s2] return %1",
       {0, 1}},
      {"a matrix in a stack: its two dims stay together",
       "%t = input 10 : f64[s3, s1, s2] %1 = mul %t, %m : f64[s3, s1, s2] return %1",
       {0, 1, 1}},
      {"an index counts one dimension",
       "%i1 = iota : f64[s2] %1 = mul %m, %i1 : f64[s1, s2] return %1",
       {0, 1}},
      {"an extent of one in between",
       "%t = input 10 : f64[s1, 1, s2] %1 = neg %t : f64[s1, 1, s2] return %1",
       {0, 0}},
      {"rank 0", "%1 = neg %a : f64 return %1", {}},
  };
  for (const GroupRow& row : rows) {
    SCOPED_TRACE(row.name);
    EXPECT_EQ(scheduleOf(row.lines).group, row.group);
  }
}

TEST(Schedule, ParallelAndStreaming) {
  const ir::Schedule cheap = scheduleOf("%1 = add %x, %y : f64[s1] return %1");
  EXPECT_TRUE(cheap.parallel && cheap.streaming);
  EXPECT_FALSE(scheduleOf("%1 = exp %x : f64[s1] return %1").streaming);
  EXPECT_FALSE(scheduleOf("%1 = sum %x : f64 return %1").streaming);
  EXPECT_FALSE(scheduleOf("%1 = neg %a : f64 return %1").parallel);
  const ir::Schedule dear = scheduleOf("%1 = pow %x, %y : f64[s1] return %1");
  EXPECT_GT(dear.cyclesPerPoint, 4 * cheap.cyclesPerPoint);
}

// What is hoisted runs once.
TEST(Schedule, HoistedCostsNothing) {
  EXPECT_EQ(scheduleOf("%1 = exp %n : f64 %2 = mul %x, %1 : f64[s1] return %2").cyclesPerPoint,
            scheduleOf("%2 = mul %x, %n : f64[s1] return %2").cyclesPerPoint);
}

}  // namespace
}  // namespace parax::compiler::test
