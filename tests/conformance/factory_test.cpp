// zeros, ones, full, eye; iota and ranges; functions of the index.
#include <limits>

#include "expect_is.h"
#include "families.h"

namespace parax::conformance {
namespace {

// Calls check(everything, first..., extents as Index...).
template <int N, class Check, class... First>
void withExtents(Check& check, const First&... first) {
  forEachShape<N>([&](const Shape<N>& s, bool everything) {
    [&]<std::size_t... d>(std::index_sequence<d...>) {
      check(everything, first..., Index(s[d])...);
    }(std::make_index_sequence<N>());
  });
}

constexpr const char* rankOne = "has one extent: rank 1 only";
constexpr const char* rankTwo = "a matrix: rank 2 only";

void explainRanks(const std::string& operation, const char* type, std::initializer_list<int> ranks,
                  const char* why) {
  for (const int rank : ranks) Table::instance().explainHole(operation, type, rank, why);
}

struct Filled {
  static constexpr const char* names[] = {"zeros", "ones", "full", "eye"};
  template <class T>
  static constexpr bool has = true;
  template <class T>
  static constexpr const char* refusal(int) {
    return nullptr;
  }
  template <class T, class... Extents>
  auto operator()(int which, Value<T> x, Extents... n) const {
    if constexpr (sizeof...(n) == 0) {
      const Shape<0> scalar{};
      return which == 0 ? zeros<T>(scalar) : which == 1 ? ones<T>(scalar) : full<T>(x, scalar);
    } else {
      if constexpr (sizeof...(n) == 2)
        if (which == 3) return eye<T>(n...);
      return which == 0 ? zeros<T>(n...) : which == 1 ? ones<T>(n...) : full<T>(x, n...);
    }
  }
};

TEST(Factory, Filled) {
  forEachCell<Filled>([]<class T, int N>() {
    forEachOperation<Filled, T>([](int which, const char* name) {
      if (which == 3) explainRanks(name, typeName<T>, {0, 1, 3}, rankTwo);
      if (which == 3 && N != 2) return;
      Case check({name, typeName<T>, N}, Filled());
      withExtents<N>(check, which, Value<T>(T(7)));
    });
  });
  expectNoHoles<Filled>();
}

TEST(Factory, Iota) {
  forEachType([]<class T>(T) {
    if constexpr (!isBool<T>) {
      const auto numbers = [](Index n) { return iota<T>(n); };
      Case check({"iota", typeName<T>, 1}, numbers);
      forEachShape<1>([&](const Shape<1>& s, bool everything) {
        if (s[0] <= 128 || sizeof(T) > 1) check(everything, Index(s[0]));  // else tests/errors
      });
    }
    explainRanks("iota", typeName<T>, {0, 2, 3}, rankOne);
  });
  Table::instance().explainHole("iota", "bool", 1, notBool);
  Table::instance().expectNoHoles("iota");
}

struct Range {
  template <class T>
  auto operator()(int which, Value<T>, double first, double last, std::int64_t n) const {
    if constexpr (isFloat<T>) {
      if (which == 1) return linspace<T>(first, last, n);
      if (which == 2) return logspace<T>(first, last, n);
    }
    if constexpr (std::is_same_v<T, bool>)
      return Array<T>();
    else
      return arange<T>(first, last, n > 1 ? (last - first) / static_cast<double>(n) : 1);
  }
};

TEST(Factory, Ranges) {
  const char* const names[] = {"arange", "linspace", "logspace"};
  forEachType([&]<class T>(T) {
    for (int which = 0; const char* name : names) {
      explainRanks(name, typeName<T>, {0, 2, 3}, rankOne);
      if (std::is_same_v<T, bool> || (!isFloat<T> && which > 0)) {
        explainRanks(name, typeName<T>, {1}, which > 0 ? onlyFloats : "bool does not count");
      } else {
        Case check({name, typeName<T>, 1}, Range(), true);
        for (const std::int64_t n : {1, 2, 3, 33, 100})
          check(true, which, Value<T>(T(0)), 0.0, static_cast<double>(n), n);
        if constexpr (isFloat<T>) {
          check(true, which, Value<T>(T(0)), -1.3, 7.9, std::int64_t(69));
          check(true, which, Value<T>(T(0)), 2.0, -0.1, std::int64_t(4097));
          if (which > 0) check(true, which, Value<T>(T(0)), 2.0, 3.0, std::int64_t(0));
        }
      }
      ++which;
    }
  });
  for (const char* name : names) Table::instance().expectNoHoles(name);
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
  Case checkOne({"fromFunction", "int64", 1}, one);
  withExtents<1>(checkOne);
  Case checkTwo({"fromFunction", "double", 2}, two);
  withExtents<2>(checkTwo);
  Case checkThree({"fromFunction", "uint8", 3}, three);
  withExtents<3>(checkThree);
}

}  // namespace
}  // namespace parax::conformance
