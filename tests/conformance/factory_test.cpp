// zeros, full, iota; compound assignment; arrays made from lists, vectors, spans and borrowed
// memory.
#include "operations.h"

namespace parax::conformance {
namespace {

template <class T>
struct Zeros {
  static constexpr const char* name = "zeros";
  template <class>
  static constexpr const char* refusal = nullptr;
  auto operator()() const { return zeros<T>(Shape<0>{}); }
  auto operator()(Index n) const { return zeros<T>(n); }
  auto operator()(Index n, Index m) const { return zeros<T>(n, m); }
  auto operator()(Index n, Index m, Index k) const { return zeros<T>(n, m, k); }
};

template <class T>
struct Full {
  static constexpr const char* name = "full";
  template <class>
  static constexpr const char* refusal = nullptr;
  auto operator()(Value<T> x) const { return full<T>(x, Shape<0>{}); }
  auto operator()(Value<T> x, Index n) const { return full<T>(x, n); }
  auto operator()(Value<T> x, Index n, Index m) const { return full<T>(x, n, m); }
  auto operator()(Value<T> x, Index n, Index m, Index k) const { return full<T>(x, n, m, k); }
};

// Calls check(everything, first..., extents as Index...).
template <int N, class Check, class... First>
void withExtents(Check& check, const First&... first) {
  forEachShape<N>([&](const Shape<N>& s, bool everything) {
    [&]<std::size_t... d>(std::index_sequence<d...>) {
      check(everything, first..., Index(s[d])...);
    }(std::make_index_sequence<N>());
  });
}

TEST(Factory, Zeros) {
  forEachCell<Zeros<int>>([]<class T, int N>(T, std::integral_constant<int, N>) {
    Case check({"zeros", typeName<T>, N}, Zeros<T>());
    withExtents<N>(check);
  });
}

TEST(Factory, Full) {
  forEachCell<Full<int>>([]<class T, int N>(T, std::integral_constant<int, N>) {
    Case check({"full", typeName<T>, N}, Full<T>());
    withExtents<N>(check, Value<T>(T(7)));
  });
}

TEST(Factory, Iota) {
  forEachType([]<class T>(T) {
    if constexpr (!std::is_same_v<T, bool>) {
      const auto numbers = [](Index n) { return iota<T>(n); };
      Case check({"iota", typeName<T>, 1}, numbers);
      withExtents<1>(check);
      EXPECT_EQ(iota<T>(3).toVector(), (std::vector<T>{0, 1, 2}));
    }
    for (const int rank : {0, 2, 3})
      Table::instance().explainHole("iota", typeName<T>, rank, "has one extent: rank 1 only");
  });
  Table::instance().explainHole("iota", "bool", 1, "counts: needs numbers");
  Table::instance().expectNoHoles("iota");
}

// Assigning to an in-out argument, twice in a row, from an array, a value and a number.
#define PARAX_COMPOUND(Struct, text, op)                                                          \
  struct Struct {                                                                                 \
    static constexpr const char* name = text;                                                     \
    template <class T>                                                                            \
    static constexpr const char* refusal =                                                        \
        std::is_same_v<T, bool> ? "would change the type: refused by the C++ compiler" : nullptr; \
    template <class A, class B, class V>                                                          \
    void operator()(A& a, const B& b, const V& v) const {                                         \
      a op b;                                                                                     \
      a op v;                                                                                     \
      a op 3;                                                                                     \
    }                                                                                             \
  };
PARAX_COMPOUND(AddTo, "a += b", +=)
PARAX_COMPOUND(SubtractFrom, "a -= b", -=)
PARAX_COMPOUND(MultiplyBy, "a *= b", *=)
PARAX_COMPOUND(DivideBy, "a /= b", /=)

template <class Operation>
void runCompound() {
  forEachCell<Operation>([]<class T, int N>(T, std::integral_constant<int, N>) {
    Case check({Operation::name, typeName<T>, N}, Operation());
    forEachPair<N>([&](const Shape<N>& a, const Shape<N>& b, bool everything) {
      if (b != a && countOf(a) < countOf(b)) return;  // would grow: an error
      for (std::size_t d = 0; d < N; ++d)
        if (a[d] == 1 && b[d] != 1) return;
      check(everything, make<T, N>(a, 0), make<T, N>(b, 1, Kind::nonZero), Value<T>(5));
    });
  });
}
TEST(Compound, Add) { runCompound<AddTo>(); }
TEST(Compound, Subtract) { runCompound<SubtractFrom>(); }
TEST(Compound, Multiply) { runCompound<MultiplyBy>(); }
TEST(Compound, Divide) { runCompound<DivideBy>(); }

TEST(Construction, EveryWay) {
  const std::vector<float> v{1, 2, 3, 4, 5, 6};
  EXPECT_EQ(Array<float>(v).toVector(), v);
  EXPECT_EQ((Array<float>{1, 2, 3}).toVector(), (std::vector<float>{1, 2, 3}));
  EXPECT_EQ(Array<float>(std::span<const float>(v)).shape(), (Shape<1>{6}));
  const Array<float, 2> two(v, {2, 3});
  EXPECT_EQ(two.shape(), (Shape<2>{2, 3}));
  EXPECT_EQ(two.at({1, 0}), 4);
  const Array<float, 2> rows{{1, 2, 3}, {4, 5, 6}};
  EXPECT_EQ(rows.toVector(), v);
  const Array<int, 3> planes{{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}, {{9, 10}, {11, 12}}};
  EXPECT_EQ(planes.shape(), (Shape<3>{3, 2, 2}));
  EXPECT_EQ(planes.at({2, 1, 0}), 11);
  const Array<bool> flags{true, false, true};
  EXPECT_EQ(flags.size(), 3);
  EXPECT_FALSE(flags.at(1));
  EXPECT_EQ((Array<double, 0>(2.5).at({})), 2.5);
  EXPECT_EQ((Array<double, 0>().at({})), 0);
  EXPECT_EQ(Array<double>().size(), 0);
  EXPECT_EQ((Array<double, 3>().shape()), (Shape<3>{0, 0, 0}));
}

TEST(Construction, BorrowedMemoryIsReadInPlaceAndNeverWritten) {
  std::vector<double> memory(100, 2);
  for (const Way& way : ways()) {
    auto a = Array<double>::borrow(memory);
    EXPECT_EQ(a.data(), memory.data());
    const auto twice = acc([](Array<double>& x) { x = x * 2; }, way.options);
    twice(a);
    EXPECT_EQ(a.at(99), 4) << way.name;
    a += 1;
    EXPECT_EQ(memory, std::vector<double>(100, 2)) << way.name;
    EXPECT_EQ((Array<double, 2>::borrow(memory, {20, 5}).at({19, 4})), 2);
  }
}

}  // namespace
}  // namespace parax::conformance
