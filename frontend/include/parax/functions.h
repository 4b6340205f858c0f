// Element-wise functions of arrays and values.
#pragma once

#include <complex>
#include <limits>
#include <string>

#include "parax/array.h"

namespace parax {

namespace detail {
template <Element T>
using Floating = std::conditional_t<std::is_integral_v<T>, double, T>;  // of math functions
// Of two: double if neither is floating, so that signed and unsigned may meet.
template <Element T, Element U>
struct FloatingOfTwoType {
  using type = double;
};
template <Element T, Element U>
  requires(!std::is_integral_v<T> || !std::is_integral_v<U>)
struct FloatingOfTwoType<T, U> {
  using type = Common<T, U>;
};
template <Element T, Element U>
using FloatingOfTwo = typename FloatingOfTwoType<T, U>::type;

constexpr bool hasComplexForm(Op op) {
  switch (op) {
    case Op::sqrt:
    case Op::exp:
    case Op::exp2:
    case Op::exp10:
    case Op::log:
    case Op::log2:
    case Op::log10:
    case Op::sin:
    case Op::cos:
    case Op::tan:
    case Op::asin:
    case Op::acos:
    case Op::atan:
    case Op::sinh:
    case Op::cosh:
    case Op::tanh:
    case Op::asinh:
    case Op::acosh:
    case Op::atanh:
    case Op::pow: return true;
    default: return false;
  }
}
template <Op op, class R>
consteval void requireForm() {
  static_assert(!isComplex<R> || hasComplexForm(op),
                "parax: this function has no complex form: of complex elements there are abs, arg, "
                "norm, real, imag, conj, polar, sqrt, pow, exp, log and the trigonometric and "
                "hyperbolic functions with their inverses");
}
template <class T>
consteval void requireOrdered() {
  static_assert(!isComplex<T>, PARAX_NO_ORDER);
}

template <class X>
Operand operandOf(const X& x) {
  if constexpr (Number<X>)
    return WeakNumber(x);
  else
    return x.handle();
}

template <Op op, Element T, int N, class P, bool v>
auto math(const Expression<T, N, P, v>& a, const SourceLocation& where) {
  using R = Floating<T>;
  requireForm<op, R>();
  return typename Expression<T, N, P, v>::template Same<R>(
      unary(op, elementTypeOf<R>, a.handle(), where));
}
template <Op op, Element T, int N, class P, bool v, Element U, int M, bool u>
auto math(const Expression<T, N, P, v>& a, const Expression<U, M, P, u>& b,
          const SourceLocation& where) {
  using R = FloatingOfTwo<T, U>;
  requireForm<op, R>();
  return typename Expression<T, N, P, v>::template With<R, M, u>(
      binary(op, elementTypeOf<R>, a.handle(), b.handle(), where));
}
template <Op op, Element T, int N, class P, bool v, Number S>
auto math(const Expression<T, N, P, v>& a, S b, const SourceLocation& where) {
  using R = Floating<WithNumber<T, S>>;
  requireForm<op, R>();
  return typename Expression<T, N, P, v>::template Same<R>(
      binary(op, elementTypeOf<R>, a.handle(), WeakNumber(b), where));
}
template <Op op, Element T, int N, class P, bool v, Number S>
auto math(S a, const Expression<T, N, P, v>& b, const SourceLocation& where) {
  using R = Floating<WithNumber<T, S>>;
  requireForm<op, R>();
  return typename Expression<T, N, P, v>::template Same<R>(
      binary(op, elementTypeOf<R>, WeakNumber(a), b.handle(), where));
}
template <Op op, Element T, int N, class P, bool v, Element U, int M, bool u>
auto joined(const Expression<T, N, P, v>& a, const Expression<U, M, P, u>& b,
            const SourceLocation& where) {
  static_assert(mixes<T, U>, PARAX_MIXED_SIGNS);
  using R = Joined<T, U>;
  requireOrdered<R>();
  return typename Expression<T, N, P, v>::template With<R, M, u>(
      binary(op, elementTypeOf<R>, a.handle(), b.handle(), where));
}
template <Op op, Element T, int N, class P, bool v, Number S>
auto joined(const Expression<T, N, P, v>& a, S b, const SourceLocation& where) {
  using R = JoinedWithNumber<T, S>;
  requireOrdered<R>();
  return typename Expression<T, N, P, v>::template Same<R>(
      binary(op, elementTypeOf<R>, a.handle(), WeakNumber(b), where));
}
template <Op op, Element T, int N, class P, bool v, class B>
auto comparison(const Expression<T, N, P, v>& a, const B& b, const SourceLocation& where) {
  using Result = typename Expression<T, N, P, v>::template Same<bool>;
  return Result(compare(op, elementTypeOf<T>, a.handle(), operandOf(b), where));
}
}  // namespace detail

// ---- functions of one argument; integers and bool are converted to double ----
#define PARAX_FUNCTION(name)                                                  \
  template <Element T, int N, class P, bool v>                                \
  [[nodiscard]] auto name(const detail::Expression<T, N, P, v>& a,            \
                          SourceLocation where = SourceLocation::current()) { \
    return detail::math<Op::name>(a, where);                                  \
  }
PARAX_FUNCTION(sqrt)
PARAX_FUNCTION(cbrt)
PARAX_FUNCTION(exp)
PARAX_FUNCTION(exp2)
PARAX_FUNCTION(exp10)
PARAX_FUNCTION(expm1)
PARAX_FUNCTION(log)
PARAX_FUNCTION(log2)
PARAX_FUNCTION(log10)
PARAX_FUNCTION(log1p)
PARAX_FUNCTION(sin)
PARAX_FUNCTION(cos)
PARAX_FUNCTION(tan)
PARAX_FUNCTION(asin)
PARAX_FUNCTION(acos)
PARAX_FUNCTION(atan)
PARAX_FUNCTION(sinh)
PARAX_FUNCTION(cosh)
PARAX_FUNCTION(tanh)
PARAX_FUNCTION(asinh)
PARAX_FUNCTION(acosh)
PARAX_FUNCTION(atanh)
PARAX_FUNCTION(erf)
PARAX_FUNCTION(erfc)
PARAX_FUNCTION(lgamma)
PARAX_FUNCTION(tgamma)
PARAX_FUNCTION(floor)
PARAX_FUNCTION(ceil)
PARAX_FUNCTION(trunc)
PARAX_FUNCTION(round)
PARAX_FUNCTION(rint)
#undef PARAX_FUNCTION

// ---- functions of two: arrays, values and numbers; the wider floating type, or double ----
#define PARAX_FUNCTION(name)                                                  \
  template <Element T, int N, class P, bool v, Element U, int M, bool u>      \
  [[nodiscard]] auto name(const detail::Expression<T, N, P, v>& a,            \
                          const detail::Expression<U, M, P, u>& b,            \
                          SourceLocation where = SourceLocation::current()) { \
    return detail::math<Op::name>(a, b, where);                               \
  }                                                                           \
  template <Element T, int N, class P, bool v, detail::Number S>              \
  [[nodiscard]] auto name(const detail::Expression<T, N, P, v>& a, S b,       \
                          SourceLocation where = SourceLocation::current()) { \
    return detail::math<Op::name>(a, b, where);                               \
  }                                                                           \
  template <Element T, int N, class P, bool v, detail::Number S>              \
  [[nodiscard]] auto name(S a, const detail::Expression<T, N, P, v>& b,       \
                          SourceLocation where = SourceLocation::current()) { \
    return detail::math<Op::name>(a, b, where);                               \
  }
PARAX_FUNCTION(atan2)
PARAX_FUNCTION(hypot)
PARAX_FUNCTION(fmod)
PARAX_FUNCTION(remainder)
PARAX_FUNCTION(copysign)
#undef PARAX_FUNCTION

template <Element T, int N, class P, bool v>
[[nodiscard]] auto abs(const detail::Expression<T, N, P, v>& a,
                       SourceLocation where = SourceLocation::current()) {
  using R = detail::RealOf<detail::Arithmetic<T>>;
  return typename detail::Expression<T, N, P, v>::template Same<R>(
      detail::unary(Op::abs, elementTypeOf<R>, a.handle(), where));
}

// cast<float>(a): to integers saturates and NaN gives 0; to bool is a != 0; to complex adds a part
// that is 0.
template <Element To, Element T, int N, class P, bool v>
[[nodiscard]] auto cast(const detail::Expression<T, N, P, v>& a,
                        SourceLocation where = SourceLocation::current()) {
  static_assert(!detail::isComplex<T> || detail::isComplex<To> || std::is_same_v<To, bool>,
                "parax: a complex number is no real one: use real(z) or abs(z)");
  return typename detail::Expression<T, N, P, v>::template Same<To>(
      detail::cast(elementTypeOf<To>, a.handle(), where));
}

// ---- min and max of two: NaN wins, -0 is less than +0 ----
// The overloads for one type are there because std::min and std::max would win otherwise.
#define PARAX_FUNCTION(name)                                                            \
  template <Element T, int N, class P>                                                  \
  [[nodiscard]] Array<T, N, P> name(const Array<T, N, P>& a, const Array<T, N, P>& b,   \
                                    SourceLocation where = SourceLocation::current()) { \
    return detail::joined<Op::name>(a, b, where);                                       \
  }                                                                                     \
  template <Element T>                                                                  \
  [[nodiscard]] Value<T> name(const Value<T>& a, const Value<T>& b,                     \
                              SourceLocation where = SourceLocation::current()) {       \
    return detail::joined<Op::name>(a, b, where);                                       \
  }                                                                                     \
  template <Element T, int N, class P, bool v, Element U, int M, bool u>                \
  [[nodiscard]] auto name(const detail::Expression<T, N, P, v>& a,                      \
                          const detail::Expression<U, M, P, u>& b,                      \
                          SourceLocation where = SourceLocation::current()) {           \
    return detail::joined<Op::name>(a, b, where);                                       \
  }                                                                                     \
  template <Element T, int N, class P, bool v, detail::Number S>                        \
  [[nodiscard]] auto name(const detail::Expression<T, N, P, v>& a, S b,                 \
                          SourceLocation where = SourceLocation::current()) {           \
    return detail::joined<Op::name>(a, b, where);                                       \
  }                                                                                     \
  template <Element T, int N, class P, bool v, detail::Number S>                        \
  [[nodiscard]] auto name(S a, const detail::Expression<T, N, P, v>& b,                 \
                          SourceLocation where = SourceLocation::current()) {           \
    return detail::joined<Op::name>(b, a, where);                                       \
  }
PARAX_FUNCTION(min)
PARAX_FUNCTION(max)
#undef PARAX_FUNCTION

// ---- select(condition, a, b): strict, both sides are computed ----
template <int K, class P, bool c, Element T, int N, bool v, Element U, int M, bool u>
[[nodiscard]] auto select(const detail::Expression<bool, K, P, c>& condition,
                          const detail::Expression<T, N, P, v>& a,
                          const detail::Expression<U, M, P, u>& b,
                          SourceLocation where = SourceLocation::current()) {
  static_assert(detail::mixes<T, U>, PARAX_MIXED_SIGNS);
  using R = detail::Joined<T, U>;
  using Result = typename detail::ResultType<R, std::max({K, N, M}), P, c && v && u>::type;
  return Result(
      detail::select(elementTypeOf<R>, condition.handle(), a.handle(), b.handle(), where));
}
template <int K, class P, bool c, Element T, int N, bool v, detail::Number S>
[[nodiscard]] auto select(const detail::Expression<bool, K, P, c>& condition,
                          const detail::Expression<T, N, P, v>& a, S b,
                          SourceLocation where = SourceLocation::current()) {
  using R = detail::JoinedWithNumber<T, S>;
  using Result = typename detail::ResultType<R, std::max(K, N), P, c && v>::type;
  return Result(detail::select(elementTypeOf<R>, condition.handle(), a.handle(),
                               detail::WeakNumber(b), where));
}
template <int K, class P, bool c, Element T, int N, bool v, detail::Number S>
[[nodiscard]] auto select(const detail::Expression<bool, K, P, c>& condition, S a,
                          const detail::Expression<T, N, P, v>& b,
                          SourceLocation where = SourceLocation::current()) {
  using R = detail::JoinedWithNumber<T, S>;
  using Result = typename detail::ResultType<R, std::max(K, N), P, c && v>::type;
  return Result(detail::select(elementTypeOf<R>, condition.handle(), detail::WeakNumber(a),
                               b.handle(), where));
}
// Two numbers: complex or double if one of them is, int64 if not.
template <int K, class P, bool c, detail::Number S, detail::Number U>
[[nodiscard]] auto select(const detail::Expression<bool, K, P, c>& condition, S a, U b,
                          SourceLocation where = SourceLocation::current()) {
  constexpr bool complex = detail::isComplex<S> || detail::isComplex<U>;
  constexpr bool floating = std::is_floating_point_v<S> || std::is_floating_point_v<U>;
  constexpr bool boolean = std::is_same_v<S, bool> && std::is_same_v<U, bool>;
  using Real =
      std::conditional_t<floating, double, std::conditional_t<boolean, bool, std::int64_t>>;
  using R = std::conditional_t<complex, std::complex<double>, Real>;
  using Result = typename detail::ResultType<R, K, P, c>::type;
  return Result(detail::select(elementTypeOf<R>, condition.handle(), detail::WeakNumber(a),
                               detail::WeakNumber(b), where));
}

// ---- min(max(x, low), high) ----
template <Element T, int N, class P, bool v, class Low, class High>
[[nodiscard]] auto clamp(const detail::Expression<T, N, P, v>& x, const Low& low, const High& high,
                         SourceLocation where = SourceLocation::current()) {
  if constexpr (detail::RealNumber<Low> && detail::RealNumber<High>)
    if (!(static_cast<long double>(low) <= static_cast<long double>(high)))
      throw ArgumentError("clamp: the bounds " + detail::numberText(low) + " and " +
                              detail::numberText(high) + " are crossed",
                          where);
  return min(max(x, low, where), high, where);
}

// ---- what kind of number it is ----
namespace detail {
template <class T>
consteval void requireFloats() {
  static_assert(std::is_floating_point_v<T>,
                "parax: isnan, isinf and isfinite need floats: every integer is a finite number");
}
template <class T>
consteval void requireIntegers() {
  static_assert(std::is_integral_v<T> && !std::is_same_v<T, bool>,
                "parax: popcount and clz need integers");
}
}  // namespace detail

template <Element T, int N, class P, bool v>
[[nodiscard]] auto isnan(const detail::Expression<T, N, P, v>& x,
                         SourceLocation where = SourceLocation::current()) {
  detail::requireFloats<T>();
  return detail::comparison<Op::ne>(x, x, where);
}
template <Element T, int N, class P, bool v>
[[nodiscard]] auto isinf(const detail::Expression<T, N, P, v>& x,
                         SourceLocation where = SourceLocation::current()) {
  detail::requireFloats<T>();
  return detail::comparison<Op::eq>(abs(x, where), std::numeric_limits<T>::infinity(), where);
}
template <Element T, int N, class P, bool v>
[[nodiscard]] auto isfinite(const detail::Expression<T, N, P, v>& x,
                            SourceLocation where = SourceLocation::current()) {
  detail::requireFloats<T>();
  return detail::comparison<Op::lt>(abs(x, where), std::numeric_limits<T>::infinity(), where);
}
// Also of -0 and NaN; of integers x < 0.
template <Element T, int N, class P, bool v>
[[nodiscard]] auto signbit(const detail::Expression<T, N, P, v>& x,
                           SourceLocation where = SourceLocation::current()) {
  static_assert(!detail::isComplex<T>,
                "parax: signbit needs real numbers: take that of real(z) or imag(z)");
  if constexpr (std::is_floating_point_v<T>)
    return detail::comparison<Op::lt>(copysign(T(1), x, where), 0, where);
  else
    return detail::comparison<Op::lt>(x, 0, where);
}
// -1, 0 or 1; zeros and NaN stay what they are.
template <Element T, int N, class P, bool v>
[[nodiscard]] auto sign(const detail::Expression<T, N, P, v>& x,
                        SourceLocation where = SourceLocation::current()) {
  static_assert(!std::is_same_v<T, bool>, "parax: sign needs numbers, not bool");
  detail::requireOrdered<T>();
  const auto unit = select(detail::comparison<Op::gt>(x, 0, where), 1, x, where);
  if constexpr (std::is_unsigned_v<T>)
    return unit;
  else
    return select(detail::comparison<Op::lt>(x, 0, where), -1, unit, where);
}

// ---- 1 / sqrt(x), rounded twice ----
template <Element T, int N, class P, bool v>
[[nodiscard]] auto rsqrt(const detail::Expression<T, N, P, v>& x,
                         SourceLocation where = SourceLocation::current()) {
  const auto root = sqrt(x, where);
  using R = detail::Floating<T>;
  return typename detail::Expression<T, N, P, v>::template Same<R>(
      detail::binary(Op::div, elementTypeOf<R>, detail::WeakNumber(1), root.handle(), where));
}

// ---- a * b + c, rounded once: of arrays, values and numbers, in the type of a * b + c ----
template <class A, class B, class C>
  requires(detail::isExpression<A> || detail::isExpression<B> || detail::isExpression<C>)
[[nodiscard]] auto fma(const A& a, const B& b, const C& c,
                       SourceLocation where = SourceLocation::current()) {
  using Plain = decltype(a * b + c);
  using R = detail::Floating<typename Plain::Elem>;
  detail::requireForm<Op::fma, R>();
  return typename Plain::template Same<R>(
      detail::ternary(Op::fma, elementTypeOf<R>, detail::operandOf(a), detail::operandOf(b),
                      detail::operandOf(c), where));
}

// ---- bits of integers ----
template <Element T, int N, class P, bool v>
[[nodiscard]] auto popcount(const detail::Expression<T, N, P, v>& x,
                            SourceLocation where = SourceLocation::current()) {
  detail::requireIntegers<T>();
  return typename detail::Expression<T, N, P, v>::template Same<T>(
      detail::unary(Op::popcount, elementTypeOf<T>, x.handle(), where));
}
// Leading zeros; the width for 0.
template <Element T, int N, class P, bool v>
[[nodiscard]] auto clz(const detail::Expression<T, N, P, v>& x,
                       SourceLocation where = SourceLocation::current()) {
  detail::requireIntegers<T>();
  return typename detail::Expression<T, N, P, v>::template Same<T>(
      detail::unary(Op::clz, elementTypeOf<T>, x.handle(), where));
}

// ---- powers ----
template <Element T, int N, class P, bool v, Element U, int M, bool u>
[[nodiscard]] auto pow(const detail::Expression<T, N, P, v>& a,
                       const detail::Expression<U, M, P, u>& b,
                       SourceLocation where = SourceLocation::current()) {
  return detail::math<Op::pow>(a, b, where);
}
template <Element T, int N, class P, bool v, detail::Number S>
[[nodiscard]] auto pow(S a, const detail::Expression<T, N, P, v>& b,
                       SourceLocation where = SourceLocation::current()) {
  return detail::math<Op::pow>(a, b, where);
}
// An exponent that is an integer in the code is part of the structure: powers of integers, and
// those of floats up to 16, are products, multiplied from the highest bit down.
template <Element T, int N, class P, bool v, detail::Number S>
[[nodiscard]] auto pow(const detail::Expression<T, N, P, v>& a, S b,
                       SourceLocation where = SourceLocation::current()) {
  if constexpr (std::is_integral_v<S>) {
    using Result = typename detail::Expression<T, N, P, v>::template Same<detail::Arithmetic<T>>;
    constexpr bool floating = !std::is_integral_v<T>;
    if (!floating && b < S(0))
      throw ArgumentError(
          "pow: the integer power " + std::to_string(b) + " is negative: use cast<double>(a)",
          where);
    if (!floating || (b >= S(0) && b <= S(16)))
      return Result(detail::power(elementTypeOf<detail::Arithmetic<T>>, a.handle(),
                                  static_cast<std::uint64_t>(b), where));
    return Result(detail::binary(Op::pow, elementTypeOf<detail::Arithmetic<T>>, a.handle(),
                                 detail::WeakNumber(b), where));
  } else {
    return detail::math<Op::pow>(a, b, where);
  }
}

}  // namespace parax
