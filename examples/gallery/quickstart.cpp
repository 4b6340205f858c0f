// x + x * x, bound by memory.
#include "gallery.h"

#define main quickstartMain  // the example itself; its main is not called
#include "../quickstart.cpp"
#undef main

namespace {

void byHand(const double* x, double* y, std::int64_t n) {
#pragma omp parallel for simd
  for (std::int64_t i = 0; i < n; ++i) y[i] = x[i] + x[i] * x[i];
}

gallery::Example make(gallery::Scale scale) {
  const std::int64_t n = scale.of(5'000'000);
  const Array<double> x = 0.001 * iota<double>(n);  // outside acc: computed at once
  return gallery::example(&f, [=](const auto& g) {
    return g(x);
  }, [=, y = std::vector<double>(static_cast<std::size_t>(n))]() mutable -> auto& {
    byHand(x.data(), y.data(), n);
    return y;
  });
}

const gallery::Registration entry(
    {1, "quickstart", "x + x * x",
     "bound by memory: Parax writes a large result past the caches, the plain loop's\n    "
     "stores read each line first",
     make});

}  // namespace
