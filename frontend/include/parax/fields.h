// The arrays, values and numbers inside an argument or a result: tuples and structs are taken
// apart.
#pragma once

#include <array>
#include <tuple>
#include <type_traits>
#include <utility>

#include "parax/array.h"
#include "parax/core/place.h"

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

// The members that forEachLeaf takes a type apart into, as a tuple.
template <class T>
auto partsOf() {
  if constexpr (isExpression<T> || Number<T> || std::is_enum_v<T>)
    return std::type_identity<std::tuple<>>();
  else if constexpr (HasFields<T>)
    return std::type_identity<decltype(Fields<T>::tie(std::declval<T&>()))>();
  else if constexpr (IsTuple<T>::value)
    return std::type_identity<T>();
  else
    return std::type_identity<std::tuple<>>();
}

// Calls f(place) for every array and value inside a T, in the order of forEachLeaf.
template <class T, class F>
constexpr void forEachPlace(const Place& here, F&& f) {
  using Plain = std::remove_cvref_t<T>;
  if constexpr (isExpression<Plain>) {
    f(here);
  } else {
    using Parts = typename decltype(partsOf<Plain>())::type;
    [&]<std::size_t... k>(std::index_sequence<k...>) {
      (forEachPlace<std::tuple_element_t<k, Parts>>(here.member(k), f), ...);
    }(std::make_index_sequence<std::tuple_size_v<Parts>>());
  }
}

// Of all arguments, given as a tuple of their types.
template <class Arguments>
constexpr auto placesOf = [] {
  constexpr std::size_t count = [] {
    std::size_t all = 0;
    forEachPlace<Arguments>(Place{}, [&](const Place&) { ++all; });
    return all;
  }();
  std::array<Place, count> places{};
  std::size_t next = 0;
  forEachPlace<Arguments>(Place{}, [&](const Place& place) { places[next++] = place; });
  return places;
}();

}  // namespace detail
}  // namespace parax
