// The arithmetic of functions.h on the compiler's own vectors: AVX2 with FMA, or AVX-512.
//
// For files that are compiled for one of these; nothing here may be shared with other files.
#pragma once

#include <immintrin.h>

#include <cstring>

#include "ir/elementary/functions.h"
#include "ir/elementary/two.h"

namespace parax::elementary {

template <class T, int bytes>
struct Simd {
  using Element = T;
  using Int = typename Format<T>::Int;
  typedef T Real __attribute__((vector_size(bytes)));
  typedef Int Bits __attribute__((vector_size(bytes)));
  using Mask = Bits;  // all ones or zero
  static constexpr int mantissaBits = Format<T>::mantissaBits;
  static constexpr bool isDouble = sizeof(T) == 8;

  static constexpr std::int64_t lanes = bytes / sizeof(T);

  static Real load(const T* from) {
    Real x;
    std::memcpy(&x, from, sizeof x);
    return x;
  }
  static void store(T* to, Real x) { std::memcpy(to, &x, sizeof x); }

  static Real real(T c) { return Real{} + c; }  // -0 is not asked for
  static Bits bits(Int c) { return Bits{} + c; }

  static Bits toBits(Real x) { return reinterpret_cast<Bits>(x); }
  static Real fromBits(Bits i) { return reinterpret_cast<Real>(i); }

  static Mask less(Real a, Real b) { return a < b; }
  static Mask equal(Real a, Real b) { return a == b; }
  static Real select(Mask mask, Real a, Real b) { return mask ? a : b; }
  static bool any(Mask mask) {
#ifdef __AVX512F__
    return _mm512_test_epi64_mask((__m512i)mask, (__m512i)mask) != 0;
#else
    return !_mm256_testz_si256((__m256i)mask, (__m256i)mask);
#endif
  }
  template <class Usual, class General>
  static Real unlessAny(Mask odd, const Usual& usual, const General& general) {
    if (any(odd)) [[unlikely]]
      return general();
    return usual();
  }
  template <class F, class... Reals>
  static Real replaced(Mask odd, Real x, const F& f, Reals... y) {
    for (int lane = 0; lane < lanes; ++lane)
      if (odd[lane]) x[lane] = f(y[lane]...);
    return x;
  }

  // The same numbers as doubles.
  using Wide = std::conditional_t<isDouble, Simd, Two<Simd<double, bytes>>>;
  static auto widened(Real x) {
    if constexpr (isDouble)
      return x;
    else
#ifdef __AVX512F__
      return typename Wide::Real{_mm512_cvtps_pd(_mm512_castps512_ps256(x)),
                                 _mm512_cvtps_pd(_mm512_extractf32x8_ps(x, 1))};
#else
      return typename Wide::Real{_mm256_cvtps_pd(_mm256_castps256_ps128(x)),
                                 _mm256_cvtps_pd(_mm256_extractf128_ps(x, 1))};
#endif
  }
  static Real narrowed(const auto& x) {
    if constexpr (isDouble)
      return x;
    else
#ifdef __AVX512F__
      return _mm512_insertf32x8(_mm512_castps256_ps512(_mm512_cvtpd_ps(x.a)), _mm512_cvtpd_ps(x.b),
                                1);
#else
      return _mm256_set_m128(_mm256_cvtpd_ps(x.b), _mm256_cvtpd_ps(x.a));
#endif
  }

  static Bits signs() { return bits(std::numeric_limits<Int>::min()); }
  static Real abs(Real x) { return fromBits(toBits(x) & ~signs()); }
  static Real copySign(Real x, Real s) {
    return fromBits((toBits(x) & ~signs()) | (toBits(s) & signs()));
  }

  template <int count>
  static Bits shiftLeft(Bits i) {
    return i << count;
  }
  template <int count>
  static Bits shiftRight(Bits i) {
    typedef std::make_unsigned_t<Int> Unsigned __attribute__((vector_size(bytes)));
    return reinterpret_cast<Bits>(reinterpret_cast<Unsigned>(i) >> count);
  }

  static Real fma(Real a, Real b, Real c) {
#ifdef __AVX512F__
    if constexpr (isDouble)
      return _mm512_fmadd_pd(a, b, c);
    else
      return _mm512_fmadd_ps(a, b, c);
#else
    if constexpr (isDouble)
      return _mm256_fmadd_pd(a, b, c);
    else
      return _mm256_fmadd_ps(a, b, c);
#endif
  }

  static Real sqrt(Real x) {
#ifdef __AVX512F__
    if constexpr (isDouble)
      return _mm512_sqrt_pd(x);
    else
      return _mm512_sqrt_ps(x);
#else
    if constexpr (isDouble)
      return _mm256_sqrt_pd(x);
    else
      return _mm256_sqrt_ps(x);
#endif
  }

  static Real exponent(Bits i) {
#ifdef __AVX512F__
    if constexpr (isDouble)
      return _mm512_cvtepi64_pd(_mm512_srai_epi64((__m512i)i, mantissaBits));
    else
      return _mm512_cvtepi32_ps(_mm512_srai_epi32((__m512i)i, mantissaBits));
#else
    if constexpr (isDouble) {
      return exponentByMantissa(Simd(), i);
    } else {
      return _mm256_cvtepi32_ps(_mm256_srai_epi32((__m256i)i, mantissaBits));
    }
#endif
  }

  static Real lookUp(const T (&table)[8], Bits i) {
    static_assert(!isDouble);
    const __m256 all = _mm256_loadu_ps(table);
#ifdef __AVX512F__
    return _mm512_permutexvar_ps((__m512i)i, _mm512_broadcast_f32x8(all));
#else
    return _mm256_permutevar8x32_ps(all, (__m256i)i);
#endif
  }

  struct Pair {  // vector types lose their attribute as arguments of std::pair
    Real first, second;
  };
  static Pair lookUpPair(const T (&table)[1024][2], Bits i) {
    static_assert(isDouble);
    const Bits row = i & bits(1023);
#ifdef __AVX512F__
    const auto gather = [&](const T* first) {
      return _mm512_i64gather_pd((__m512i)(row + row), first, 8);
    };
    return {gather(&table[0][0]), gather(&table[0][1])};
#else
    const auto pair = [&](int lane) { return _mm_loadu_pd(table[row[lane]]); };
    const __m256d even = _mm256_set_m128d(pair(2), pair(0));
    const __m256d odd = _mm256_set_m128d(pair(3), pair(1));
    return {_mm256_unpacklo_pd(even, odd), _mm256_unpackhi_pd(even, odd)};
#endif
  }

  static constexpr bool scalesAtOnce() { return bytes == 64; }
  static Real scale(Real x, Real n) {
#ifdef __AVX512F__
    if constexpr (isDouble)
      return _mm512_scalef_pd(x, n);
    else
      return _mm512_scalef_ps(x, n);
#else
    return scaleInTwoSteps(Simd(), x, n);
#endif
  }
};

}  // namespace parax::elementary
