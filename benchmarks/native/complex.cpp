// Arrays of complex numbers, (re, im) pairs in memory: all three rows are bound by memory.
#include <complex>

#include "chunks.h"
#include "kernels.h"
#include "pointwise.h"
#include "sum_streams.h"

namespace native {
namespace {

using std::complex;

// A std::complex array may be read as an array of its parts.
template <class T>
const T* parts(const complex<T>* x) {
  return reinterpret_cast<const T*>(x);
}

template <class T>
T* parts(complex<T>* x) {
  return reinterpret_cast<T*>(x);
}

template <class T>
inline void multiplyAdd(const T* x, const T* y, T* out) {
  const T re = x[0], im = x[1];
  out[0] = re * y[0] - im * y[1] + re;
  out[1] = re * y[1] + im * y[0] + im;
}

template <class T>
inline T absolute(const T* x) {
  return std::sqrt(x[0] * x[0] + x[1] * x[1]);
}

#if defined(__AVX2__)

// Vectors of pairs: multiplyAdd of width / 2 complex
// numbers, and absolute of two such vectors, in order.
template <class T>
struct Pairs;

#if defined(__AVX512F__)

template <>
struct Pairs<double> {
  using Vec = __m512d;
  static Vec multiplyAdd(Vec x, Vec y) {
    const Vec re = _mm512_maskz_movedup_pd(0xff, x), im = _mm512_maskz_permute_pd(0xff, x, 0xff);
    const Vec crossed = im * _mm512_maskz_permute_pd(0xff, y, 0x55);
    return _mm512_fmaddsub_pd(re, y, crossed) + x;
  }
  static Vec absolute(Vec a, Vec b) {
    const __m512i even = _mm512_set_epi64(14, 12, 10, 8, 6, 4, 2, 0);
    const __m512i odd = _mm512_set_epi64(15, 13, 11, 9, 7, 5, 3, 1);
    const Vec re = _mm512_permutex2var_pd(a, even, b), im = _mm512_permutex2var_pd(a, odd, b);
    return Simd<double>::sqrt(re * re + im * im);
  }
};

template <>
struct Pairs<float> {
  using Vec = __m512;
  static Vec multiplyAdd(Vec x, Vec y) {
    const Vec re = _mm512_maskz_moveldup_ps(0xffff, x), im = _mm512_maskz_movehdup_ps(0xffff, x);
    const Vec crossed = im * _mm512_maskz_permute_ps(0xffff, y, 0xb1);
    return _mm512_fmaddsub_ps(re, y, crossed) + x;
  }
  static Vec absolute(Vec a, Vec b) {
    const __m512i even =
        _mm512_set_epi32(30, 28, 26, 24, 22, 20, 18, 16, 14, 12, 10, 8, 6, 4, 2, 0);
    const __m512i odd = _mm512_set_epi32(31, 29, 27, 25, 23, 21, 19, 17, 15, 13, 11, 9, 7, 5, 3, 1);
    const Vec re = _mm512_permutex2var_ps(a, even, b), im = _mm512_permutex2var_ps(a, odd, b);
    return Simd<float>::sqrt(re * re + im * im);
  }
};

#else

template <>
struct Pairs<double> {
  using Vec = __m256d;
  static Vec multiplyAdd(Vec x, Vec y) {
    const Vec re = _mm256_movedup_pd(x), im = _mm256_permute_pd(x, 0xf);
    const Vec crossed = im * _mm256_permute_pd(y, 0x5);
    return _mm256_fmaddsub_pd(re, y, crossed) + x;
  }
  static Vec absolute(Vec a, Vec b) {
    const Vec re = _mm256_unpacklo_pd(a, b), im = _mm256_unpackhi_pd(a, b);
    return _mm256_permute4x64_pd(Simd<double>::sqrt(re * re + im * im), 0xd8);
  }
};

template <>
struct Pairs<float> {
  using Vec = __m256;
  static Vec multiplyAdd(Vec x, Vec y) {
    const Vec re = _mm256_moveldup_ps(x), im = _mm256_movehdup_ps(x);
    const Vec crossed = im * _mm256_permute_ps(y, 0xb1);
    return _mm256_fmaddsub_ps(re, y, crossed) + x;
  }
  static Vec absolute(Vec a, Vec b) {
    const Vec re = _mm256_shuffle_ps(a, b, 0x88), im = _mm256_shuffle_ps(a, b, 0xdd);
    const Vec result = Simd<float>::sqrt(re * re + im * im);
    return (Vec)_mm256_permute4x64_pd((__m256d)result, 0xd8);
  }
};

#endif

template <bool streaming, class T>
inline void put(T* out, typename Simd<T>::Vec value) {
  if constexpr (streaming) {
    Simd<T>::stream(out, value);
  } else {
    Simd<T>::store(out, value);
  }
}

template <Access access, class T>
inline void prefetch(const T* p, std::int64_t bytes) {
  if constexpr (access.prefetchBytes > 0)
    for (std::int64_t k = 0; k < bytes; k += 64)
      __builtin_prefetch(reinterpret_cast<const char*>(p) + access.prefetchBytes + k);
}

// Results written in front of the first that is aligned as streaming needs it; group is how many
// elements of out one result has. Everything, where no result is aligned.
template <class T>
std::int64_t headOf(const T* out, std::int64_t group, std::int64_t n) {
  const std::int64_t elements = elementsToAligned(out);
  return elements % group != 0 ? n : std::min(n, elements / group);
}

// Over n pairs, starting where the pointers say.
template <Access access, class T>
void multiplyAddRange(const T* __restrict x, const T* __restrict y, T* __restrict out,
                      std::int64_t n) {
  using V = Simd<T>;
  constexpr std::int64_t step = 4 * V::width;  // in parts, two for each number
  const std::int64_t end = 2 * n, head = access.streaming ? 2 * headOf(out, 2, n) : 0;
  std::int64_t i = 0;
  for (; i < head; i += 2) multiplyAdd(x + i, y + i, out + i);
  for (; i + step <= end; i += step) {
    prefetch<access>(x + i, step * sizeof(T));
    prefetch<access>(y + i, step * sizeof(T));
#pragma GCC unroll 4
    for (std::int64_t k = i; k < i + step; k += V::width)
      put<access.streaming>(out + k, Pairs<T>::multiplyAdd(V::load(x + k), V::load(y + k)));
  }
  for (; i < end; i += 2) multiplyAdd(x + i, y + i, out + i);
  if constexpr (access.streaming) streamFence();
}

template <Access access, class T>
void absoluteRange(const T* __restrict x, T* __restrict out, std::int64_t n) {
  using V = Simd<T>;
  constexpr std::int64_t step = 4 * V::width;
  const std::int64_t head = access.streaming ? headOf(out, 1, n) : 0;
  std::int64_t i = 0;
  for (; i < head; ++i) out[i] = absolute(x + 2 * i);
  for (; i + step <= n; i += step) {
    prefetch<access>(x + 2 * i, 2 * step * sizeof(T));
#pragma GCC unroll 4
    for (std::int64_t k = i; k < i + step; k += V::width) {
      const auto low = V::load(x + 2 * k), high = V::load(x + 2 * k + V::width);
      put<access.streaming>(out + k, Pairs<T>::absolute(low, high));
    }
  }
  for (; i < n; ++i) out[i] = absolute(x + 2 * i);
  if constexpr (access.streaming) streamFence();
}

template <class T, Access access>
void multiplyAddVector(const complex<T>* x, const complex<T>* y, complex<T>* out, std::int64_t n,
                       int threads) {
  forChunks(n, threads, mapSerialBelow<complex<T>>, [=](std::int64_t begin, std::int64_t end) {
    multiplyAddRange<access>(parts(x + begin), parts(y + begin), parts(out + begin), end - begin);
  });
}

template <class T, Access access>
void absoluteVector(const complex<T>* x, T* out, std::int64_t n, int threads) {
  forChunks(n, threads, mapSerialBelow<complex<T>>, [=](std::int64_t begin, std::int64_t end) {
    absoluteRange<access>(parts(x + begin), out + begin, end - begin);
  });
}

#endif  // __AVX2__

template <class T>
void multiplyAddPlain(const complex<T>* x, const complex<T>* y, complex<T>* out, std::int64_t n,
                      int threads) {
  forChunks(n, threads, mapSerialBelow<complex<T>>, [=](std::int64_t begin, std::int64_t end) {
    const T* a = parts(x);
    const T* b = parts(y);
    T* c = parts(out);
#pragma omp simd
    for (std::int64_t i = begin; i < end; ++i) multiplyAdd(a + 2 * i, b + 2 * i, c + 2 * i);
  });
}

template <class T>
void absolutePlain(const complex<T>* x, T* out, std::int64_t n, int threads) {
  forChunks(n, threads, mapSerialBelow<complex<T>>, [=](std::int64_t begin, std::int64_t end) {
    const T* a = parts(x);
#pragma omp simd
    for (std::int64_t i = begin; i < end; ++i) out[i] = absolute(a + 2 * i);
  });
}

template <class T, complex<T> (*range)(const complex<T>*, std::int64_t, std::int64_t)>
complex<T> sumChunks(const complex<T>* x, std::int64_t n, int threads) {
  if (threads <= 1 || n < reduceSerialBelow<complex<T>>) return range(x, 0, n);
  const std::int64_t chunk = ((n + threads - 1) / threads + 63) / 64 * 64;
  T re = 0, im = 0;
#pragma omp parallel for num_threads(threads) schedule(static) reduction(+ : re, im)
  for (int thread = 0; thread < threads; ++thread) {
    const std::int64_t begin = std::min(n, thread * chunk);
    const complex<T> part = range(x, begin, std::min(n, begin + chunk));
    re += part.real();
    im += part.imag();
  }
  return {re, im};
}

template <class T>
complex<T> sumPlainRange(const complex<T>* x, std::int64_t begin, std::int64_t end) {
  const T* p = parts(x);
  T re = 0, im = 0;
#pragma omp simd reduction(+ : re, im)
  for (std::int64_t i = begin; i < end; ++i) {
    re += p[2 * i];
    im += p[2 * i + 1];
  }
  return {re, im};
}

// Sums the parts as they lie: even elements of a vector are real parts, odd ones imaginary.
template <class T, int streams, int prefetchBytes>
complex<T> sumVectorRange(const complex<T>* x, std::int64_t begin, std::int64_t end) {
  const T* p = parts(x + begin);
  const std::int64_t n = 2 * (end - begin);
  const auto [sum, length] = sumStreams<T, streams, prefetchBytes>(p, n);
  T re = 0, im = 0;
  for (int k = 0; k < Simd<T>::width; k += 2) {
    re += sum[k];
    im += sum[k + 1];
  }
  for (std::int64_t i = length; i < n; i += 2) {
    re += p[i];
    im += p[i + 1];
  }
  return {re, im};
}

template <class T>
constexpr Variant<ComplexMap<T>> multiplyAddVariants[] = {
    {"plain loop", multiplyAddPlain<T>},
#if defined(__AVX2__)
    {"intrinsics", multiplyAddVector<T, Access{}>},
    {"intrinsics, prefetch", multiplyAddVector<T, Access{.prefetchBytes = 2048}>},
    {"intrinsics, streaming", multiplyAddVector<T, Access{.streaming = true}>},
    {"intrinsics, streaming, prefetch",
     multiplyAddVector<T, Access{.streaming = true, .prefetchBytes = 2048}>},
#endif
};

template <class T>
constexpr Variant<ComplexAbs<T>> absVariants[] = {
    {"plain loop", absolutePlain<T>},
#if defined(__AVX2__)
    {"intrinsics", absoluteVector<T, Access{}>},
    {"intrinsics, prefetch", absoluteVector<T, Access{.prefetchBytes = 2048}>},
    {"intrinsics, streaming", absoluteVector<T, Access{.streaming = true}>},
    {"intrinsics, streaming, prefetch",
     absoluteVector<T, Access{.streaming = true, .prefetchBytes = 2048}>},
#endif
};

template <class T>
constexpr Variant<Sum<complex<T>>> totalVariants[] = {
    {"plain simd reduction", sumChunks<T, sumPlainRange<T>>},
#if defined(__AVX2__)
    {"intrinsics, 1 stream", sumChunks<T, sumVectorRange<T, 1, 0>>},
    {"intrinsics, 1 stream, prefetch", sumChunks<T, sumVectorRange<T, 1, 2048>>},
    {"intrinsics, 2 streams", sumChunks<T, sumVectorRange<T, 2, 0>>},
    {"intrinsics, 4 streams", sumChunks<T, sumVectorRange<T, 4, 0>>},
    {"intrinsics, 4 streams, prefetch", sumChunks<T, sumVectorRange<T, 4, 1024>>},
#endif
};

}  // namespace

#define COMPLEX(T)                                                       \
  template <>                                                            \
  std::span<const Variant<ComplexMap<T>>> complexMultiplyAddVariants() { \
    return multiplyAddVariants<T>;                                       \
  }                                                                      \
  template <>                                                            \
  std::span<const Variant<ComplexAbs<T>>> complexAbsVariants() {         \
    return absVariants<T>;                                               \
  }                                                                      \
  template <>                                                            \
  std::span<const Variant<Sum<std::complex<T>>>> complexSumVariants() {  \
    return totalVariants<T>;                                             \
  }
COMPLEX(double)
COMPLEX(float)
#undef COMPLEX

}  // namespace native
