// Sum, least and greatest of one array in one pass: eight accumulators of each, one stream.
#include <algorithm>
#include <vector>

#include "chunks.h"
#include "kernels.h"
#include "simd.h"

namespace native {
namespace {

SumMinMax rangeOf(const double* __restrict x, std::int64_t begin, std::int64_t end) {
  constexpr std::int64_t lanes = 64;
  double sum[lanes], low[lanes], high[lanes];
  for (std::int64_t k = 0; k < lanes; ++k) sum[k] = 0, low[k] = 1e308, high[k] = -1e308;
  std::int64_t i = begin;
  for (; i + lanes <= end; i += lanes)
#pragma omp simd
    for (std::int64_t k = 0; k < lanes; ++k) {
      const double v = x[i + k];
      sum[k] += v;
      low[k] = v < low[k] ? v : low[k];
      high[k] = v > high[k] ? v : high[k];
    }
  SumMinMax all{0, 1e308, -1e308};
  for (; i < end; ++i) {
    all.sum += x[i];
    all.min = std::min(all.min, x[i]);
    all.max = std::max(all.max, x[i]);
  }
  for (std::int64_t k = 0; k < lanes; ++k) {
    all.sum += sum[k];
    all.min = std::min(all.min, low[k]);
    all.max = std::max(all.max, high[k]);
  }
  return all;
}

SumMinMax onePass(const double* x, std::int64_t n, int threads) {
  std::vector<SumMinMax> parts;
  if (threads <= 1 || n < reduceSerialBelow<double>) return rangeOf(x, 0, n);
  parts.resize(static_cast<std::size_t>(threads));
  const std::int64_t chunk = ((n + threads - 1) / threads + 63) / 64 * 64;
#pragma omp parallel for num_threads(threads) schedule(static)
  for (int t = 0; t < threads; ++t)
    parts[static_cast<std::size_t>(t)] =
        rangeOf(x, std::min(n, t * chunk), std::min(n, (t + 1) * chunk));
  SumMinMax all = parts[0];
  for (std::size_t t = 1; t < parts.size(); ++t) {
    all.sum += parts[t].sum;
    all.min = std::min(all.min, parts[t].min);
    all.max = std::max(all.max, parts[t].max);
  }
  return all;
}

constexpr Variant<Summary> variants[] = {{"simd loop, one pass", onePass}};

}  // namespace

std::span<const Variant<Summary>> summaryVariants() { return variants; }

}  // namespace native
