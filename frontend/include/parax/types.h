// Which element type an operation has: the rules for mixed types, decided at compile time.
//
// Wider of the same kind; an integer with a float gives that float; a signed integer with a
// narrower unsigned one gives the signed one, with another it does not mix; bool counts as int64 in
// arithmetic. A C++ number beside an array or value is weak: it takes the array's type, except that
// a floating number beside integers gives double.
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>

#include "parax/core/element_type.h"

namespace parax::detail {

template <class T>
concept Number = std::is_arithmetic_v<T>;

template <class T>
using Arithmetic = std::conditional_t<std::is_same_v<T, bool>, std::int64_t, T>;

template <class T, class U>
constexpr bool mixes = std::is_floating_point_v<T> || std::is_floating_point_v<U> ||
                       std::is_signed_v<T> == std::is_signed_v<U> ||
                       (std::is_signed_v<T> ? sizeof(U) < sizeof(T) : sizeof(T) < sizeof(U));

template <class T, class U>
consteval auto commonElement() {
  static_assert(mixes<T, U>,
                "parax: a signed and an unsigned integer of the same or larger width do not mix: "
                "cast one, for example cast<std::int64_t>(a)");
  if constexpr (std::is_same_v<T, U>) {
    return T();
  } else if constexpr (std::is_floating_point_v<T> == std::is_floating_point_v<U>) {
    return std::conditional_t<(sizeof(T) >= sizeof(U)), T, U>();
  } else {
    return std::conditional_t<std::is_floating_point_v<T>, T, U>();
  }
}

// Of two arrays' (or values') elements, for + - * / and for comparisons.
template <Element T, Element U>
using Common = decltype(commonElement<Arithmetic<T>, Arithmetic<U>>());

// Of an array's elements and a C++ number.
template <Element T, Number S>
using WithNumber = std::conditional_t<std::is_floating_point_v<S> && !std::is_floating_point_v<T>,
                                      double, Arithmetic<T>>;

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

}  // namespace parax::detail
