// The loops of the memory-bound rows, out[i] = operation(x[i], y[i]), and those rows' operations.
#pragma once

#include "chunks.h"
#include "simd.h"

namespace native {

// Works on numbers and on vectors alike.
template <class T>
struct AddScaled {
  T a, b;
  template <class V>
  V operator()(V x, V y) const {
    return a * x + b * y;
  }
};

struct TenSteps {
  template <class V>
  V operator()(V x, V y) const {
    V t = x + y;
    t = t * x;
    t = t - y;
    t = t * 0.5;
    t = t + x;
    t = t * y;
    t = t - 0.25;
    t = t * x;
    t = t + 1.5;
    return t * y;
  }
};

// Left to the compiler's vectoriser. Element i of out may be element i of an input.
template <class T, class Operation>
void mapPlain(const T* x, const T* y, T* out, std::int64_t n, int threads, Operation operation) {
  forChunks(n, threads, mapSerialBelow<T>, [=](std::int64_t begin, std::int64_t end) {
#pragma omp simd
    for (std::int64_t i = begin; i < end; ++i) out[i] = operation(x[i], y[i]);
  });
}

// How a vector loop treats memory.
struct Access {
  bool streaming = false;  // stores go past the caches, without reading the line first
  int prefetchBytes = 0;   // software prefetch this far ahead; 0 leaves it to the hardware
};

template <Access access, class T, class Operation>
void mapVectorRange(const T* __restrict x, const T* __restrict y, T* __restrict out,
                    std::int64_t begin, std::int64_t end, Operation operation) {
  using V = Simd<T>;
  constexpr std::int64_t step = 4 * V::width;
  constexpr std::int64_t line = 64 / sizeof(T), ahead = access.prefetchBytes / sizeof(T);
  const std::int64_t head = std::min(end, begin + elementsToAligned(out + begin));
  std::int64_t i = begin;
  for (; i < head; ++i) out[i] = operation(x[i], y[i]);
  for (; i + step <= end; i += step) {
    if constexpr (access.prefetchBytes > 0) {
      for (std::int64_t k = 0; k < step; k += line) {
        __builtin_prefetch(x + i + ahead + k);
        __builtin_prefetch(y + i + ahead + k);
      }
    }
#pragma GCC unroll 4
    for (std::int64_t k = 0; k < step; k += V::width) {
      const auto value = operation(V::load(x + i + k), V::load(y + i + k));
      if constexpr (access.streaming) {
        V::stream(out + i + k, value);
      } else {
        V::store(out + i + k, value);
      }
    }
  }
  for (; i < end; ++i) out[i] = operation(x[i], y[i]);
  if constexpr (access.streaming) streamFence();
}

// Four vectors an iteration, stores aligned.
template <Access access, class T, class Operation>
void mapVector(const T* x, const T* y, T* out, std::int64_t n, int threads, Operation operation) {
  forChunks(n, threads, mapSerialBelow<T>, [=](std::int64_t begin, std::int64_t end) {
    mapVectorRange<access>(x, y, out, begin, end, operation);
  });
}

}  // namespace native
