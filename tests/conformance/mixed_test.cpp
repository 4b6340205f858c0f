// Mixed element types and mixed ranks.
#include "families.h"

namespace parax::conformance {
namespace {

// All pairs of types are compared by matrix_test.cpp, their result types by result_types_test.cpp.
TEST(MixedTypes, SomePairs) {
  const auto all = [](const auto& a, const auto& b) {
    return std::tuple(a + b, a - b, a * b, a / b, a < b, a == b, min(a, b), atan2(a, b));
  };
  const auto check = [&]<class T, class U>(T, U) {
    Case both({"mixed with " + typeName<U>, typeName<T>, 1}, all, true);
    both(true, make<T, 1>({1023}, 0), make<U, 1>({1023}, 1, Kind::nonZero));
  };
  check(std::int32_t(), double());
  check(float(), double());
  check(bool(), std::int8_t());
  check(std::uint8_t(), std::int16_t());
  check(std::uint32_t(), float());
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

TEST(MixedRanks, Products) {
  const auto multiply = [](const auto& a, const auto& b) { return a * b; };
  const auto row = make<double, 1>({19}, 0);
  const auto matrix = make<double, 2>({3, 19}, 1);
  const auto cube = make<double, 3>({2, 3, 1}, 2);
  static_assert(std::is_same_v<decltype(row * cube), Array<double, 3>>);
  Case check({"a * b, other ranks", "f64", 3}, multiply);
  check(true, row, matrix);
  check(true, matrix, cube);
  check(true, cube, row);
  check(true, Array<double, 0>(3.5), cube);
}

// Ranks above 3 work as the others do.
TEST(MixedRanks, UpToEight) {
  const auto high = [](Array<double, 8> a, Array<double, 5> b) {
    return std::tuple(a * b + 1, sum(a), max(abs(b)));
  };
  Case check({"rank 8 with rank 5", "f64", 8}, high, true);
  std::vector<double> data(2 * 3 * 2 * 1 * 2 * 3 * 2 * 9);
  for (std::size_t i = 0; i < data.size(); ++i) data[i] = 0.1 * static_cast<double>(i) - 3;
  const Array<double, 8> a(data, {2, 3, 2, 1, 2, 3, 2, 9});
  check(true, a, Array<double, 5>(std::span(data).first(2 * 3 * 9), {1, 2, 3, 1, 9}));
  check(true, a, Array<double, 5>(std::span(data).first(5 * 2), {5, 2, 1, 1, 1}));
}

}  // namespace
}  // namespace parax::conformance
