// The functions in the operations' texts, of single numbers: what a plain loop calls.
#pragma once

#include <math.h>

#include <bit>
#include <cmath>
#include <limits>
#include <type_traits>

#include "operations.h"

#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__)
// As in vector_libm.h.
#define NATIVE_SIMD(name, reads, R, arguments, text)                         \
  extern "C" {                                                               \
  __attribute__((simd("notinbranch"))) double name(double, double) noexcept; \
  __attribute__((simd("notinbranch"))) float name##f(float, float) noexcept; \
  }
NATIVE_LIBMVEC_OPERATIONS(NATIVE_SIMD)
#undef NATIVE_SIMD
#endif

namespace native::element {

template <class T>
inline T abs(T x) {
  if constexpr (std::is_floating_point_v<T>)
    return std::fabs(x);
  else if constexpr (std::is_signed_v<T>)
    return x < 0 ? -x : x;
  else
    return x;
}
template <class T>
inline T sign(T x) {
  return x > 0 ? T(1) : std::is_signed_v<T> && x < 0 ? T(-1) : x;
}
// As everyone writes them: with a NaN the result depends on the side it is on.
template <class T>
inline T min(T x, T y) {
  return x < y ? x : y;
}
template <class T>
inline T max(T x, T y) {
  return x > y ? x : y;
}
template <class T>
inline T clamp(T x, int low, int high) {
  return min(max(x, T(low)), T(high));
}
template <class T>
inline T select(bool c, T x, T y) {
  return c ? x : y;
}
template <class T>
inline T rsqrt(T x) {
  return T(1) / std::sqrt(x);
}
template <class T>
inline bool signbit(T x) {
  if constexpr (std::is_same_v<T, float>)
    return std::bit_cast<int32>(x) < 0;
  else
    return std::bit_cast<int64>(x) < 0;
}
template <class T>
inline bool isnan(T x) {
  return x != x;
}
template <class T>
inline bool isinf(T x) {
  return abs(x) == std::numeric_limits<T>::infinity();
}
template <class T>
inline bool isfinite(T x) {
  return abs(x) < std::numeric_limits<T>::infinity();
}
template <class T>
inline T popcount(T x) {
  return static_cast<T>(std::popcount(std::make_unsigned_t<T>(x)));
}
template <class T>
inline T clz(T x) {
  return static_cast<T>(std::countl_zero(std::make_unsigned_t<T>(x)));
}
// The only integer power in the table.
template <class T>
inline T pow(T x, int) {
  return static_cast<T>(x * x * x);
}

// AVX2 converts no integers of 64 bits. Each half is placed among the digits of a large number; the
// one sum that rounds is the last.
template <class From>
  requires(sizeof(From) == 8)
inline double byHalves(From x) {
  constexpr uint64 sign = std::is_signed_v<From> ? 0x80000000 : 0;
  const uint64 u = static_cast<uint64>(x);
  const double low = std::bit_cast<double>((u & 0xffffffff) | 0x4330000000000000);
  const double high = std::bit_cast<double>((u >> 32) ^ (0x4530000000000000 | sign));
  return (high - std::bit_cast<double>(0x4530000000100000 | sign)) + low;
}

#define NATIVE_FORWARD(name, reads, R, arguments, text)           \
  inline double name(double x, double y) { return ::name(x, y); } \
  inline float name(float x, float y) { return ::name##f(x, y); }
NATIVE_LIBMVEC_OPERATIONS(NATIVE_FORWARD)
NATIVE_LIBM_OPERATIONS(NATIVE_FORWARD)
NATIVE_FORWARD(copysign, , , , )
#undef NATIVE_FORWARD
inline double fma(double x, double y, double z) { return __builtin_fma(x, y, z); }
inline float fma(float x, float y, float z) { return __builtin_fmaf(x, y, z); }

}  // namespace native::element
