// Mixed element types and mixed ranks.
#include "operations.h"

namespace parax::conformance {
namespace {

struct ToCommon {
  template <class A, class B>
  auto operator()(int which, const A& a, const B& b) const {
    return arithmetic(which, a, b);
  }
};
struct ToBool {
  template <class A, class B>
  auto operator()(int which, const A& a, const B& b) const {
    return which == 0 ? a < b : a == b;
  }
};

// The pairs that mix: see result_types_test.cpp.
template <class T, class U>
constexpr bool pairs = !std::is_same_v<T, U> && detail::mixes<Counted<T>, Counted<U>>;

template <class T>
void againstAll() {
  forEachType([]<class U>(U) {
    if constexpr (pairs<T, U>) {
      const std::string types = std::string(" ") + typeName<T> + " with " + typeName<U>;
      Case arithmetic({"+ - * /," + types, typeName<T>, 1}, ToCommon());
      Case compared({"< ==," + types, typeName<T>, 1}, ToBool());
      for (const std::int64_t n : {5, 69, 1023}) {
        const bool everything = n == 1023;
        const auto a = make<T, 1>({n}, 0);
        const auto b = make<U, 1>({n}, 1);
        for (const int which : {0, 1, 2}) arithmetic(everything, which, a, b);
        arithmetic(everything, 3, a, make<U, 1>({n}, 1, Kind::nonZero));
        for (const int which : {0, 1}) compared(everything, which, a, b);
      }
    }
  });
}

TEST(MixedTypes, Signed) {
  againstAll<std::int8_t>();
  againstAll<std::int16_t>();
  againstAll<std::int32_t>();
  againstAll<std::int64_t>();
}
TEST(MixedTypes, Unsigned) {
  againstAll<std::uint8_t>();
  againstAll<std::uint16_t>();
  againstAll<std::uint32_t>();
  againstAll<std::uint64_t>();
}
TEST(MixedTypes, Others) {
  againstAll<bool>();
  againstAll<float>();
  againstAll<double>();
}

// Any integers: the count is taken modulo the left side's width.
TEST(MixedTypes, Shifts) {
  const auto shifts = [](const auto& a, const auto& b) { return std::tuple(a << b, a >> b); };
  Case narrow({"shifts, uint8 by int64", "uint8", 1}, shifts);
  narrow(true, make<std::uint8_t, 1>({1023}, 0), make<std::int64_t, 1>({1023}, 1));
  Case wide({"shifts, int64 by uint8", "int64", 1}, shifts);
  wide(true, make<std::int64_t, 1>({1023}, 0), make<std::uint8_t, 1>({1023}, 1));
  Case signs({"shifts, int16 by uint32", "int16", 1}, shifts);
  signs(true, make<std::int16_t, 1>({1023}, 0), make<std::uint32_t, 1>({1023}, 1));
}

struct Multiply {
  template <class A, class B>
  auto operator()(const A& a, const B& b) const {
    return a * b;
  }
};

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
