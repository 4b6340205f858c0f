// What families of operations are made of: element types of results by the rules for mixed types
// (written out here again, from the promises, not taken from Parax), and why there is no such
// operation.
#pragma once

#include "check.h"

namespace parax::conformance {

// Why a family has no such operation of a type; `elsewhere` if another family of the same test has
// it.
constexpr const char* elsewhere = "";
constexpr const char* onlyBool = "needs bool elements: refused by the C++ compiler";
constexpr const char* onlyIntegers = "needs integers: refused by the C++ compiler";
constexpr const char* onlyFloats = "needs floats: refused by the C++ compiler";
constexpr const char* notBool = "needs numbers: refused by the C++ compiler";
constexpr const char* convertedFirst =
    "integers are converted to double first, whatever the rank: see cast, and the row of double";

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

// What stands beside an array decides which element types meet, not the rank.
inline void explainOtherRanks(const std::string& operation, const char* type) {
  for (const int rank : {0, 2, 3})
    Table::instance().explainHole(operation, type, rank,
                                  "the kind of operand does not depend on the rank: see rank 1");
}

// + - * / by number.
template <class A, class B>
auto arithmetic(int which, const A& a, const B& b) {
  switch (which) {
    case 0: return a + b;
    case 1: return a - b;
    case 2: return a * b;
    default: return a / b;
  }
}

}  // namespace parax::conformance
