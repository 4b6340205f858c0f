// What every pointwise operation does to numbers: all modes follow it to the last bit.
//
// Interpreter and library mode call these; the emitters produce the same results in vector form.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "ir/vector_math.h"
#include "parax/core/element_type.h"
#include "parax/core/op.h"

namespace parax::ir {

// Integers wrap: computed in an unsigned type that is not promoted to int.
template <class T>
using Wrapping = std::conditional_t<(sizeof(T) < 4), std::uint32_t, std::make_unsigned_t<T>>;

template <class T, class F>
T wrapping(T a, T b, F f) {
  if constexpr (std::is_floating_point_v<T>) {
    return f(a, b);
  } else {
    using U = Wrapping<T>;
    return static_cast<T>(f(static_cast<U>(a), static_cast<U>(b)));
  }
}

template <class T>
T negate(T x) {
  if constexpr (std::is_floating_point_v<T>) return -x;
  return wrapping(T(0), x, [](auto a, auto b) { return a - b; });
}

// Integer division truncates; INT_MIN / -1 is INT_MIN, and the remainder 0; the caller has excluded
// b == 0.
template <class T>
T divide(T a, T b) {
  if constexpr (std::is_integral_v<T> && std::is_signed_v<T>) {
    if (b == T(-1)) return negate(a);
  }
  return static_cast<T>(a / b);
}
template <class T>
T remainderOf(T a, T b) {
  if constexpr (std::is_signed_v<T>) {
    if (b == T(-1)) return T(0);
  }
  return static_cast<T>(a % b);
}

// Shift counts are taken modulo the width; a signed number is shifted right with its sign.
template <class T>
T shift(Op op, T x, T count) {
  constexpr int bits = 8 * static_cast<int>(sizeof(T));
  const int by = static_cast<int>(static_cast<std::make_unsigned_t<T>>(count) % bits);
  if (op == Op::shiftRight) return static_cast<T>(x >> by);
  return static_cast<T>(static_cast<Wrapping<T>>(x) << by);
}

// min and max propagate NaN and order -0 before +0.
template <class T>
T minimum(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(a)) return a;
    if (std::isnan(b)) return b;
    if (a == b) return std::signbit(a) ? a : b;
  }
  return b < a ? b : a;
}
template <class T>
T maximum(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(a)) return a;
    if (std::isnan(b)) return b;
    if (a == b) return std::signbit(a) ? b : a;
  }
  return a < b ? b : a;
}

template <class To, class From>
To convert(From x) {
  if constexpr (std::is_same_v<To, bool>) {
    return x != From(0);
  } else if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>) {
    // Saturates; NaN gives 0. The limits are powers of two, or one less: comparisons are exact.
    constexpr From half = static_cast<From>(std::numeric_limits<To>::max() / 2 + 1), top = 2 * half;
    constexpr From bottom = static_cast<From>(std::numeric_limits<To>::min());
    if (std::isnan(x)) return To(0);
    if (x >= top) return std::numeric_limits<To>::max();
    if (x < bottom) return std::numeric_limits<To>::min();
    return static_cast<To>(x);
  } else {
    return static_cast<To>(x);  // int64 to int32 wraps (C++20)
  }
}

template <class T>
T evaluateUnary(Op op, T x) {
  if constexpr (std::is_same_v<T, bool>) {
    if (op == Op::logicalNot) return !x;
  } else {
    if (op == Op::neg) return negate(x);
    if constexpr (std::is_floating_point_v<T>) {
      switch (op) {
        case Op::abs: return std::fabs(x);
        case Op::sqrt: return std::sqrt(x);
        case Op::floor: return std::floor(x);
        case Op::ceil: return std::ceil(x);
        case Op::trunc: return std::trunc(x);
        case Op::round: return std::round(x);
        case Op::rint: return std::nearbyint(x);
        default: break;
      }
      if (info(op).has(op_property::math)) return scalarMath(op, x);
    } else {
      using U = std::make_unsigned_t<T>;
      switch (op) {
        case Op::abs: return x < T(0) ? negate(x) : x;
        case Op::bitNot: return static_cast<T>(~x);
        case Op::popcount: return static_cast<T>(std::popcount(static_cast<U>(x)));
        case Op::clz: return static_cast<T>(std::countl_zero(static_cast<U>(x)));
        default: break;
      }
    }
  }
  __builtin_unreachable();  // the verifier has excluded it
}

// Operations with two operands of type T and a result of type T. Integer division by zero is the
// caller's to report; it is not called then.
template <class T>
T evaluateBinary(Op op, T a, T b) {
  switch (op) {
    case Op::min: return minimum(a, b);
    case Op::max: return maximum(a, b);
    default: break;
  }
  if constexpr (std::is_same_v<T, bool>) {
    if (op == Op::logicalAnd) return a && b;
    if (op == Op::logicalOr) return a || b;
  } else {
    switch (op) {
      case Op::add: return wrapping(a, b, [](auto x, auto y) { return x + y; });
      case Op::sub: return wrapping(a, b, [](auto x, auto y) { return x - y; });
      case Op::mul: return wrapping(a, b, [](auto x, auto y) { return x * y; });
      case Op::div: return divide(a, b);
      default: break;
    }
    if constexpr (std::is_floating_point_v<T>) {
      if (op == Op::copysign) return std::copysign(a, b);
      if (info(op).has(op_property::math)) return scalarMath(op, a, b);
    } else {
      switch (op) {
        case Op::rem: return remainderOf(a, b);
        case Op::bitAnd: return static_cast<T>(a & b);
        case Op::bitOr: return static_cast<T>(a | b);
        case Op::bitXor: return static_cast<T>(a ^ b);
        case Op::shiftLeft:
        case Op::shiftRight: return shift(op, a, b);
        default: break;
      }
    }
  }
  __builtin_unreachable();
}

template <class T>
bool evaluateCompare(Op op, T a, T b) {
  switch (op) {
    case Op::lt: return a < b;
    case Op::le: return a <= b;
    case Op::gt: return a > b;
    case Op::ge: return a >= b;
    case Op::eq: return a == b;
    case Op::ne: return a != b;
    default: __builtin_unreachable();
  }
}

template <class T>
bool isDivisionByZero(Op op, T divisor) {
  return info(op).has(op_property::fails) && std::is_integral_v<T> && divisor == T(0);
}

}  // namespace parax::ir
