// What pointwise operations do to numbers, at the edges.
#include "ir/scalar_ops.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "arrays.h"
#include "ir/evaluate.h"

namespace parax::ir {
namespace {

using test::bitsOf;

template <class T>
struct ScalarOps : testing::Test {};
template <class T>
struct IntegerOps : ScalarOps<T> {};
template <class T>
struct FloatOps : ScalarOps<T> {};
using Integers = testing::Types<std::int32_t, std::int64_t>;
using Floats = testing::Types<float, double>;
TYPED_TEST_SUITE(IntegerOps, Integers);
TYPED_TEST_SUITE(FloatOps, Floats);

TYPED_TEST(IntegerOps, Wrap) {
  using T = TypeParam;
  constexpr T low = std::numeric_limits<T>::min(), high = std::numeric_limits<T>::max();
  EXPECT_EQ(evaluateBinary<T>(Op::add, high, 1), low);
  EXPECT_EQ(evaluateBinary<T>(Op::sub, low, 1), high);
  EXPECT_EQ(evaluateBinary<T>(Op::mul, high, 2), T(-2));
  EXPECT_EQ(evaluateBinary<T>(Op::mul, low, -1), low);
  EXPECT_EQ(evaluateUnary<T>(Op::neg, low), low);
  EXPECT_EQ(evaluateUnary<T>(Op::abs, low), low);
  EXPECT_EQ(evaluateUnary<T>(Op::abs, T(-7)), T(7));
}

TYPED_TEST(IntegerOps, DivisionTruncates) {
  using T = TypeParam;
  constexpr T low = std::numeric_limits<T>::min();
  EXPECT_EQ(evaluateBinary<T>(Op::div, 7, 2), T(3));
  EXPECT_EQ(evaluateBinary<T>(Op::div, -7, 2), T(-3));
  EXPECT_EQ(evaluateBinary<T>(Op::div, 7, -2), T(-3));
  EXPECT_EQ(evaluateBinary<T>(Op::div, low, -1), low);
  EXPECT_EQ(evaluateBinary<T>(Op::div, low, 1), low);
  EXPECT_TRUE(isDivisionByZero<T>(Op::div, 0));
  EXPECT_FALSE(isDivisionByZero<T>(Op::div, 1));
  EXPECT_FALSE(isDivisionByZero<T>(Op::mul, 0));
}

TYPED_TEST(FloatOps, MinAndMaxPropagateNaNAndOrderZeros) {
  using T = TypeParam;
  constexpr T nan = std::numeric_limits<T>::quiet_NaN(), inf = std::numeric_limits<T>::infinity();
  const T minus = T(-0.0), plus = T(0);
  for (const auto& [a, b] : {std::pair(minus, plus), std::pair(plus, minus)}) {
    EXPECT_EQ(bitsOf(evaluateBinary<T>(Op::min, a, b)), bitsOf(minus));
    EXPECT_EQ(bitsOf(evaluateBinary<T>(Op::max, a, b)), bitsOf(plus));
  }
  for (T x : {T(1), inf, -inf, nan}) {
    for (Op op : {Op::min, Op::max}) {
      EXPECT_TRUE(std::isnan(evaluateBinary<T>(op, nan, x)));
      EXPECT_TRUE(std::isnan(evaluateBinary<T>(op, x, nan)));
    }
  }
  EXPECT_EQ(evaluateBinary<T>(Op::min, -inf, T(1)), -inf);
  EXPECT_EQ(evaluateBinary<T>(Op::max, T(2), T(1)), T(2));
}

TYPED_TEST(FloatOps, AreIeee) {
  using T = TypeParam;
  constexpr T inf = std::numeric_limits<T>::infinity(), nan = std::numeric_limits<T>::quiet_NaN();
  EXPECT_EQ(evaluateBinary<T>(Op::div, T(1), T(0)), inf);
  EXPECT_EQ(evaluateBinary<T>(Op::div, T(1), T(-0.0)), -inf);
  EXPECT_FALSE(isDivisionByZero<T>(Op::div, T(0)));
  EXPECT_EQ(bitsOf(evaluateUnary<T>(Op::neg, T(0))), bitsOf(T(-0.0)));
  EXPECT_EQ(bitsOf(evaluateUnary<T>(Op::abs, T(-0.0))), bitsOf(T(0)));
  EXPECT_EQ(evaluateUnary<T>(Op::sqrt, T(9)), T(3));
  EXPECT_EQ(bitsOf(evaluateUnary<T>(Op::sqrt, T(-0.0))), bitsOf(T(-0.0)));
  EXPECT_TRUE(std::isnan(evaluateUnary<T>(Op::sqrt, T(-1))));
  for (Op op : {Op::lt, Op::le, Op::gt, Op::ge, Op::eq})
    EXPECT_FALSE(evaluateCompare<T>(op, nan, nan)) << name(op);
  EXPECT_TRUE(evaluateCompare<T>(Op::ne, nan, nan));
  EXPECT_TRUE(evaluateCompare<T>(Op::eq, T(-0.0), T(0)));
}

TYPED_TEST(FloatOps, ToIntegerSaturates) {
  using T = TypeParam;
  constexpr T inf = std::numeric_limits<T>::infinity();
  const auto check = [&]<class I>(I) {
    constexpr I low = std::numeric_limits<I>::min(), high = std::numeric_limits<I>::max();
    const T top = std::ldexp(T(1), std::numeric_limits<I>::digits);
    EXPECT_EQ(convert<I>(top), high);
    EXPECT_EQ(convert<I>(inf), high);
    EXPECT_EQ(convert<I>(-inf), low);
    EXPECT_EQ(convert<I>(-top), low);
    EXPECT_EQ(convert<I>(std::nextafter(-top, -inf)), low);
    const T below = std::nextafter(top, T(0));
    EXPECT_EQ(convert<I>(below), static_cast<I>(below));
    EXPECT_LE(convert<I>(below), high);
    EXPECT_EQ(convert<I>(std::numeric_limits<T>::quiet_NaN()), I(0));
    EXPECT_EQ(convert<I>(T(-2.9)), I(-2));
    EXPECT_EQ(convert<I>(T(2.9)), I(2));
  };
  check(std::int32_t{});
  check(std::int64_t{});
}

TEST(Convert, BetweenOtherTypes) {
  EXPECT_EQ(convert<std::int32_t>(std::int64_t{1} << 32 | 5), 5);  // wraps
  EXPECT_EQ(convert<std::int32_t>(std::int64_t{1} << 31), std::numeric_limits<std::int32_t>::min());
  EXPECT_TRUE(convert<bool>(-3));
  EXPECT_TRUE(convert<bool>(0.5));
  EXPECT_FALSE(convert<bool>(-0.0));
  EXPECT_TRUE(convert<bool>(std::numeric_limits<double>::quiet_NaN()));
  EXPECT_TRUE(convert<bool>(std::int64_t{1} << 40));
  EXPECT_EQ(convert<double>(true), 1.0);
  EXPECT_EQ(convert<std::int32_t>(true), 1);
  EXPECT_EQ(convert<float>(std::int64_t{16777217}), 16777216.0f);  // nearest, ties to even
  EXPECT_EQ(convert<float>(1e300), std::numeric_limits<float>::infinity());
}

TEST(Boolean, Operations) {
  for (bool a : {false, true}) {
    EXPECT_EQ(evaluateUnary<bool>(Op::logicalNot, a), !a);
    for (bool b : {false, true}) {
      EXPECT_EQ(evaluateBinary<bool>(Op::logicalAnd, a, b), a && b);
      EXPECT_EQ(evaluateBinary<bool>(Op::logicalOr, a, b), a || b);
      EXPECT_EQ(evaluateBinary<bool>(Op::min, a, b), a && b);
      EXPECT_EQ(evaluateBinary<bool>(Op::max, a, b), a || b);
      EXPECT_EQ(evaluateCompare<bool>(Op::lt, a, b), !a && b);
      EXPECT_EQ(evaluateCompare<bool>(Op::eq, a, b), a == b);
    }
  }
}

// Every pointwise operation, for every type that its row allows, against a number known by hand.
TEST(EvaluatePointwise, EveryOperation) {
  const auto at = [](Op op, auto result, auto... operand) {
    const Scalar list[] = {Scalar::of(operand)...};
    const Scalar want = Scalar::of(result);
    const auto got = evaluatePointwise(op, want.type, list);
    ASSERT_TRUE(got) << name(op);
    EXPECT_EQ(got->type, want.type) << name(op);
    EXPECT_EQ(got->bits, want.bits) << name(op) << " " << name(want.type);
  };
  const auto numeric = [&]<class T>(T) {
    at(Op::add, T(7), T(5), T(2));
    at(Op::sub, T(3), T(5), T(2));
    at(Op::mul, T(10), T(5), T(2));
    at(Op::div, T(3), T(6), T(2));
    at(Op::neg, T(-5), T(5));
    at(Op::abs, T(5), T(-5));
    at(Op::min, T(2), T(5), T(2));
    at(Op::max, T(5), T(5), T(2));
    at(Op::lt, false, T(5), T(2));
    at(Op::le, true, T(5), T(5));
    at(Op::gt, true, T(5), T(2));
    at(Op::ge, false, T(2), T(5));
    at(Op::eq, true, T(5), T(5));
    at(Op::ne, true, T(5), T(2));
    at(Op::select, T(5), true, T(5), T(2));
    at(Op::select, T(2), false, T(5), T(2));
    at(Op::cast, true, T(5));
    at(Op::cast, std::int32_t(5), T(5));
    at(Op::cast, std::int64_t(5), T(5));
    at(Op::cast, 5.0f, T(5));
    at(Op::cast, 5.0, T(5));
  };
  numeric(std::int32_t{});
  numeric(std::int64_t{});
  numeric(float{});
  numeric(double{});
  at(Op::logicalAnd, false, true, false);
  at(Op::logicalOr, true, true, false);
  at(Op::logicalNot, false, true);
  at(Op::select, false, false, true, false);
  at(Op::fma, 1.0 + 0x1p-52, 1.0, 1.0, 0x1p-52);
  at(Op::fma, 0x1p-46f, 1 + 0x1p-23f, 1 + 0x1p-23f, -(1 + 0x1p-22f));  // one rounding
  at(Op::sqrt, 3.0f, 9.0f);
  at(Op::sqrt, 3.0, 9.0);
  for (Op op : {Op::exp, Op::log, Op::log10, Op::erf}) {
    at(op, scalarMath(op, 0.7), 0.7);
    at(op, scalarMath(op, 0.7f), 0.7f);
  }
  const Scalar byZero[] = {Scalar::of(std::int32_t{1}), Scalar::of(std::int32_t{0})};
  EXPECT_FALSE(evaluatePointwise(Op::div, ElementType::int32, byZero));
}

}  // namespace
}  // namespace parax::ir
