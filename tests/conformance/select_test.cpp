// select with arrays, values and numbers in every place, shapes that broadcast.
#include "operations.h"

namespace parax::conformance {
namespace {

struct Select {
  static constexpr const char* name = "select";
  template <class T>
  static constexpr const char* refusal = nullptr;
  template <class C, class A, class B>
  auto operator()(const C& c, const A& a, const B& b) const {
    return select(c, a, b);
  }
};

TEST(Select, Arrays) {
  forEachCell<Select>([]<class T, int N>(T, std::integral_constant<int, N>) {
    using Result = decltype(Select()(Array<bool, N>(), Array<T, N>(), Array<T, N>()));
    static_assert(std::is_same_v<Result, Array<T, N>>);
    Case check({Select::name, typeName<T>, N}, Select());
    forEachPair<N>([&](const Shape<N>& s, const Shape<N>& t, bool everything) {
      check(everything, make<bool, N>(s, 1), make<T, N>(t, 0), make<T, N>(s, 2));
      if (everything && s != t)
        check(true, make<bool, N>(t, 1), make<T, N>(s, 0), make<T, N>(t, 2));
    });
  });
}

TEST(Select, NumbersAndValues) {
  const std::string row = "select, numbers";
  forEachType([&]<class T>(T) {
    const auto c = make<bool, 1>({69}, 1);
    const auto a = make<T, 1>({69}, 0);
    using Number = std::conditional_t<std::is_same_v<T, bool>, bool, int>;
    static_assert(std::is_same_v<decltype(select(c, a, Number(1))), Array<T>>);
    static_assert(std::is_same_v<decltype(select(c, 1.5, 2)), Array<double>>);
    static_assert(std::is_same_v<decltype(select(c, 1, 2)), Array<std::int64_t>>);
    static_assert(std::is_same_v<decltype(select(c, true, false)), Array<bool>>);
    Case check({row, typeName<T>, 1}, Select());
    check(true, c, a, Number(1));
    check(true, c, Number(0), a);
    check(true, c, a, Value<T>(1));
    check(true, c, Value<T>(0), a);
    check(true, c, Value<T>(0), Value<T>(1));
    check(true, c, 3, 2.5);
    check(true, c, true, false);
    check(true, Value<bool>(true), a, a);
    check(true, Value<bool>(false), Value<T>(0), Value<T>(1));
    explainOtherRanks(row, typeName<T>);
  });
  Table::instance().expectNoHoles(row);
}

}  // namespace
}  // namespace parax::conformance
