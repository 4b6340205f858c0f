// hoist: what goes in front of a loop, and what must not.
#include "compiler/hoist.h"

#include "tests/compiler/rows.h"

namespace parax::compiler::test {
namespace {

TEST(Hoist, Rows) {
  checkRows(
      std::vector<ParallelRow>{
          {"scalars and what is computed from them",
           R"(parallel {
  symbol s1 = input 0 dim 0
  buffer b0 = input 0 : f64[s1]
  buffer b1 = input 1 : f64
  buffer b2 = output 0 : f64[s1]
  loop (i0 < s1) {
    %0 = load b0[i0] : f64
    %1 = load b1[] : f64
    %2 = number 0 : f64
    %3 = mul %1, %2 : f64
    %4 = index i0 : f64
    %5 = fma %0, %3, %4 : f64
    store b2[i0], %5 : f64
  }
  return b2
})",
           R"(parallel {
  symbol s1 = input 0 dim 0
  buffer b0 = input 0 : f64[s1]
  buffer b1 = input 1 : f64
  buffer b2 = output 0 : f64[s1]
  loop (i0 < s1) {
    %0 = load b1[] : f64
    %1 = number 0 : f64
    %2 = mul %0, %1 : f64
    ---
    %3 = load b0[i0] : f64
    %4 = index i0 : f64
    %5 = fma %3, %2, %4 : f64
    store b2[i0], %5 : f64
  }
  return b2
})"},
          {"a division that can fail stays, with what needs it",
           R"(parallel canFail {
  symbol s1 = input 0 dim 0
  buffer b0 = input 0 : i64[s1]
  buffer b1 = output 0 : i64[s1]
  loop (i0 < s1) {
    %0 = load b0[i0] : i64
    %1 = number 0 : i64
    %2 = number 1 : i64
    %3 = div %1, %2 : i64
    %4 = neg %3 : i64
    %5 = constant 7 : i64
    %6 = div %1, %5 : i64
    %7 = add %4, %6 : i64
    %8 = add %0, %7 : i64
    store b1[i0], %8 : i64
  }
  return b1
})",
           R"(parallel canFail {
  symbol s1 = input 0 dim 0
  buffer b0 = input 0 : i64[s1]
  buffer b1 = output 0 : i64[s1]
  loop (i0 < s1) {
    %0 = number 0 : i64
    %1 = number 1 : i64
    %2 = constant 7 : i64
    %3 = div %0, %2 : i64
    ---
    %4 = load b0[i0] : i64
    %5 = div %0, %1 : i64
    %6 = neg %5 : i64
    %7 = add %6, %3 : i64
    %8 = add %4, %7 : i64
    store b1[i0], %8 : i64
  }
  return b1
})"},
      },
      hoist);
}

}  // namespace
}  // namespace parax::compiler::test
