// Errors that the function catches itself: it goes another way, at every call anew, and nothing
// that the failure did not touch is lost.
#include "expect_error.h"

namespace parax::errors {
namespace {

using Doubles = std::vector<double>;
using Ints = std::vector<int>;
using D = Array<double>;
using I = Array<int>;

// --- The way that a caught error leads to is not remembered ---

TEST(CaughtErrors, ShapesDecideAtEveryCall) {
  for (const Mode& mode : modes) {
    SCOPED_TRACE(mode.name);
    const auto f = acc([](Array<double> a, Array<double> b) {
      try {
        return a + b;
      } catch (const ShapeError&) {
        return a;
      }
    }, mode.options);
    for (int k = 0; k < 2; ++k) {
      EXPECT_EQ(f(D{1, 2}, ones<double>(3)).toVector(), (Doubles{1, 2}));
      EXPECT_EQ(f(D{1, 2}, ones<double>(2)).toVector(), (Doubles{2, 3}));
    }
  }
}

// Calls f, which answers 1 where an error was caught, with arguments for which it is thrown and
// others for which it is not, in both orders.
template <class F, class A>
void expectDecided(const F& f, const A& fails, const A& works) {
  for (const Mode& mode : modes) {
    SCOPED_TRACE(mode.name);
    const auto bad = acc(f, mode.options), good = acc(f, mode.options);
    for (int k = 0; k < 2; ++k) {
      EXPECT_EQ(std::apply(bad, fails).at(0), 1);
      EXPECT_EQ(std::apply(bad, works).at(0), 0);
      EXPECT_EQ(std::apply(good, works).at(0), 0);
      EXPECT_EQ(std::apply(good, fails).at(0), 1);
    }
  }
}

// Without state, so that nothing but the error forbids remembering.
template <class Statement>
Array<int> caught(const Statement& statement) {
  try {
    statement();
    return {0};
  } catch (const Error&) {
    return {1};
  }
}

TEST(CaughtErrors, OfEveryKind) {
  using Two = std::tuple<Array<double>, Array<double>>;
  using One = std::tuple<Array<double>>;
  using Size = std::tuple<Index>;
  const auto compound = [](Array<double> a, Array<double> b) { return caught([&] { a += b; }); };
  expectDecided(compound, Two({1, 2}, {1, 2, 3}), Two({1, 2}, {1, 2}));
  const auto product = [](Array<double> a, Array<double> b) { return caught([&] { dot(a, b); }); };
  expectDecided(product, Two({1, 2}, {1, 2, 3}), Two({1, 2}, {1, 2}));
  const auto least = [](Array<double> a) { return caught([&] { min(a); }); };
  expectDecided(least, One(D()), One(D{1}));
  const auto place = [](Array<double> a) { return caught([&] { argMax(a); }); };
  expectDecided(place, One(D()), One(D{1}));
  const auto variance = [](Array<double> a) { return caught([&] { var(a, 2); }); };
  expectDecided(variance, One(D{1}), One(D{1, 2, 3}));
  const auto size = [](Index n) { return caught([&] { zeros<double>(n); }); };
  expectDecided(size, Size(-1), Size(3));
  const auto counting = [](Index n) { return caught([&] { iota<std::int8_t>(n); }); };
  expectDecided(counting, Size(1000), Size(100));
}

TEST(CaughtErrors, ErrorsOfArgumentsAndOptions) {
  using Number = std::tuple<Value<double>, int>;
  const auto options = [](Value<double> x, int threads) {
    return caught(
        [&] { acc([](Value<double> v) { return v + 1; }, Options{.threads = threads})(x); });
  };
  expectDecided(options, Number(1, -3), Number(1, 1));
  const auto moved = [](Value<double> x, int moves) {
    Array<double> a = full<double>(x, 2);
    const Array<double> taken = moves ? std::move(a) : Array<double>();
    return caught([&] { a + 1; });
  };
  expectDecided(moved, Number(1, 1), Number(1, 0));
}

TEST(CaughtErrors, TheReportSaysWhy) {
  const auto f = acc([](Array<double> a, Array<double> b) {
    try {
      return a + b;
    } catch (const ShapeError&) {
      return a;
    }
  }, Options{.mode = parax::Mode::interpret});
  f(D{1, 2}, D{1, 2, 3});
  EXPECT_EQ(explain(f).whyNot, "an error was thrown inside");
  f(D{1, 2}, D{1, 2});
  EXPECT_TRUE(explain(f).replayable);
}

// --- Arguments and variables survive an error that is caught ---

TEST(CaughtErrors, InOutVariablesKeepTheirValues) {
  for (const Mode& mode : modes) {
    SCOPED_TRACE(mode.name);
    const auto f = acc([](Array<int>& x, Array<int> d) {
      try {
        if (max(x / d) > 100) return 2;
      } catch (const ElementError&) {
        return 1;
      }
      return 0;
    }, mode.options);
    for (int k = 0; k < 2; ++k) {
      Array<int> x{4, 6};
      EXPECT_EQ(f(x, I{2, 0}), 1);
      EXPECT_EQ(x.toVector(), (Ints{4, 6}));
      EXPECT_EQ(f(x, I{2, 1}), 0);
      EXPECT_EQ(x.toVector(), (Ints{4, 6}));
    }
  }
}

TEST(CaughtErrors, ArgumentsCanBeUsedAfterwards) {
  for (const Mode& mode : modes) {
    SCOPED_TRACE(mode.name);
    const auto f = acc([](Array<int> a, Value<int> by, Array<int> d) {
      try {
        return a + int(sum(a / d).get());
      } catch (const ElementError&) {
        return a * 10 + by;
      }
    }, mode.options);
    for (int k = 0; k < 2; ++k) {
      EXPECT_EQ(f(I{4, 6}, 3, I{2, 0}).toVector(), (Ints{43, 63}));
      EXPECT_EQ(f(I{4, 6}, 3, I{2, 1}).toVector(), (Ints{12, 14}));
    }
  }
}

// Statements before the one that failed have happened.
TEST(CaughtErrors, StatementsBeforeCount) {
  for (const Mode& mode : modes) {
    SCOPED_TRACE(mode.name);
    const auto f = acc([](Array<int>& x, Array<int>& y, Array<int> d) {
      x += 1;
      const auto local = x * 2;
      const auto n = sum(local);
      try {
        y = y + max(x / d).get();
      } catch (const ElementError&) {
        x = x + local + cast<int>(n);
      }
    }, mode.options);
    for (int k = 0; k < 2; ++k) {
      Array<int> x{4, 6}, y{1, 1};
      f(x, y, I{2, 0});
      EXPECT_EQ(x.toVector(), (Ints{5 + 10 + 24, 7 + 14 + 24}));
      EXPECT_EQ(y.toVector(), (Ints{1, 1}));
      x = Array<int>{4, 6};
      f(x, y, I{5, 7});
      EXPECT_EQ(x.toVector(), (Ints{5, 7}));
      EXPECT_EQ(y.toVector(), (Ints{2, 2}));
    }
  }
}

TEST(CaughtErrors, TwoInOneCall) {
  for (const Mode& mode : modes) {
    SCOPED_TRACE(mode.name);
    const auto f = acc([](Array<int>& x, Array<int> d, Array<int> e) {
      int errors = 0;
      for (const Array<int>* divisor : {&d, &e}) {
        x += 1;
        try {
          if (min(x / *divisor) == 1000) return -1;
        } catch (const ElementError&) {
          ++errors;
        }
      }
      return errors;
    }, mode.options);
    Array<int> x{1, 2};
    EXPECT_EQ(f(x, I{1, 0}, I{0, 1}), 2);
    EXPECT_EQ(x.toVector(), (Ints{3, 4}));
    EXPECT_EQ(f(x, I{1, 0}, I{1, 1}), 1);
    EXPECT_EQ(f(x, I{1, 1}, I{1, 1}), 0);
    EXPECT_EQ(x.toVector(), (Ints{7, 8}));
  }
}

// What the failed statement would have computed has no value; a variable keeps its old one.
TEST(CaughtErrors, TheFailedValueItself) {
  for (const Mode& mode : modes) {
    SCOPED_TRACE(mode.name);
    const auto f = acc([](Array<int>& x, Array<int> d) {
      try {
        x = x / d;
        return int(x.at(0));
      } catch (const ElementError&) {
        return -1;
      }
    }, mode.options);
    Array<int> x{4, 6};
    EXPECT_EQ(f(x, I{2, 0}), -1);
    EXPECT_EQ(x.toVector(), (Ints{4, 6}));
    EXPECT_EQ(f(x, I{2, 1}), 2);
    EXPECT_EQ(x.toVector(), (Ints{2, 6}));
  }
}

// More than any address space has, but not more than can be counted.
constexpr std::int64_t tooMany = std::int64_t{1} << 56;

TEST(CaughtErrors, LackOfMemory) {
  for (const Mode& mode : modes) {
    if (std::string_view(mode.name) == "interpret")
      continue;  // std::vector, and a sanitizer aborts
    SCOPED_TRACE(mode.name);
    const auto f = acc([](Array<int>& x, Array<int> a, Index n) {
      x += 1;
      try {
        const auto large = zeros<std::int8_t>(n) + 1;
        return a + large.data()[0];
      } catch (const MemoryError&) {
        return a * 10;
      }
    }, mode.options);
    for (const std::int64_t n : {tooMany, std::int64_t{5}, tooMany}) {
      Array<int> x{4, 6};
      EXPECT_EQ(f(x, I{1, 2}, n).toVector(), n == 5 ? (Ints{2, 3}) : (Ints{10, 20}));
      EXPECT_EQ(x.toVector(), (Ints{5, 7}));
    }
  }
}

// --- Errors that leave the function ---

// Compiled, the last value before the number was read back; never another array's elements.
TEST(CaughtErrors, BehindANumberTakenOut) {
  for (const Mode& mode : modes) {
    SCOPED_TRACE(mode.name);
    const auto f = acc([](Array<int>& x, Array<int>& y, Array<int> d) {
      y = x * 10;
      x = y + 1;
      const int first = y.at(0);
      x = x / (d * first);
    }, mode.options);
    for (const bool isShared : {false, true}) {
      Array<int> x{1, 2}, y{0, 0};
      const Array<int> copy = isShared ? x : Array<int>();
      EXPECT_THROW(f(x, y, I{1, 0}), ElementError);
      EXPECT_EQ(x.toVector(), (Ints{11, 21}));
      EXPECT_EQ(y.toVector(), (Ints{10, 20}));
      EXPECT_EQ(copy.toVector(), isShared ? (Ints{1, 2}) : Ints());
    }
  }
}

TEST(CaughtErrors, AtTheNumberItself) {
  for (const Mode& mode : modes) {
    if (!mode.records) continue;  // library mode: the statements before have taken effect
    SCOPED_TRACE(mode.name);
    const auto f = acc([](Array<int>& x, Array<int>& y, Array<int> d) {
      y = x * 10;
      x = y / d;
      return x.at(0);
    }, mode.options);
    Array<int> x{1, 2}, y{0, 0};
    EXPECT_THROW(f(x, y, I{1, 0}), ElementError);
    EXPECT_EQ(x.toVector(), (Ints{1, 2}));
    EXPECT_EQ(y.toVector(), (Ints{0, 0}));
  }
}

// Another in-out variable's placeholder is a value, too, but not the one from before.
TEST(CaughtErrors, VariablesThatChangedPlaces) {
  for (const Mode& mode : modes) {
    if (!mode.records) continue;
    SCOPED_TRACE(mode.name);
    const auto f = acc([](Array<int>& x, Array<int>& y, Array<int>& z, Array<int> d) {
      std::swap(x, y);
      z = z / d;
    }, mode.options);
    Array<int> x{1, 2}, y{3, 4}, z{5, 6};
    EXPECT_THROW(f(x, y, z, I{1, 0}), ElementError);
    EXPECT_EQ(x.toVector(), (Ints{1, 2}));
    EXPECT_EQ(y.toVector(), (Ints{3, 4}));
    EXPECT_EQ(z.toVector(), (Ints{5, 6}));
  }
}

TEST(CaughtErrors, AUsersExceptionInItsPlace) {
  for (const Mode& mode : modes) {
    SCOPED_TRACE(mode.name);
    const auto f = acc([](Array<int>& x, Array<int> d) {
      x += 1;
      try {
        x += max(x / d).get();
      } catch (const ElementError&) {
        throw std::runtime_error("mine");
      }
    }, mode.options);
    Array<int> x{4, 6};
    EXPECT_THROW(f(x, I{2, 0}), std::runtime_error);
    EXPECT_EQ(x.toVector(), (Ints{5, 7})) << "as in plain C++";
  }
}

}  // namespace
}  // namespace parax::errors
