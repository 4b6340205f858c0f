// Five reductions in one pass over the data.
#include "gallery.h"

#include <algorithm>

#define main maskedStatisticsMain  // the example itself; its main is not called
#include "../masked_statistics.cpp"
#undef main

namespace {

void byHand(const double* x, std::int64_t n, std::vector<double>& numbers) {
  std::int64_t count = 0;
  double total = 0, largest = -std::numeric_limits<double>::infinity();
  bool hot = false, plausible = true;
#pragma omp parallel for reduction(+ : count, total) reduction(max : largest) reduction(|| : hot) \
    reduction(&& : plausible)
  for (std::int64_t i = 0; i < n; ++i) {
    if (x[i] <= missing + 99) continue;
    ++count;
    total += x[i];
    largest = std::max(largest, x[i]);
    hot = hot || x[i] > 45;
    plausible = plausible && x[i] > -90 && x[i] < 60;
  }
  const double valid = static_cast<double>(count);
  numbers = {valid, total / valid, largest, double(hot), double(plausible)};
}

gallery::Example make(gallery::Scale scale) {
  const std::int64_t n = scale.of(10'000'000);
  std::vector<double> samples(static_cast<std::size_t>(n));
  for (std::size_t i = 0; i < samples.size(); ++i)
    samples[i] = i % 17 == 3 ? missing : static_cast<double>(i * 7919 % 700) / 10 - 20;
  const Array<double> celsius = samples;
  return gallery::example(&statistics, [=](const auto& g) { return g(celsius); },
                          [=, numbers = std::vector<double>()]() mutable -> auto& {
    byHand(celsius.data(), n, numbers);
    return numbers;
  });
}

const gallery::Registration entry(
    {5, "masked_statistics", "select, any, all; five reductions",
     "the plain loop branches at every element, which keeps it from being\n    "
     "vectorised; Parax selects, in vectors",
     make});

}  // namespace
