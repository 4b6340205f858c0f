// Sum of an array: the reduction row, bound by read bandwidth.
#include "chunks.h"
#include "kernels.h"
#include "sum_streams.h"

namespace native {
namespace {

// Adds the threads' partial sums of range(x, begin, end).
template <class T, T (*range)(const T*, std::int64_t, std::int64_t)>
T sumChunks(const T* x, std::int64_t n, int threads) {
  if (threads <= 1 || n < reduceSerialBelow<T>) return range(x, 0, n);
  const std::int64_t chunk = ((n + threads - 1) / threads + 63) / 64 * 64;
  T total = 0;
#pragma omp parallel for num_threads(threads) schedule(static) reduction(+ : total)
  for (int thread = 0; thread < threads; ++thread) {
    const std::int64_t begin = std::min(n, thread * chunk);
    total += range(x, begin, std::min(n, begin + chunk));
  }
  return total;
}

template <class T>
T plainRange(const T* x, std::int64_t begin, std::int64_t end) {
  T total = 0;
#pragma omp simd reduction(+ : total)
  for (std::int64_t i = begin; i < end; ++i) total += x[i];
  return total;
}

template <class T, int streams, int prefetchBytes>
T vectorRange(const T* x, std::int64_t begin, std::int64_t end) {
  const auto [sum, length] = sumStreams<T, streams, prefetchBytes>(x + begin, end - begin);
  T total = Simd<T>::sum(sum);
  for (std::int64_t i = begin + length; i < end; ++i) total += x[i];
  return total;
}

template <class T>
constexpr Variant<Sum<T>> variants[] = {
    {"plain simd reduction", sumChunks<T, plainRange<T>>},
    {"intrinsics, 1 stream", sumChunks<T, vectorRange<T, 1, 0>>},
    {"intrinsics, 1 stream, prefetch", sumChunks<T, vectorRange<T, 1, 2048>>},
    {"intrinsics, 2 streams", sumChunks<T, vectorRange<T, 2, 0>>},
    {"intrinsics, 4 streams", sumChunks<T, vectorRange<T, 4, 0>>},
    {"intrinsics, 4 streams, prefetch", sumChunks<T, vectorRange<T, 4, 1024>>},
};

}  // namespace

template <>
std::span<const Variant<Sum<double>>> sumVariants<double>() {
  return variants<double>;
}

template <>
std::span<const Variant<Sum<float>>> sumVariants<float>() {
  return variants<float>;
}

}  // namespace native
