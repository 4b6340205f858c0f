// Three operands: select, clamp, fma; arrays, values and numbers in every place.
#include "families.h"

namespace parax::conformance {
namespace {

struct Select {
  template <class C, class A, class B>
  auto operator()(const C& c, const A& a, const B& b) const {
    return select(c, a, b);
  }
};

TEST(Select, ArraysNumbersAndValues) {
  forEachKind([]<class T>(T) {
    using Number = PlainNumber<T>;
    const auto c = make<bool, 1>({69}, 1);
    const auto a = make<T, 1>({69}, 0), b = make<T, 1>({69}, 2);
    static_assert(std::is_same_v<decltype(select(c, a, b)), Array<T>>);
    static_assert(std::is_same_v<decltype(select(c, a, Number(1))), Array<T>>);
    Case check({"select", typeName<T>, 1}, Select());
    check(true, c, a, b);
    check(true, Array<bool>{true}, a, b);
    check(true, c, a, Number(1));
    check(true, c, Number(0), a);
    check(true, c, Value<T>(0), a);
    check(true, c, Value<T>(0), Value<T>(1));
    check(true, Value<bool>(false), Value<T>(0), Value<T>(1));
  });
}

TEST(Select, OnlyNumbers) {
  const auto c = make<bool, 1>({69}, 1);
  static_assert(std::is_same_v<decltype(select(c, 1.5, 2)), Array<double>>);
  static_assert(std::is_same_v<decltype(select(c, 1, 2)), Array<std::int64_t>>);
  static_assert(std::is_same_v<decltype(select(c, true, false)), Array<bool>>);
  Case check({"select, only numbers", "f64", 1}, Select());
  check(true, c, 3, 2.5);
  check(true, c, true, false);
  check(true, c, 3, -4);
  check(true, Value<bool>(true), make<double, 1>({69}, 0), make<double, 1>({69}, 1));
}

// Bounds may cross where they are arrays: min(max(a, b), c).
TEST(Ternary, Clamp) {
  const auto f = [](const auto& a, const auto& low, const auto& high) {
    return clamp(a, low, high);
  };
  forEachKind([&]<class T>(T) {
    using Number = PlainNumber<T>;
    const auto a = make<T, 1>({69}, 0), b = make<T, 1>({69}, 1), c = make<T, 1>({69}, 2);
    Case check({"clamp(a, b, c)", typeName<T>, 1}, f);
    check(true, a, b, c);
    check(true, a, Value<T>(1), Number(100));
    check(true, a, Number(0), a);
    check(true, Value<T>(T(3)), Value<T>(1), Value<T>(2));
  });
}

TEST(Ternary, Fma) {
  const auto f = [](const auto& a, const auto& b, const auto& c) { return fma(a, b, c); };
  forEachKind([&]<class T>(T) {
    const auto a = make<T, 1>({69}, 0), b = make<T, 1>({69}, 1), c = make<T, 1>({69}, 2);
    static_assert(std::is_same_v<decltype(f(a, b, c)), Array<Real<T>>>);
    Case check({"fma(a, b, c)", typeName<T>, 1}, f);
    check(true, a, b, c);
    check(true, a, Value<T>(1), c);
  });
}

}  // namespace
}  // namespace parax::conformance
