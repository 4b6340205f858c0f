// Black-Scholes: bound by arithmetic, beside hand-vectorised math.
#include "check.h"
#include "kernels.h"
#include "memory.h"
#include "programs.h"

namespace bench {
namespace {

template <class T>
struct Options5 {
  explicit Options5(std::size_t n)
      : s(n, T(42)), k(n), r(n, T(0.5)), vol(n, T(0.2)), t(n, T(0.5)), put(n) {
    for (std::size_t i = 0; i < n; ++i)
      k[i] = static_cast<T>(40 + static_cast<double>(i + 1) / static_cast<double>(n));
  }
  HugeArray<T> s, k, r, vol, t, put;
};

template <class T>
void run(Suite& suite, int threads, const std::string& name, std::size_t n, bool inCache) {
  using parax::Array;
  Options5<T> data(n);
  const auto g = parax::acc(&blackScholes<T>, parax::Options{.threads = threads});
  const auto s = Array<T>::borrow(data.s.span()), k = Array<T>::borrow(data.k.span()),
             r = Array<T>::borrow(data.r.span()), vol = Array<T>::borrow(data.vol.span()),
             t = Array<T>::borrow(data.t.span());
  Array<T> put;
  std::vector<Contestant> natives;
  for (const auto& variant : native::blackScholesVariants<T>())
    natives.push_back({variant.name, [&, run = variant.run] {
      run(data.s.data(), data.k.data(), data.r.data(), data.vol.data(), data.t.data(),
          data.put.data(), static_cast<std::int64_t>(n), threads);
    }});
  put = g(s, k, r, vol, t);
  natives.back().run();
  expectClose(name, put.data(), data.put.data(), n);
  Result result{.name = name, .threads = threads, .elements = static_cast<double>(n)};
  result.bytesPerElement = 6 * sizeof(T);
  if (!inCache) result.bandwidth = suite.bandwidth(threads);
  result.target = inCache ? Target{} : ratioAtLeast(0.97);
  result.note = notVectorised(explain(g));
  // The caller's variable keeps one result, the call makes the next: two blocks take turns.
  suite.compare(result, [&] { put = g(s, k, r, vol, t); }, natives);
}

}  // namespace

std::vector<Entry> blackScholesEntries() {
  return {
      {"black_scholes_double",
       [](Suite& s, int threads) {
    run<double>(s, threads, "black_scholes_double", s.large(), false);
  }},
      {"black_scholes_float",
       [](Suite& s, int threads) {
    run<float>(s, threads, "black_scholes_float", s.large(), false);
  }},
      {"black_scholes_double_l2",
       [](Suite& s, int threads) {
    run<double>(s, threads, "black_scholes_double_l2", 16384, true);
  }},
      {"black_scholes_float_l2",
       [](Suite& s, int threads) {
    run<float>(s, threads, "black_scholes_float_l2", 32768, true);
  }},
  };
}

}  // namespace bench
