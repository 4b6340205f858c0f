// Every element-wise operation, once: its text is compiled over numbers into the loops here, and
// over arrays into the programs that are measured against them.
#pragma once

#include <cstdint>
#include <span>

#include "kernels.h"

// The element types' names in rows; float, double and bool have theirs already.
#define NATIVE_INTEGER_TYPES(ROW) \
  ROW(int8) ROW(int16) ROW(int32) ROW(int64) ROW(uint8) ROW(uint16) ROW(uint32) ROW(uint64)
#define NATIVE_FLOAT_TYPES(ROW) ROW(float) ROW(double)

// ROW(name, arrays it reads, elements of the result, arguments, text)
#define NATIVE_NUMBER_OPERATIONS(ROW)           \
  ROW(add, xy, T, any, x + y)                   \
  ROW(sub, xy, T, any, x - y)                   \
  ROW(mul, xy, T, any, x* y)                    \
  ROW(div, xy, T, any, x / y)                   \
  ROW(neg, x, T, any, -x)                       \
  ROW(abs, x, T, any, abs(x))                   \
  ROW(sign, x, T, any, sign(x))                 \
  ROW(min, xy, T, any, min(x, y))               \
  ROW(max, xy, T, any, max(x, y))               \
  ROW(clamp, x, T, any, clamp(x, 10, 100))      \
  ROW(less, xy, bool, any, x < y)               \
  ROW(equal, xy, bool, any, x == y)             \
  ROW(select, xyz, T, any, select(x < y, y, z)) \
  ROW(mask, cxy, T, any, select(c, x, y))       \
  ROW(cube, x, T, any, pow(x, 3))

#define NATIVE_INTEGER_OPERATIONS(ROW)  \
  ROW(rem, xy, T, any, x % y)           \
  ROW(bitAnd, xy, T, any, x& y)         \
  ROW(bitOr, xy, T, any, x | y)         \
  ROW(bitXor, xy, T, any, x ^ y)        \
  ROW(bitNot, x, T, any, ~x)            \
  ROW(shiftLeft, xy, T, shift, x << y)  \
  ROW(shiftRight, xy, T, shift, x >> y) \
  ROW(popcount, x, T, any, popcount(x)) \
  ROW(clz, x, T, any, clz(x))

#define NATIVE_FLOAT_OPERATIONS(ROW)        \
  ROW(signbit, x, bool, any, signbit(x))    \
  ROW(rsqrt, x, T, positive, rsqrt(x))      \
  ROW(copysign, xy, T, any, copysign(x, y)) \
  ROW(fma, xyz, T, any, fma(x, y, z))       \
  ROW(isnan, x, bool, special, isnan(x))    \
  ROW(isinf, x, bool, special, isinf(x))    \
  ROW(isfinite, x, bool, special, isfinite(x))

// In libm; of those libmvec has the first.
#define NATIVE_LIBMVEC_OPERATIONS(ROW) \
  ROW(pow, xy, T, positive, pow(x, y)) \
  ROW(atan2, xy, T, any, atan2(x, y))  \
  ROW(hypot, xy, T, any, hypot(x, y))
#define NATIVE_LIBM_OPERATIONS(ROW) \
  ROW(fmod, xy, T, any, fmod(x, y)) \
  ROW(remainder, xy, T, any, remainder(x, y))

// Of bool.
#define NATIVE_LOGICAL_OPERATIONS(ROW)  \
  ROW(logicalAnd, xy, bool, any, x&& y) \
  ROW(logicalOr, xy, bool, any, x || y) \
  ROW(logicalNot, x, bool, any, !x)
#define NATIVE_BOOL_OPERATIONS(ROW) \
  ROW(bitXor, xy, bool, any, x ^ y) \
  ROW(equal, xy, bool, any, x == y) \
  ROW(mask, cxy, bool, any, select(c, x, y))

// C are complex elements. Their sizes and sums have rows of their own (complex.cpp).
#define NATIVE_COMPLEX_OPERATIONS(ROW) \
  ROW(add, xy, C, any, x + y)          \
  ROW(mul, xy, C, any, x* y)           \
  ROW(div, xy, C, any, x / y)          \
  ROW(exp, x, C, any, exp(x))          \
  ROW(log, x, C, any, log(x))          \
  ROW(sqrt, x, C, any, sqrt(x))        \
  ROW(sin, x, C, any, sin(x))

// CAST(from, to): floats to integers saturate, NaN gives 0; between integers they wrap.
#define NATIVE_CASTS(CAST) \
  CAST(int8, float)        \
  CAST(int8, double)       \
  CAST(uint8, float)       \
  CAST(uint8, double)      \
  CAST(int16, float)       \
  CAST(int16, double)      \
  CAST(uint16, float)      \
  CAST(int32, float)       \
  CAST(int32, double)      \
  CAST(uint32, float)      \
  CAST(uint32, double)     \
  CAST(int64, float)       \
  CAST(int64, double)      \
  CAST(uint64, float)      \
  CAST(uint64, double)     \
  CAST(float, int8)        \
  CAST(double, int8)       \
  CAST(float, uint8)       \
  CAST(double, uint8)      \
  CAST(float, int16)       \
  CAST(double, int16)      \
  CAST(float, int32)       \
  CAST(double, int32)      \
  CAST(float, int64)       \
  CAST(double, int64)      \
  CAST(float, double)      \
  CAST(double, float)      \
  CAST(int8, int64)        \
  CAST(int64, int8)        \
  CAST(int8, int16)        \
  CAST(int16, int8)        \
  CAST(uint8, int32)       \
  CAST(int32, uint8)       \
  CAST(int32, int64)       \
  CAST(int64, int32)       \
  CAST(double, bool)       \
  CAST(float, bool)        \
  CAST(int32, bool)        \
  CAST(bool, float)        \
  CAST(bool, double)       \
  CAST(bool, int64)

namespace native {

using int8 = std::int8_t;
using int16 = std::int16_t;
using int32 = std::int32_t;
using int64 = std::int64_t;
using uint8 = std::uint8_t;
using uint16 = std::uint16_t;
using uint32 = std::uint32_t;
using uint64 = std::uint64_t;

// The arrays x, y, z and c of an operation's text; those it does not read point to x.
template <class T>
struct Operands {
  const T* x;
  const T* y;
  const T* z;
  const bool* c;
};
template <class T>
using Map = void(const Operands<T>& in, void* out, std::int64_t n);

// Which numbers x and y are. Divisors are never 0.
enum class Arguments { any, positive, shift, special };

template <class T>
struct MapFamily {
  const char* operation;
  const char* reads;  // "xy": two arrays
  Arguments arguments;
  bool libmvec;  // libmvec has the function
  std::span<const Variant<Map<T>>> variants;
};
template <class T>
std::span<const MapFamily<T>> mapFamilies();  // T is any element type

struct CastFamily {
  const char *from, *to;
  std::span<const Variant<void(const void* x, void* out, std::int64_t n)>> variants;
};
std::span<const CastFamily> castFamilies();

}  // namespace native
