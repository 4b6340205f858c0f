// The first element that fails is noted; checked code catches accesses out of bounds.
#include "everywhere.h"

#include <cstring>

namespace parax::codegen::test {
namespace {

const char* const division = R"(parallel {
  symbol s1 = input 0 dim 0
  symbol s2 = input 0 dim 1
  buffer b0 = input 0 : TYPE[s1, s2]
  buffer b1 = input 1 : TYPE[s2]
  buffer b2 = output 0 : TYPE[s1, s2]
  loop (i0 < s1, i1 < s2) {
    %0 = load b0[i0, i1] : TYPE
    %1 = load b1[i1] : TYPE
    %2 = div %0, %1 : TYPE
    store b2[i0, i1], %2 : TYPE
  } schedule parallel
  return b2
}
)";

std::string withType(std::string s, const std::string& type) {
  for (std::size_t at; (at = s.find("TYPE")) != std::string::npos;) s.replace(at, 4, type);
  return s;
}

TEST(Errors, DivisionByZeroNamesThePoint) {
  Random random(1);
  for (const char* type : {"i32", "i64"}) {
    const auto p = numbered(withType(division, type));
    const auto code = backend().compile(p, {});
    const ElementType t = p.buffers[0].type;
    std::vector<Array> inputs = {randomArray(t, {3, 21}, random), randomArray(t, {21}, random)};
    std::memset(inputs[1].bytes.data(), 1, inputs[1].bytes.size());
    for (std::size_t column : {std::size_t{4}, std::size_t{20}})
      std::memset(inputs[1].bytes.data() + column * sizeOf(t), 0, sizeOf(t));
    const RunResult result = run(p, *code, inputs, {}, random);
    expectFailure(ir::Failure{.ordinal = 102, .point = 4}, result, "the first of six");
    try {
      ir::interpret(p, views(inputs), {});
      ADD_FAILURE() << "the interpreter did not fail";
    } catch (const ir::ElementFailure& failure) {
      expectFailure(failure, result, "as the interpreter");
    }
  }
}

TEST(Errors, InactiveLanesDoNotFail) {
  Random random(2);
  const auto p = numbered(R"(parallel {
  symbol s1 = input 0 dim 0
  buffer b0 = input 0 : i32[s1]
  buffer b1 = output 0 : i32[s1]
  loop (i0 < s1) {
    %0 = load b0[i0] : i32
    %1 = constant 1 : i32
    %2 = sub %0, %1 : i32
    %3 = div %0, %2 : i32
    store b1[i0], %3 : i32
  } schedule group 0
  return b1
}
)");
  const auto code = backend().compile(p, {});
  Array input = randomArray(ElementType::int32, {37}, random);
  for (std::size_t k = 0; k < 37; ++k) {
    const std::int32_t value = 5;
    std::memcpy(input.bytes.data() + 4 * k, &value, 4);
  }
  EXPECT_FALSE(run(p, *code, {input}, {}, random).failure());
}

TEST(Errors, HoistedDivisionFailsAtPointZero) {
  Random random(3);
  const auto p = numbered(R"(parallel {
  symbol s1 = input 0 dim 0
  buffer b0 = input 0 : i64[s1]
  buffer b1 = output 0 : i64[s1]
  loop (i0 < s1) {
    %0 = number 0 : i64
    %1 = div %0, %0 : i64
    ---
    %2 = load b0[i0] : i64
    %3 = add %1, %2 : i64
    store b1[i0], %3 : i64
  } schedule group 0
  return b1
}
)");
  const auto code = backend().compile(p, {});
  const Array input = randomArray(ElementType::int64, {100}, random);
  const RunResult result = run(p, *code, {input}, {Scalar::of(std::int64_t{0})}, random);
  expectFailure(ir::Failure{.ordinal = 101, .point = 0}, result, "hoisted");
  const Array empty = randomArray(ElementType::int64, {0}, random);
  EXPECT_FALSE(run(p, *code, {empty}, {Scalar::of(std::int64_t{0})}, random).failure());
}

// Compiled code knows this layout.
TEST(Errors, TheRecordIsPlainMemory) {
  static_assert(std::is_trivially_copyable_v<FailureRecord> && sizeof(FailureRecord) == 56);
  static_assert(offsetof(FailureRecord, kind) == 4 && offsetof(FailureRecord, point) == 16 &&
                offsetof(FailureRecord, detail) == 24);
}

// Seven threads, all of whose elements fail: the smallest point of the smallest ordinal stays.
TEST(Errors, ThreadsAgreeOnTheFirstFailure) {
  Random random(6);
  const auto p = numbered(withType(division, "i32"));
  const auto code = backend().compile(p, {});
  std::vector<Array> inputs = {randomArray(ElementType::int32, {70, 101}, random),
                               randomArray(ElementType::int32, {101}, random)};
  std::memset(inputs[1].bytes.data(), 0, inputs[1].bytes.size());
  for (int k = 0; k < 50; ++k)
    expectFailure(ir::Failure{.ordinal = 102, .point = 0},
                  run(p, *code, inputs, {}, random, {.threads = 7}), "all fail");
}

const char* const twoSizes = R"(parallel {
  symbol s1 = input 0 dim 0
  symbol s2 = input 1 dim 0
  buffer b0 = input 0 : f64[s1]
  buffer b1 = input 1 : f64[s2]
  buffer b2 = output 0 : f64[s1]
  loop (i0 < s1) {
    %0 = load b0[i0] : f64
    %1 = load b1[i0] : f64
    %2 = add %0, %1 : f64
    store b2[i0], %2 : f64
  } schedule group 0
  return b2
}
)";

TEST(Checked, FindsPlantedAccessOutOfBounds) {
  Random random(4);
  const auto p = ir::parseParallel(twoSizes);
  const auto code = backend().compile(p, {.checked = true});
  const std::vector<Array> inputs = {randomArray(ElementType::float64, {20}, random),
                                     randomArray(ElementType::float64, {17}, random)};
  const RunResult result =
      run(p, *code, inputs, {}, random);  // 17 elements lie against the guard page
  EXPECT_EQ(result.record.brokenBuffer, 1);
  EXPECT_EQ(result.record.brokenElement, 17);
}

TEST(Checked, ComputesTheSame) {
  Random random(5);
  for (const char* type : {"f64", "f32", "i32"})
    for (std::int64_t n : {0, 1, 9, 64, 100}) {
      std::string text = withType(R"(parallel {
  symbol s1 = input 0 dim 0
  symbol s2 = input 0 dim 1
  buffer b0 = input 0 : TYPE[s1, s2]
  buffer b1 = input 1 : TYPE[s1]
  buffer b2 = input 2 : TYPE
  buffer b3 = output 0 : TYPE[s1, s2]
  buffer b4 = output 1 : TYPE
  loop (i0 < s1, i1 < s2) {
    %0 = load b2[] : TYPE
    ---
    %1 = load b0[i0, i1] : TYPE
    %2 = load b1[i0] : TYPE
    %3 = add %1, %2 : TYPE
    %4 = mul %3, %0 : TYPE
    store b3[i0, i1], %4 : TYPE
    reduce sum %4 -> b4[] : TYPE
  } schedule parallel streaming
  return b3, b4
}
)",
                                  type);
      check({text, {{3, n}, {3}, {}}, {}, {.checked = true}}, random);
    }
}

}  // namespace
}  // namespace parax::codegen::test
