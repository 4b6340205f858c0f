// Comparisons and the triad.
#include "suite.h"

#include <algorithm>
#include <cstdlib>
#include <iostream>

#include "kernels.h"
#include "memory.h"

namespace bench {

void Suite::add(const Result& result) {
  if (results_.empty()) printHead(std::cout, machine());
  results_.push_back(result);
  getloadavg(&results_.back().load, 1);
  if (settings_.quick) {  // the targets are for the real sizes
    results_.back().target = {};
    results_.back().scalarTarget = 0;
  }
  printRow(std::cout, results_.back());
}

void Suite::addFromTimes(Result result, const std::vector<double>& times,
                         const std::vector<Contestant>& contestants,
                         const std::function<bool(const std::string&)>& counts) {
  result.oursNs = times[0];
  std::size_t best = 0;
  for (std::size_t k = 1; k < times.size(); ++k)
    if (counts(contestants[k].name) && (best == 0 || times[k] < times[best])) best = k;
  for (std::size_t k = 1; k < times.size(); ++k) {
    result.natives.emplace_back(contestants[k].name, times[k]);
    if (contestants[k].name == "scalar libm") result.scalarNs = times[k];
  }
  result.nativeNs = times[best];
  result.bestNative = contestants[best].name;
  add(result);
}

void Suite::compare(Result result, std::function<void()> ours, std::vector<Contestant> natives) {
  std::vector<Contestant> contestants = {{"ours", std::move(ours)}};
  std::move(natives.begin(), natives.end(), std::back_inserter(contestants));
  const std::vector<double> times = race(contestants, settings_.rounds, clockFor(result.threads));
  addFromTimes(std::move(result), times, contestants, [](const std::string&) { return true; });
}

void Suite::compareBreadth(Result result, std::function<void()> ours,
                           std::vector<Contestant> natives) {
  result.bandwidth = bandwidth(1);
  result.target = ratioAtLeast(0.97);
  compare(std::move(result), std::move(ours), std::move(natives));
}

double Suite::bandwidth(int threads) {
  double& known = bandwidth_[threads];
  if (known > 0) return known;
  const std::size_t n = large();
  HugeArray<double> x(n, 1), y(n, 2), out(n);
  std::vector<Contestant> variants;
  for (const auto& variant : native::axpbyVariants<double>())
    variants.push_back({variant.name, [&, run = variant.run] {
      run(3, x.data(), 4, y.data(), out.data(), static_cast<std::int64_t>(n), threads);
    }});
  const std::vector<double> times = race(variants, settings_.rounds, clockFor(threads));
  return known = 24 * static_cast<double>(n) / *std::min_element(times.begin(), times.end());
}

}  // namespace bench
