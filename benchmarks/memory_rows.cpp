// a * x + b * y and sum: bound by memory, or by loads and stores where the arrays stay in a cache.
#include "check.h"
#include "kernels.h"
#include "memory.h"
#include "programs.h"

namespace bench {
namespace {

using parax::Array;
using parax::Value;

constexpr double factorA = 1.25, factorB = -0.75;

// Inputs that both sides read, and the natives' result.
template <class T>
struct Vectors {
  explicit Vectors(std::size_t n) : x(n), y(n), out(n), count(static_cast<std::int64_t>(n)) {
    for (std::size_t i = 0; i < n; ++i) {
      x[i] = static_cast<T>(1 + 1e-3 * static_cast<double>(i % 1000));
      y[i] = static_cast<T>(2 - 1e-3 * static_cast<double>(i % 777));
    }
  }
  HugeArray<T> x, y, out;
  std::int64_t count;
};

// How often an assignment to an existing result takes memory from the allocator.
std::string allocationsOf(const std::function<void()>& run) {
  constexpr int calls = 8;
  const auto before = parax::stats().allocations;
  for (int k = 0; k < calls; ++k) run();
  const double each = static_cast<double>(parax::stats().allocations - before) / calls;
  return std::to_string(each).substr(0, 4) + " allocations a call";
}

template <class T>
void axpbyExisting(Suite& suite, int threads, const std::string& name, std::size_t n,
                   bool inCache) {
  Vectors<T> v(n);
  const auto g = parax::acc([](Array<T> x, Array<T> y, Array<T>& out, Value<T> a, Value<T> b) {
    out = a * x + b * y;
  }, parax::Options{.threads = threads});
  const auto x = Array<T>::borrow(v.x.span()), y = Array<T>::borrow(v.y.span());
  Array<T> out = parax::zeros<T>(static_cast<std::int64_t>(n));
  const auto ours = [&] { g(x, y, out, T(factorA), T(factorB)); };
  std::vector<Contestant> natives;
  for (const auto& variant : native::axpbyVariants<T>())
    natives.push_back({variant.name, [&, run = variant.run] {
      run(T(factorA), v.x.data(), T(factorB), v.y.data(), v.out.data(), v.count, threads);
    }});
  ours();
  natives.back().run();
  expectClose(name, out.data(), v.out.data(), n);
  Result result{.name = name, .threads = threads, .elements = static_cast<double>(n)};
  result.bytesPerElement = 3 * sizeof(T);
  if (!inCache) result.bandwidth = suite.bandwidth(threads);
  result.target = inCache ? Target{} : ratioAtLeast(0.97);
  const std::string scalar = notVectorised(explain(g));
  result.note = allocationsOf(ours) + (scalar.empty() ? "" : "; " + scalar);
  suite.compare(result, ours, natives);
}

void axpbyFresh(Suite& suite, int threads) {
  const std::size_t n = suite.large();
  Vectors<double> v(n);
  const auto g = parax::acc([](Array<double> x, Array<double> y, Value<double> a, Value<double> b) {
    return a * x + b * y;
  }, parax::Options{.threads = threads});
  const auto x = Array<double>::borrow(v.x.span()), y = Array<double>::borrow(v.y.span());
  std::vector<Contestant> all = {{"ours", [&] { g(x, y, factorA, factorB); }}};
  for (const auto& variant : native::freshAxpbyVariants())
    all.push_back({variant.name, [&, run = variant.run] {
      run(factorA, v.x.data(), factorB, v.y.data(), v.count, threads);
    }});
  const auto ours = g(x, y, factorA, factorB);
  const auto theirs = native::freshAxpbyVariants()[0].run(factorA, v.x.data(), factorB, v.y.data(),
                                                          v.count, threads);
  expectClose("axpby_double_fresh", ours.data(), theirs.get(), n);
  addFreshRows(suite, "axpby_double_fresh", threads, n, all);
}

template <class T>
void sumRow(Suite& suite, int threads, const std::string& name, std::size_t n, bool inCache) {
  Vectors<T> v(n);
  const auto g = parax::acc([](Array<T> x) { return sum(x); }, parax::Options{.threads = threads});
  const auto x = Array<T>::borrow(v.x.span());
  T ours = 0, theirs = 0;
  std::vector<Contestant> natives;
  for (const auto& variant : native::sumVariants<T>())
    natives.push_back(
        {variant.name, [&, run = variant.run] { theirs = run(v.x.data(), v.count, threads); }});
  ours = g(x).get();
  natives.back().run();
  expectClose(name, ours, theirs);
  Result result{.name = name, .threads = threads, .elements = static_cast<double>(n)};
  result.bytesPerElement = sizeof(T);
  if (!inCache) result.bandwidth = suite.bandwidth(threads);
  result.target = inCache ? Target{} : ratioAtLeast(0.97);
  result.note = notVectorised(explain(g));
  suite.compare(result, [&] { ours = g(x).get(); }, natives);
}

}  // namespace

void addFreshRows(Suite& suite, const std::string& name, int threads, std::size_t n,
                  const std::vector<Contestant>& contestants) {
  const std::vector<double> times =
      race(contestants, suite.settings().rounds, clockFor(threads), Drop::nobody);
  Result result{.name = name, .threads = threads, .elements = static_cast<double>(n)};
  result.bytesPerElement = 24;
  result.bandwidth = suite.bandwidth(threads);
  suite.addFromTimes(result, times, contestants, [](const std::string&) { return true; });
  result.name += "_vs_new";
  result.target = ratioAtLeast(1.15);
  suite.addFromTimes(result, times, contestants,
                     [](const std::string& native) { return native.starts_with("new"); });
}

std::vector<Entry> memoryEntries() {
  constexpr std::size_t inL2 = 32768;
  return {
      {"axpby_double",
       [](Suite& s, int t) { axpbyExisting<double>(s, t, "axpby_double", s.large(), false); }},
      {"axpby_float",
       [](Suite& s, int t) { axpbyExisting<float>(s, t, "axpby_float", s.large(), false); }},
      {"axpby_double_l2",
       [](Suite& s, int t) { axpbyExisting<double>(s, t, "axpby_double_l2", inL2, true); }},
      {"axpby_float_l2",
       [](Suite& s, int t) { axpbyExisting<float>(s, t, "axpby_float_l2", inL2, true); }},
      {"axpby_double_fresh", axpbyFresh},
      {"sum_double", [](Suite& s, int t) { sumRow<double>(s, t, "sum_double", s.large(), false); }},
      {"sum_float", [](Suite& s, int t) { sumRow<float>(s, t, "sum_float", s.large(), false); }},
      {"sum_double_l2",
       [](Suite& s, int t) { sumRow<double>(s, t, "sum_double_l2", 4 * inL2, true); }},
      {"sum_float_l2",
       [](Suite& s, int t) { sumRow<float>(s, t, "sum_float_l2", 4 * inL2, true); }},
  };
}

}  // namespace bench
