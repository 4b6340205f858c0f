// The vector part of a sum over an array: what the sums of numbers and of complex numbers share.
#pragma once

#include "simd.h"

namespace native {

template <class T>
struct VectorSum {
  typename Simd<T>::Vec sum;  // element k added up every element k of the vectors read
  std::int64_t length;        // how many of the n elements it covers, from the first
};

// Eight accumulators, shared by several streams: pieces of the range read side by side, because
// one stream alone can leave the hardware prefetchers of a core half idle.
template <class T, int streams, int prefetchBytes>
VectorSum<T> sumStreams(const T* p, std::int64_t n) {
  using V = Simd<T>;
  using Vec = typename V::Vec;
  constexpr int perStream = 8 / streams;
  constexpr std::int64_t step = perStream * V::width;
  Vec sums[streams][perStream];
  for (auto& stream : sums)
    for (auto& sum : stream) sum = V::set(0);
  const std::int64_t length = n / (streams * step) * step;
  for (std::int64_t i = 0; i < length; i += step) {
#pragma GCC unroll 8
    for (int s = 0; s < streams; ++s) {
      const T* q = p + s * length + i;
      if constexpr (prefetchBytes > 0) {
        for (std::int64_t k = 0; k < step * std::int64_t{sizeof(T)}; k += 64)
          __builtin_prefetch(reinterpret_cast<const char*>(q) + prefetchBytes + k);
      }
#pragma GCC unroll 8
      for (int k = 0; k < perStream; ++k) sums[s][k] = sums[s][k] + V::load(q + k * V::width);
    }
  }
  Vec all = V::set(0);
  for (auto& stream : sums)
    for (auto& sum : stream) all = all + sum;
  return {all, streams * length};
}

}  // namespace native
