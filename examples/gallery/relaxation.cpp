// Twenty updates in place.
#include "gallery.h"

#define main relaxationMain  // the example itself; its main is not called
#include "../relaxation.cpp"
#undef main

namespace {

constexpr int steps = 20;
constexpr double rate = 0.1;

void byHand(double* a, const double* b, std::int64_t n) {
#pragma omp parallel for simd
  for (std::int64_t i = 0; i < n; ++i) a[i] += rate * (b[i] - a[i]);
}

gallery::Example make(gallery::Scale scale) {
  const std::int64_t n = scale.of(2'000'000);
  const Array<double> target = sqrt(iota<double>(n));
  const Array<double> start = zeros<double>(n);
  return gallery::example(&relax, [=](const auto& g) {
    Array<double> state = start;  // the first step makes it our own, the others are in place
    for (int k = 0; k < steps; ++k) g(state, target, rate);
    return state;
  }, [=, state = std::vector<double>()]() mutable -> auto& {
    state.assign(start.span().begin(), start.span().end());
    for (int k = 0; k < steps; ++k) byHand(state.data(), target.data(), n);
    return state;
  });
}

const gallery::Registration entry({8, "relaxation", "20 in-out updates a += dt * (b - a)", "",
                                   make});

}  // namespace
