// Errors of single elements: integer division by zero, an index outside.
#include "expect_error.h"

namespace parax::errors {
namespace {

constexpr std::int64_t n = 100000;

Array<int> divisors(std::initializer_list<std::int64_t> zerosAt) {
  std::vector<int> d(n, 2);
  for (const auto i : zerosAt) d[static_cast<std::size_t>(i)] = 0;
  return d;
}

TEST(ElementErrors, DivisionByZeroNamesTheFirst) {
  for (const Mode& mode : modes) {
    SCOPED_TRACE(mode.name);
    const auto f = acc([](Array<int> a, Array<int> b) { return a / b + 1; }, mode.options);
    const unsigned line = __LINE__ - 1;
    const Array<int> a = iota<int>(n);
    for (int k = 0; k < 3; ++k) {
      EXPECT_ERROR(ElementError, line, "integer division by zero at index [77777]",
                   f(a, divisors({99999, 77777, 88888})));
      EXPECT_ERROR(ElementError, line, "at index [3] of [100000]", f(a, divisors({3, 99999})));
      EXPECT_EQ(f(a, divisors({})).at(n - 1), 50000);
    }
  }
}

// The first in program order, though its element comes later.
TEST(ElementErrors, TheFirstInProgramOrder) {
  for (const Mode& mode : modes) {
    SCOPED_TRACE(mode.name);
    const auto f = acc([](Array<int> a, Array<int> b, Array<int> c) {
      const auto first = a / b;
      const auto second = a / c;
      return first + second;
    }, mode.options);
    const unsigned line = __LINE__ - 4;
    const Array<int> a = iota<int>(n);
    for (int k = 0; k < 2; ++k) {
      EXPECT_ERROR(ElementError, line, "[90000]", f(a, divisors({90000}), divisors({5})));
      EXPECT_ERROR(ElementError, line + 1, "[5]", f(a, divisors({}), divisors({5})));
      EXPECT_EQ(f(a, divisors({}), divisors({})).at(10), 10);
    }
  }
}

TEST(ElementErrors, NoResultIsHalfWritten) {
  for (const Mode& mode : modes) {
    if (!mode.records) continue;
    SCOPED_TRACE(mode.name);
    const auto f = acc([](Array<int>& a, Array<int> b) { a = a * 3 / b; }, mode.options);
    const unsigned line = __LINE__ - 1;
    for (int k = 0; k < 2; ++k) {
      Array<int> a = iota<int>(n);
      EXPECT_ERROR(ElementError, line, "[99999]", f(a, divisors({99999})));
      EXPECT_TRUE(bool(all(a == iota<int>(n))));
      f(a, divisors({}));
      EXPECT_EQ(a.at(4), 6);
    }
  }
}

TEST(ElementErrors, IndicesInSeveralDimensions) {
  for (const Mode& mode : modes) {
    SCOPED_TRACE(mode.name);
    const auto f =
        acc([](Array<std::int64_t, 2> a, Array<std::int64_t> b) { return a / b; }, mode.options);
    const unsigned line = __LINE__ - 1;
    const auto a = full<std::int64_t>(7, 5, 3);
    EXPECT_ERROR(ElementError, line, "at index [0, 1] of [5, 3]",
                 f(a, Array<std::int64_t>{1, 0, 0}));
    EXPECT_EQ(f(a, Array<std::int64_t>{1, 2, 3}).at({4, 2}), 2);
  }
}

TEST(ElementErrors, ScalarsAndNumbers) {
  for (const Mode& mode : modes) {
    SCOPED_TRACE(mode.name);
    const auto f = acc([](Array<int> a, int d) { return a / d; }, mode.options);
    const unsigned line = __LINE__ - 1;
    EXPECT_ERROR(ElementError, line, "division by zero", f(Array<int>{1, 2}, 0));
    EXPECT_EQ(f(Array<int>{4, 2}, 2).at(0), 2);
    const auto g = acc([](Value<int> a, Value<int> d) { return a / d; }, mode.options);
    EXPECT_ERROR(ElementError, __LINE__ - 1, "division by zero", g(Value<int>(1), Value<int>(0)));
    EXPECT_EQ(g(Value<int>(9), Value<int>(2)).get(), 4);
  }
}

// Where a number is taken the error comes at once; nothing after it runs.
TEST(ElementErrors, ThrownWhereANumberIsTaken) {
  for (const Mode& mode : modes) {
    SCOPED_TRACE(mode.name);
    bool reached = false;
    const auto f = acc([&](Array<int> a) {
      const auto q = 10 / a;
      const auto total = sum(q).get();
      reached = true;
      return a + total;
    }, mode.options);
    const unsigned line = __LINE__ - 5;
    EXPECT_ERROR(ElementError, line, "division by zero at index [1]", f(Array<int>{1, 0}));
    EXPECT_FALSE(reached);
    EXPECT_EQ(f(Array<int>{1, 2}).at(0), 16);
  }
}

TEST(ElementErrors, Empty) {
  for (const Mode& mode : modes) {
    const auto f = acc([](Array<int> a, int d) { return a / d; }, mode.options);
    EXPECT_EQ(f(Array<int>(), 0).size(), 0) << mode.name;
  }
}

TEST(ElementErrors, IndexOutside) {
  const Array<double, 2> a{{1, 2}, {3, 4}};
  EXPECT_ERROR(ElementError, __LINE__, "[2, 0]", a.at({2, 0}));
  EXPECT_ERROR(ElementError, __LINE__, "[0, -1]", a.at({0, -1}));
  EXPECT_ERROR(ArgumentError, __LINE__, "dimension 2", a.extent(2));
}

}  // namespace
}  // namespace parax::errors
