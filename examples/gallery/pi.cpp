// An integral: nothing but arithmetic.
#include "gallery.h"

#define main piMain  // the example itself; its main is not called
#include "../pi.cpp"
#undef main

namespace {

double byHand(std::int64_t n) {
  const double h = 1 / static_cast<double>(n);
  double total = 0;
#pragma omp parallel for simd reduction(+ : total)
  for (std::int64_t i = 0; i < n; ++i) {
    const double x = (static_cast<double>(i) + 0.5) * h;
    total += 4 / (1 + x * x);
  }
  return total * h;
}

gallery::Example make(gallery::Scale scale) {
  const std::int64_t n = scale.of(20'000'000);
  return gallery::example(&integrate, [=](const auto& g) { return g(n); },
                          [=, result = std::vector<double>(1)]() mutable -> auto& {
    result[0] = byHand(n);
    return result;
  });
}

const gallery::Registration entry({4, "pi", "iota and sum, nothing stored", "", make});

}  // namespace
