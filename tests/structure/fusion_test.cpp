// Loops, multiply-adds and temporaries of small programs.
#include <cmath>

#include "snapshot.h"

namespace parax::structure {
namespace {

template <class F, class... Args>
ProgramReport programOf(F f, const Args&... args) {
  const auto g = acc(f, compiled);
  const auto result = g(args...);
  const Explanation report = explain(g);
  EXPECT_EQ(report.programs.size(), 1u) << report;
  return report.programs.at(0);
}

const Array<double> x{1, 2, 3, 4, 5};

TEST(Fusion, AReductionIsABarrier) {
  const ProgramReport program = programOf([](Array<double> a) { return a / sum(a); }, x);
  ASSERT_EQ(program.loops.size(), 2u);
  EXPECT_EQ(program.loops[0].reductions, 1);
  EXPECT_EQ(program.loops[1].stores, 1);
  EXPECT_LE(program.temporaries, 1) << "at most the sum";
  ASSERT_FALSE(program.refusals.empty());
  EXPECT_FALSE(program.refusals[0].reason.empty());
  EXPECT_GT(program.refusals[0].first.line, 0);
}

TEST(Fusion, ReductionsOfOneArrayShareALoop) {
  const auto f = [](Array<double> a) { return std::tuple(sum(a), sum(a * a), max(a)); };
  const ProgramReport program = programOf(f, x);
  ASSERT_EQ(program.loops.size(), 1u);
  EXPECT_EQ(program.loops[0].reductions, 3);
  EXPECT_EQ(program.loops[0].loads, 1);
  EXPECT_EQ(program.loops[0].stores, 0);
}

TEST(Fusion, AReductionWithAFunctionSharesALoop) {
  const auto f = [](Array<double> a) {
    return std::tuple(sum(a), reduce([](auto p, auto q) { return max(p, q); }, 0.0, a * a));
  };
  const int line = __LINE__ - 2;
  const ProgramReport program = programOf(f, x);
  ASSERT_EQ(program.loops.size(), 1u);
  EXPECT_EQ(program.loops[0].reductions, 2);
  EXPECT_EQ(program.loops[0].loads, 1);
  EXPECT_EQ(program.loops[0].stores, 0);
  EXPECT_EQ(program.temporaries, 0);
  const auto& all = program.loops[0].operations;
  const auto named = std::find_if(all.begin(), all.end(),
                                  [](const auto& each) { return each.operation == "reduce"; });
  ASSERT_NE(named, all.end());
  EXPECT_EQ(named->line, line);
}

TEST(Fusion, AComplexProductSharesALoop) {
  using C = std::complex<double>;
  const auto f = [](Array<C> a, Array<double> b) {
    const auto z = a * b;
    return std::tuple(product(z), reduce([](auto p, auto q) { return conj(p) + q; }, 0, z), max(b));
  };
  const ProgramReport program = programOf(f, Array<C>{{1, 2}, {3, 4}}, Array<double>{5, 6});
  ASSERT_EQ(program.loops.size(), 1u);
  EXPECT_EQ(program.loops[0].reductions, 3);
  EXPECT_EQ(program.loops[0].stores, 0);
  EXPECT_EQ(program.temporaries, 0);
  EXPECT_GT(program.loops[0].vectorLanes, 1);
}

TEST(Fusion, AMappedArrayIsNotMade) {
  const auto f = [](Array<double> a, Array<double> b) {
    return mapReduce([](auto p, auto q) { return exp(p) - q; },
                     [](auto p, auto q) { return p + q; }, 0, a, b);
  };
  const ProgramReport program = programOf(f, x, x);
  ASSERT_EQ(program.loops.size(), 1u);
  EXPECT_EQ(program.loops[0].loads, 2);
  EXPECT_EQ(program.temporaries, 0);
}

// A captured number is a parameter, and the function is called once for each recording.
TEST(Fusion, AFunctionOfAReductionIsCalledOnce) {
  int calls = 0;
  const auto f = [&](Array<double> a, double scale) {
    return reduce([&, scale](auto p, auto q) { return ++calls, p * scale + q; }, 1.0, a);
  };
  const auto g = acc(f, compiled);
  g(x, 0.5);
  const auto before = stats();
  g(iota<double>(10000), 0.25);
  EXPECT_EQ(stats().compilations, before.compilations);
  EXPECT_EQ(calls, 2);
  f(x, 0.5);
  EXPECT_EQ(calls, 3) << "in library mode, too";
}

// Sizes are values of the program, not assumed: nothing is compiled or recorded again.
TEST(Fusion, SizesInReductionsAreParameters) {
  const auto f = acc([](Array<double> a) {
    return std::tuple(mean(a), var(a), argMin(a), dot(a, a), zerosLike(a) + 1);
  }, compiled);
  f(x);
  const auto before = stats();
  for (int n : {1, 7, 100}) {
    const Array<double> numbers = iota<double>(n);
    const auto [m, v, least, d, ones] = f(numbers);
    EXPECT_EQ(m.get(), (n - 1) / 2.0);
    EXPECT_EQ(least.get(), 0);
    EXPECT_EQ(ones.extent(0), n);
  }
  EXPECT_EQ(stats().compilations, before.compilations);
  EXPECT_EQ(stats().recordings, before.recordings);
}

TEST(Fusion, WhatHasNoVectorFormIsNamed) {
  const auto f = [](Array<double> a) { return tgamma(a) + sin(a); };
  const ProgramReport program = programOf(f, x);
  ASSERT_EQ(program.loops.size(), 1u);
  EXPECT_GT(program.loops[0].vectorLanes, 1);
  __builtin_cpu_init();  // our own functions need FMA
  const std::vector<std::string> libms{"tgamma"}, none;
  EXPECT_EQ(program.loops[0].oneByOne, __builtin_cpu_supports("fma") ? none : libms);
  const auto divide = [](Array<std::int64_t> a) { return 100 / (a + 1) + a / 3; };
  const ProgramReport division = programOf(divide, Array<std::int64_t>{1, 2});
  ASSERT_EQ(division.loops.size(), 1u);
  EXPECT_EQ(division.loops[0].oneByOne, std::vector<std::string>{"/"});
}

TEST(Fusion, SeveralResultsShareALoop) {
  const auto f = [](Array<double> a) { return std::tuple(a + 1, a * 2, sqrt(a)); };
  const ProgramReport program = programOf(f, x);
  ASSERT_EQ(program.loops.size(), 1u);
  EXPECT_EQ(program.loops[0].stores, 3);
  EXPECT_EQ(program.results, 3);
}

TEST(Fusion, UnusedOperationsVanish) {
  const auto f = [](Array<double> a) {
    const auto unused = exp(a) + 1;
    return a + 1;
  };
  const ProgramReport program = programOf(f, x);
  ASSERT_EQ(program.loops.size(), 1u);
  for (const auto& operation : program.loops[0].operations) EXPECT_NE(operation.operation, "exp");
}

TEST(Fusion, NumberReadBackEndsASegment) {
  const auto f = acc([](Array<double> a) {
    const double total = sum(a).get();
    return a * total;
  }, compiled);
  f(x);
  const Explanation report = explain(f);
  ASSERT_EQ(report.programs.size(), 2u) << report;
  EXPECT_NE(report.programs[0].endedBy.find("fusion_test.cpp"), std::string::npos)
      << report.programs[0].endedBy;
  EXPECT_EQ(report.programs[1].endedBy, "");
}

// a*b + c rounds once with fma and twice without.
TEST(Fma, FormedUnlessSwitchedOff) {
  const double eps = std::ldexp(1, -30);
  const Array<double> a{1 + eps}, b{1 - eps}, c{-1};
  const auto f = [](Array<double> p, Array<double> q, Array<double> r) { return p * q + r; };
  const double fused = std::fma(1 + eps, 1 - eps, -1.0), separate = 0;
  ASSERT_NE(fused, separate);
  for (const Mode mode : {Mode::compile, Mode::interpret, Mode::library}) {
    EXPECT_EQ(acc(f, Options{.mode = mode, .fma = true})(a, b, c).at(0), fused);
    EXPECT_EQ(acc(f, Options{.mode = mode, .fma = false})(a, b, c).at(0), separate);
  }
}

TEST(Fma, NotAcrossAProductThatIsAResult) {
  const double eps = std::ldexp(1, -30);
  const auto f = acc([](Array<double> a, Array<double> b) {
    const auto product = a * b;
    return std::tuple(product, product - 1);
  }, compiled);
  const auto [product, less] = f(Array<double>{1 + eps}, Array<double>{1 - eps});
  EXPECT_EQ(product.at(0), 1);
  EXPECT_EQ(less.at(0), 0);
}

TEST(Explain, TextAndModes) {
  const auto f = [](Array<double> a) { return a + 1; };
  const auto interpreted = acc(f, Options{.mode = Mode::interpret});
  interpreted(x);
  EXPECT_EQ(explain(interpreted).mode, "interpret");
  const auto library = acc(f, Options{.mode = Mode::library});
  library(x);
  EXPECT_EQ(explain(library).mode, "library");
  const auto never = acc(f, compiled);
  EXPECT_EQ(explain(never).calls, 0u);
  EXPECT_TRUE(explain(never).programs.empty());
  const auto g = acc(f, compiled);
  g(x);
  EXPECT_NE(explain(g).text().find("  +"), std::string::npos) << explain(g);
}

}  // namespace
}  // namespace parax::structure
