// The operations of two operands.
#pragma once

#include "families.h"

namespace parax::conformance {

struct OfEveryType {
  template <class T>
  static constexpr bool has(int) {
    return true;
  }
};

// Results of the operands' own type.
struct OfTwo {
  static constexpr const char* names[] = {"a + b",     "a - b",    "a * b",    "a / b", "min(a, b)",
                                          "max(a, b)", "a & b",    "a | b",    "a ^ b", "a % b",
                                          "a << b",    "a >> b",   "atan2",    "hypot", "fmod",
                                          "remainder", "copysign", "pow(a, b)"};
  static constexpr int firstOfBool = 4, firstOfIntegers = 6, firstBeyondBool = 9, firstMath = 12;
  template <class T>
  static constexpr bool has(int which) {
    if (isBool<T>) return which >= firstOfBool && which < firstBeyondBool;
    if (isFloat<T>) return which < firstOfIntegers || which >= firstMath;
    return which < firstMath;
  }
  template <class T>
  using Element = T;

  template <class A, class B>
  auto operator()(int which, const A& a, const B& b) const {
    using T = Elem<A, B>;
    if constexpr (!isBool<T>) {
      switch (which) {
        case 0: return a + b;
        case 1: return a - b;
        case 2: return a * b;
        case 3: return a / b;
      }
    }
    if constexpr (!isFloat<T>) {
      switch (which) {
        case 6: return a & b;
        case 7: return a | b;
        case 8: return a ^ b;
      }
    }
    if constexpr (isInteger<T>) {
      switch (which) {
        case 9: return a % b;
        case 10: return a << b;
        case 11: return a >> b;
      }
    }
    if constexpr (isFloat<T>) {
      switch (which) {
        case 12: return atan2(a, b);
        case 13: return hypot(a, b);
        case 14: return fmod(a, b);
        case 15: return remainder(a, b);
        case 16: return copysign(a, b);
        case 17: return power(a, b);
      }
    }
    return which == 4 ? min(a, b) : max(a, b);
  }

 private:
  // A whole number as exponent is another operation: pow(a, 3) stands with those of one operand.
  template <class A, class B>
  static auto power(const A& a, const B& b) {
    if constexpr (std::is_integral_v<B>)
      return pow(a, static_cast<double>(b));
    else
      return pow(a, b);
  }
};

// bool counts as int64.
struct OfTwoBools : OfEveryType {
  static constexpr const char* names[] = {"a + b", "a - b", "a * b", "a / b"};
  template <class T>
  using Element = std::int64_t;
  template <class A, class B>
  auto operator()(int which, const A& a, const B& b) const {
    switch (which) {
      case 0: return a + b;
      case 1: return a - b;
      case 2: return a * b;
      default: return a / b;
    }
  }
};

// Math functions of integers and bool are computed in double.
struct IntegersToDouble : OfEveryType {
  static constexpr const char* names[] = {"atan2",     "hypot",    "fmod",
                                          "remainder", "copysign", "pow(a, b)"};
  template <class T>
  using Element = double;
  template <class A, class B>
  auto operator()(int which, const A& a, const B& b) const {
    switch (which) {
      case 0: return atan2(a, b);
      case 1: return hypot(a, b);
      case 2: return fmod(a, b);
      case 3: return remainder(a, b);
      case 4: return copysign(a, b);
      default: return pow(a, b);
    }
  }
};

struct Comparisons : OfEveryType {
  static constexpr const char* names[] = {"a < b", "a <= b", "a > b", "a >= b", "a == b", "a != b"};
  template <class T>
  using Element = bool;
  template <class A, class B>
  auto operator()(int which, const A& a, const B& b) const {
    switch (which) {
      case 0: return a < b;
      case 1: return a <= b;
      case 2: return a > b;
      case 3: return a >= b;
      case 4: return a == b;
      default: return a != b;
    }
  }
};

struct Logic : OfEveryType {
  static constexpr const char* names[] = {"a && b", "a || b"};
  template <class T>
  using Element = bool;
  template <class A, class B>
  auto operator()(int which, const A& a, const B& b) const {
    return which == 0 ? a && b : a || b;
  }
};

}  // namespace parax::conformance
