// Affine accesses: steps, constants, run-time shifts, ranges with a lower bound, diagonals.
#include "everywhere.h"

#include <cstring>

namespace parax::codegen::test {
namespace {

std::vector<Shapes> squares(std::initializer_list<std::int64_t> sizes) {
  std::vector<Shapes> list;
  for (std::int64_t n : sizes)
    for (std::int64_t m : sizes) list.push_back({{n, m}});
  return list;
}

const char* const fivePoint = R"(parallel {
  symbol s1 = input 0 dim 0
  symbol s2 = input 0 dim 1
  symbol s3 = sub s1, 1
  symbol s4 = sub s2, 1
  buffer b0 = input 0 : TYPE[s1, s2]
  buffer b1 = output 0 : TYPE[s1, s2]
  loop (i0 < s1, i1 < s2) {
    %0 = load b0[i0, i1] : TYPE
    store b1[i0, i1], %0 : TYPE
  } schedule group 0 0
  loop (i0 in 1 to s3, i1 in 1 to s4) {
    %0 = load b0[i0, i1] : TYPE
    %1 = load b0[i0 - 1, i1] : TYPE
    %2 = load b0[i0 + 1, i1] : TYPE
    %3 = load b0[i0, i1 - 1] : TYPE
    %4 = load b0[i0, i1 + 1] : TYPE
    %5 = add %1, %2 : TYPE
    %6 = add %3, %4 : TYPE
    %7 = add %5, %6 : TYPE
    %8 = sub %7, %0 : TYPE
    store b1[i0, i1], %8 : TYPE
  } schedule parallel
  return b1
}
)";

TEST(Affine, FivePointStencil) {
  Random random(1);
  for (const char* type : {"f64", "f32", "i32"})
    checkEverywhere(replaced(fivePoint, "TYPE", type), squares({0, 1, 2, 3, 13, 37}), random);
}

TEST(Affine, StencilIsContiguousVectorCode) {
  const auto p = ir::parseParallel(replaced(fivePoint, "TYPE", "f64"));
  const auto code = backend().compile(p, {.keepLlvm = true});
  EXPECT_GT(code->info[1].lanes, 1);
  EXPECT_EQ(code->llvmText.find("masked.gather"), std::string::npos);
  EXPECT_EQ(code->llvmText.find("masked.scatter"), std::string::npos);
}

TEST(Affine, StepsShiftsAndReversal) {
  Random random(2);
  const std::string text = R"(parallel {
  symbol s1 = input 0 dim 0
  symbol s2 = 2
  symbol s3 = div s1, s2
  symbol s4 = sub s1, 1
  symbol s5 = input 1 dim 0
  symbol s6 = sub s5, s3
  buffer b0 = input 0 : f32[s1]
  buffer b1 = input 1 : f32[s5]
  buffer b2 = output 0 : f32[s3]
  buffer b3 = output 1 : f32[s1]
  buffer b4 = output 2 : f32[s3]
  loop (i0 < s3) {
    %0 = load b0[2 * i0 + 1] : f32
    %1 = load b0[-2 * i0 + s4] : f32
    %2 = load b1[i0 + s6] : f32
    %3 = add %0, %1 : f32
    %4 = mul %3, %2 : f32
    store b2[i0], %4 : f32
  } schedule
  loop (i0 < s1) {
    %0 = load b0[-1 * i0 + s4] : f32
    %1 = index i0 : f32
    %2 = mul %0, %1 : f32
    store b3[-1 * i0 + s4], %2 : f32
  } schedule parallel streaming
  loop (i0 < s3) {
    %0 = load b0[1] : f32
    ---
    %1 = load b0[2 * i0] : f32
    %2 = sub %1, %0 : f32
    store b4[i0], %2 : f32
  } schedule
  return b2, b3, b4
}
)";
  std::vector<Shapes> shapes;
  for (std::int64_t n : {2, 3, 4, 17, 31, 64, 101}) shapes.push_back({{n}, {n / 2 + n % 3}});
  checkEverywhere(text, shapes, random);
}

TEST(Affine, DiagonalsAndTransposedBlocks) {
  Random random(3);
  const std::string text = R"(parallel {
  symbol s1 = input 0 dim 0
  symbol s2 = sub s1, 1
  symbol s3 = 2
  symbol s4 = 0
  buffer b0 = input 0 : i64[s1, s1]
  buffer b1 = output 0 : i64[s1]
  buffer b2 = output 1 : i64[s1]
  buffer b3 = output 2 : i64[s1, s1]
  buffer b4 = output 3 : i64[s1, s1, s3]
  loop (i0 < s1) {
    %0 = load b0[i0, i0] : i64
    %1 = load b0[i0, -1 * i0 + s2] : i64
    store b1[i0], %0 : i64
    store b2[-1 * i0 + s2], %1 : i64
  } schedule
  loop (i0 < s1, i1 < s1) {
    %0 = load b0[-1 * i1 + s2, -1 * i0 + s2] : i64
    store b3[i1, i0], %0 : i64
    store b4[i0, i1, 1], %0 : i64
    %3 = load b0[i0, s2] : i64
    store b4[i0, i1, s4], %3 : i64
  } schedule
  return b1, b2, b3, b4
}
)";
  std::vector<Shapes> shapes;
  for (std::int64_t n : {1, 2, 7, 16, 33}) shapes.push_back({{n, n}});
  checkEverywhere(text, shapes, random);
}

// A failure names the point's number inside of the box.
TEST(Affine, RangesCountFromTheirFirstPoint) {
  Random random(4);
  const auto p = numbered(R"(parallel {
  symbol s1 = input 0 dim 0
  symbol s2 = input 0 dim 1
  symbol s3 = 2
  symbol s4 = 3
  buffer b0 = input 0 : i32[s1, s2]
  buffer b1 = output 0 : i32[s1, s2]
  buffer b2 = output 1 : i64[s1, s2]
  loop (i0 < s1, i1 < s2) {
    %0 = index i1 : i64
    %1 = constant 0 : i32
    store b2[i0, i1], %0 : i64
    store b1[i0, i1], %1 : i32
  } schedule
  loop (i0 in s3 to s1, i1 in s4 to s2) {
    %0 = load b0[i0, i1] : i32
    %1 = constant 7 : i32
    %2 = div %1, %0 : i32
    %3 = index i0 : i64
    %4 = index i1 : i64
    %5 = mul %3, %4 : i64
    store b1[i0, i1], %2 : i32
    store b2[i0, i1], %5 : i64
  } schedule
  return b1, b2
}
)");
  const auto code = backend().compile(p, {});
  Array input = randomArray(ElementType::int32, {5, 40}, random);
  for (std::size_t k = 0; k < 200; ++k) {
    const std::int32_t value = k == 0 || k == 3 * 40 + 30 || k == 4 * 40 + 3 ? 0 : 5;
    std::memcpy(input.bytes.data() + 4 * k, &value, 4);
  }
  const RunResult result = run(p, *code, {input}, {}, random);
  try {
    ir::interpret(p, views({input}), {});
    ADD_FAILURE() << "the interpreter did not fail";
  } catch (const ir::ElementFailure& failure) {
    EXPECT_EQ(failure.point, 37 + 27);
    expectFailure(failure, result, "range");
  }
  for (std::size_t k = 0; k < 200; ++k) std::memset(input.bytes.data() + 4 * k, 3, 4);
  const auto expected = ir::interpret(p, views({input}), {});
  const RunResult actual = run(p, *code, {input}, {}, random);
  for (std::size_t k = 0; k < 2; ++k) expectEqual(expected[k], actual.outputs[k], "range");
}

// What a point stores it reads back; fields are stored in any order.
TEST(Affine, LoadsAndStoresKeepTheirOrder) {
  Random random(5);
  const std::string text = R"(parallel {
  symbol s1 = input 0 dim 0
  buffer b0 = input 0 : f64[s1]
  buffer b1 = output 0 : f64[s1]
  buffer b2 = output 1 : c128[s1]
  buffer b3 = output 2 : f64[s1]
  loop (i0 < s1) {
    %0 = load b0[i0] : f64
    %1 = sin %0 : f64
    store b1[i0], %1 : f64
    %3 = load b1[i0] : f64
    %4 = exp %3 : f64
    %5 = tan %4 : f64
    %6 = pow %5, %3 : f64
    store b1[i0], %6 : f64
    %8 = load b1[i0] : f64
    %9 = add %8, %3 : f64
    store b1[i0], %9 : f64
    store b2[i0].1, %6 : f64
    %12 = load b2[i0].1 : f64
    store b2[i0].0, %0 : f64
    store b3[i0], %12 : f64
  } schedule group 0
  return b1, b2, b3
}
)";
  std::vector<Shapes> shapes;
  for (std::int64_t n : {1, 7, 64, 130}) shapes.push_back({{n}});
  checkEverywhere(text, shapes, random);
}

}  // namespace
}  // namespace parax::codegen::test
