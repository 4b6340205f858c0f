// Variables of the caller: memory handed out for writing, arrays moved away, functions with state.
#include <gtest/gtest.h>

#include <functional>

#include "modes.h"

namespace parax::conformance {
namespace {

using Doubles = std::vector<double>;

// --- mutableData ---

TEST(HandedOutMemory, StaysWithAnInOutArray) {
  for (const Way& way : ways()) {
    SCOPED_TRACE(way.name);
    const auto step = acc([](Array<double>& x) { x += 1.0; }, way.options);
    Array<double> x = zeros<double>(4);
    double* p = x.mutableData();
    for (int k = 0; k < 3; ++k) {
      step(x);
      p[0] = 100;  // a boundary condition by hand
    }
    EXPECT_EQ(x.data(), p);
    EXPECT_EQ(x.toVector(), (Doubles{100, 3, 3, 3}));
    const Array<double> copy = x;
    p[1] = -1;
    EXPECT_EQ(copy.at(1), 3) << "copies are deep";
  }
}

TEST(HandedOutMemory, HoweverTheValueComesAbout) {
  const auto unchanged = [](Array<double>& x, Array<double>& y) { y = x + y; };
  const auto replaced = [](Array<double>& x, Array<double>& y) { x = y * 2.0; };
  const auto exchanged = [](Array<double>& x, Array<double>& y) { std::swap(x, y); };
  const auto copied = [](Array<double>& x, Array<double>& y) { x = y; };
  const auto numberTaken = [](Array<double>& x, Array<double>& y) {
    y = y + x.at(0);
    x += y;
  };
  const auto written = [](Array<double>& x, Array<double>&) { x = {7, 8, 9}; };
  const auto expect = [](const auto& f, const Doubles& right, const Doubles& left) {
    for (const Way& way : ways()) {
      const auto g = acc(f, way.options);
      for (int k = 0; k < 3; ++k) {
        SCOPED_TRACE(std::string(way.name) + ", call " + std::to_string(k));
        Array<double> x{1, 2, 3}, y{10, 20, 30};
        double *p = x.mutableData(), *q = y.mutableData();
        g(x, y);
        EXPECT_EQ(x.toVector(), right);
        EXPECT_EQ(y.toVector(), left);
        if (way.options.mode == Mode::library) continue;  // an assignment is one there
        EXPECT_EQ(x.data(), p);
        EXPECT_EQ(y.data(), q);
        p[0] = q[0] = 5;
        EXPECT_EQ(x.at(0) + y.at(0), 10);
      }
    }
  };
  expect(unchanged, {1, 2, 3}, {11, 22, 33});
  expect(replaced, {20, 40, 60}, {10, 20, 30});
  expect(exchanged, {10, 20, 30}, {1, 2, 3});
  expect(copied, {10, 20, 30}, {10, 20, 30});
  expect(numberTaken, {12, 23, 34}, {11, 21, 31});
  expect(written, {7, 8, 9}, {10, 20, 30});
}

TEST(HandedOutMemory, AnotherShapeIsAnotherArray) {
  for (const Way& way : ways()) {
    SCOPED_TRACE(way.name);
    const auto f =
        acc([](Array<double>& x, Index n) { x = full<double>(x.at(0), n); }, way.options);
    for (int k = 0; k < 2; ++k) {
      Array<double> x{1, 2, 3};
      x.mutableData();
      f(x, 2);
      EXPECT_EQ(x.toVector(), (Doubles{1, 1}));
    }
  }
}

TEST(HandedOutMemory, ResultsDoNotShareIt) {
  for (const Way& way : ways()) {
    SCOPED_TRACE(way.name);
    const auto f = acc([](Array<double>& x) {
      x = x + 1.0;
      return x;
    }, way.options);
    for (int k = 0; k < 2; ++k) {
      Array<double> x{1, 2};
      x.mutableData();
      const Array<double> result = f(x);
      x.mutableData()[0] = 50;
      EXPECT_EQ(result.toVector(), (Doubles{2, 3}));
    }
  }
}

TEST(HandedOutMemory, AfterAnError) {
  for (const Way& way : ways()) {
    SCOPED_TRACE(way.name);
    const auto f = acc([](Array<int>& x, Array<int> d) { x = x / d; }, way.options);
    for (int k = 0; k < 2; ++k) {
      Array<int> x{4, 6};
      int* p = x.mutableData();
      EXPECT_THROW(f(x, Array<int>{1, 0}), ElementError);
      EXPECT_EQ(x.data(), p);
      EXPECT_EQ(x.toVector(), (std::vector<int>{4, 6}));
    }
  }
}

// --- Arrays that the function moves away ---

TEST(MovedAway, IsMovedFromAfterEveryCall) {
  for (const Way& way : ways()) {
    SCOPED_TRACE(way.name);
    const auto take = acc([](Array<double>& x) { return std::move(x); }, way.options);
    const auto drop = acc([](Array<double>& x) { return std::move(x) + 1.0; }, way.options);
    const auto refill = acc([](Array<double>& x) {
      Array<double> taken = std::move(x);
      x = taken * 2.0;
      return taken;
    }, way.options);
    for (int k = 0; k < 3; ++k) {
      Array<double> x{1, 2}, y{3, 4}, z{5, 6};
      EXPECT_EQ(take(x).toVector(), (Doubles{1, 2}));
      EXPECT_THROW(x.size(), ArgumentError);
      EXPECT_EQ(drop(y).toVector(), (Doubles{4, 5}));
      EXPECT_EQ(y.toVector(), (Doubles{3, 4})) << "an operand is not consumed";
      EXPECT_EQ(refill(z).toVector(), (Doubles{5, 6}));
      EXPECT_EQ(z.toVector(), (Doubles{10, 12}));
    }
  }
}

TEST(MovedAway, IntoNothing) {
  for (const Way& way : ways()) {
    SCOPED_TRACE(way.name);
    const auto f =
        acc([](Array<double>& x) { const Array<double> gone = std::move(x); }, way.options);
    for (int k = 0; k < 3; ++k) {
      Array<double> x{1, 2};
      f(x);
      EXPECT_THROW(x.size(), ArgumentError);
      x = Array<double>{1};
      EXPECT_EQ(x.size(), 1);
    }
  }
}

// --- Functions with state inside functions without ---

TEST(InnerState, Changes) {
  for (const Way& way : ways()) {
    SCOPED_TRACE(way.name);
    static const auto inner = acc([n = 0](Array<double> x) mutable {
      ++n;
      return x * double(n);
    });
    const double before = inner(Array<double>{1}).at(0);
    const auto outer = acc([](Array<double> x) { return inner(x) + 0.0; }, way.options);
    const auto outermost = acc([](Array<double> x) {
      static const auto middle = acc([](Array<double> y) { return inner(y); });
      return middle(x) * 1.0;
    }, way.options);
    for (int k = 1; k <= 3; ++k) {
      EXPECT_EQ(outer(Array<double>{1}).at(0), before + 2 * k - 1);
      EXPECT_EQ(outermost(Array<double>{1}).at(0), before + 2 * k);
    }
    if (way.options.mode != Mode::library) {
      EXPECT_EQ(
          explain(outer).whyNot,
          "it calls an accelerated function that has state: pass what that captures as arguments");
    }
  }
}

TEST(InnerState, AssignedAnew) {
  for (const Way& way : ways()) {
    SCOPED_TRACE(way.name);
    using Function = std::function<Array<double>(Array<double>)>;
    static auto inner = acc(Function());
    inner = acc(Function([](Array<double> x) { return x + 1.0; }));
    const auto outer = acc([](Array<double> x) { return inner(x) * 1.0; }, way.options);
    EXPECT_EQ(outer(Array<double>{1}).at(0), 2);
    EXPECT_EQ(outer(Array<double>{1}).at(0), 2);
    inner = acc(Function([](Array<double> x) { return x + 5.0; }));
    EXPECT_EQ(outer(Array<double>{1}).at(0), 6);
  }
}

TEST(InnerState, NoneIsRemembered) {
  for (const Way& way : ways()) {
    if (way.options.mode == Mode::library) continue;
    static const auto inner = acc([](Array<double> x) { return x + 1.0; });
    const auto outer = acc([](Array<double> x) { return inner(x) * 2.0; }, way.options);
    EXPECT_EQ(outer(Array<double>{1}).at(0), 4);
    EXPECT_TRUE(explain(outer).replayable) << way.name;
  }
}

// An inner function's options do not count, and that is said, once.
TEST(InnerOptions, AreDroppedWithAWarning) {
  const auto f = [](Array<double> x) { return x * x - 1.0; };
  static const auto plain = acc(f, Options{.mode = Mode::interpret, .fma = true});
  static const auto unfused = acc(f, Options{.mode = Mode::interpret, .fma = false});
  const auto callsPlain =
      acc([](Array<double> x) { return plain(x); }, Options{.mode = Mode::interpret, .fma = false});
  const auto callsUnfused = acc([](Array<double> x) { return unfused(x); },
                                Options{.mode = Mode::interpret, .fma = true});
  const Array<double> x{1 + 0x1p-30};
  testing::internal::CaptureStderr();
  for (int k = 0; k < 2; ++k) {
    EXPECT_EQ(callsPlain(x).at(0), unfused(x).at(0));
    EXPECT_EQ(callsUnfused(x).at(0), plain(x).at(0));
    EXPECT_NE(plain(x).at(0), unfused(x).at(0));
  }
  const std::string said = testing::internal::GetCapturedStderr();
  const std::size_t at = said.find("Options{.fma = false}");
  ASSERT_NE(at, std::string::npos) << said;
  EXPECT_EQ(said.find("Options{", at + 1), std::string::npos) << said;
}

}  // namespace
}  // namespace parax::conformance
