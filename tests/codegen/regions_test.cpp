// Regions: lanes take their own ways.
#include "everywhere.h"

namespace parax::codegen::test {
namespace {

const std::vector<Shapes> lengths = {{{0}}, {{1}}, {{7}}, {{16}}, {{37}}, {{130}}};

TEST(Regions, If) {
  Random random(1);
  const std::string text = R"(parallel {
  symbol s1 = input 0 dim 0
  buffer b0 = input 0 : i32[s1]
  buffer b1 = output 0 : i32[s1]
  buffer b2 = output 1 : f64[s1]
  loop (i0 < s1) {
    %0 = constant 3 : i32
    %1 = constant 0 : i32
    %2 = constant 1.5 : f64
    ---
    %3 = load b0[i0] : i32
    %4 = gt %3, %1 : bool
    store b1[i0], %0 : i32
    %6 = if %4 {
      %7 = div %0, %3 : i32
      %8 = cast %3 : f64
      %9 = exp %8 : f64
      store b1[i0], %7 : i32
      yield %7, %9
    } else {
      %12 = gt %3, %0 : bool
      %13 = lt %3, %1 : bool
      %14 = if %13 {
        %15 = rem %0, %3 : i32
        yield %15
      } else {
        yield %0
      }
      %18 = part 0 of %14 : i32
      yield %18, %2
    }
    %20 = part 0 of %6 : i32
    %21 = part 1 of %6 : f64
    %22 = cast %20 : f64
    %23 = add %21, %22 : f64
    store b2[i0], %23 : f64
  } schedule
  return b1, b2
}
)";
  checkEverywhere(numbered(text), text, lengths, random);
  checkEverywhere(numbered(text), text, lengths, random, true);
  const std::string fails = replaced(text, "gt %3, %1", "ge %3, %1");
  checkEverywhere(numbered(fails), fails, lengths, random);
}

TEST(Regions, CountedLoops) {
  Random random(2);
  const std::string text = R"(parallel {
  symbol s1 = input 0 dim 0
  buffer b0 = input 0 : i64[s1]
  buffer b1 = output 0 : f32[s1]
  buffer b2 = output 1 : i64[s1]
  loop (i0 < s1) {
    %0 = constant 0.5 : f32
    %1 = constant 15 : i64
    %2 = extent s1 : i64
    ---
    %3 = load b0[i0] : i64
    %4 = bitAnd %3, %1 : i64
    %5 = loop COUNT, %0, %3 {
      %6 = param 0 : i64
      %7 = param 1 : f32
      %8 = param 2 : i64
      %9 = cast %6 : f32
      %10 = fma %7, %0, %9 : f32
      %11 = rem %6, %2 : i64
      %12 = load b0[%11] : i64
      %13 = load b0[%6 wrap] : i64
      %14 = add %8, %12 : i64
      %15 = sub %14, %13 : i64
      yield %10, %15
    }
    %17 = part 0 of %5 : f32
    %18 = part 1 of %5 : i64
    store b1[i0], %17 : f32
    store b2[i0], %18 : i64
  } schedule
  return b1, b2
}
)";
  for (const char* count : {"%4", "%1", "%2", "%3"})
    checkEverywhere(numbered(replaced(text, "COUNT", count)), replaced(text, "COUNT", count),
                    lengths, random, true);
}

TEST(Regions, While) {
  Random random(3);
  const std::string text = R"(parallel {
  symbol s1 = input 0 dim 0
  buffer b0 = input 0 : TYPE[s1]
  buffer b1 = output 0 : TYPE[s1]
  buffer b2 = output 1 : i64[s1]
  loop (i0 < s1) {
    %0 = constant 4 : TYPE
    %1 = constant 0 : i64
    %2 = constant 1 : i64
    %3 = constant 50 : i64
    ---
    %4 = load b0[i0] : TYPE
    %5 = while %4, %1 {
      %6 = param 0 : TYPE
      %7 = param 1 : i64
      %8 = mul %6, %6 : TYPE
      %9 = lt %8, %0 : bool
      %10 = lt %7, %3 : bool
      %11 = and %9, %10 : bool
      continue %11
      %13 = add %8, %4 : TYPE
      %14 = add %7, %2 : i64
      yield %13, %14
    }
    %16 = part 0 of %5 : TYPE
    %17 = part 1 of %5 : i64
    store b1[i0], %16 : TYPE
    store b2[i0], %17 : i64
  } schedule
  return b1, b2
}
)";
  for (const char* type : {"f64", "f32"})
    checkEverywhere(replaced(text, "TYPE", type), lengths, random);
  const std::string once =
      replaced(replaced(replaced(text, "[s1]", ""), "[i0]", "[]"), "loop (i0 < s1)", "loop ()");
  checkEverywhere(replaced(replaced(once, "TYPE", "f64"), "  symbol s1 = input 0 dim 0\n", ""),
                  {{{}}}, random);
}

// A product of matrices: contiguous loads of one operand, one element of the other.
const char* const product = R"(parallel {
  symbol s1 = input 0 dim 0
  symbol s2 = input 0 dim 1
  symbol s3 = input 1 dim 1
  buffer b0 = input 0 : TYPE[s1, s2]
  buffer b1 = input 1 : TYPE[s2, s3]
  buffer b2 = output 0 : TYPE[s1, s3]
  loop (i0 < s1, i1 < s3) {
    %0 = extent s2 : i64
    ---
    %1 = reduceOver sum %0 : TYPE {
      %2 = param 0 : i64
      %3 = load b0[i0, %2] : TYPE
      %4 = load b1[%2, i1] : TYPE
      %5 = mul %3, %4 : TYPE
      yield %5
    }
    store b2[i0, i1], %1 : TYPE
  } schedule parallel
  return b2
}
)";

TEST(Regions, ReduceOver) {
  Random random(4);
  for (const char* type : {"f64", "f32", "i32"})
    checkEverywhere(replaced(product, "TYPE", type),
                    {{{3, 0}, {0, 5}},
                     {{1, 1}, {1, 1}},
                     {{2, 7}, {7, 19}},
                     {{2, 33}, {33, 9}},
                     {{1, 1280}, {1280, 3}},
                     {{1, 1281}, {1281, 2}},
                     {{1, 9000}, {9000, 2}}},
                    random);
  const auto code =
      backend().compile(ir::parseParallel(replaced(product, "TYPE", "f64")), {.keepLlvm = true});
  EXPECT_EQ(code->llvmText.find("masked.gather"), std::string::npos);
}

// Every lane counts to its own end; what it reads there is its own.
TEST(Regions, ReduceOverOwnCounts) {
  Random random(5);
  const std::string text = R"(parallel {
  symbol s1 = input 0 dim 0
  symbol s2 = input 1 dim 0
  buffer b0 = input 0 : i64[s1]
  buffer b1 = input 1 : TYPE[s2]
  buffer b2 = output 0 : TYPE[s1]
  buffer b3 = output 1 : bool[s1]
  loop (i0 < s1) {
    %0 = constant 3000 : i64
    %1 = constant 0 : TYPE
    ---
    %2 = load b0[i0] : i64
    %3 = rem %2, %0 : i64
    %4 = reduceOver OP %3 : TYPE {
      %5 = param 0 : i64
      %6 = load b1[%5 - i0 clamp] : TYPE
      yield %6
    }
    %8 = reduceOver all %3 : bool {
      %9 = param 0 : i64
      %10 = load b1[%9 + i0 zero] : TYPE
      %11 = ge %10, %1 : bool
      yield %11
    }
    store b2[i0], %4 : TYPE
    store b3[i0], %8 : bool
  } schedule
  return b2, b3
}
)";
  for (const char* op : {"sum", "product"})
    for (const char* type : {"f64", "f32", "i64"})
      checkEverywhere(replaced(replaced(text, "TYPE", type), "OP", op),
                      {{{1}, {9}}, {{21}, {100}}, {{5}, {3000}}}, random);
}

// A failing lane goes on with 0; failures inside of regions respect the mask.
TEST(Regions, Failures) {
  Random random(6);
  const std::string text = R"(parallel canFail {
  symbol s1 = input 0 dim 0
  buffer b0 = input 0 : i64[s1]
  buffer b1 = output 0 : i64[s1]
  loop (i0 < s1) {
    %0 = constant 100 : i64
    %1 = constant 1 : i64
    %2 = constant 7 : i64
    ---
    %3 = load b0[i0] : i64
    %4 = bitAnd %3, %2 : i64
    %5 = while %4 {
      %6 = param 0 : i64
      %7 = sub %6, %1 : i64
      %8 = gt %6, LIMIT : bool
      continue %8
      %10 = div %0, %7 : i64
      %11 = load b0[%7 fail] : i64
      %12 = sub %10, %10 : i64
      %13 = add %7, %12 : i64
      yield %13
    }
    %15 = part 0 of %5 : i64
    store b1[i0], %15 : i64
  } schedule
  return b1
}
)";
  for (const char* limit : {"%1", "%4"})
    checkEverywhere(numbered(replaced(text, "LIMIT", limit)), replaced(text, "LIMIT", limit),
                    lengths, random);
  checkEverywhere(numbered(replaced(text, "LIMIT", "%1")), replaced(text, "LIMIT", "%1"),
                  {{{3}}, {{9}}}, random, true);
}

}  // namespace
}  // namespace parax::codegen::test
