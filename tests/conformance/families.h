// Typed calls, as users write them: families of operations whose results have the same type. Which
// one is a plain number, so that the C++ compiler instantiates a family once for each type. They
// run in rank 1, for one element type of each kind: what the typed calls become is compared in
// every type and rank by matrix_test.cpp.
//
// A family has `names`; has<T>(which): T has such an operation; Element<T>: the result's element;
// operator()(which, operands...).
#pragma once

#include "check.h"

namespace parax::conformance {

// The element types of results by the rules for mixed types, written out here again.
template <class T>
using Counted = std::conditional_t<std::is_same_v<T, bool>, std::int64_t, T>;
template <class T>
using Real = std::conditional_t<std::is_floating_point_v<T>, T, double>;
template <class T>
using Total =
    std::conditional_t<std::is_floating_point_v<T>, T,
                       std::conditional_t<std::is_unsigned_v<T> && !std::is_same_v<T, bool>,
                                          std::uint64_t, std::int64_t>>;

template <class T>
constexpr bool isBool = std::is_same_v<T, bool>;
template <class T>
constexpr bool isInteger = std::is_integral_v<T> && !isBool<T>;
template <class T>
constexpr bool isFloat = std::is_floating_point_v<T>;

// The element type of whichever operand is an array or value, and a number to stand beside it.
template <class A>
struct ElementOf {
  using type = void;
};
template <class A>
  requires requires { typename A::Elem; }
struct ElementOf<A> {
  using type = typename A::Elem;
};
template <class A, class B = A>
using Elem = typename std::conditional_t<std::is_void_v<typename ElementOf<A>::type>, ElementOf<B>,
                                         ElementOf<A>>::type;
template <class T>
using PlainNumber = std::conditional_t<isBool<T>, bool, int>;

template <class T>
const std::string typeName(name(elementTypeOf<T>));

// One element type of each kind.
template <class F>
void forEachKind(F f) {
  f(double());
  f(std::int32_t());
  f(bool());
}

// Runs each(which, name) for the operations that the family has for T.
template <class Family, class T, class Each>
void forEachOperation(Each each) {
  for (int which = 0; const char* name : Family::names) {
    if (Family::template has<T>(which)) each(which, name);
    ++which;
  }
}

// ---- one operand ----
template <class Family, class T>
void runUnary() {
  using Result = decltype(Family()(0, Array<T>()));
  static_assert(std::is_same_v<Result, Array<typename Family::template Element<T>>>);
  forEachOperation<Family, T>([](int which, const char* name) {
    Case check({name, typeName<T>, 1}, Family());
    for (const std::int64_t n : {0, 1, 69}) check(n == 69, which, make<T, 1>({n}, 0));
  });
}

// ---- two operands: arrays; numbers and values on either side ----
template <class Family, class T>
void runBinary() {
  using Result = Array<typename Family::template Element<T>>;
  using Number = PlainNumber<T>;
  const auto a = make<T, 1>({69}, 0, Kind::nonZero), b = make<T, 1>({69}, 1, Kind::nonZero);
  static_assert(std::is_same_v<decltype(Family()(0, a, b)), Result>);
  static_assert(std::is_same_v<decltype(Family()(0, a, Number(1))), Result>);
  const Value<T> value(T(3)), seven(T(7));
  forEachOperation<Family, T>([&](int which, const char* name) {
    Case check({name, typeName<T>, 1}, Family());
    check(true, which, a, b);
    check(true, which, a, Array<T>(std::span(b.data(), 1)));
    check(true, which, a, Number(100));
    check(true, which, Number(100), a);
    check(true, which, a, value);
    check(true, which, value, a);
    check(true, which, value, seven);
    check(true, which, Array<T, 0>(T(3)), a);
    if constexpr (isFloat<T>) {
      static_assert(std::is_same_v<decltype(Family()(0, a, 0.1f)), Result>, "weak");
      check(true, which, a, 0.1f);
      check(true, which, -2.5, a);
    }
  });
}

}  // namespace parax::conformance
