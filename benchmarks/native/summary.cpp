// Sum, least and greatest of one array in one pass.
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

// Four accumulators of each, which fit into 16 registers,
// shared by several streams as in sum_streams.h.
template <int streams>
SumMinMax vectorRange(const double* x, std::int64_t begin, std::int64_t end) {
  using V = Simd<double>;
  constexpr int perStream = 4 / streams;
  constexpr std::int64_t step = perStream * V::width;
  V::Vec sum[4], low[4], high[4];
  for (int k = 0; k < 4; ++k) sum[k] = V::set(0), low[k] = V::set(1e308), high[k] = V::set(-1e308);
  const std::int64_t length = (end - begin) / (streams * step) * step;
  for (std::int64_t i = 0; i < length; i += step) {
#pragma GCC unroll 4
    for (int k = 0; k < 4; ++k) {
      const double* p = x + begin + k / perStream * length + i + k % perStream * V::width;
      const V::Vec v = V::load(p);
      sum[k] = sum[k] + v;
      low[k] = v < low[k] ? v : low[k];
      high[k] = v > high[k] ? v : high[k];
    }
  }
  SumMinMax all{0, 1e308, -1e308};
  double part[3][V::width];
  for (int k = 0; k < 4; ++k) {
    V::store(part[0], sum[k]), V::store(part[1], low[k]), V::store(part[2], high[k]);
    for (int lane = 0; lane < V::width; ++lane) {
      all.sum += part[0][lane];
      all.min = std::min(all.min, part[1][lane]);
      all.max = std::max(all.max, part[2][lane]);
    }
  }
  for (std::int64_t i = begin + streams * length; i < end; ++i) {
    all.sum += x[i];
    all.min = std::min(all.min, x[i]);
    all.max = std::max(all.max, x[i]);
  }
  return all;
}

template <SumMinMax (*range)(const double*, std::int64_t, std::int64_t)>
SumMinMax onePass(const double* x, std::int64_t n, int threads) {
  std::vector<SumMinMax> parts;
  if (threads <= 1 || n < reduceSerialBelow<double>) return range(x, 0, n);
  parts.resize(static_cast<std::size_t>(threads));
  const std::int64_t chunk = ((n + threads - 1) / threads + 63) / 64 * 64;
#pragma omp parallel for num_threads(threads) schedule(static)
  for (int t = 0; t < threads; ++t)
    parts[static_cast<std::size_t>(t)] =
        range(x, std::min(n, t * chunk), std::min(n, (t + 1) * chunk));
  SumMinMax all = parts[0];
  for (std::size_t t = 1; t < parts.size(); ++t) {
    all.sum += parts[t].sum;
    all.min = std::min(all.min, parts[t].min);
    all.max = std::max(all.max, parts[t].max);
  }
  return all;
}

constexpr Variant<Summary> variants[] = {
    {"simd loop, one pass", onePass<rangeOf>},
    {"vectors, 1 stream", onePass<vectorRange<1>>},
    {"vectors, 2 streams", onePass<vectorRange<2>>},
    {"vectors, 4 streams", onePass<vectorRange<4>>},
};

}  // namespace

std::span<const Variant<Summary>> summaryVariants() { return variants; }

}  // namespace native
