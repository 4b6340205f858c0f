// zeros, ones, full, eye; iota and ranges; functions of the index. matrix_functions_test.cpp has
// all types, ranks and sizes.
#include <limits>

#include "expect_is.h"
#include "families.h"

namespace parax::conformance {
namespace {

TEST(Factory, Filled) {
  forEachKind([]<class T>(T) {
    const auto f = [](Value<T> x, Index n, Index m) {
      return std::tuple(zeros<T>(n), ones<T>(n), full<T>(x, n), zeros<T>(n, m), ones<T>(n, m),
                        full<T>(x, n, m), zeros<T>(n, m, n), ones<T>(m, n, n), full<T>(x, n, n, m),
                        eye<T>(n), eye<T>(n, m), zeros<T>(Shape<0>{}), ones<T>(Shape<0>{}),
                        full<T>(x, Shape<0>{}), fullLike(zeros<T>(n), x));
    };
    Case check({"zeros, ones, full, eye", typeName<T>, 1}, f);
    for (const std::int64_t n : {0, 1, 5, 33}) check(n > 1, Value<T>(T(7)), Index(n), Index(n / 2));
  });
}

TEST(Factory, Ranges) {
  const auto f = [](Index n, double first, double last, std::int64_t count) {
    return std::tuple(iota<double>(n), iota<std::int32_t>(n), arange<double>(first, last, 0.25),
                      arange<std::int32_t>(first, last, 2), linspace<double>(first, last, count),
                      logspace<float>(first, last, count));
  };
  Case check({"iota, arange, linspace, logspace", "f64", 1}, f, true);
  for (const std::int64_t n : {0, 1, 2, 33, 100})
    check(true, Index(n), 0.0, static_cast<double>(n), n);
}

// All 64 bits count, though start, stop and step are doubles.
TEST(Factory, RangesOfLargeIntegers) {
  const auto range = []<class T>(Value<T>, double start, double stop, double step) {
    return arange<T>(start, stop, step);
  };
  using U = std::uint64_t;
  using I = std::int64_t;
  const auto is = [&]<class T>(std::initializer_list<T> numbers, double start, double stop,
                               double step) {
    expectIs(Array<T>(numbers), range, Value<T>(), start, stop, step);
  };
  constexpr U ten = 10000000000000000000U;  // 1e19
  constexpr I least = std::numeric_limits<I>::min();
  is({ten, ten + 2048, ten + 4096, ten + 6144}, 1e19, 1e19 + 8192, 2048);
  is({U(18000000000000000000U), U(9000000000000000000U)}, 1.8e19, 0, -9e18);
  is({U(0), ten}, 0, 1.8e19, 1e19);
  is({I(-9000000000000000000), I(1000000000000000000)}, -9e18, 9e18, 1e19);
  is({least, I(0)}, -0x1p63, 0x1p63, 0x1p63);
  is({U(0) - 2048, U(0) - 1024}, 0x1p64 - 2048, 0x1p64, 1024);
  is({I(0), least}, 0, -0x1p63 - 2048, -0x1p63);
  is({std::uint8_t(7)}, 7, 300, 1e300);
  is({std::uint8_t(7), std::uint8_t(0)}, 7, -1, -7);
  const auto last = arange<U>(0x1p64 - 2048, 0x1p64);
  EXPECT_EQ(last.size(), 2048);
  EXPECT_EQ(last.at(2047), ~U(0));
}

// n - 1 is no float here, and several indices are rounded to the same one.
TEST(Factory, LongRangesOfFloats) {
  constexpr std::int64_t n = (1 << 24) + 2;
  const auto ends = [](std::int64_t count) {
    const auto a = linspace<float>(0, 3, count), b = logspace<float>(0, 2, count);
    return std::tuple(a, b);
  };
  const auto check = [&](const auto& f) {
    const auto [a, b] = f(n);
    EXPECT_EQ(a.at(n - 1), 3.0f);
    EXPECT_EQ(b.at(n - 1), 100.0f);
    EXPECT_EQ(arange<float>(0, n).at(n - 1), 0x1p24f);  // rounded, not refused
  };
  check(ends);
  check(acc(ends));
  EXPECT_EQ(arange<float>(0x1p24, 0x1p24 + 4).toVector(),
            (std::vector<float>{0x1p24f, 0x1p24f, 0x1p24f + 2, 0x1p24f + 4}));
}

TEST(Factory, FromFunction) {
  const auto one = [](Index n) { return fromFunction([](auto i) { return i * i - 3; }, n); };
  const auto two = [](Index n, Index m) {
    return fromFunction([](auto i, auto j) { return cast<double>(i) / (j + 1); }, n, m);
  };
  const auto three = [](Index n, Index m, Index k) {
    return fromFunction([](auto i, auto j, auto l) {
      return cast<std::uint8_t>(i * 100 + j * 10 + l) & 63;
    }, n, m, k);
  };
  Case checkOne({"fromFunction", "i64", 1}, one);
  Case checkTwo({"fromFunction", "f64", 2}, two);
  Case checkThree({"fromFunction", "u8", 3}, three);
  for (const std::int64_t n : {0, 1, 5, 33, 70}) {
    checkOne(true, Index(n * n));
    checkTwo(true, Index(n), Index(n / 2));
    checkThree(n < 70, Index(n / 3), Index(n), Index(3));
  }
}

}  // namespace
}  // namespace parax::conformance
