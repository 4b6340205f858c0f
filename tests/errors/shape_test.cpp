// Shapes that do not fit, sizes that cannot be, reductions of nothing.
#include "expect_error.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define PARAX_ASAN
#endif
#endif

namespace parax::errors {
namespace {

TEST(ShapeErrors, ShapesThatDoNotFit) {
  for (const Mode& mode : modes) {
    SCOPED_TRACE(mode.name);
    const auto f = acc([](Array<double> a, Array<double> b) { return a * 2 + b; }, mode.options);
    const unsigned line = __LINE__ - 1;
    const Array<double> three{1, 2, 3}, four{1, 2, 3, 4};
    for (int k = 0; k < 2; ++k) {
      EXPECT_ERROR(ShapeError, line, "[3]", f(three, four));
      EXPECT_ERROR(ShapeError, line, "[4]", f(three, four));
      EXPECT_EQ(f(three, three).at(2), 9);
      EXPECT_EQ(f(four, four).at(3), 12);
    }
  }
}

TEST(ShapeErrors, EveryOperationNamesItself) {
  const Array<double, 2> a{{1, 2, 3}, {4, 5, 6}}, b{{1, 2}, {3, 4}};
  EXPECT_ERROR(ShapeError, __LINE__, "+: the shapes [2, 3] and [2, 2]", a + b);
  EXPECT_ERROR(ShapeError, __LINE__, "-: the shapes", a - b);
  EXPECT_ERROR(ShapeError, __LINE__, "<: the shapes", static_cast<void>(a < b));
  EXPECT_ERROR(ShapeError, __LINE__, "&&: the shapes", (a < 1) && (b < 1));
  EXPECT_ERROR(ShapeError, __LINE__, "max", max(a, b));
  EXPECT_ERROR(ShapeError, __LINE__, "select", select(a < 1, b, b));
  EXPECT_ERROR(ShapeError, __LINE__, "rows of 2 and 1", (Array<int, 2>{{1, 2}, {3}}));
  EXPECT_ERROR(ShapeError, __LINE__, "planes of 1 and 2", (Array<int, 3>{{{1}}, {{1}, {2}}}));
}

TEST(ShapeErrors, ComplexOperationsNameThemselves) {
  using Z = Array<std::complex<double>>;
  for (const Mode& mode : modes) {
    SCOPED_TRACE(mode.name);
    const auto f = acc([](Z a, Z b) { return a / b; }, mode.options);
    const unsigned line = __LINE__ - 1;
    const Z two{{1, 2}, {3, 4}}, three{{1, 0}, {2, 0}, {3, 0}};
    EXPECT_ERROR(ShapeError, line, "/: the shapes [2] and [3]", f(two, three));
    EXPECT_EQ(f(two, two).at(1), std::complex<double>(1, 0));
  }
  const Z two{{1, 2}, {3, 4}}, three{{1, 0}, {2, 0}, {3, 0}};
  EXPECT_ERROR(ShapeError, __LINE__, "+: the shapes", two + three);
  EXPECT_ERROR(ShapeError, __LINE__, "*: the shapes", two * three);
  EXPECT_ERROR(ShapeError, __LINE__, "pow: the shapes", pow(two, three));
  EXPECT_ERROR(ShapeError, __LINE__, "==: the shapes", static_cast<void>(two == three));
  EXPECT_ERROR(ShapeError, __LINE__, "select: the shapes", select(abs(two) < 1, three, three));
  EXPECT_ERROR(ShapeError, __LINE__, "complexOf: the shapes", complexOf(abs(two), abs(three)));
  EXPECT_ERROR(ShapeError, __LINE__, "mean of an empty array", mean(Z()));
  Z one{{1, 0}};
  EXPECT_ERROR(ShapeError, __LINE__, "+=: the right side", one += two);
  EXPECT_EQ(one.at(0), std::complex<double>(1, 0));
}

TEST(ShapeErrors, TheTargetOfACompoundAssignmentDoesNotGrow) {
  for (const Mode& mode : modes) {
    SCOPED_TRACE(mode.name);
    const auto f = acc([](Array<double>& a, Array<double> b) { a += b; }, mode.options);
    const unsigned line = __LINE__ - 1;
    Array<double> one{1};
    EXPECT_ERROR(ShapeError, line, "[3]", f(one, Array<double>{1, 2, 3}));
    EXPECT_EQ(one.toVector(), std::vector<double>{1});
    f(one, Array<double>{5});
    EXPECT_EQ(one.at(0), 6);
  }
}

TEST(ShapeErrors, EmptyMinAndMax) {
  for (const Mode& mode : modes) {
    SCOPED_TRACE(mode.name);
    const auto smallest = acc([](Array<double> a) { return min(a); }, mode.options);
    const unsigned line = __LINE__ - 1;
    EXPECT_ERROR(ShapeError, line, "min of an empty array", smallest(Array<double>()));
    EXPECT_EQ(smallest(Array<double>{2, 1}).get(), 1);
    EXPECT_ERROR(ShapeError, line, "[0]", smallest(Array<double>()));
    const auto largest = acc([](Array<int, 2> a) { return max(a + 1); }, mode.options);
    EXPECT_ERROR(ShapeError, __LINE__ - 1, "max of an empty array", largest(zeros<int>(3, 0)));
    EXPECT_EQ(largest(zeros<int>(3, 1)).get(), 1);
  }
}

TEST(ShapeErrors, NegativeExtents) {
  EXPECT_ERROR(ShapeError, __LINE__, "negative", zeros<double>(-1));
  EXPECT_ERROR(ShapeError, __LINE__, "negative", iota<int>(-5));
  EXPECT_ERROR(ShapeError, __LINE__, "negative", zeros<double>(Shape<2>{3, -2}));
  EXPECT_ERROR(ShapeError, __LINE__, "negative", (Array<int, 2>(std::span<const int>(), {-1, -1})));
  for (const Mode& mode : modes) {
    SCOPED_TRACE(mode.name);
    const auto f = acc([](Index n) { return zeros<double>(n - 3); }, mode.options);
    const unsigned line = __LINE__ - 1;
    EXPECT_ERROR(ShapeError, line, "negative", f(Index(1)));
    EXPECT_EQ(f(Index(5)).size(), 2);
    EXPECT_ERROR(ShapeError, line, "negative", f(Index(2)));
    EXPECT_EQ(f(Index(3)).size(), 0);
  }
}

TEST(ShapeErrors, SizesWhoseBytesOverflow) {
  constexpr std::int64_t huge = std::int64_t(1) << 61;
  EXPECT_ERROR(ShapeError, __LINE__, "2305843009213693952", zeros<double>(huge));
  EXPECT_ERROR(ShapeError, __LINE__, "[", zeros<float>(huge, huge));
  for (const Mode& mode : modes) {
    SCOPED_TRACE(mode.name);
    const auto f = acc([](Index n) { return zeros<double>(n, n); }, mode.options);
    const auto g = acc([](Index n) { return sum(zeros<float>(n, n, n)); }, mode.options);
    const unsigned line = __LINE__ - 2;
    for (int k = 0; k < 2; ++k) {
      EXPECT_ERROR(ShapeError, line, "[2305843009213693952, 2305843009213693952]", f(Index(huge)));
      EXPECT_EQ(f(Index(2)).size(), 4);
      EXPECT_ERROR(ShapeError, line + 1, "more bytes", g(Index(huge)));
      EXPECT_EQ(g(Index(2)).get(), 0);
    }
  }
}

// Two arrays that fit, and together do not.
TEST(ShapeErrors, BroadcastingOverflows) {
  const auto row = zeros<bool>(1, 1, 1 << 20), plane = zeros<bool>(1, 1 << 20, 1);
  for (const Mode& mode : modes) {
    if (!mode.records) continue;  // has no memory for a + b, long before
    SCOPED_TRACE(mode.name);
    const auto g = acc([](Array<bool, 3> a, Array<bool, 3> b, Array<double, 3> c) {
      return a + b + c;
    }, mode.options);
    const unsigned line = __LINE__ - 2;
    EXPECT_EQ(g(zeros<bool>(1, 1, 2), zeros<bool>(1, 3, 1), zeros<double>(2, 1, 1)).size(), 12);
    EXPECT_ERROR(ShapeError, line, "[1048576, 1048576, 1048576]",
                 g(row, plane, zeros<double>(1 << 20, 1, 1)));
  }
}

TEST(ShapeErrors, OutOfMemory) {
  constexpr std::int64_t large = std::int64_t(1) << 45;
  EXPECT_ERROR(MemoryError, __LINE__, "out of memory", zeros<double>(large));
  for (const Mode& mode : modes) {
#ifdef PARAX_ASAN
    if (mode.options.mode == parax::Mode::interpret) continue;  // asan's operator new never throws
#endif
    SCOPED_TRACE(mode.name);
    const auto f = acc([](Index n) { return iota<double>(n) + 1; }, mode.options);
    EXPECT_THROW(f(Index(large)), MemoryError);
    EXPECT_EQ(f(Index(2)).at(1), 2);
    EXPECT_THROW(f(Index(large)), MemoryError);
  }
}

}  // namespace
}  // namespace parax::errors
