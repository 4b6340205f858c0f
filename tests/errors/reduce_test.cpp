// What the function of reduce must not do, and errors in it: in every mode alike.
#include "expect_error.h"

namespace parax::errors {
namespace {

const auto add = [](auto x, auto y) { return x + y; };

// f throws an ArgumentError with this text at `line`; afterwards a right function works.
template <class F>
void refused(unsigned line, const char* text, F f) {
  const Array<double> a{1, 2, 3};
  for (const Mode& mode : modes) {
    SCOPED_TRACE(mode.name);
    const auto g = acc([&](Array<double> x, bool right) {
      return right ? reduce(add, 0, x) : f(x);
    }, mode.options);
    for (int k = 0; k < 2; ++k) {
      EXPECT_ERROR(ArgumentError, line, text, g(a, false));
      EXPECT_EQ(g(a, true).get(), 6);
    }
    // The recording goes on where the user catches the error.
    const auto catching = acc([&](Array<double> x) {
      try {
        return f(x);
      } catch (const ArgumentError&) {
        return reduce(add, 10, x + 1);
      }
    }, mode.options);
    EXPECT_EQ(catching(a).get(), reduce(add, 10, a + 1).get());
  }
  EXPECT_ERROR(ArgumentError, line, text, f(a));  // outside of accelerated functions
}

TEST(ReduceErrors, ANumberIsReadBack) {
  const unsigned line = __LINE__ + 2;
  const auto f = [](Array<double> a) {
    return reduce([](auto x, auto y) { return x.get() + y; }, 0, a);
  };
  refused(line, "a number was read back in the function of reduce", f);
}

// Of a value that is known, too: whether it is depends on the mode.
TEST(ReduceErrors, ANumberIsReadBackOfAnotherValue) {
  const unsigned line = __LINE__ + 3;
  const auto f = [](Array<double> a) {
    const auto total = sum(a);
    return reduce([&](auto x, auto y) { return x + y * total.get(); }, 0, a);
  };
  refused(line, "read numbers back before", f);
}

TEST(ReduceErrors, AnArrayIsUsed) {
  const unsigned line = __LINE__ + 2;
  const auto f = [](Array<double> a) {
    return reduce([&](auto x, auto y) { return a + y, x; }, 0, a);
  };
  refused(line, "the function of reduce uses an array of shape [3]", f);
}

TEST(ReduceErrors, AnArrayIsMade) {
  const unsigned line = __LINE__ + 2;
  const auto f = [](Array<double> a) {
    return reduce([](auto x, auto y) { return full<double>(x, 4), y; }, 0, a);
  };
  refused(line, "the function of reduce uses an array of shape [4]", f);
}

TEST(ReduceErrors, AComplexArrayIsUsed) {
  const unsigned line = __LINE__ + 3;
  const auto f = [](Array<double> a) {
    const Array<std::complex<double>> z = complexOf(a, 1);
    return real(reduce([&](auto x, auto y) { return z * y, x; }, 1, z));
  };
  refused(line, "the function of reduce uses an array of shape [3]", f);
}

TEST(ReduceErrors, AComplexProductInside) {
  const unsigned line = __LINE__ + 3;
  const auto f = [](Array<double> a) {
    const Array<std::complex<double>> z = complexOf(a, 1);
    return real(reduce([&](auto x, auto y) { return x + y * product(z); }, 0, z));
  };
  refused(line, "the function of reduce contains a reduction (reduce)", f);
}

TEST(ReduceErrors, AReductionInside) {
  const unsigned line = __LINE__ + 2;
  const auto f = [](Array<double> a) {
    return reduce([&](auto x, auto y) { return x + y * sum(a); }, 0, a);
  };
  refused(line, "the function of reduce contains a reduction (sum): compute it before", f);
}

TEST(ReduceErrors, AReduceInside) {
  const unsigned line = __LINE__ + 2;
  const auto f = [](Array<double> a) {
    return reduce([&](auto x, auto y) { return x + y * reduce(add, 1, a); }, 0, a);
  };
  refused(line, "the function of reduce contains a reduction (reduce)", f);
}

TEST(ReduceErrors, AValueIsUsedAfterwards) {
  const unsigned line = __LINE__ + 7;
  const auto f = [](Array<double> a) {
    Value<double> kept;
    const auto total = reduce([&](auto x, auto y) {
      kept = x + 1;
      return x + y;
    }, 0, a);
    return total + kept;
  };
  refused(line, "a value that was made in the function of reduce was used after it", f);
}

TEST(ReduceErrors, ANumberDoesNotFit) {
  const Array<std::int8_t> a{1, 2};
  EXPECT_ERROR(ArgumentError, __LINE__, "300 does not fit in std::int8_t", reduce(add, 300, a));
  EXPECT_EQ(reduce(add, 0, a).get(), 3);
}

TEST(ReduceErrors, OfAnArrayMovedFrom) {
  Array<double> a{1, 2};
  const Array<double> b = std::move(a);
  EXPECT_ERROR(ArgumentError, __LINE__, "moved from", reduce(add, 0, a));
  EXPECT_EQ(reduce(add, 0, b).get(), 3);
}

// The line is that of the division; a pair of values has no index.
TEST(ReduceErrors, DivisionByZero) {
  for (const Mode& mode : modes) {
    SCOPED_TRACE(mode.name);
    const unsigned line = __LINE__ + 2;
    const auto f = acc([](Array<std::int64_t> a) {
      return reduce([](auto x, auto y) { return x + 100 / y; }, 1, a);
    }, mode.options);
    const Array<std::int64_t> good = iota<std::int64_t>(9000) + 5;
    const auto total = f(good).get();
    for (const std::int64_t at : {8, 4000, 4095, 8999}) {
      const Array<std::int64_t> bad = select(iota<std::int64_t>(9000) == at, 0, good);
      EXPECT_ERROR(ElementError, line, "integer division by zero [", f(bad));
      EXPECT_EQ(f(good).get(), total);
    }
    EXPECT_EQ(f(Array<std::int64_t>()).get(), 1) << "no pair, no error";
    EXPECT_EQ(f(Array<std::int64_t>{0}).get(), 0) << "one element is no pair";
  }
}

// Only the lanes' combination meets this pair: 7 % 0 at the end of a block.
TEST(ReduceErrors, DivisionByZeroBetweenPartialResults) {
  for (const Mode& mode : modes) {
    SCOPED_TRACE(mode.name);
    const unsigned line = __LINE__ + 2;
    const auto f = acc([](Array<int> a) {
      return reduce([](auto x, auto y) { return y % (x - 1); }, 7, a);
    }, mode.options);
    EXPECT_ERROR(ElementError, line, "integer division by zero [", f(Array<int>{1, 7}));
  }
}

// What does not depend on the pair is computed before it, even if there is none.
TEST(ReduceErrors, DivisionByZeroOfOtherValues) {
  for (const Mode& mode : modes) {
    SCOPED_TRACE(mode.name);
    const unsigned line = __LINE__ + 2;
    const auto f = acc([](Array<int> a, Value<int> by) {
      return reduce([&](auto x, auto y) { return x + y + 100 / by; }, 0, a);
    }, mode.options);
    f(Array<int>{1, 2}, Value<int>(3));
    EXPECT_ERROR(ElementError, line, "integer division by zero [", f(Array<int>{1, 2}, 0));
    EXPECT_ERROR(ElementError, line, "integer division by zero [", f(Array<int>(), 0));
  }
}

}  // namespace
}  // namespace parax::errors
