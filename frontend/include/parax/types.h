// Which element type an operation has: the rules for mixed types, decided at compile time.
//
// Wider of the same kind; an integer with a float gives that float; a real type with a complex one
// gives the complex type of the wider; a signed integer with a
// narrower unsigned one gives the signed one, with another it does not mix; bool counts as int64 in
// arithmetic. A C++ number beside an array or value is weak: it takes the array's type, except that
// a floating number beside integers gives double, and a complex number beside real elements their
// complex type.
#pragma once

#include <complex>
#include <concepts>
#include <cstdint>
#include <type_traits>

#include "parax/core/element_type.h"

namespace parax {

struct Host {};  // a place: ordinary memory

template <class T, int N = 1, class Place = Host>
class Array;
template <class T>
class Value;

}  // namespace parax

namespace parax::detail {

template <class T>
struct RealOfType {
  using type = T;
};
template <class T>
struct RealOfType<std::complex<T>> {
  using type = T;
};
template <class T>
using RealOf = typename RealOfType<T>::type;  // the type of the parts of a complex type
template <class T>
constexpr bool isComplex = !std::is_same_v<RealOf<T>, T>;

template <class T>
concept RealNumber = std::is_arithmetic_v<T>;
template <class T>
concept Number = RealNumber<T> || (isComplex<T> && std::is_floating_point_v<RealOf<T>>);

// What people put beside or into an array although it is neither a number nor an array: vectors, C
// arrays, pointers.
template <class X>
concept Elements =
    std::is_pointer_v<X> || std::is_array_v<X> ||
    (requires(const X& x) { x.data(), x.size(); } && !requires(const X& x) { x.handle(); });
template <class X>
concept NumberOrElements = Number<X> || Elements<X>;

// A bool of its own: compilers explain in many lines why a concept does not hold.
template <class T>
constexpr bool isElement = Element<T>;
#define PARAX_ELEMENT_TYPES                                                                \
  "parax: elements are bool, std::int8_t to std::int64_t, std::uint8_t to std::uint64_t, " \
  "float, double, std::complex<float> or std::complex<double>"

template <class T>
constexpr bool isNumberType = Number<T>;
template <class...>
constexpr bool never = false;  // for assertions in what must not be instantiated

template <class T>
using Arithmetic = std::conditional_t<std::is_same_v<T, bool>, std::int64_t, T>;

template <class T, class U>
constexpr bool mixesReal = std::is_floating_point_v<T> || std::is_floating_point_v<U> ||
                           std::is_signed_v<T> == std::is_signed_v<U> ||
                           (std::is_signed_v<T> ? sizeof(U) < sizeof(T) : sizeof(T) < sizeof(U));
// Whether two element types have a common one. Asserted where users' operations begin: the messages
// are short there.
template <class T, class U>
constexpr bool mixes = (std::is_same_v<T, bool> && std::is_same_v<U, bool>) ||
                       mixesReal<RealOf<Arithmetic<T>>, RealOf<Arithmetic<U>>>;
#define PARAX_MIXED_SIGNS                                                                      \
  "parax: a signed and an unsigned integer of the same or larger width do not mix: cast one, " \
  "for example cast<std::int64_t>(a)"

template <class T, class U>
consteval auto commonReal() {
  if constexpr (std::is_same_v<T, U>) {
    return T();
  } else if constexpr (std::is_floating_point_v<T> == std::is_floating_point_v<U>) {
    return std::conditional_t<(sizeof(T) >= sizeof(U)), T, U>();
  } else {
    return std::conditional_t<std::is_floating_point_v<T>, T, U>();
  }
}

template <class T, class U>
consteval auto commonElement() {
  if constexpr (isComplex<T> || isComplex<U>)
    return std::complex<decltype(commonReal<RealOf<T>, RealOf<U>>())>();
  else
    return commonReal<T, U>();
}

// Of two arrays' (or values') elements, for + - * / and for comparisons.
template <Element T, Element U>
using Common = decltype(commonElement<Arithmetic<T>, Arithmetic<U>>());

// Of an array's elements and a C++ number.
template <Element T, Number S>
using RealWithNumber =
    std::conditional_t<std::is_floating_point_v<RealOf<S>> && std::is_integral_v<T>, double,
                       Arithmetic<T>>;
template <Element T, Number S>
using WithNumber =
    std::conditional_t<isComplex<S> && !isComplex<T>, std::complex<RealOf<RealWithNumber<T, S>>>,
                       RealWithNumber<T, S>>;

// min, max, select and comparisons keep bool when both sides are bool.
template <Element T, Element U>
struct CommonKeepingBool {
  using type = Common<T, U>;
};
template <>
struct CommonKeepingBool<bool, bool> {
  using type = bool;
};
template <Element T, Element U>
using Joined = typename CommonKeepingBool<T, U>::type;

template <Element T, Number S>
using JoinedWithNumber =
    std::conditional_t<std::is_same_v<T, bool> && std::is_same_v<S, bool>, bool, WithNumber<T, S>>;

// Whether a number turns into an element by itself: a floating number into no integer, a complex
// one into no real type.
template <Element T, Number S>
constexpr bool holdsNumber =
    isComplex<T> ||
    (!isComplex<S> && (std::is_floating_point_v<T> || !std::is_floating_point_v<S>));

template <class T, Number S>
constexpr T numberAs(const S& number) {
  using Real = RealOf<T>;
  if constexpr (isComplex<S>)
    return T(static_cast<Real>(number.real()), static_cast<Real>(number.imag()));
  else
    return T(static_cast<Real>(number));
}

#define PARAX_NEED_INTEGERS "parax: % & | ^ << >> need integers: use fmod, or cast<std::int64_t>(a)"
#define PARAX_NEED_NO_BOOL "parax: % << >> need integers, not bool"
#define PARAX_CHANGES_TYPE \
  "parax: this compound assignment would change the element type: use cast<T>"
#define PARAX_BESIDE                                                                         \
  "parax: beside an array stand arrays, values and numbers: Array<T>(v) copies a vector v, " \
  "Array<T>::borrow(v) reads "                                                               \
  "it in place"
#define PARAX_NO_ORDER "parax: complex numbers have no order: compare abs(z) or real(z)"

// Two values give a value; anything with an array gives an array of the larger rank.
template <Element R, int N, class P, bool isValue>
struct ResultType {
  using type = Array<R, N, P>;
};
template <Element R, int N, class P>
struct ResultType<R, N, P, true> {
  using type = Value<R>;
};

}  // namespace parax::detail
