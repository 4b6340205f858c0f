// The widest vector of the target for double and float, with libmvec's functions over it.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

#if defined(__AVX2__)
#include <immintrin.h>
#endif

#if defined(__AVX512F__)
extern "C" {
__m512d _ZGVeN8v_exp(__m512d);
__m512d _ZGVeN8v_log10(__m512d);
__m512d _ZGVeN8v_erf(__m512d);
__m512 _ZGVeN16v_expf(__m512);
__m512 _ZGVeN16v_log10f(__m512);
__m512 _ZGVeN16v_erff(__m512);
}
#elif defined(__AVX2__)
extern "C" {
__m256d _ZGVdN4v_exp(__m256d);
__m256d _ZGVdN4v_log10(__m256d);
__m256d _ZGVdN4v_erf(__m256d);
__m256 _ZGVdN8v_expf(__m256);
__m256 _ZGVdN8v_log10f(__m256);
__m256 _ZGVdN8v_erff(__m256);
}
#endif

namespace native {

// Vec supports + - * / between vectors, Int holds its bits as integers; width counts elements.
// Masked intrinsics stand where gcc 12 warns about its own unmasked ones; the masks fold away.
template <class T>
struct Simd;

#if defined(__AVX512F__)

template <>
struct Simd<double> {
  using Vec = __m512d;
  typedef std::int64_t Int __attribute__((vector_size(64)));
  static constexpr std::int64_t width = 8;
  static Vec set(double v) { return _mm512_set1_pd(v); }
  static Vec load(const double* p) { return _mm512_loadu_pd(p); }
  static void store(double* p, Vec v) { _mm512_storeu_pd(p, v); }
  static void stream(double* p, Vec v) { _mm512_stream_pd(p, v); }
  static double sum(Vec v) {
    return ((v[0] + v[4]) + (v[2] + v[6])) + ((v[1] + v[5]) + (v[3] + v[7]));
  }
  static Vec lookup(const double* table, Int index) {
    return _mm512_maskz_permutexvar_pd(0xff, (__m512i)index, load(table));
  }
  static Vec sqrt(Vec v) { return _mm512_maskz_sqrt_pd(0xff, v); }
  static Vec exp(Vec v) { return _ZGVeN8v_exp(v); }
  static Vec log10(Vec v) { return _ZGVeN8v_log10(v); }
  static Vec erf(Vec v) { return _ZGVeN8v_erf(v); }
};

template <>
struct Simd<float> {
  using Vec = __m512;
  typedef std::int32_t Int __attribute__((vector_size(64)));
  static constexpr std::int64_t width = 16;
  static Vec set(float v) { return _mm512_set1_ps(v); }
  static Vec load(const float* p) { return _mm512_loadu_ps(p); }
  static void store(float* p, Vec v) { _mm512_storeu_ps(p, v); }
  static void stream(float* p, Vec v) { _mm512_stream_ps(p, v); }
  static float sum(Vec v) {
    float total = 0;
    for (int i = 0; i < 8; ++i) total += v[i] + v[i + 8];
    return total;
  }
  static Vec lookup(const float* table, Int index) {
    return _mm512_maskz_permutexvar_ps(0xffff, (__m512i)index, load(table));
  }
  static Vec sqrt(Vec v) { return _mm512_maskz_sqrt_ps(0xffff, v); }
  static Vec exp(Vec v) { return _ZGVeN16v_expf(v); }
  static Vec log10(Vec v) { return _ZGVeN16v_log10f(v); }
  static Vec erf(Vec v) { return _ZGVeN16v_erff(v); }
};

#elif defined(__AVX2__)

template <>
struct Simd<double> {
  using Vec = __m256d;
  typedef std::int64_t Int __attribute__((vector_size(32)));
  static constexpr std::int64_t width = 4;
  static Vec set(double v) { return _mm256_set1_pd(v); }
  static Vec load(const double* p) { return _mm256_loadu_pd(p); }
  static void store(double* p, Vec v) { _mm256_storeu_pd(p, v); }
  static void stream(double* p, Vec v) { _mm256_stream_pd(p, v); }
  static double sum(Vec v) { return (v[0] + v[2]) + (v[1] + v[3]); }
  static Vec gather(const double* table, Int index) {
    return _mm256_i64gather_pd(table, (__m256i)index, 8);
  }
  static Vec sqrt(Vec v) { return _mm256_sqrt_pd(v); }
  static Vec exp(Vec v) { return _ZGVdN4v_exp(v); }
  static Vec log10(Vec v) { return _ZGVdN4v_log10(v); }
  static Vec erf(Vec v) { return _ZGVdN4v_erf(v); }
};

template <>
struct Simd<float> {
  using Vec = __m256;
  typedef std::int32_t Int __attribute__((vector_size(32)));
  static constexpr std::int64_t width = 8;
  static Vec set(float v) { return _mm256_set1_ps(v); }
  static Vec load(const float* p) { return _mm256_loadu_ps(p); }
  static void store(float* p, Vec v) { _mm256_storeu_ps(p, v); }
  static void stream(float* p, Vec v) { _mm256_stream_ps(p, v); }
  static float sum(Vec v) {
    return ((v[0] + v[4]) + (v[2] + v[6])) + ((v[1] + v[5]) + (v[3] + v[7]));
  }
  static Vec lookup(const float* table, Int index) {
    return _mm256_permutevar8x32_ps(load(table), (__m256i)index);
  }
  static Vec sqrt(Vec v) { return _mm256_sqrt_ps(v); }
  static Vec exp(Vec v) { return _ZGVdN8v_expf(v); }
  static Vec log10(Vec v) { return _ZGVdN8v_log10f(v); }
  static Vec erf(Vec v) { return _ZGVdN8v_erff(v); }
};

#else

template <class T>
struct Simd {
  using Vec = T;
  static constexpr std::int64_t width = 1;
  static Vec set(T v) { return v; }
  static Vec load(const T* p) { return *p; }
  static void store(T* p, Vec v) { *p = v; }
  static void stream(T* p, Vec v) { *p = v; }
  static T sum(Vec v) { return v; }
  static Vec sqrt(Vec v) { return std::sqrt(v); }
  static Vec exp(Vec v) { return std::exp(v); }
  static Vec log10(Vec v) { return std::log10(v); }
  static Vec erf(Vec v) { return std::erf(v); }
};

#endif

// Orders streaming stores before whatever the thread does next.
inline void streamFence() {
#if defined(__AVX2__)
  _mm_sfence();
#endif
}

// Elements before p reaches the alignment that Simd<T>::stream needs.
template <class T>
inline std::int64_t elementsToAligned(const T* p) {
  constexpr std::uintptr_t bytes = Simd<T>::width * sizeof(T);
  return static_cast<std::int64_t>((bytes - reinterpret_cast<std::uintptr_t>(p) % bytes) % bytes /
                                   sizeof(T));
}

}  // namespace native
