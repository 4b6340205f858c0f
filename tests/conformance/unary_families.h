// The operations of one operand.
#pragma once

#include <iterator>

#include "families.h"

namespace parax::conformance {

// Math functions by number: those of floats keep the type, those of integers and bool give double.
constexpr const char* mathNames[] = {
    "sqrt",   "cbrt",   "exp",   "exp2",  "exp10", "expm1", "log",  "log2",
    "log10",  "log1p",  "sin",   "cos",   "tan",   "asin",  "acos", "atan",
    "sinh",   "cosh",   "tanh",  "asinh", "acosh", "atanh", "erf",  "erfc",
    "lgamma", "tgamma", "floor", "ceil",  "trunc", "round", "rint", "rsqrt"};
constexpr int mathCount = static_cast<int>(std::size(mathNames));

template <class A>
auto mathFunction(int which, const A& a) {
  switch (which) {
    case 0: return sqrt(a);
    case 1: return cbrt(a);
    case 2: return exp(a);
    case 3: return exp2(a);
    case 4: return exp10(a);
    case 5: return expm1(a);
    case 6: return log(a);
    case 7: return log2(a);
    case 8: return log10(a);
    case 9: return log1p(a);
    case 10: return sin(a);
    case 11: return cos(a);
    case 12: return tan(a);
    case 13: return asin(a);
    case 14: return acos(a);
    case 15: return atan(a);
    case 16: return sinh(a);
    case 17: return cosh(a);
    case 18: return tanh(a);
    case 19: return asinh(a);
    case 20: return acosh(a);
    case 21: return atanh(a);
    case 22: return erf(a);
    case 23: return erfc(a);
    case 24: return lgamma(a);
    case 25: return tgamma(a);
    case 26: return floor(a);
    case 27: return ceil(a);
    case 28: return trunc(a);
    case 29: return round(a);
    case 30: return rint(a);
    default: return rsqrt(a);
  }
}

struct Math {
  static constexpr const auto& names = mathNames;
  template <class T>
  static constexpr bool has(int) {
    return true;
  }
  template <class T>
  using Element = Real<T>;
  template <class A>
  auto operator()(int which, const A& a) const {
    return mathFunction(which, a);
  }
};

// Results of the operand's own type.
struct OfOne {
  static constexpr const char* names[] = {
      "-a",        "+a",       "abs",      "pow(a, 3)", "pow(a, 20)", "sign", "clamp(a)",
      "zerosLike", "onesLike", "fullLike", "~a",        "popcount",   "clz",  "pow(a, -2)"};
  template <class T>
  static constexpr bool has(int which) {
    if (isBool<T> && which < 6) return false;  // counts as int64: below
    if (!isInteger<T> && which >= 10 && which < 13) return false;
    return isFloat<T> || which != 13;  // of integers an error: tests/errors
  }
  template <class T>
  using Element = T;
  template <class A>
  auto operator()(int which, const A& a) const {
    using T = Elem<A>;
    using Number = PlainNumber<T>;
    if constexpr (!isBool<T>) {
      switch (which) {
        case 0: return -a;
        case 1: return +a;
        case 2: return abs(a);
        case 3: return pow(a, 3);
        case 4: return pow(a, 20);
        case 5: return sign(a);
      }
    }
    if constexpr (isInteger<T>) {
      switch (which) {
        case 10: return ~a;
        case 11: return popcount(a);
        case 12: return clz(a);
      }
    }
    if constexpr (isFloat<T>)
      if (which == 13) return pow(a, -2);
    switch (which) {
      case 6: return clamp(a, Number(1), Number(100));
      case 7: return zerosLike(a);
      case 8: return onesLike(a);
      default: return fullLike(a, Value<T>(T(5)));
    }
  }
};

// bool counts as int64.
struct OfOneBool {
  static constexpr const char* names[] = {"-a", "+a", "abs", "pow(a, 3)", "pow(a, 20)"};
  template <class T>
  static constexpr bool has(int) {
    return true;
  }
  template <class T>
  using Element = std::int64_t;
  template <class A>
  auto operator()(int which, const A& a) const {
    switch (which) {
      case 0: return -a;
      case 1: return +a;
      case 2: return abs(a);
      case 3: return pow(a, 3);
      default: return pow(a, 20);
    }
  }
};

// What kind of number it is.
struct Kinds {
  static constexpr const char* names[] = {"signbit", "!a", "isnan", "isinf", "isfinite"};
  template <class T>
  static constexpr bool has(int which) {
    return which == 0 || (which == 1 ? isBool<T> : isFloat<T>);
  }
  template <class T>
  using Element = bool;
  template <class A>
  auto operator()(int which, const A& a) const {
    using T = Elem<A>;
    if constexpr (isBool<T>)
      if (which == 1) return !a;
    if constexpr (isFloat<T>) {
      switch (which) {
        case 2: return isnan(a);
        case 3: return isinf(a);
        case 4: return isfinite(a);
      }
    }
    return signbit(a);
  }
};

}  // namespace parax::conformance
