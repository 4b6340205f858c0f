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
// A member that is left out would be lost at replays, so that does not compile. If you mean it, add
//     static constexpr bool partial = true;
// and expect nothing of that member, neither in the function nor in its results.
template <class T>
struct Fields {};

namespace detail {

template <class T>
struct IsTuple : std::false_type {};
template <class... T>
struct IsTuple<std::tuple<T...>> : std::true_type {};
template <class A, class B>
struct IsTuple<std::pair<A, B>> : std::true_type {};
template <class T, std::size_t n>
struct IsTuple<std::array<T, n>> : std::true_type {};

template <class T>
concept HasFields = requires(T& object) { Fields<std::remove_const_t<T>>::tie(object); };
template <class T>
using TiedFields = decltype(Fields<T>::tie(std::declval<T&>()));

// Whether an aggregate has at least so many members: each can be made from this.
struct AnyMember {
  template <class T>
  operator T() const;
};
template <class T, std::size_t... k>
constexpr bool hasMembers(std::index_sequence<k...>) {
  return requires { T{(static_cast<void>(k), AnyMember())...}; };
}

// The most bytes that members of these types take, whatever their order: each may stand behind one
// of the least alignment.
template <class T, class... Member>
constexpr std::size_t largestSize() {
  std::size_t least = alignof(T), bytes = 0;
  ((least = std::min(least, alignof(Member))), ...);
  ((bytes += sizeof(Member) + alignof(Member) - least), ...);
  if (std::is_polymorphic_v<T>) bytes += sizeof(void*);
  return (bytes + alignof(T) - 1) / alignof(T) * alignof(T);
}

// Whether Fields<T> ties all members, as far as C++ lets us see: an aggregate with more members
// than that, or bytes that belong to none of them, say no.
template <class T>
consteval bool tiesAllMembers() {
  if constexpr (requires { Fields<T>::partial; }) {
    if (Fields<T>::partial) return true;
  }
  return []<std::size_t... k>(std::index_sequence<k...>) {
    constexpr std::size_t tied =
        (std::size_t{0} + ... + sizeof(std::tuple_element_t<k, TiedFields<T>>));
    constexpr std::size_t most =
        largestSize<T, std::remove_reference_t<std::tuple_element_t<k, TiedFields<T>>>...>();
    if constexpr (tied == sizeof(T))
      return true;
    else if constexpr (sizeof(T) > most)
      return false;
    else
      return !std::is_aggregate_v<T> || !hasMembers<T>(std::index_sequence<0, (k + 1)...>());
  }(std::make_index_sequence<std::tuple_size_v<TiedFields<T>>>());
}

// What an argument or result can be made of.
enum class Leaves : std::uint8_t { all, unknown, leftOut };

template <class T>
consteval Leaves leavesOf();
template <class Tuple>
consteval Leaves leavesOfParts() {
  return []<std::size_t... k>(std::index_sequence<k...>) {
    Leaves all = Leaves::all;
    ((all = all == Leaves::all ? leavesOf<std::remove_cvref_t<std::tuple_element_t<k, Tuple>>>()
                               : all),
     ...);
    return all;
  }(std::make_index_sequence<std::tuple_size_v<Tuple>>());
}
template <class T>
consteval Leaves leavesOf() {
  if constexpr (isExpression<T> || Number<T> || std::is_enum_v<T>)
    return Leaves::all;
  else if constexpr (IsTuple<T>::value)
    return leavesOfParts<T>();
  else if constexpr (!HasFields<T>)
    return Leaves::unknown;
  else if constexpr (!tiesAllMembers<T>())
    return Leaves::leftOut;
  else
    return leavesOfParts<TiedFields<T>>();
}

// Calls leaf(x) for every array and value and number(x) for every plain number, in declared order.
template <class T, class Leaf, class NumberLeaf>
void forEachLeaf(T& object, Leaf&& leaf, NumberLeaf&& number) {
  using Plain = std::remove_cv_t<T>;
  [[maybe_unused]] const auto each = [&](auto&... part) { (forEachLeaf(part, leaf, number), ...); };
  if constexpr (isExpression<Plain>)
    leaf(object);
  else if constexpr (Number<Plain> || std::is_enum_v<Plain>)
    number(object);
  else if constexpr (IsTuple<Plain>::value)
    std::apply(each, object);
  else
    std::apply(each, Fields<Plain>::tie(object));
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
