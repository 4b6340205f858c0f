// Errors of reductions: of nothing, of shapes that differ, of arrays moved from.
#include <limits>

#include <cmath>

#include "expect_error.h"

namespace parax::errors {
namespace {

// f of an empty array throws, before and after it was remembered for another size.
template <class F>
void ofNothing(unsigned line, const char* text, F f, double ofOneAndThree) {
  for (const Mode& mode : modes) {
    SCOPED_TRACE(mode.name);
    const auto fresh = acc(f, mode.options);
    EXPECT_ERROR(ShapeError, line, text, fresh(Array<double>()));
    EXPECT_ERROR(ShapeError, line, text, fresh(Array<double>()));
    EXPECT_EQ(double(fresh(Array<double>{1, 3})), ofOneAndThree);
    const auto remembered = acc(f, mode.options);
    for (int k = 0; k < 2; ++k) {
      EXPECT_EQ(double(remembered(Array<double>{1, 3})), ofOneAndThree);
      EXPECT_EQ(double(remembered(Array<double>{1, 3})), ofOneAndThree);
      EXPECT_ERROR(ShapeError, line, text, remembered(Array<double>()));
    }
  }
}

TEST(ReductionErrors, OfNothing) {
  ofNothing(__LINE__, "mean of an empty array", [](Array<double> a) { return mean(a); }, 2);
  ofNothing(__LINE__, "var of an empty array", [](Array<double> a) { return var(a); }, 1);
  ofNothing(__LINE__, "var of an empty array", [](Array<double> a) { return var(a, 1); }, 2);
  ofNothing(__LINE__, "of an empty array", [](Array<double> a) { return stddev(a); }, 1);
  ofNothing(__LINE__, "of an empty array", [](Array<double> a) { return argMin(a); }, 0);
  ofNothing(__LINE__, "of an empty array", [](Array<double> a) { return argMax(a + 1); }, 1);
}

// Dividing by less than nothing gives no variance; by nothing it gives NaN or infinity.
TEST(ReductionErrors, VarianceOfTooFew) {
  const Array<double> one{1}, three{1, 2, 3}, five{1, 2, 3, 4, 5};
  for (const Mode& mode : modes) {
    SCOPED_TRACE(mode.name);
    const auto f = acc([](Array<double> a) { return var(a, 4); }, mode.options);
    const unsigned line = __LINE__ - 1;
    const char* const text = "var: cannot divide by n - 4, n is 3";
    EXPECT_ERROR(ShapeError, line, text, f(three));
    for (int k = 0; k < 2; ++k) {
      EXPECT_EQ(f(five).get(), 10);
      EXPECT_ERROR(ShapeError, line, text, f(three));
    }
    const auto g = acc([](Array<double, 2> a) { return stddev(a, 3); }, mode.options);
    for (int k = 0; k < 2; ++k) {
      EXPECT_EQ(g(Array<double, 2>{{0, 0}, {0, 2}}).get(), std::sqrt(3.0));
      EXPECT_ERROR(ShapeError, __LINE__ - 3, "stddev: cannot divide", g(ones<double>(2, 1)));
    }
    const auto h = acc([](Array<double> a) { return var(a, 3); }, mode.options);
    EXPECT_TRUE(std::isnan(h(ones<double>(3)).get()));
  }
  EXPECT_ERROR(ShapeError, __LINE__, "var: cannot divide by n - 2", var(one, 2));
}

// The message names what the user wrote.
TEST(ReductionErrors, OfNothingByName) {
  const Array<int, 2> nothing = zeros<int>(3, 0);
  EXPECT_ERROR(ShapeError, __LINE__, "stddev", stddev(nothing));
  EXPECT_ERROR(ShapeError, __LINE__, "argMin", argMin(nothing));
  EXPECT_ERROR(ShapeError, __LINE__, "argMax", argMax(nothing));
  EXPECT_ERROR(ShapeError, __LINE__, "[3, 0]", mean(nothing));
}

TEST(ReductionErrors, OfNothingThatIsMadeInside) {
  for (const Mode& mode : modes) {
    SCOPED_TRACE(mode.name);
    const auto f = acc([](Index n) { return mean(iota<double>(n) + 1); }, mode.options);
    const unsigned line = __LINE__ - 1;
    for (int k = 0; k < 2; ++k) {
      EXPECT_EQ(f(Index(3)).get(), 2);
      EXPECT_ERROR(ShapeError, line, "mean of an empty array", f(Index(0)));
    }
  }
}

TEST(ReductionErrors, DotOfDifferentShapes) {
  for (const Mode& mode : modes) {
    SCOPED_TRACE(mode.name);
    const auto f = acc([](Array<float> a, Array<float> b) { return dot(a, b); }, mode.options);
    const unsigned line = __LINE__ - 1;
    const Array<float> one{2}, three{1, 2, 3};
    EXPECT_EQ(f(three, three).get(), 14);
    EXPECT_ERROR(ShapeError, line, "dot", f(three, one));  // does not broadcast
    EXPECT_ERROR(ShapeError, line, "[3]", f(one, three));
    EXPECT_EQ(f(one, one).get(), 4);
    EXPECT_ERROR(ShapeError, line, "[1]", f(three, one));
    EXPECT_ERROR(ShapeError, line, "[0]", f(three, Array<float>()));
    EXPECT_EQ(f(three, three).get(), 14);
    const auto g = acc([](Array<int, 2> a, Array<int, 2> b) { return dot(a, b); }, mode.options);
    EXPECT_ERROR(ShapeError, __LINE__ - 1, "[2, 3]", g(ones<int>(2, 3), ones<int>(3, 2)));
    EXPECT_EQ(g(ones<int>(2, 3), ones<int>(2, 3)).get(), 6);
  }
}

TEST(ReductionErrors, NormsOfOtherOrders) {
  for (const Mode& mode : modes) {
    SCOPED_TRACE(mode.name);
    const auto f = acc([](Array<double> a, double p) { return norm(a, p); }, mode.options);
    const unsigned line = __LINE__ - 1;
    const Array<double> a{3, -4};
    EXPECT_EQ(f(a, 2).get(), 5);
    EXPECT_ERROR(ArgumentError, line, "norm: the order 3 is not", f(a, 3));
    EXPECT_ERROR(ArgumentError, line, "is not 1, 2 or infinity", f(a, 0));
    EXPECT_ERROR(ArgumentError, line, "norm", f(a, std::numeric_limits<double>::quiet_NaN()));
    EXPECT_EQ(f(a, 1).get(), 7);
  }
}

// Every reduction of an array that was moved from.
template <class F>
void ofMovedFrom(unsigned line, F f) {
  Array<double> a{1, 2};
  const Array<double> b = std::move(a);
  EXPECT_ERROR(ArgumentError, line, "moved from", f(a));
  EXPECT_NO_THROW(f(b));
  for (const Mode& mode : modes) {
    SCOPED_TRACE(mode.name);
    const auto g = acc([f](Array<double> x) {
      const auto y = std::move(x);
      f(x);
      return y;
    }, mode.options);
    for (int k = 0; k < 2; ++k) EXPECT_ERROR(ArgumentError, line, "moved from", g(b));
  }
}
TEST(ReductionErrors, OfArraysMovedFrom) {
  ofMovedFrom(__LINE__, [](const Array<double>& a) { return sum(a); });
  ofMovedFrom(__LINE__, [](const Array<double>& a) { return product(a); });
  ofMovedFrom(__LINE__, [](const Array<double>& a) { return min(a); });
  ofMovedFrom(__LINE__, [](const Array<double>& a) { return mean(a); });
  ofMovedFrom(__LINE__, [](const Array<double>& a) { return var(a); });
  ofMovedFrom(__LINE__, [](const Array<double>& a) { return stddev(a); });
  ofMovedFrom(__LINE__, [](const Array<double>& a) { return dot(a, a); });
  ofMovedFrom(__LINE__, [](const Array<double>& a) { return sumOfSquares(a); });
  ofMovedFrom(__LINE__, [](const Array<double>& a) { return norm(a); });
  ofMovedFrom(__LINE__, [](const Array<double>& a) { return norm(a, 1); });
  ofMovedFrom(__LINE__, [](const Array<double>& a) { return argMin(a); });
  ofMovedFrom(__LINE__, [](const Array<double>& a) { return argMax(a); });
}
TEST(OperationErrors, OfArraysMovedFrom) {
  ofMovedFrom(__LINE__, [](const Array<double>& a) { return zerosLike(a); });
  ofMovedFrom(__LINE__, [](const Array<double>& a) { return fullLike(a, Value<double>(1)); });
  ofMovedFrom(__LINE__, [](const Array<double>& a) { return pow(a, 3); });
  ofMovedFrom(__LINE__, [](const Array<double>& a) { return fma(a, a, a); });
  ofMovedFrom(__LINE__, [](const Array<double>& a) { return clamp(a, 0, 1); });
  ofMovedFrom(__LINE__, [](const Array<double>& a) { return sign(a); });
  ofMovedFrom(__LINE__, [](const Array<double>& a) { return isinf(a); });
  ofMovedFrom(__LINE__, [](const Array<double>& a) { return atan2(a, 1); });
}

}  // namespace
}  // namespace parax::errors
