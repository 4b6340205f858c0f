// The places of all arrays and values inside the arguments of a call.
#pragma once

#include <array>
#include <tuple>
#include <type_traits>
#include <utility>

#include "parax/core/place.h"
#include "parax/fields.h"

namespace parax::detail {

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

}  // namespace parax::detail
