// Mixed element types and mixed ranks; the result types, written out from the rules.
#include "operations.h"

namespace parax::conformance {
namespace {

// The element type of a + b: wider of the same kind, an integer with a float gives that float, bool
// counts as int64. Rows and columns: bool, int32, int64, float, double.
using B = bool;
using I = std::int32_t;
using L = std::int64_t;
using F = float;
using D = double;

template <class T, class R1, class R2, class R3, class R4, class R5>
constexpr bool rowIs = std::is_same_v<decltype(Array<T>() + Array<B>()), Array<R1>> &&
                       std::is_same_v<decltype(Array<T>() + Array<I>()), Array<R2>> &&
                       std::is_same_v<decltype(Array<T>() * Array<L>()), Array<R3>> &&
                       std::is_same_v<decltype(Array<T>() - Value<F>()), Array<R4>> &&
                       std::is_same_v<decltype(Value<T>() / Value<D>()), Value<R5>>;
static_assert(rowIs<B, L, L, L, F, D>);
static_assert(rowIs<I, L, I, L, F, D>);
static_assert(rowIs<L, L, L, L, F, D>);
static_assert(rowIs<F, F, F, F, F, D>);
static_assert(rowIs<D, D, D, D, D, D>);

// A number is weak; a floating one beside integers gives double.
static_assert(std::is_same_v<decltype(Array<F>() * 0.5), Array<F>>);
static_assert(std::is_same_v<decltype(1L + Array<I>()), Array<I>>);
static_assert(std::is_same_v<decltype(Array<I>() * 0.5f), Array<D>>);
static_assert(std::is_same_v<decltype(Array<B>() + 1), Array<L>>);
static_assert(std::is_same_v<decltype(Array<B>() * 1.0f), Array<D>>);
static_assert(std::is_same_v<decltype(Array<F>() * Value<D>()), Array<D>>);
static_assert(std::is_same_v<decltype(max(Array<B>(), Array<B>())), Array<B>>);
static_assert(std::is_same_v<decltype(max(Array<B>(), Array<I>())), Array<L>>);

// The larger rank wins; an array of rank 0 is not a value.
static_assert(std::is_same_v<decltype(Array<F, 3>() + Array<I, 1>()), Array<F, 3>>);
static_assert(std::is_same_v<decltype(Array<F, 0>() + Value<F>()), Array<F, 0>>);

template <class T>
void againstAll() {
  forEachType([]<class U>(U) {
    const std::string types = std::string(" ") + typeName<T> + " with " + typeName<U>;
    Case add({"a + b," + types, typeName<T>, 1}, Add());
    Case divide({"a / b," + types, typeName<T>, 1}, Divide());
    Case less({"a < b," + types, typeName<T>, 1}, Less());
    Case largest({"max(a, b)," + types, typeName<T>, 1}, Max());
    for (const std::int64_t n : {5, 69, 1023}) {
      const auto a = make<T, 1>({n}, 0);
      const auto b = make<U, 1>({n}, 1);
      add(true, a, b);
      less(true, a, b);
      largest(true, a, b);
      divide(true, a, make<U, 1>({n}, 1, Kind::nonZero));
    }
  });
}

TEST(MixedTypes, Bool) { againstAll<bool>(); }
TEST(MixedTypes, Int32) { againstAll<std::int32_t>(); }
TEST(MixedTypes, Int64) { againstAll<std::int64_t>(); }
TEST(MixedTypes, Float) { againstAll<float>(); }
TEST(MixedTypes, Double) { againstAll<double>(); }

template <int N>
Shape<N> shapeOf(std::int64_t outer, std::int64_t inner) {
  Shape<N> shape{};
  for (std::size_t d = 0; d < N; ++d) shape[d] = d + 1 == N ? inner : outer;
  return shape;
}

template <int N, int M>
void ranks() {
  Case check({"a * b, rank " + std::to_string(M), "double", N}, Multiply());
  check(true, make<double, N>(shapeOf<N>(3, 19), 0), make<double, M>(shapeOf<M>(3, 19), 1));
  check(true, make<double, N>(shapeOf<N>(3, 1), 0), make<double, M>(shapeOf<M>(1, 66), 1));
  check(true, make<double, N>(shapeOf<N>(3, 5), 0), make<double, M>(shapeOf<M>(1, 1), 1));
  check(false, make<double, N>(shapeOf<N>(0, 1), 0), make<double, M>(shapeOf<M>(1, 1), 1));
}

TEST(MixedRanks, Products) {
  [&]<int... k>(std::integer_sequence<int, k...>) {
    (ranks<k / 4, k % 4>(), ...);
  }(std::make_integer_sequence<int, 16>());
}

// Ranks above 3 work as the others do.
TEST(MixedRanks, UpToEight) {
  const auto high = [](Array<double, 8> a, Array<double, 5> b) {
    return std::tuple(a * b + 1, sum(a), max(abs(b)));
  };
  Case check({"rank 8 with rank 5", "double", 8}, high, true);
  std::vector<double> data(2 * 3 * 2 * 1 * 2 * 3 * 2 * 9);
  for (std::size_t i = 0; i < data.size(); ++i) data[i] = 0.1 * static_cast<double>(i) - 3;
  const Array<double, 8> a(data, {2, 3, 2, 1, 2, 3, 2, 9});
  check(true, a, Array<double, 5>(std::span(data).first(2 * 3 * 9), {1, 2, 3, 1, 9}));
  check(true, a, Array<double, 5>(std::span(data).first(5 * 2), {5, 2, 1, 1, 1}));
}

}  // namespace
}  // namespace parax::conformance
