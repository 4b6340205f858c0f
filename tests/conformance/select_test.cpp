// Three operands: select, clamp, fma; arrays that broadcast, values and numbers in every place.
#include "families.h"

namespace parax::conformance {
namespace {

struct Select {
  static constexpr const char* names[] = {"select"};
  template <class T>
  static constexpr bool has = true;
  template <class T>
  static constexpr const char* refusal(int) {
    return nullptr;
  }
  template <class C, class A, class B>
  auto operator()(const C& c, const A& a, const B& b) const {
    return select(c, a, b);
  }
};

TEST(Select, Arrays) {
  forEachCell<Select>([]<class T, int N>() {
    using Result = decltype(Select()(Array<bool, N>(), Array<T, N>(), Array<T, N>()));
    static_assert(std::is_same_v<Result, Array<T, N>>);
    Case check({Select::names[0], typeName<T>, N}, Select());
    forEachPair<N>([&](const Shape<N>& s, const Shape<N>& t, bool everything) {
      check(everything, make<bool, N>(s, 1), make<T, N>(t, 0), make<T, N>(s, 2));
      if (everything && s != t)
        check(true, make<bool, N>(t, 1), make<T, N>(s, 0), make<T, N>(t, 2));
    });
  });
  expectNoHoles<Select>();
}

TEST(Select, NumbersAndValues) {
  const std::string row = "select, numbers";
  forEachType([&]<class T>(T) {
    const auto c = make<bool, 1>({69}, 1);
    const auto a = make<T, 1>({69}, 0);
    using Number = PlainNumber<T>;
    static_assert(std::is_same_v<decltype(select(c, a, Number(1))), Array<T>>);
    Case check({row, typeName<T>, 1}, Select());
    check(true, c, a, Number(1));
    check(true, c, Number(0), a);
    check(true, c, Value<T>(0), a);
    check(true, c, Value<T>(0), Value<T>(1));
    check(true, Value<bool>(false), Value<T>(0), Value<T>(1));
    explainOtherRanks(row, typeName<T>);
  });
  Table::instance().expectNoHoles(row);
}

TEST(Select, OnlyNumbers) {
  const auto c = make<bool, 1>({69}, 1);
  static_assert(std::is_same_v<decltype(select(c, 1.5, 2)), Array<double>>);
  static_assert(std::is_same_v<decltype(select(c, 1, 2)), Array<std::int64_t>>);
  static_assert(std::is_same_v<decltype(select(c, true, false)), Array<bool>>);
  Case check({"select, only numbers", "double", 1}, Select());
  check(true, c, 3, 2.5);
  check(true, c, true, false);
  check(true, c, 3, -4);
  check(true, Value<bool>(true), make<double, 1>({69}, 0), make<double, 1>({69}, 1));
}

// Bounds may cross where they are arrays: min(max(a, b), c).
struct OfThree {
  static constexpr const char* names[] = {"clamp(a, b, c)", "fma"};
  template <class T>
  static constexpr bool has = true;
  template <class T>
  static constexpr const char* refusal(int which) {
    return which == 0 || isFloat<T> ? nullptr : elsewhere;
  }
  template <class A, class B, class C>
  auto operator()(int which, const A& a, const B& b, const C& c) const {
    if constexpr (isFloat<Elem<A>>)
      if (which == 1) return fma(a, b, c);
    return clamp(a, b, c);
  }
};
struct FmaOfIntegers {
  static constexpr const char* names[] = {"fma"};
  template <class T>
  static constexpr bool has = !isFloat<T>;
  template <class T>
  static constexpr const char* refusal(int) {
    return has<T> ? nullptr : elsewhere;
  }
  template <class A, class B, class C>
  auto operator()(int, const A& a, const B& b, const C& c) const {
    return fma(a, b, c);
  }
};

template <class Family, class T, int N>
void runTernaryCell() {
  forEachOperation<Family, T>([](int which, const char* name) {
    Case check({name, typeName<T>, N}, Family());
    forEachPair<N>([&](const Shape<N>& s, const Shape<N>& t, bool everything) {
      check(everything, which, make<T, N>(s, 0), make<T, N>(t, 1), make<T, N>(s, 2));
      if (everything && s != t)
        check(true, which, make<T, N>(t, 0), make<T, N>(t, 1), make<T, N>(s, 2));
    });
  });
}

TEST(Ternary, ClampAndFma) {
  forEachCell<OfThree>([]<class T, int N>() { runTernaryCell<OfThree, T, N>(); });
  runConverted<FmaOfIntegers>([]<class T, int N>() { runTernaryCell<FmaOfIntegers, T, N>(); });
  expectNoHoles<OfThree>();
}

TEST(Ternary, ClampBesideNumbersAndValues) {
  forEachType([]<class T>(T) {
    const auto f = [](const auto& a, const auto& low, const auto& high) {
      return clamp(a, low, high);
    };
    using Number = PlainNumber<T>;
    const auto a = make<T, 1>({69}, 0);
    Case check({"clamp, numbers", typeName<T>, 1}, f);
    check(true, a, Value<T>(1), Number(100));
    check(true, a, Number(0), a);
    check(true, Value<T>(T(3)), Value<T>(1), Value<T>(2));
    explainOtherRanks("clamp, numbers", typeName<T>);
  });
  Table::instance().expectNoHoles("clamp, numbers");
}

}  // namespace
}  // namespace parax::conformance
