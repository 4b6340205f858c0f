// contract: temporaries become values, and what nobody needs vanishes.
#include "compiler/contract.h"

#include "compiler/fuse.h"
#include "compiler/lower.h"
#include "tests/compiler/rows.h"

namespace parax::compiler::test {
namespace {

TEST(Contract, Rows) {
  checkRows(
      std::vector<ParallelRow>{
          {"a temporary of one loop, loads of one element, repeated numbers",
           R"(parallel {
  symbol s1 = input 0 dim 0
  buffer b0 = input 0 : f64[s1]
  buffer b1 = temporary : f64[s1]
  buffer b2 = output 0 : f64[s1]
  loop (i0 < s1) {
    %0 = load b0[i0] : f64
    %1 = number 0 : f64
    %2 = mul %0, %1 : f64
    store b1[i0], %2 : f64
    %4 = load b1[i0] : f64
    %5 = load b0[i0] : f64
    %6 = number 0 : f64
    %7 = fma %4, %5, %6 : f64
    store b2[i0], %7 : f64
  }
  return b2
})",
           R"(parallel {
  symbol s1 = input 0 dim 0
  buffer b0 = input 0 : f64[s1]
  buffer b1 = output 0 : f64[s1]
  loop (i0 < s1) {
    %0 = load b0[i0] : f64
    %1 = number 0 : f64
    %2 = mul %0, %1 : f64
    %3 = fma %2, %0, %1 : f64
    store b1[i0], %3 : f64
  }
  return b1
})"},
          {"a temporary that a later loop reads stays",
           R"(parallel {
  symbol s1 = input 0 dim 0
  buffer b0 = input 0 : f64[s1]
  buffer b1 = temporary : f64[s1]
  buffer b2 = temporary : f64
  buffer b3 = output 0 : f64[s1]
  loop (i0 < s1) {
    %0 = load b0[i0] : f64
    %1 = exp %0 : f64
    store b1[i0], %1 : f64
    %3 = load b1[i0] : f64
    reduce sum %3 -> b2[] : f64
  }
  loop (i0 < s1) {
    %0 = load b1[i0] : f64
    %1 = load b2[] : f64
    %2 = div %0, %1 : f64
    store b3[i0], %2 : f64
  }
  return b3
})",
           R"(parallel {
  symbol s1 = input 0 dim 0
  buffer b0 = input 0 : f64[s1]
  buffer b1 = temporary : f64[s1]
  buffer b2 = temporary : f64
  buffer b3 = output 0 : f64[s1]
  loop (i0 < s1) {
    %0 = load b0[i0] : f64
    %1 = exp %0 : f64
    store b1[i0], %1 : f64
    reduce sum %1 -> b2[] : f64
  }
  loop (i0 < s1) {
    %0 = load b1[i0] : f64
    %1 = load b2[] : f64
    %2 = div %0, %1 : f64
    store b3[i0], %2 : f64
  }
  return b3
})"},
          {"loops, reductions and inputs that nobody needs",
           R"(parallel {
  symbol s1 = input 0 dim 0
  buffer b0 = input 0 : f64[s1]
  buffer b1 = input 1 : f64[s1]
  buffer b2 = temporary : f64
  buffer b3 = temporary : f64
  buffer b4 = output 0 : f64
  loop (i0 < s1) {
    %0 = load b1[i0] : f64
    reduce sum %0 -> b2[] : f64
  }
  loop () {
    %0 = load b2[] : f64
    store b3[], %0 : f64
  }
  loop (i0 < s1) {
    %0 = load b0[i0] : f64
    reduce sum %0 -> b4[] : f64
  }
  return b4
})",
           R"(parallel {
  symbol s1 = input 0 dim 0
  buffer b0 = input 0 : f64[s1]
  buffer b1 = output 0 : f64
  loop (i0 < s1) {
    %0 = load b0[i0] : f64
    reduce sum %0 -> b1[] : f64
  }
  return b1
})"},
      },
      contract);
}

// Of two equal divisions the earlier one reports the error.
TEST(Contract, MergedInstructionsKeepTheEarlierOrdinal) {
  const ir::Program domain = domainProgram(
      "%1 = div %i, %j : i64[s1] %2 = div %i, %j : i64[s1] %3 = add %2, %1 : i64[s1] return %3");
  std::int32_t first = ir::none;
  for (const ir::Node& node : domain.nodes)
    if (node.op == Op::div && first == ir::none) first = node.ordinal;
  ir::ParallelProgram program = lower(domain);
  fuse(program);
  contract(program);
  int divisions = 0;
  for (const ir::Inst& inst : program.loops.at(0).body().insts) {
    if (inst.op != Op::div) continue;
    ++divisions;
    EXPECT_EQ(inst.ordinal, first);
  }
  EXPECT_EQ(divisions, 1);
}

}  // namespace
}  // namespace parax::compiler::test
