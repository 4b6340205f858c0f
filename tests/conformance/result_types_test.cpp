// The element types of results, written out from the rules, and checked by the C++ compiler.
#include <gtest/gtest.h>
#include <parax/parax.h>

#include <string_view>
#include <tuple>

namespace parax::conformance {
namespace {

using Types = std::tuple<bool, std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t,
                         std::uint16_t, std::uint32_t, std::uint64_t, float, double>;
constexpr std::size_t typeCount = std::tuple_size_v<Types>;
template <std::size_t i>
using TypeAt = std::tuple_element_t<i, Types>;

// The letters of the table, in the order of Types.
constexpr std::string_view letters = "o1248abcefd";
template <class T>
constexpr char letterOf() {
  char letter = '?';
  [&]<std::size_t... i>(std::index_sequence<i...>) {
    ((letter = std::is_same_v<T, TypeAt<i>> ? letters[i] : letter), ...);
  }(std::make_index_sequence<typeCount>());
  return letter;
}

// a + b; - does not compile. Rows are a's type, columns b's.
constexpr std::string_view sums[typeCount] = {
    // o1248abcefd
    "88888888-fd",  // bool: counts as int64
    "81248----fd",  // int8
    "822482---fd",  // int16
    "8444844--fd",  // int32
    "88888888-fd",  // int64
    "8-248abcefd",  // uint8
    "8--48bbcefd",  // uint16
    "8---8cccefd",  // uint32
    "-----eeeefd",  // uint64
    "ffffffffffd",  // float
    "ddddddddddd",  // double
};

template <class Result>
constexpr char elementOf = letterOf<typename Result::Elem>();

// What of two types: checks(expected letter) for every pair of the table.
template <class T, class U>
struct Pair {
  static constexpr bool bools = std::is_same_v<T, bool> && std::is_same_v<U, bool>;
  static constexpr bool integers = std::is_integral_v<T> && std::is_integral_v<U>;
  static constexpr bool numbers = !std::is_same_v<T, bool> && !std::is_same_v<U, bool>;
  using A = Array<T, 2>;
  using B = Array<U>;
  using V = Value<T>;
  using W = Value<U>;

  static consteval bool arithmetic(char expected) {
    static_assert(std::is_same_v<decltype(A() + B()), decltype(B() + A())>);
    static_assert(decltype(A() + B())::rank == 2);
    return elementOf<decltype(A() + B())> == expected &&
           elementOf<decltype(A() - W())> == expected &&
           elementOf<decltype(V() * B())> == expected &&
           elementOf<decltype(V() / W())> == expected &&
           std::is_same_v<decltype(V() / W()), Value<typename decltype(A() + B())::Elem>>;
  }
  // min, max, select and clamp keep bool.
  static consteval bool joined(char common) {
    const char expected = bools ? 'o' : common;
    return elementOf<decltype(min(A(), B()))> == expected &&
           elementOf<decltype(max(V(), W()))> == expected &&
           elementOf<decltype(select(Array<bool>(), A(), W()))> == expected &&
           elementOf<decltype(clamp(A(), B(), B()))> == expected;
  }
  static consteval bool compared() {
    return std::is_same_v<decltype(A() < B()), Array<bool, 2>> &&
           std::is_same_v<decltype(A() == B()), Array<bool, 2>> &&
           std::is_same_v<decltype(B() == A()), Array<bool, 2>> &&
           std::is_same_v<decltype(V() >= W()), Value<bool>>;
  }
  static consteval bool ofIntegers(char common) {
    if constexpr (integers) {
      const char expected = bools ? 'o' : common;
      bool right = elementOf<decltype(A() & B())> == expected &&
                   elementOf<decltype(V() | B())> == expected &&
                   elementOf<decltype(V() ^ W())> == expected;
      if constexpr (numbers) right = right && elementOf<decltype(A() % B())> == expected;
      return right;
    }
    return true;
  }
  static consteval bool math(char common) {
    const char expected = common == 'f' ? 'f' : 'd';
    return elementOf<decltype(atan2(A(), B()))> == expected &&
           elementOf<decltype(pow(A(), W()))> == expected &&
           elementOf<decltype(fma(V(), W(), W()))> == expected;
  }
  static consteval bool dots(char common) {
    const bool isUnsigned = common >= 'a' && common <= 'c';
    const char expected = common == 'e' || isUnsigned      ? 'e'
                          : common == 'f' || common == 'd' ? common
                                                           : '8';
    return elementOf<decltype(dot(B(), Array<T>()))> == expected;
  }
  // Any integers shift any: the type is the left side's.
  static consteval bool shifts() {
    if constexpr (integers && numbers)
      return std::is_same_v<decltype(A() << B()), A> && std::is_same_v<decltype(V() >> W()), V> &&
             std::is_same_v<decltype(V() >> B()), Array<T>>;
    return true;
  }
};

template <std::size_t i, std::size_t j>
consteval bool pairIsRight() {
  using P = Pair<TypeAt<i>, TypeAt<j>>;
  static_assert(P::shifts());
  constexpr char expected = sums[i][j];
  if constexpr (expected != '-') {
    static_assert(P::arithmetic(expected));
    static_assert(P::joined(expected));
    static_assert(P::compared());
    static_assert(P::ofIntegers(expected));
    static_assert(P::math(expected));
    static_assert(P::dots(expected));
  }
  return true;
}

TEST(ResultTypes, Pairs) {
  static_assert([]<std::size_t... k>(std::index_sequence<k...>) {
    return (pairIsRight<k / typeCount, k % typeCount>() && ...);
  }(std::make_index_sequence<typeCount * typeCount>()));
}

// Refusals are errors of the C++ compiler (tests/errors/refusals has some); this is what they ask.
template <std::size_t i, std::size_t j>
consteval bool mixesAsWritten() {
  using T = detail::Arithmetic<TypeAt<i>>;
  using U = detail::Arithmetic<TypeAt<j>>;
  return detail::mixes<T, U> == (sums[i][j] != '-') && (sums[i][j] == sums[j][i]);
}
TEST(ResultTypes, PairsThatDoNotMix) {
  static_assert([]<std::size_t... k>(std::index_sequence<k...>) {
    return (mixesAsWritten<k / typeCount, k % typeCount>() && ...);
  }(std::make_index_sequence<typeCount * typeCount>()));
}

// One type: its letter, and those of -a, exp(a), sum(a), mean(a).
template <class T, char counted, char real, char total>
consteval bool unaryIs() {
  using A = Array<T, 3>;
  static_assert(elementOf<decltype(-A())> == counted && elementOf<decltype(+A())> == counted);
  static_assert(elementOf<decltype(abs(A()))> == counted);
  static_assert(elementOf<decltype(pow(A(), 2))> == counted);
  static_assert(elementOf<decltype(pow(A(), 2.0))> == real);
  static_assert(elementOf<decltype(exp(A()))> == real && elementOf<decltype(floor(A()))> == real);
  static_assert(elementOf<decltype(rsqrt(A()))> == real);
  static_assert(elementOf<decltype(hypot(A(), 1))> == real);
  static_assert(elementOf<decltype(hypot(1.5, A()))> == real);
  static_assert(elementOf<decltype(sum(A()))> == total &&
                elementOf<decltype(product(A()))> == total);
  static_assert(elementOf<decltype(sumOfSquares(A()))> == total);
  static_assert(std::is_same_v<decltype(min(A())), Value<T>>);
  static_assert(elementOf<decltype(mean(A()))> == real && elementOf<decltype(var(A()))> == real);
  static_assert(elementOf<decltype(stddev(A()))> == real && elementOf<decltype(norm(A()))> == real);
  static_assert(std::is_same_v<decltype(argMin(A())), Index>);
  static_assert(std::is_same_v<decltype(signbit(A())), Array<bool, 3>>);
  static_assert(std::is_same_v<decltype(zerosLike(A())), A>);
  static_assert(std::is_same_v<decltype(onesLike(Value<T>())), Value<T>>);
  static_assert(std::is_same_v<decltype(eye<T>(3)), Array<T, 2>>);
  static_assert(std::is_same_v<decltype(arange<T>(3)), Array<T, 1>>);
  // Numbers are weak; a floating one beside integers gives double.
  static_assert(elementOf<decltype(A() + 1)> == counted &&
                elementOf<decltype(2L * A())> == counted);
  static_assert(elementOf<decltype(A() * 0.5)> == real && elementOf<decltype(0.5f - A())> == real);
  static_assert(elementOf<decltype(max(A(), 0.5))> == real);
  static_assert(elementOf<decltype(Value<T>() + 1ULL)> == counted);
  static_assert(std::is_same_v<decltype(A() < 300), Array<bool, 3>>);
  if constexpr (!std::is_same_v<T, bool>) {
    static_assert(std::is_same_v<decltype(sign(A())), A>);
    static_assert(std::is_same_v<decltype(max(A(), 1)), A>);
    static_assert(std::is_same_v<decltype(clamp(A(), 0, 1)), A>);
    static_assert(std::is_same_v<decltype(select(Array<bool, 3>(), A(), 1)), A>);
  }
  if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
    static_assert(std::is_same_v<decltype(~A()), A>);
    static_assert(std::is_same_v<decltype(A() % 3), A> && std::is_same_v<decltype(3 & A()), A>);
    static_assert(std::is_same_v<decltype(A() << 3), A> && std::is_same_v<decltype(1 >> A()), A>);
    static_assert(std::is_same_v<decltype(popcount(A())), A>);
    static_assert(std::is_same_v<decltype(clz(Value<T>())), Value<T>>);
  }
  return true;
}
static_assert(unaryIs<bool, '8', 'd', '8'>());
static_assert(unaryIs<std::int8_t, '1', 'd', '8'>());
static_assert(unaryIs<std::int16_t, '2', 'd', '8'>());
static_assert(unaryIs<std::int32_t, '4', 'd', '8'>());
static_assert(unaryIs<std::int64_t, '8', 'd', '8'>());
static_assert(unaryIs<std::uint8_t, 'a', 'd', 'e'>());
static_assert(unaryIs<std::uint16_t, 'b', 'd', 'e'>());
static_assert(unaryIs<std::uint32_t, 'c', 'd', 'e'>());
static_assert(unaryIs<std::uint64_t, 'e', 'd', 'e'>());
static_assert(unaryIs<float, 'f', 'f', 'f'>());
static_assert(unaryIs<double, 'd', 'd', 'd'>());

// & | ^ of bool are logic.
static_assert(std::is_same_v<decltype(Array<bool>() & true), Array<bool>>);
static_assert(std::is_same_v<decltype(max(Array<bool>(), true)), Array<bool>>);
static_assert(std::is_same_v<decltype(count(Array<bool, 2>())), Index>);
static_assert(std::is_same_v<decltype(linspace<float>(0, 1, 3)), Array<float>>);

// The larger rank wins; an array of rank 0 is not a value.
static_assert(std::is_same_v<decltype(Array<float, 3>() + Array<int, 1>()), Array<float, 3>>);
static_assert(std::is_same_v<decltype(Array<float, 0>() + Value<float>()), Array<float, 0>>);

}  // namespace
}  // namespace parax::conformance
