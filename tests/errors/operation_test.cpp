// Errors of single operations on numbers: remainders, bounds, powers, shifts, numbers that do not
// fit beside narrow arrays.
#include <cmath>
#include <limits>

#include "expect_error.h"

namespace parax::errors {
namespace {

constexpr std::int64_t n = 100000;
constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

template <class T>
Array<T> divisors(std::initializer_list<std::int64_t> zerosAt) {
  std::vector<T> d(n, 2);
  for (const auto i : zerosAt) d[static_cast<std::size_t>(i)] = 0;
  return d;
}

template <class T>
void remaindersByZero() {
  for (const Mode& mode : modes) {
    SCOPED_TRACE(mode.name);
    const auto f = acc([](Array<T> a, Array<T> b) { return (a % b) + 1; }, mode.options);
    const unsigned line = __LINE__ - 1;
    const auto a = full<T>(T(7), n);
    for (int k = 0; k < 2; ++k) {
      EXPECT_ERROR(ElementError, line, "by zero at index [77777] of [100000]",
                   f(a, divisors<T>({99999, 77777, 88888})));
      EXPECT_ERROR(ElementError, line, "by zero at index [3]", f(a, divisors<T>({3, 99999})));
      EXPECT_EQ(f(a, divisors<T>({})).at(n - 1), 2);
    }
  }
}
TEST(OperationErrors, RemaindersByZeroOfSignedIntegers) {
  remaindersByZero<std::int8_t>();
  remaindersByZero<std::int16_t>();
  remaindersByZero<std::int32_t>();
  remaindersByZero<std::int64_t>();
}
TEST(OperationErrors, RemaindersByZeroOfUnsignedIntegers) {
  remaindersByZero<std::uint8_t>();
  remaindersByZero<std::uint16_t>();
  remaindersByZero<std::uint32_t>();
  remaindersByZero<std::uint64_t>();
}

template <class T>
void divisionsByZero() {
  for (const Mode& mode : modes) {
    SCOPED_TRACE(mode.name);
    const auto f = acc([](Array<T> a, Array<T> b) { return a / b; }, mode.options);
    const unsigned line = __LINE__ - 1;
    const auto a = full<T>(T(7), n);
    EXPECT_ERROR(ElementError, line, "integer division by zero at index [4097]",
                 f(a, divisors<T>({4097, 99999})));
    EXPECT_EQ(f(a, divisors<T>({})).at(5), 3);
  }
}
TEST(OperationErrors, DivisionsByZeroOfEveryWidth) {
  divisionsByZero<std::int8_t>();
  divisionsByZero<std::int16_t>();
  divisionsByZero<std::uint8_t>();
  divisionsByZero<std::uint16_t>();
  divisionsByZero<std::uint32_t>();
  divisionsByZero<std::uint64_t>();
}

TEST(OperationErrors, RemainderByANumberAndInPlace) {
  for (const Mode& mode : modes) {
    SCOPED_TRACE(mode.name);
    const auto f = acc([](Array<int> a, int d) { return a % d; }, mode.options);
    EXPECT_ERROR(ElementError, __LINE__ - 1, "by zero", f(Array<int>{1, 2}, 0));
    EXPECT_EQ(f(Array<int>{5, 2}, 3).at(0), 2);
    EXPECT_EQ(f(Array<int>(), 0).size(), 0);
    const auto g = acc([](Array<std::uint8_t>& a, Array<std::uint8_t> b) { a %= b; }, mode.options);
    const unsigned line = __LINE__ - 1;
    Array<std::uint8_t> a{7, 8, 9};
    EXPECT_ERROR(ElementError, line, "[1]", g(a, Array<std::uint8_t>{4, 0, 4}));
    EXPECT_EQ(a.toVector(), (std::vector<std::uint8_t>{7, 8, 9}));
    g(a, Array<std::uint8_t>{4, 4, 4});
    EXPECT_EQ(a.toVector(), (std::vector<std::uint8_t>{3, 0, 1}));
  }
}

TEST(OperationErrors, RemainderOfBoolsAsNumbersByZero) {
  for (const Mode& mode : modes) {
    SCOPED_TRACE(mode.name);
    const auto f = acc([](Array<bool> a, Array<bool> b) { return a / b; }, mode.options);
    const unsigned line = __LINE__ - 1;
    EXPECT_ERROR(ElementError, line, "by zero at index [1]",
                 f(Array<bool>{true, true}, Array<bool>{true, false}));
    EXPECT_EQ(f(Array<bool>{true}, Array<bool>{true}).at(0), 1);
  }
}

TEST(OperationErrors, ClampWithCrossedBounds) {
  for (const Mode& mode : modes) {
    SCOPED_TRACE(mode.name);
    const auto f = acc([](Array<double> a, double low, double high) { return clamp(a, low, high); },
                       mode.options);
    const unsigned line = __LINE__ - 2;
    const Array<double> a{-5, 0.5, 5};
    EXPECT_EQ(f(a, 0, 1).toVector(), (std::vector<double>{0, 0.5, 1}));
    EXPECT_ERROR(ArgumentError, line, "clamp: the bounds 2 and 1 are crossed", f(a, 2, 1));
    EXPECT_ERROR(ArgumentError, line, "the bounds 1e+300 and 0.1 are", f(a, 1e300, 0.1));
    EXPECT_ERROR(ArgumentError, line, "crossed", f(a, std::nan(""), 1));
    EXPECT_EQ(f(a, 1, 1).toVector(), (std::vector<double>{1, 1, 1}));
    const auto g = acc([](Array<std::uint8_t> x) { return clamp(x, 200, 100); }, mode.options);
    EXPECT_ERROR(ArgumentError, __LINE__ - 1, "200 and 100", g(Array<std::uint8_t>{1}));
  }
}

// The bounds are numbers: what they mean does not depend on their C++ types.
TEST(OperationErrors, ClampBetweenNumbersOfDifferentTypes) {
  const Array<std::int64_t> a{-5, 3, 9};
  const std::int64_t low = -1;
  const std::uint64_t high = 5;
  try {
    EXPECT_EQ(clamp(a, low, high).toVector(), (std::vector<std::int64_t>{-1, 3, 5}));
  } catch (const ArgumentError& error) {
    ADD_FAILURE() << error.what();
  }
}

TEST(OperationErrors, NegativePowersOfIntegers) {
  for (const Mode& mode : modes) {
    SCOPED_TRACE(mode.name);
    const auto f = acc([](Array<int> a, int k) { return pow(a, k); }, mode.options);
    const unsigned line = __LINE__ - 1;
    const Array<int> a{2, -3};
    EXPECT_EQ(f(a, 3).toVector(), (std::vector<int>{8, -27}));
    EXPECT_ERROR(ArgumentError, line, "pow: the integer power -2 is negative", f(a, -2));
    EXPECT_EQ(f(a, 0).toVector(), (std::vector<int>{1, 1}));
    const auto g = acc([](Array<std::uint16_t> x) { return pow(x, -1); }, mode.options);
    EXPECT_ERROR(ArgumentError, __LINE__ - 1, "cast<double>", g(Array<std::uint16_t>{1}));
  }
}

template <class T>
void numberTooLarge(std::int64_t fits, std::int64_t large, const char* type) {
  for (const Mode& mode : modes) {
    SCOPED_TRACE(mode.name);
    const auto f = acc([](Array<T> a, std::int64_t b) { return a ^ b; }, mode.options);
    const unsigned line = __LINE__ - 1;
    const Array<T> a{0, 1};
    const std::string text =
        "the number " + std::to_string(large) + " does not fit in " + type + ": cast the array";
    EXPECT_ERROR(ArgumentError, line, text, f(a, large));
    EXPECT_EQ(f(a, fits).at(0), static_cast<T>(fits));
    EXPECT_ERROR(ArgumentError, line, text, f(a, large));
  }
}
TEST(OperationErrors, NumbersThatDoNotFitBesideNarrowArrays) {
  numberTooLarge<std::int8_t>(127, 128, "std::int8_t");
  numberTooLarge<std::int8_t>(-128, -129, "std::int8_t");
  numberTooLarge<std::int16_t>(-32768, 32768, "std::int16_t");
  numberTooLarge<std::uint8_t>(255, 300, "std::uint8_t");
  numberTooLarge<std::uint8_t>(0, -1, "std::uint8_t");
  numberTooLarge<std::uint16_t>(65535, 65536, "std::uint16_t");
  numberTooLarge<std::uint32_t>(4294967295, 4294967296, "std::uint32_t");
  numberTooLarge<std::uint64_t>(most, -1, "std::uint64_t");
}

TEST(OperationErrors, NumbersThatDoNotFitInEveryPlace) {
  const Array<std::uint8_t> a{1, 2};
  Array<std::uint8_t> target{1, 2};
  const char* const text = "the number 300 does not fit in std::uint8_t";
  EXPECT_ERROR(ArgumentError, __LINE__, text, a + 300);
  EXPECT_ERROR(ArgumentError, __LINE__, text, 300 - a);
  EXPECT_ERROR(ArgumentError, __LINE__, text, min(a, 300));
  EXPECT_ERROR(ArgumentError, __LINE__, text, max(300, a));
  EXPECT_ERROR(ArgumentError, __LINE__, text, select(a == 1, a, 300));
  EXPECT_ERROR(ArgumentError, __LINE__, text, clamp(a, 0, 300));
  EXPECT_ERROR(ArgumentError, __LINE__, text, a % 300);
  EXPECT_ERROR(ArgumentError, __LINE__, text, 300 >> a);
  EXPECT_ERROR(ArgumentError, __LINE__, text, target += 300);
  EXPECT_ERROR(ArgumentError, __LINE__, text, target *= 300);
  EXPECT_ERROR(ArgumentError, __LINE__, text, fullLike(a, 300));
  EXPECT_ERROR(ArgumentError, __LINE__, text, full<std::uint8_t>(300, 2));
  EXPECT_ERROR(ArgumentError, __LINE__, ": use a wider type", full<std::uint8_t>(-1, 2, 2));
  EXPECT_ERROR(ArgumentError, __LINE__, text, full<std::uint8_t>(300, Shape<4>{1, 1, 1, 1}));
  EXPECT_EQ(target.toVector(), (std::vector<std::uint8_t>{1, 2}));
  EXPECT_ERROR(ArgumentError, __LINE__, "the number -1 does not fit in std::uint8_t", a - -1);
  // A Value was converted when it was made.
  EXPECT_EQ(full<std::uint8_t>(Value<std::uint8_t>(300), 2).at(1), 44);
  EXPECT_EQ(full<std::uint8_t>(255, 2).at(1), 255);
  // Comparisons compare the mathematical values instead.
  EXPECT_TRUE(bool(all(a < 300)));
  EXPECT_TRUE(bool(all(a > -1)));
}

}  // namespace
}  // namespace parax::errors
