// Three reductions, then one result: the data is read as often as by hand.
#include "gallery.h"

#include <cmath>

#define main normaliseMain  // the example itself; its main is not called
#include "../normalise.cpp"
#undef main

namespace {

void byHand(const double* x, double* z, std::int64_t n) {
  double total = 0, squares = 0;
#pragma omp parallel for simd reduction(+ : total)
  for (std::int64_t i = 0; i < n; ++i) total += x[i];
  const double mean = total / static_cast<double>(n);
#pragma omp parallel for simd reduction(+ : squares)
  for (std::int64_t i = 0; i < n; ++i) squares += (x[i] - mean) * (x[i] - mean);
  const double scale = 1 / std::sqrt(squares / static_cast<double>(n));
#pragma omp parallel for simd
  for (std::int64_t i = 0; i < n; ++i) z[i] = (x[i] - mean) * scale;
}

gallery::Example make(gallery::Scale scale) {
  const std::int64_t n = scale.of(5'000'000);
  const Array<double> x = sqrt(iota<double>(n));
  return gallery::example(&normalise, [=](const auto& g) {
    return g(x);
  }, [=, z = std::vector<double>(static_cast<std::size_t>(n))]() mutable -> auto& {
    byHand(x.data(), z.data(), n);
    return z;
  });
}

const gallery::Registration entry({3, "normalise", "three reductions, one result", "", make});

}  // namespace
