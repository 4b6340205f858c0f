// The arrays, values and numbers inside an argument or a result: tuples and structs are taken
// apart.
#pragma once

#include <tuple>
#include <type_traits>
#include <utility>

#include "parax/array.h"

namespace parax {

// Specialise it for your struct to pass it to accelerated functions; the struct must be default
// constructible:
//   template <> struct parax::Fields<Body> {
//     static auto tie(auto& body) { return std::tie(body.position, body.mass); }
//   };
template <class T>
struct Fields {};

namespace detail {

template <class T>
struct IsTuple : std::false_type {};
template <class... T>
struct IsTuple<std::tuple<T...>> : std::true_type {};
template <class A, class B>
struct IsTuple<std::pair<A, B>> : std::true_type {};

template <class T>
concept HasFields = requires(T& object) { Fields<std::remove_const_t<T>>::tie(object); };

// Calls leaf(x) for every array and value and number(x) for every plain number, in declared order.
template <class T, class Leaf, class NumberLeaf>
void forEachLeaf(T& object, Leaf&& leaf, NumberLeaf&& number) {
  using Plain = std::remove_cv_t<T>;
  const auto each = [&](auto&... part) { (forEachLeaf(part, leaf, number), ...); };
  if constexpr (isExpression<Plain>) {
    leaf(object);
  } else if constexpr (Number<Plain> || std::is_enum_v<Plain>) {
    number(object);
  } else if constexpr (IsTuple<Plain>::value) {
    std::apply(each, object);
  } else {
    static_assert(
        HasFields<Plain>,
        "parax: arguments and results of accelerated functions are arrays, values, numbers, "
        "enums, tuples of them, or structs with a specialisation of parax::Fields");
    std::apply(each, Fields<Plain>::tie(object));
  }
}

}  // namespace detail
}  // namespace parax
