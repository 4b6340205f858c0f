// Prices of ten million options: much arithmetic and five math functions for each.
#include "gallery.h"

#include <cmath>

#define main blackScholesMain  // the example itself; its main is not called
#include "../black_scholes.cpp"
#undef main

namespace {

void byHand(const double* s, const double* k, const double* r, const double* vol, const double* t,
            double* put, std::int64_t n) {
  const auto phi = [](double x) { return 0.5 + 0.5 * std::erf(0.707106781 * x); };
#pragma omp parallel for
  for (std::int64_t i = 0; i < n; ++i) {
    const double deviation = vol[i] * std::sqrt(t[i]);
    const double d1 = ((r[i] + 0.5 * vol[i] * vol[i]) * t[i] + std::log10(s[i] / k[i])) / deviation;
    const double discounted = k[i] * std::exp(-r[i] * t[i]);
    const double call = s[i] * phi(d1) - discounted * phi(d1 - deviation);
    put[i] = call - discounted + s[i];
  }
}

gallery::Example make(gallery::Scale scale) {
  const std::int64_t n = scale.of(10'000'000);
  const auto spot = full<double>(42, n), rate = full<double>(0.5, n),
             volatility = full<double>(0.2, n), years = full<double>(0.5, n);
  const Array<double> strike = 40.0 + (iota<double>(n) + 1.0) / static_cast<double>(n);
  return gallery::example(&putPrices, [=](const auto& g) {
    return g(spot, strike, rate, volatility, years);
  }, [=, put = std::vector<double>(static_cast<std::size_t>(n) + 1)]() mutable -> auto& {
    byHand(spot.data(), strike.data(), rate.data(), volatility.data(), years.data(), put.data(), n);
    // The published sum for ten million options, which every result is checked against.
    put.back() = 2.0954821257116845e8 * static_cast<double>(n) / 1e7;
    return put;
  }, {.tolerance = scale.divisor == 1 ? 1e-9 : 1e-2});
}

const gallery::Registration entry(
    {2, "black_scholes", "put prices and their sum",
     "the plain loop calls erf, exp and log10 for one element at a time (g++ takes\n    "
     "vector forms only with -ffast-math), Parax computes them in vectors; beside hand-made "
     "vector\n    "
     "math it is level: tools/bench --filter black_scholes",
     make});

}  // namespace
