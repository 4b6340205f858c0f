// No surprise compilations; which traces can be replayed; guards on what they assumed.
#include "snapshot.h"

namespace parax::structure {
namespace {

const Array<double> x{1, 2, 3, 4, 5};

TEST(Compilations, NewSizesAndNumbersCompileNothing) {
  const auto f = acc([](Array<double, 2> a, double factor, Value<double> shift, int count) {
    return a * factor + shift * count;
  }, compiled);
  f(zeros<double>(3, 5), 0.3, 7, 5);
  const Since since;
  for (const std::int64_t n : {3, 7, 64, 1000})
    for (const double number : {0.7, 12.5, -3.25})
      f(zeros<double>(n, n + 1), number, number, static_cast<int>(n));
  EXPECT_EQ(since.compilations(), 0u);
}

TEST(Compilations, OneKernelForTwoAcceleratedFunctions) {
  const auto f = [](Array<double> a) { return exp(a) * 0.123 + a; };
  const auto first = acc(f, compiled), second = acc(f, compiled);
  first(x);
  const Since since;
  EXPECT_EQ(second(x).toVector(), first(x).toVector());
  EXPECT_EQ(since.compilations(), 0u);
  EXPECT_GE(since.cacheHits(), 1u);
  EXPECT_TRUE(explain(second).programs.at(0).cacheHit);
}

TEST(Compilations, OneKernelForTheSameProgramElsewhere) {
  acc([](Array<double> a) { return log(a) * 0.77 - a; }, compiled)(x);
  const Since since;
  acc([](const Array<double>& b) { return log(b) * 0.77 - b; }, compiled)(x);
  EXPECT_EQ(since.compilations(), 0u);
}

TEST(Replay, ClosedFunctionsReplay) {
  int runs = 0;
  static int* counter = nullptr;
  counter = &runs;
  const auto f = acc([](Array<double> a) {
    ++*counter;
    return a * 2 + sum(a);
  }, compiled);
  const Since since;
  for (int k = 0; k < 5; ++k) f(x);
  EXPECT_EQ(runs, 1);
  EXPECT_EQ(since.recordings(), 1u);
  EXPECT_EQ(since.replays(), 4u);
  EXPECT_TRUE(explain(f).replayable);
}

// Arrays and numbers that were written down inside and live on in a variable of the program.
Array<double> writtenDown;
Value<double> lastFactor = 0;

TEST(Replay, NotIfAnArrayMadeInsideEscapes) {
  const auto f = acc([](Array<double> a) {
    writtenDown = Array<double>{7, 8};
    return a * 3;
  }, compiled);
  const auto g = acc([](Array<double> a) {
    const Array<double> weights{1, 2, 3, 4, 5};
    writtenDown = weights;
    return a * weights;
  }, compiled);
  const auto h = acc([](Array<double> a) {
    lastFactor = Value<double>(5);
    return a * 3;
  }, compiled);
  for (int k = 0; k < 2; ++k) {
    writtenDown = {};
    f(x);
    EXPECT_EQ(writtenDown.toVector(), (std::vector<double>{7, 8}));
    writtenDown = {};
    EXPECT_EQ(g(x).at(4), 25);
    EXPECT_EQ(writtenDown.size(), 5);
    lastFactor = 0;
    h(x);
    EXPECT_EQ(lastFactor.get(), 5);
  }
  EXPECT_FALSE(explain(f).whyNot.empty());
  EXPECT_FALSE(explain(g).whyNot.empty());
}

TEST(Replay, WithArraysMadeInside) {
  const auto f = acc([](Array<double> a) {
    const Array<double> weights{1, 2, 3, 4, 5};
    const Array<double> unused{1, 2};
    return std::tuple(a * weights, weights, Array<int>{4, 5});
  }, compiled);
  f(x);
  const Since since;
  const auto [product, weights, list] = f(x);
  EXPECT_EQ(since.replays(), 1u);
  EXPECT_EQ(product.at(4), 25);
  EXPECT_EQ(weights.at(4), 5);
  EXPECT_EQ(list.at(1), 5);
}

TEST(Replay, NotWithState) {
  double factor = 4;  // 2 would be part of the structure
  const auto f = acc([&factor](Array<double> a) { return a * factor; }, compiled);
  EXPECT_EQ(f(x).at(1), 8);
  const Since since;
  factor = 3;
  EXPECT_EQ(f(x).at(1), 6);
  EXPECT_EQ(since.replays(), 0u);
  EXPECT_EQ(since.recordings(), 1u);
  EXPECT_EQ(since.compilations(), 0u);
  EXPECT_FALSE(explain(f).replayable);
  EXPECT_FALSE(explain(f).whyNot.empty());
}

TEST(Replay, NotIfANumberIsReadBack) {
  const auto f = acc([](Array<double> a) { return sum(a).get() > 10 ? a + 1 : a - 1; }, compiled);
  EXPECT_EQ(f(x).at(0), 2);
  EXPECT_EQ(f(x * 0.1).at(0), 0.1 - 1);
  EXPECT_EQ(f(x).at(0), 2);
  EXPECT_FALSE(explain(f).replayable);
  EXPECT_FALSE(explain(f).whyNot.empty());
}

Array<double> fromOutside{1, 1, 1, 1, 1};
Array<double> escaped;

TEST(Replay, NotIfAnotherArrayIsUsed) {
  const auto f = acc([](Array<double> a) { return a + fromOutside; }, compiled);
  EXPECT_EQ(f(x).at(0), 2);
  fromOutside = fromOutside + 1;
  EXPECT_EQ(f(x).at(0), 3);
  EXPECT_FALSE(explain(f).replayable);
}

// Nor if the function looks at an array from outside: at its size, at its elements.
TEST(Replay, NotIfAnotherArrayIsLookedAt) {
  const auto bySize = acc([](Array<double> a) { return a * fromOutside.extent(0); }, compiled);
  const auto byElement = acc([](Array<double> a) { return a + fromOutside.at(0); }, compiled);
  const Array<double> before = fromOutside;
  fromOutside = {7, 8};
  EXPECT_EQ(bySize(x).at(0), 2);
  EXPECT_EQ(byElement(x).at(0), 8);
  fromOutside = {9, 8, 7};
  EXPECT_EQ(bySize(x).at(0), 3);
  EXPECT_EQ(byElement(x).at(0), 10);
  EXPECT_FALSE(explain(bySize).replayable);
  EXPECT_FALSE(explain(byElement).replayable);
  fromOutside = before;
}

TEST(Replay, NotIfAnArrayEscapes) {
  const auto f = acc([](Array<double> a) {
    escaped = a * 2;
    return a;
  }, compiled);
  f(x);
  EXPECT_EQ(escaped.at(4), 10);
  f(x + 1);
  EXPECT_EQ(escaped.at(4), 12);
  EXPECT_FALSE(explain(f).replayable);
}

TEST(Replay, CopiesOfTheFunctionShare) {
  const auto f = acc([](Array<double> a) { return a - 0.5; }, compiled);
  f(x);
  const auto copy = f;
  const Since since;
  copy(x);
  EXPECT_EQ(since.replays(), 1u);
}

TEST(Guards, Broadcasting) {
  const auto f = acc([](Array<double> a, Array<double> b) { return a + b; }, compiled);
  const Array<double> one{10}, two{20};
  for (int k = 0; k < 3; ++k) {
    EXPECT_EQ(f(x, x).toVector(), (x * 2).toVector());
    EXPECT_EQ(f(x, one).toVector(), (x + 10).toVector());
    EXPECT_EQ(f(one, x).toVector(), (x + 10).toVector());
    EXPECT_EQ(f(one, two).toVector(), std::vector<double>{30});
    EXPECT_EQ(f(one, Array<double>()).size(), 0);
  }
  const Since since;
  f(x, x);
  f(x, one);
  f(one, x);
  EXPECT_EQ(since.recordings(), 0u) << "each has a trace of its own";
}

TEST(Guards, SizesReadIntoNumbers) {
  const auto f = acc([](Array<double> a) {
    const auto n = a.size();
    for (std::int64_t k = 0; k < n; ++k) a = a + 1;
    return a;
  }, compiled);
  for (int k = 0; k < 2; ++k)
    for (const std::int64_t n : {3, 5, 3, 1})
      EXPECT_EQ(f(zeros<double>(n)).at(0), static_cast<double>(n));
}

TEST(Guards, PlainNumbers) {
  const auto f = acc([](Array<double> a, int n, bool negate) {
    if (n > 2) a = a * n;
    return negate ? -a : a;
  }, compiled);
  for (int k = 0; k < 2; ++k) {
    EXPECT_EQ(f(x, 1, false).at(1), 2);
    EXPECT_EQ(f(x, 3, false).at(1), 6);
    EXPECT_EQ(f(x, 5, true).at(1), -10);
  }
}

TEST(Guards, TheSameArrayTwice) {
  const auto f = acc([](Array<double>& a, const Array<double>& b) { a = a + b; }, compiled);
  Array<double> a = x, b = x;
  f(a, a);
  EXPECT_EQ(a.at(2), 6);
  f(a, b);
  EXPECT_EQ(a.at(2), 9);
  Array<double> shared = b;
  f(shared, b);
  EXPECT_EQ(shared.at(2), 6);
  EXPECT_EQ(b.at(2), 3);
}

}  // namespace
}  // namespace parax::structure
