// Black-Scholes: one loop, one allocation, and the known sum.
#include <cmath>

#include "snapshot.h"

namespace parax::structure {
namespace {

Array<double> phi(const Array<double>& x) { return 0.5 + 0.5 * erf(0.707106781 * x); }

Array<double> blackScholes(Array<double> s, Array<double> k, Array<double> r, Array<double> vol,
                           Array<double> t) {
  const auto l = log10(s / k);
  const auto p = 0.5 * vol * vol;
  const auto d = vol * sqrt(t);
  const auto d1 = ((r + p) * t + l) / d;
  const auto d2 = d1 - d;
  const auto f = k * exp(-r * t);
  const auto call = s * phi(d1) - f * phi(d2);
  return call - f + s;
}

struct Inputs {
  Array<double> s, k, r, vol, t;
  explicit Inputs(std::int64_t n)
      : s(full<double>(42, n)),
        k(40 + (iota<double>(n) + 1) / static_cast<double>(n)),
        r(full<double>(0.5, n)),
        vol(full<double>(0.2, n)),
        t(full<double>(0.5, n)) {}
};

TEST(BlackScholes, OneLoopOneAllocation) {
  const auto f = acc(&blackScholes, compiled);
  const Inputs in(1000);
  for (int k = 0; k < 3; ++k) {
    const Since since;
    const auto put = f(in.s, in.k, in.r, in.vol, in.t);
    EXPECT_EQ(since.loops(), 1u) << "call " << k;
    EXPECT_EQ(since.allocations(), 1u) << "call " << k;
    EXPECT_EQ(since.allocatedBytes() / 8192, 0u) << "call " << k;
    EXPECT_EQ(since.libraryOps(), 0u) << "call " << k;
    EXPECT_EQ(since.compilations(), k == 0 ? 1u : 0u);
    EXPECT_EQ(since.replays(), k == 0 ? 0u : 1u);
  }
  const Explanation report = explain(f);
  EXPECT_EQ(report.mode, "compile");
  EXPECT_TRUE(report.replayable) << report.whyNot;
  EXPECT_EQ(report.calls, 3u);
  EXPECT_EQ(report.replays, 2u);
  ASSERT_EQ(report.programs.size(), 1u) << report;
  const ProgramReport& program = report.programs[0];
  ASSERT_EQ(program.loops.size(), 1u) << report;
  EXPECT_EQ(program.temporaries, 0);
  EXPECT_EQ(program.results, 1);
  EXPECT_GT(program.arraysVanished, 10);
  EXPECT_GT(program.recordedOperations, program.arraysVanished);
  const LoopReport& loop = program.loops[0];
  EXPECT_EQ(loop.loads, 5);
  EXPECT_EQ(loop.stores, 1);
  EXPECT_EQ(loop.bytesPerPoint, 48);
  EXPECT_EQ(loop.reductions, 0);
  EXPECT_TRUE(loop.parallel);
  EXPECT_GE(loop.vectorLanes, 2);
  bool hasErf = false;
  for (const OperationReport& operation : loop.operations) {
    EXPECT_NE(operation.file.find("black_scholes_test.cpp"), std::string::npos);
    EXPECT_GT(operation.line, 0);
    hasErf = hasErf || operation.operation == "erf";
  }
  EXPECT_TRUE(hasErf);
  EXPECT_NE(report.text().find("erf"), std::string::npos);
}

TEST(BlackScholes, KnownSum) {
  constexpr std::int64_t n = 10'000'000;
  const Inputs in(n);
  const auto put = acc(&blackScholes, compiled)(in.s, in.k, in.r, in.vol, in.t);
  const double total = sum(put).get();
  constexpr double known = 2.0954821257116845e8;
  EXPECT_LT(std::abs(total - known) / known, 1e-12) << std::hexfloat << total;
}

}  // namespace
}  // namespace parax::structure
