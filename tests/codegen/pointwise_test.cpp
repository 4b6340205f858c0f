// Every operation on every type it takes, at every length of the rest, to the last bit.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <span>

#include "harness.h"
#include "ir/vector_math.h"
#include "single_operation.h"

namespace parax::codegen::test {
namespace {

TEST(Pointwise, EveryOperationAndType) {
  Random random(1);
  for (int k = 0; k < opCount; ++k) {
    const Op op = static_cast<Op>(k);
    if (info(op).kind != OpKind::pointwise) continue;
    for (const auto& [from, to] : typesOf(op)) {
      if (info(op).has(op_property::fails) && isInteger(from)) continue;  // below
      Check what{program(op, from, to),
                 std::vector<std::vector<std::int64_t>>(info(op).arity, {1000})};
      check(what, random);
    }
  }
}

// Our own math functions are compiled ahead for the interpreter and written into loops here.
TEST(Pointwise, InlinedMathIsTheCompiledFunction) {
  Random random(3);
  for (int k = 0; k < opCount; ++k) {
    const Op op = static_cast<Op>(k);
    if (!info(op).has(op_property::math)) continue;
    for (const auto& [from, to] : typesOf(op))
      for (bool tame : {false, true}) {
        Check what{program(op, from, to),
                   std::vector<std::vector<std::int64_t>>(info(op).arity, {20000})};
        what.run.pieces = false;
        what.tame = tame;
        check(what, random);
      }
  }
}

// Its code stands in the main loop, without a general form beside it; the rest of a row calls it.
TEST(Pointwise, OwnMathIsNotCalledInTheMainLoop) {
  for (ElementType type : {ElementType::float32, ElementType::float64}) {
    const ir::MathFunction& f = ir::mathFunction(Op::erf, type);
    if (!f.isShort) GTEST_SKIP() << "called";
    const auto p = ir::parseParallel(program(Op::erf, type, type));
    const std::string llvm = backend().compile(p, {.keepLlvm = true})->llvmText;
    int calls = 0;
    for (std::size_t at = 0; (at = llvm.find("call ", at)) != std::string::npos; ++at)
      calls +=
          llvm.substr(at, llvm.find('\n', at) - at).find("@" + f.symbol + "(") != std::string::npos;
    EXPECT_EQ(calls, 1) << llvm;
  }
}

// Every pair, in whole vectors and in the rest of a row.
template <class T>
void checkMinMaxPairs(Random& random) {
  using Limits = std::numeric_limits<T>;
  const T special[] = {T(0),
                       T(-0.0),
                       T(1),
                       T(-1),
                       Limits::infinity(),
                       -Limits::infinity(),
                       Limits::quiet_NaN(),
                       -Limits::quiet_NaN()};
  std::vector<T> x, y;
  for (T first : special)
    for (T second : special) {
      x.push_back(first);
      y.push_back(second);
    }
  for (Op op : {Op::min, Op::max}) {
    const auto p = ir::parseParallel(program(op, elementTypeOf<T>, elementTypeOf<T>));
    const auto code = backend().compile(p, {});
    for (std::size_t begin = 0; begin < x.size(); ++begin) {
      std::vector<Array> inputs;
      for (const std::vector<T>& from : {x, y}) {
        const auto bytes = std::as_bytes(std::span(from).subspan(begin));
        inputs.push_back({elementTypeOf<T>,
                          {static_cast<std::int64_t>(from.size() - begin)},
                          std::vector<std::byte>(bytes.begin(), bytes.end())});
      }
      const auto expected = ir::interpret(p, views(inputs), {});
      const RunResult actual = run(p, *code, inputs, {}, random, {.pieces = false});
      expectEqual(expected[0], actual.outputs[0], std::string(name(op)));
    }
  }
}

TEST(Pointwise, MinAndMaxOfSpecialValues) {
  Random random(9);
  checkMinMaxPairs<float>(random);
  checkMinMaxPairs<double>(random);
}

// Errors are in error_test.cpp: no divisor is zero here.
TEST(Pointwise, IntegerDivision) {
  Random random(2);
  for (Op op : {Op::div, Op::rem})
    for (int t = 0; t < scalarTypeCount; ++t) {
      const auto type = static_cast<ElementType>(t);
      if (!isInteger(type)) continue;
      const auto p = ir::parseParallel(program(op, type, type));
      const auto code = backend().compile(p, {});
      for (int round = 0; round < 20; ++round) {
        std::vector<Array> inputs = {randomArray(type, {999}, random),
                                     randomArray(type, {999}, random)};
        for (std::size_t k = 0; k < inputs[1].bytes.size(); k += sizeOf(type))
          if (std::all_of(&inputs[1].bytes[k], &inputs[1].bytes[k] + sizeOf(type),
                          [](std::byte x) { return x == std::byte(0); }))
            inputs[1].bytes[k] = std::byte(7);
        const auto expected = ir::interpret(p, views(inputs), {});
        const RunResult actual = run(p, *code, inputs, {}, random);
        expectEqual(expected[0], actual.outputs[0], std::string(name(op)));
        EXPECT_FALSE(actual.failure());
      }
    }
}

// A body that mixes types, constants, numbers and hoisted values.
const char* const mixed = R"(parallel {
  symbol s1 = input 0 dim 0
  buffer b0 = input 0 : TYPE[s1]
  buffer b1 = input 1 : bool[s1]
  buffer b2 = output 0 : TYPE[s1] inplace b0
  buffer b3 = output 1 : bool[s1]
  buffer b4 = output 2 : i32[s1]
  buffer b5 = output 3 : f32[s1]
  loop (i0 < s1) {
    %0 = number 0 : TYPE
    %1 = number 1 : bool
    %2 = add %0, %0 : TYPE
    ---
    %3 = load b0[i0] : TYPE
    %4 = load b1[i0] : bool
    %5 = mul %3, %2 : TYPE
    %6 = constant 3 : TYPE
    %7 = max %5, %6 : TYPE
    %8 = or %4, %1 : bool
    %9 = select %8, %7, %3 : TYPE
    %10 = lt %9, %6 : bool
    %11 = index i0 : i32
    %12 = index i0 : f32
    store b2[i0], %9 : TYPE
    store b3[i0], %10 : bool
    store b4[i0], %11 : i32
    store b5[i0], %12 : f32
  } schedule parallel group 0
  return b2, b3, b4, b5
}
)";

std::string replaceType(std::string s, const std::string& type) {
  for (std::size_t at; (at = s.find("TYPE")) != std::string::npos;) s.replace(at, 4, type);
  return s;
}

TEST(Pointwise, EveryLengthOfTheRest) {
  Random random(3);
  for (const char* type : {"i32", "i64", "f32", "f64"}) {
    const std::string source = replaceType(mixed, type);
    const auto p = ir::parseParallel(source);
    const auto code = backend().compile(p, {});
    for (std::int64_t n = 0; n <= 150; ++n)
      for (bool inPlace : {false, true}) {
        RunOptions options{.pieces = n % 2 == 0,
                           .side = n % 3 ? GuardedBuffer::Side::after : GuardedBuffer::Side::before,
                           .inPlace = inPlace};
        check(p, *code, {source, {{n}, {n}}, options}, random);
      }
  }
}

TEST(Pointwise, ManyThreads) {
  Random random(4);
  for (const char* type : {"f32", "f64"})
    check({replaceType(mixed, type), {{100000}, {100000}}, {.threads = 4}}, random);
}

TEST(Pointwise, MathOfMixedWidths) {
  Random random(5);
  check({R"(parallel {
  symbol s1 = input 0 dim 0
  buffer b0 = input 0 : f32[s1]
  buffer b1 = output 0 : f64[s1]
  buffer b2 = output 1 : f32[s1]
  loop (i0 < s1) {
    %0 = number 0 : f64
    %1 = exp %0 : f64
    ---
    %2 = load b0[i0] : f32
    %3 = exp %2 : f32
    %4 = cast %3 : f64
    %5 = erf %4 : f64
    %6 = mul %5, %1 : f64
    %7 = cast %6 : f32
    %8 = log %7 : f32
    store b1[i0], %6 : f64
    store b2[i0], %8 : f32
  } schedule group 0
  return b1, b2
}
)",
         {{1003}}},
        random);
}

// A body far larger than the register file, with deep dependences.
TEST(Pointwise, LargeBody) {
  Random random(6);
  std::string body;
  const int count = 600;
  for (int k = 2; k < count; ++k) {
    const char* op = k % 3 == 0 ? "mul" : k % 3 == 1 ? "sub" : "max";
    const int other = std::max(0, k - 1 - static_cast<int>(random() % 60));
    body += "    %" + std::to_string(k) + " = " + op + " %" + std::to_string(k - 1) + ", %" +
            std::to_string(other) + " : f32\n";
  }
  check({"parallel {\n  symbol s1 = input 0 dim 0\n  buffer b0 = input 0 : f32[s1]\n"
         "  buffer b1 = input 1 : f32[s1]\n  buffer b2 = output 0 : f32[s1]\n  loop (i0 < s1) {\n"
         "    %0 = load b0[i0] : f32\n    %1 = load b1[i0] : f32\n" +
             body + "    store b2[i0], %" + std::to_string(count - 1) +
             " : f32\n  } schedule group 0\n  return b2\n}\n",
         {{333}, {333}}},
        random);
}

// Fast math gives up the bits, not the value.
TEST(Pointwise, FastMath) {
  Random random(7);
  const auto p = ir::parseParallel(R"(parallel {
  symbol s1 = input 0 dim 0
  buffer b0 = input 0 : f64[s1]
  buffer b1 = output 0 : f64[s1]
  buffer b2 = output 1 : f64
  loop (i0 < s1) {
    %0 = load b0[i0] : f64
    %1 = constant 3 : f64
    %2 = div %0, %1 : f64
    %3 = fma %2, %2, %0 : f64
    store b1[i0], %3 : f64
    reduce sum %3 -> b2[] : f64
  } schedule group 0
  return b1, b2
}
)");
  const auto code = backend().compile(p, {.fastMath = true});
  const std::vector<Array> inputs = {randomArray(ElementType::float64, {5000}, random, true)};
  const auto expected = ir::interpret(p, views(inputs), {});
  const RunResult actual = run(p, *code, inputs, {}, random);
  for (std::size_t k = 0; k < 2; ++k)
    for (std::size_t at = 0; at < expected[k].data.size(); at += sizeof(double)) {
      double e, a;
      std::memcpy(&e, &expected[k].data[at], sizeof e);
      std::memcpy(&a, &actual.outputs[k].bytes[at], sizeof a);
      ASSERT_NEAR(e, a, 1e-9 * (1 + std::fabs(e)));
    }
}

}  // namespace
}  // namespace parax::codegen::test
