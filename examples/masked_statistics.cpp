// Statistics of the valid elements only: masks are arrays of bool, and all five answers share a
// loop.
#include <limits>

#include "gallery.h"
#include "hand_written.h"

using namespace parax;

namespace {

constexpr double missing = -999;  // what the sensor writes when it fails

auto statistics(Array<double> celsius) {
  auto valid = celsius > missing + 99;
  auto count = sum(valid);
  auto mean = sum(select(valid, celsius, 0)) / cast<double>(count);
  auto largest = max(select(valid, celsius, -std::numeric_limits<double>::infinity()));
  auto anyHot = any(valid && celsius > 45);
  auto allPlausible = all(!valid || (celsius > -90 && celsius < 60));
  return std::tuple(count, mean, largest, anyHot, allPlausible);
}

}  // namespace

gallery::Example gallery::maskedStatistics(Scale scale) {
  const std::int64_t n = scale.of(10'000'000);
  std::vector<double> samples(static_cast<std::size_t>(n));
  for (std::size_t i = 0; i < samples.size(); ++i)
    samples[i] = i % 17 == 3 ? missing : static_cast<double>(i * 7919 % 700) / 10 - 20;
  const Array<double> celsius = samples;
  return example("masked_statistics", "select, any, all; five reductions", &statistics,
                 [=](const auto& g) { return g(celsius); },
                 [=, numbers = std::vector<double>(5)]() mutable -> auto& {
    const hand::Statistics s = hand::maskedStatistics(celsius.data(), n);
    numbers = {static_cast<double>(s.count), s.mean, s.largest, double(s.anyHot),
               double(s.allPlausible)};
    return numbers;
  });
}
