// The interpreter of domain IR: shapes, broadcasting, errors, guards.
#include "ir/interpreter.h"

#include <complex>

#include <gtest/gtest.h>

#include "arrays.h"
#include "ir/reduction_tree.h"
#include "parax/core/error.h"

namespace parax::ir {
namespace {

using test::elements;
using test::only;
using test::TestArray;
using Extents = std::vector<std::int64_t>;

std::vector<ArrayValue> run(const char* text, const std::vector<ArrayView>& inputs,
                            const std::vector<Scalar>& numbers = {}) {
  const Program program = parseProgram(text);
  verify(program);
  return interpret(program, inputs, numbers);
}

TEST(Interpreter, TheExampleOfTheHeader) {
  const TestArray<double> x({1, 2, 3});
  const auto results = run(R"(program {
    symbol s1 = input 0 dim 0
    %0 = input 0 : f64[s1]
    %1 = number 0 : f64
    %2 = mul %0, %1 : f64[s1]
    %3 = sum %2 : f64
    return %2, %3, %0
  })",
                           {x.view()}, {Scalar::of(10.0)});
  EXPECT_EQ(elements<double>(results.at(0)), (std::vector<double>{10, 20, 30}));
  EXPECT_EQ(only<double>(results.at(1)), 60);
  EXPECT_EQ(results.at(1).extents, Extents{});
  EXPECT_EQ(elements<double>(results.at(2)), (std::vector<double>{1, 2, 3}));
}

TEST(Interpreter, AFunctionCombinesByTheTree) {
  const char* text = R"(program {
    symbol s1 = input 0 dim 0
    %0 = input 0 : f64[s1]
    %1 = number 0 : f64
    %2 = constant 100 : f64
    %3 = left 0 : f64
    %4 = right 0 : f64
    %5 = mul %4, %1 : f64
    %6 = sub %3, %5 : f64
    %7 = reduceWith %0, %2, %6 : f64
    return %7
  })";
  const auto wanted = [](const std::vector<double>& x) {
    return reduceArray<double>(reductionLanes(ElementType::float64), 100.0,
                               [](double a, double b) { return a - b * 0.5; },
                               Extents{static_cast<std::int64_t>(x.size())},
                               [&](std::int64_t i) { return x[static_cast<std::size_t>(i)]; });
  };
  for (std::size_t n : {0, 1, 33, 1280, 10000}) {
    std::vector<double> x(n);
    for (std::size_t i = 0; i < n; ++i) x[i] = 1.0 / static_cast<double>(i + 3);
    const auto results = run(text, {TestArray<double>(x).view()}, {Scalar::of(0.5)});
    EXPECT_EQ(only<double>(results.at(0)), wanted(x)) << n;
  }
}

// The product of complex numbers, pair by pair and as two scalars that depend on each other.
TEST(Interpreter, AFunctionOfProductsCombinesFields) {
  using C = std::complex<double>;
  const char* text = R"(program {
    symbol s1 = input 0 dim 0
    %0 = input 0 : c128[s1]
    %1 = number 0 : f64
    %2 = constant 1 : f64
    %3 = pack %2, %1 : c128
    %4 = left 0 : c128
    %5 = right 0 : c128
    %6 = field 0 %4 : f64
    %7 = field 1 %4 : f64
    %8 = field 0 %5 : f64
    %9 = field 1 %5 : f64
    %10 = mul %6, %8 : f64
    %11 = mul %7, %9 : f64
    %12 = sub %10, %11 : f64
    %13 = mul %6, %9 : f64
    %14 = mul %7, %8 : f64
    %15 = add %13, %14 : f64
    %16 = pack %12, %15 : c128
    %17 = field 1 %16 : f64
    %18 = pack %12, %17 : c128
    %19 = reduceWith %0, %3, %18 : c128
    return %19
  })";
  const auto multiply = [](const C& a, const C& b) {
    return C(a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real());
  };
  for (std::size_t n : {0, 1, 17, 1280, 10000}) {
    std::vector<C> x(n);
    for (std::size_t i = 0; i < n; ++i) x[i] = std::polar(1.0, static_cast<double>(i));
    const C wanted = reduceArray<C>(4, C(1, 0.5), multiply, Extents{static_cast<std::int64_t>(n)},
                                    [&](std::int64_t i) { return x[static_cast<std::size_t>(i)]; });
    const auto results = run(text, {TestArray<C>(x).view()}, {Scalar::of(0.5)});
    EXPECT_EQ(only<C>(results.at(0)), wanted) << n;
  }
}

// 1 / 0 fails in the second operation at the first pair and in the first one at a later pair.
TEST(Interpreter, TheFirstFailingOperationOfAFunction) {
  const TestArray<std::int64_t> x({0, 5});
  const char* text = R"(program {
    symbol s1 = input 0 dim 0
    %0 = input 0 : i64[s1]
    %1 = number 0 : i64
    %2 = left 0 : i64
    %3 = right 0 : i64
    %4 = div %3, %2 : i64
    %5 = div %2, %3 : i64
    %6 = add %4, %5 : i64
    %7 = reduceWith %0, %1, %6 : i64
    return %7
  })";
  try {
    run(text, {x.view()}, {Scalar::of(std::int64_t{7})});
    FAIL();
  } catch (const ElementFailure& failure) {
    EXPECT_EQ(failure.ordinal, 4);
    EXPECT_EQ(failure.point, 0);
  }
}

TEST(Interpreter, FullAndIota) {
  const auto results =
      run(R"(program {
    symbol s1 = number 0
    symbol s2 = number 1
    %0 = number 2 : f32
    %1 = full %0 : f32[s1, s2]
    %2 = iota : i32[s2]
    %3 = iota : f64[s2]
    %4 = full %0 : f32
    return %1, %2, %3, %4
  })",
          {}, {Scalar::of(std::int64_t{2}), Scalar::of(std::int64_t{3}), Scalar::of(1.5f)});
  EXPECT_EQ(elements<float>(results.at(0)), std::vector<float>(6, 1.5f));
  EXPECT_EQ(results.at(0).extents, (Extents{2, 3}));
  EXPECT_EQ(elements<std::int32_t>(results.at(1)), (std::vector<std::int32_t>{0, 1, 2}));
  EXPECT_EQ(elements<double>(results.at(2)), (std::vector<double>{0, 1, 2}));
  EXPECT_EQ(only<float>(results.at(3)), 1.5f);
}

TEST(Interpreter, BroadcastsRanksZeroToThree) {
  const TestArray<std::int32_t> cube({2, 1, 3}, {100, 200, 300, 400, 500, 600});
  const TestArray<std::int32_t> matrix({2, 1}, {10, 20});
  const TestArray<std::int32_t> row({3}, {1, 2, 3});
  const auto results =
      run(R"(program {
    symbol s1 = input 0 dim 0
    symbol s2 = input 1 dim 0
    symbol s3 = input 0 dim 2
    %0 = input 0 : i32[s1, 1, s3]
    %1 = input 1 : i32[s2, 1]
    %2 = input 2 : i32[s3]
    %3 = number 0 : i32
    %4 = add %0, %1 : i32[s1, s2, s3]
    %5 = add %4, %2 : i32[s1, s2, s3]
    %6 = add %3, %5 : i32[s1, s2, s3]
    %7 = sub %1, %2 : i32[s2, s3]
    return %6, %7
  })",
          {cube.view(), matrix.view(), row.view()}, {Scalar::of(std::int32_t{1000})});
  EXPECT_EQ(elements<std::int32_t>(results.at(0)),
            (std::vector<std::int32_t>{1111, 1212, 1313, 1121, 1222, 1323, 1411, 1512, 1613, 1421,
                                       1522, 1623}));
  EXPECT_EQ(results.at(0).extents, (Extents{2, 2, 3}));
  EXPECT_EQ(elements<std::int32_t>(results.at(1)),
            (std::vector<std::int32_t>{9, 8, 7, 19, 18, 17}));
}

TEST(Interpreter, EmptyArrays) {
  const TestArray<double> x({0, 3}, {});
  const TestArray<double> y({3}, {1, 2, 3});
  const auto results = run(R"(program {
    symbol s1 = input 0 dim 0
    symbol s2 = input 0 dim 1
    %0 = input 0 : f64[s1, s2]
    %1 = input 1 : f64[s2]
    %2 = add %0, %1 : f64[s1, s2]
    %3 = sum %2 : f64
    %4 = lt %2, %1 : bool[s1, s2]
    %5 = any %4 : bool
    %6 = all %4 : bool
    %7 = iota : i64[s1]
    return %2, %3, %5, %6, %7
  })",
                           {x.view(), y.view()});
  EXPECT_EQ(results.at(0).extents, (Extents{0, 3}));
  EXPECT_TRUE(results.at(0).data.empty());
  EXPECT_EQ(only<double>(results.at(1)), 0);
  EXPECT_FALSE(only<bool>(results.at(2)));
  EXPECT_TRUE(only<bool>(results.at(3)));
  EXPECT_TRUE(results.at(4).data.empty());
}

TEST(Interpreter, AnEmptyMinimumIsOurMistake) {
  const TestArray<double> x({0}, {});
  EXPECT_THROW(run(R"(program {
    symbol s1 = input 0 dim 0
    %0 = input 0 : f64[s1]
    %1 = reduceMin %0 : f64
    return %1
  })",
                   {x.view()}),
               InternalError);
}

template <class T>
void expectDivisionFailure(const std::vector<T>& divisors, std::int32_t ordinal,
                           std::int64_t index) {
  const TestArray<T> x({2, 1}, {7, 8}), y(divisors);
  const std::string type(name(elementTypeOf<T>));
  const std::string text = R"(program {
    symbol s1 = input 0 dim 0
    symbol s2 = input 1 dim 0
    %0 = input 0 : T[s1, 1]
    %1 = input 1 : T[s2]
    %2 = neg %1 : T[s2]
    %3 = div %0, %1 : T[s1, s2]
    %4 = div %2, %2 : T[s2]
    return %3, %4
  })";
  std::string typed;
  for (char c : text) c == 'T' ? typed += type : typed += c;
  try {
    run(typed.c_str(), {x.view(), y.view()});
    FAIL() << "no failure";
  } catch (const ElementFailure& failure) {
    EXPECT_EQ(failure.ordinal, ordinal);
    EXPECT_EQ(failure.point, index);
  }
}

TEST(Interpreter, DivisionByZeroNamesNodeAndElement) {
  expectDivisionFailure<std::int32_t>({1, 2, 0, 0}, 3, 2);
  expectDivisionFailure<std::int64_t>({0}, 3, 0);
}

TEST(Interpreter, NothingFailsWhereNothingIsComputed) {
  const TestArray<std::int32_t> empty({0}, {}), zero({0});
  EXPECT_NO_THROW(run(R"(program {
    symbol s1 = input 0 dim 0
    %0 = input 0 : i32[s1]
    %1 = number 0 : i32
    %2 = div %0, %1 : i32[s1]
    return %2
  })",
                      {empty.view()}, {Scalar::of(std::int32_t{0})}));
}

TEST(Interpreter, GuardsAreChecked) {
  const char* const equal = R"(program {
    symbol s1 = input 0 dim 0
    symbol s2 = input 1 dim 0
    symbol s3 = sub s1, s2
    guard s3 in 0..0
    %0 = input 0 : f64[s1]
    %1 = input 1 : f64[s2]
    return %0, %1
  })";
  const TestArray<double> a({1}), b({1, 2}), none({0}, {});
  EXPECT_NO_THROW(run(equal, {b.view(), b.view()}));
  EXPECT_THROW(run(equal, {a.view(), b.view()}), InternalError);
  EXPECT_THROW(run(equal, {b.view(), a.view()}), InternalError);
  const auto bounds = [](const char* guard) {
    return "program { symbol s1 = input 0 dim 0 guard s1 in " + std::string(guard) +
           " %0 = input 0 : f64[s1] return %0 }";
  };
  EXPECT_NO_THROW(run(bounds("1..1").c_str(), {a.view()}));
  EXPECT_THROW(run(bounds("1..1").c_str(), {b.view()}), InternalError);
  EXPECT_NO_THROW(run(bounds("1..").c_str(), {b.view()}));
  EXPECT_THROW(run(bounds("1..").c_str(), {none.view()}), InternalError);
}

TEST(Interpreter, WrongArgumentsAreOurMistake) {
  const char* const text = R"(program {
    symbol s1 = input 0 dim 0
    %0 = input 0 : f64[s1]
    return %0
  })";
  const TestArray<float> wrongType({1});
  EXPECT_THROW(run(text, {wrongType.view()}), InternalError);
  const TestArray<double> wrongRank({1, 1}, {1});
  EXPECT_THROW(run(text, {wrongRank.view()}), InternalError);
}

}  // namespace
}  // namespace parax::ir
