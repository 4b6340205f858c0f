// Nests of rank 0 to 3: broadcasts, groups, transposed and diagonal accesses, partial rows.
#include "harness.h"

namespace parax::codegen::test {
namespace {

TEST(Nest, OnePoint) {
  Random random(1);
  check({R"(parallel {
  buffer b0 = input 0 : f64
  buffer b1 = output 0 : f64
  buffer b2 = output 1 : f64
  loop () {
    %0 = load b0[] : f64
    %1 = exp %0 : f64
    %2 = mul %1, %0 : f64
    store b1[], %2 : f64
    reduce sum %2 -> b2[] : f64
  } schedule
  return b1, b2
}
)",
         {{}}},
        random);
}

// The sign of a NaN shows in copysign.
TEST(Nest, MinAndMaxKeepTheSignOfNan) {
  Random random(7);
  for (const char* op : {"min", "max"})
    check({std::string(R"(parallel {
  symbol s1 = input 0 dim 0
  buffer b0 = input 0 : f64[s1]
  buffer b1 = input 1 : f64[s1]
  buffer b2 = output 0 : f64[s1]
  loop (i0 < s1) {
    %0 = constant 1 : f64
    ---
    %1 = load b0[i0] : f64
    %2 = load b1[i0] : f64
    %3 = )") + op +
               R"( %1, %2 : f64
    %4 = copysign %0, %3 : f64
    store b2[i0], %4 : f64
  } schedule group 0
  return b2
}
)",
           {{4000}, {4000}}},
          random);
}

const char* const broadcast2 = R"(parallel {
  symbol s1 = input 0 dim 0
  symbol s2 = input 0 dim 1
  buffer b0 = input 0 : f64[s1, s2]
  buffer b1 = input 1 : f64[s2]
  buffer b2 = input 2 : f64[s1, 1]
  buffer b3 = output 0 : f64[s1, s2]
  buffer b4 = output 1 : f64[s1, s2]
  buffer b5 = output 2 : f64
  buffer b6 = output 3 : f32
  buffer b7 = output 4 : bool
  loop (i0 < s1, i1 < s2) {
    %0 = load b0[i0, i1] : f64
    %1 = load b1[i1] : f64
    %2 = load b2[i0, 0] : f64
    %3 = fma %0, %1, %2 : f64
    store b3[i0, i1], %3 : f64
    %4 = index i0 : f64
    %5 = index i1 : f64
    %6 = mul %4, %5 : f64
    store b4[i0, i1], %6 : f64
    %7 = cast %3 : f32
    %8 = lt %3, %0 : bool
    REDUCE
  } schedule GROUP
  return b3, b4, b5, b6, b7
}
)";

std::string substitute(std::string s, const std::string& what, const std::string& with) {
  const std::size_t at = s.find(what);
  return at == std::string::npos ? s : s.replace(at, what.size(), with);
}

TEST(Nest, BroadcastsAndReductions) {
  Random random(2);
  const std::string reduce =
      "reduce sum %3 -> b5[] : f64\n    reduce reduceMax %7 -> b6[] : f32\n    reduce any %8 -> "
      "b7[] : "
      "bool";
  for (const char* group : {"", "group 0 1"}) {
    const std::string source = substitute(substitute(broadcast2, "REDUCE", reduce), "GROUP", group);
    const auto p = ir::parseParallel(source);
    const auto code = backend().compile(p, {});
    for (const auto& [n, m] :
         {std::pair{1, 1}, {3, 5}, {7, 64}, {64, 7}, {1, 9000}, {100, 100}, {4097, 2}, {130, 33}})
      check(p, *code, {source, {{n, m}, {m}, {n, 1}}, {}, {}, true}, random);
  }
}

TEST(Nest, EveryShape) {
  Random random(3);
  std::string source = R"(parallel {
  symbol s1 = input 0 dim 0
  symbol s2 = input 0 dim 1
  buffer b0 = input 0 : f32[s1, s2]
  buffer b1 = input 1 : f32[s2]
  buffer b2 = output 0 : f32[s1, s2]
  loop (i0 < s1, i1 < s2) {
    %0 = load b0[i0, i1] : f32
    %1 = load b1[i1] : f32
    %2 = sub %0, %1 : f32
    store b2[i0, i1], %2 : f32
  } schedule parallel streaming
  return b2
}
)";
  const auto p = ir::parseParallel(source);
  const auto code = backend().compile(p, {});
  for (int n = 0; n < 6; ++n)
    for (int m = 0; m < 150; m += 1 + m / 20)
      for (std::int64_t flags : {std::int64_t{0}, streamingFlag})
        check(p, *code,
              {source,
               {{n, m}, {m}},
               {.flags = flags,
                .side = m % 2 ? GuardedBuffer::Side::before : GuardedBuffer::Side::after}},
              random);
}

TEST(Nest, Rank3) {
  Random random(4);
  const std::string source = R"(parallel {
  symbol s1 = input 0 dim 0
  symbol s2 = input 0 dim 1
  symbol s3 = input 0 dim 2
  buffer b0 = input 0 : i32[s1, s2, s3]
  buffer b1 = input 1 : i32[s2, s3]
  buffer b2 = input 2 : i32[s1]
  buffer b3 = input 3 : i32[s3]
  buffer b4 = output 0 : i32[s1, s2, s3]
  buffer b5 = output 1 : i32
  loop (i0 < s1, i1 < s2, i2 < s3) {
    %0 = load b0[i0, i1, i2] : i32
    %1 = load b1[i1, i2] : i32
    %2 = load b2[i0] : i32
    THIRD
    %4 = add %0, %1 : i32
    %5 = mul %4, %2 : i32
    %6 = sub %5, %3 : i32
    store b4[i0, i1, i2], %6 : i32
    reduce sum %6 -> b5[] : i32
  } schedule GROUP
  return b4, b5
}
)";
  for (const auto& [third, group] : {std::pair{"%3 = load b3[i2] : i32", ""},
                                     {"%3 = load b3[i2] : i32", "group 0 1 2"},
                                     {"%3 = load b2[i0] : i32", "group 0 1 1"}}) {
    const std::string s = substitute(substitute(source, "THIRD", third), "GROUP", group);
    const auto p = ir::parseParallel(s);
    const auto code = backend().compile(p, {});
    for (const auto& shape : {std::vector<std::int64_t>{2, 3, 4},
                              {5, 1, 17},
                              {1, 30, 70},
                              {20, 20, 20},
                              {3, 0, 2},
                              {9, 40, 31}})
      check(p, *code, {s, {shape, {shape[1], shape[2]}, {shape[0]}, {shape[2]}}}, random);
  }
}

TEST(Nest, TransposedAndDiagonal) {
  Random random(5);
  const std::string source = R"(parallel {
  symbol s1 = input 0 dim 0
  buffer b0 = input 0 : f64[s1, s1]
  buffer b1 = input 1 : bool[s1, s1]
  buffer b2 = output 0 : f64[s1, s1]
  buffer b3 = output 1 : bool[s1, s1]
  loop (i0 < s1, i1 < s1) {
    %0 = load b0[i1, i0] : f64
    %1 = load b1[i1, i0] : bool
    store b2[i0, i1], %0 : f64
    store b3[i0, i1], %1 : bool
  } schedule
  loop (i0 < s1, i1 < s1) {
    %0 = load b0[i1, i0] : f64
    store b2[i1, i0], %0 : f64
  } schedule
  return b2, b3
}
)";
  const auto p = ir::parseParallel(source);
  const auto code = backend().compile(p, {});
  for (std::int64_t n : {1, 2, 7, 8, 9, 33, 70})
    check(p, *code, {source, {{n, n}, {n, n}}}, random);
}

}  // namespace
}  // namespace parax::codegen::test
