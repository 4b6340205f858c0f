// The interpreter of parallel IR: loops, hoisting, reductions, shared memory, failures, bounds.
#include <complex>

#include <gtest/gtest.h>

#include "arrays.h"
#include "ir/interpreter.h"
#include "ir/reduction_tree.h"
#include "parax/core/error.h"

namespace parax::ir {
namespace {

using test::elements;
using test::only;
using test::TestArray;

std::vector<ArrayValue> run(const char* text, const std::vector<ArrayView>& inputs,
                            const std::vector<Scalar>& numbers = {}) {
  const ParallelProgram program = parseParallel(text);
  verify(program);
  return interpret(program, inputs, numbers);
}

TEST(ParallelInterpreter, TheExampleOfTheHeader) {
  const TestArray<double> x({1, 2, 3});
  const auto results = run(R"(parallel {
    symbol s1 = input 0 dim 0
    buffer b0 = input 0 : f64[s1]
    buffer b1 = output 0 : f64[s1] inplace b0
    buffer b2 = output 1 : f64
    loop (i0 < s1) {
      %0 = number 0 : f64
      ---
      %1 = load b0[i0] : f64
      %2 = mul %1, %0 : f64
      store b1[i0], %2 : f64
      reduce sum %2 -> b2[] : f64
    }
    return b1, b2
  })",
                           {x.view()}, {Scalar::of(10.0)});
  EXPECT_EQ(elements<double>(results.at(0)), (std::vector<double>{10, 20, 30}));
  EXPECT_EQ(only<double>(results.at(1)), 60);
  EXPECT_EQ(elements<double>({elementTypeOf<double>, x.extents, x.bytes}),
            (std::vector<double>{1, 2, 3}));  // the argument itself stays
}

// The parts of the accumulator change places at each step: x -> (x.im + y.re, x.re).
TEST(ParallelInterpreter, AFunctionOfProductsCombinesFields) {
  using C = std::complex<float>;
  const char* text = R"(parallel {
    symbol s1 = input 0 dim 0
    buffer b0 = input 0 : c64[s1]
    buffer b1 = output 0 : c64
    loop (i0 < s1) {
      %0 = number 0 : f32
      ---
      %1 = load b0[i0].0 : f32
      %2 = load b0[i0].1 : f32
      %3 = left 0 : f32
      %4 = left 0 field 1 : f32
      %5 = right 0 : f32
      %6 = add %4, %5 : f32
      reduce reduceWith %1, %2, %0, %0, %6, %3 -> b1[] : c64
    }
    return b1
  })";
  const auto combine = [](const C& a, const C& b) { return C(a.imag() + b.real(), a.real()); };
  for (std::size_t n : {0, 1, 33, 5000}) {
    std::vector<C> x(n);
    for (std::size_t i = 0; i < n; ++i) x[i] = C(static_cast<float>(i % 7), 3);
    const C wanted = reduceArray<C>(8, C(2, 2), combine, std::vector{static_cast<std::int64_t>(n)},
                                    [&](std::int64_t i) { return x[static_cast<std::size_t>(i)]; });
    const auto results = run(text, {TestArray<C>(x).view()}, {Scalar::of(2.0f)});
    EXPECT_EQ(only<C>(results.at(0)), wanted) << n;
  }
}

TEST(ParallelInterpreter, TransposesAndBroadcasts) {
  const TestArray<std::int32_t> row({3}, {1, 2, 3}), column({2, 1}, {10, 20});
  const auto results = run(R"(parallel {
    symbol s1 = input 1 dim 0
    symbol s2 = input 0 dim 0
    buffer b0 = input 0 : i32[s2]
    buffer b1 = input 1 : i32[s1, 1]
    buffer b2 = output 0 : i32[s2, s1]
    buffer b3 = temporary : i32[s1, s2]
    loop (i0 < s1, i1 < s2) {
      %0 = load b0[i1] : i32
      %1 = load b1[i0, 0] : i32
      %2 = add %0, %1 : i32
      store b3[i0, i1], %2 : i32
    }
    loop (i0 < s2, i1 < s1) {
      %0 = load b3[i1, i0] : i32
      %1 = index i0 : i32
      %2 = constant 100 : i32
      %3 = mul %1, %2 : i32
      %4 = add %0, %3 : i32
      store b2[i0, i1], %4 : i32
    }
    return b2
  })",
                           {row.view(), column.view()});
  EXPECT_EQ(elements<std::int32_t>(results.at(0)),
            (std::vector<std::int32_t>{11, 21, 112, 122, 213, 223}));
}

TEST(ParallelInterpreter, RankZeroLoopsAndResultsThatAreArguments) {
  const TestArray<float> x({}, {3});
  const auto results = run(R"(parallel {
    buffer b0 = input 0 : f32
    buffer b1 = output 0 : bool
    loop () {
      %0 = load b0[] : f32
      %1 = constant 2 : f32
      %2 = gt %0, %1 : bool
      store b1[], %2 : bool
    }
    return b1, b0
  })",
                           {x.view()});
  EXPECT_TRUE(only<bool>(results.at(0)));
  EXPECT_EQ(only<float>(results.at(1)), 3.0f);
}

// Two-dimensional reductions number points in row-major order: as the domain interpreter does.
TEST(ParallelInterpreter, ReducesLikeTheDomainInterpreter) {
  for (std::int64_t rows : {0, 1, 33, 130}) {
    std::vector<double> list(static_cast<std::size_t>(rows * 95));
    for (std::size_t k = 0; k < list.size(); ++k) list[k] = 1.0 / static_cast<double>(k + 1);
    const TestArray<double> x({rows, 95}, list);
    const auto loops = run(R"(parallel {
      symbol s1 = input 0 dim 0
      symbol s2 = input 0 dim 1
      buffer b0 = input 0 : f64[s1, s2]
      buffer b1 = output 0 : f64
      loop (i0 < s1, i1 < s2) {
        %0 = load b0[i0, i1] : f64
        reduce sum %0 -> b1[] : f64
      }
      return b1
    })",
                           {x.view()});
    const auto domain = interpret(parseProgram(R"(program {
      symbol s1 = input 0 dim 0
      symbol s2 = input 0 dim 1
      %0 = input 0 : f64[s1, s2]
      %1 = sum %0 : f64
      return %1
    })"),
                                  {x.view()}, {});
    EXPECT_EQ(loops.at(0).data, domain.at(0).data) << rows;
  }
}

const char* const sharing = R"(parallel {
    symbol s1 = input 0 dim 0
    buffer b0 = input 0 : i64[s1]
    buffer b1 = temporary : i64[s1] block 0 live 0 to 2
    buffer b2 = temporary : i64[s1] block 1 live 1 to 2
    buffer b3 = output 0 : i64[s1]
    loop (i0 < s1) {
      %0 = load b0[i0] : i64
      store b1[i0], %0 : i64
    }
    loop (i0 < s1) {
      %0 = constant 5 : i64
      store b2[i0], %0 : i64
    }
    loop (i0 < s1) {
      %0 = load b1[i0] : i64
      %1 = load b2[i0] : i64
      %2 = add %0, %1 : i64
      store b3[i0], %2 : i64
    }
    return b3
  })";

TEST(ParallelInterpreter, AWrongMemoryPlanIsSeen) {
  const TestArray<std::int64_t> x({1, 2});
  ParallelProgram program = parseParallel(sharing);
  EXPECT_EQ(elements<std::int64_t>(interpret(program, {x.view()}, {}).at(0)),
            (std::vector<std::int64_t>{6, 7}));
  program.buffers.at(2).block = 0;  // the two are alive at once
  EXPECT_EQ(elements<std::int64_t>(interpret(program, {x.view()}, {}).at(0)),
            (std::vector<std::int64_t>{10, 10}));
  EXPECT_THROW(verify(program), InternalError);
}

TEST(ParallelInterpreter, TheSmallestFailureIsThrown) {
  const TestArray<std::int32_t> x({1, 0, 0, 1});
  ParallelProgram program = parseParallel(R"(parallel canFail {
    symbol s1 = input 0 dim 0
    buffer b0 = input 0 : i32[s1]
    buffer b1 = output 0 : i32[s1]
    loop (i0 < s1) {
      %0 = number 0 : i32
      ---
      %1 = load b0[i0] : i32
      %2 = div %0, %1 : i32
      %3 = div %1, %0 : i32
      %4 = add %2, %3 : i32
      store b1[i0], %4 : i32
    }
    return b1
  })");
  const auto failureOf = [&](std::int32_t number) {
    try {
      interpret(program, {x.view()}, {Scalar::of(number)});
    } catch (const ElementFailure& failure) {
      return std::pair<std::int32_t, std::int64_t>(failure.ordinal, failure.point);
    }
    return std::pair<std::int32_t, std::int64_t>(none, none);
  };
  EXPECT_EQ(failureOf(3), (std::pair<std::int32_t, std::int64_t>(2, 1)));
  program.loops[0].body().insts[2].ordinal = 9;  // recorded after the other one
  EXPECT_EQ(failureOf(3), (std::pair<std::int32_t, std::int64_t>(9, 1)));
  EXPECT_EQ(failureOf(0), (std::pair<std::int32_t, std::int64_t>(3, 0)));
}

TEST(ParallelInterpreter, AnEmptyLoopDoesNothing) {
  const TestArray<std::int32_t> x({0}, {});
  const auto results = run(R"(parallel canFail {
    symbol s1 = input 0 dim 0
    buffer b0 = input 0 : i32[s1]
    buffer b1 = output 0 : i32
    loop (i0 < s1) {
      %0 = number 0 : i32
      %1 = div %0, %0 : i32
      ---
      reduce sum %1 -> b1[] : i32
    }
    return b1
  })",
                           {x.view()}, {Scalar::of(std::int32_t{0})});
  EXPECT_EQ(only<std::int32_t>(results.at(0)), 0);
}

TEST(ParallelInterpreter, AccessesAreChecked) {
  const TestArray<double> x({1, 2, 3}), y({1, 2});
  // The verifier would refuse both; the interpreter does not rely on it.
  ParallelProgram program = parseParallel(R"(parallel {
    symbol s1 = input 0 dim 0
    symbol s2 = input 1 dim 0
    buffer b0 = input 0 : f64[s1]
    buffer b1 = input 1 : f64[s2]
    buffer b2 = output 0 : f64[s1]
    loop (i0 < s1) {
      %0 = load b1[i0] : f64
      store b2[i0], %0 : f64
    }
    return b2
  })");
  EXPECT_THROW(interpret(program, {x.view(), y.view()}, {}), InternalError);
  EXPECT_NO_THROW(interpret(program, {y.view(), x.view()}, {}));
  program.loops[0].body().insts[0].type = ElementType::float32;
  EXPECT_THROW(interpret(program, {y.view(), x.view()}, {}), InternalError);
}

}  // namespace
}  // namespace parax::ir
