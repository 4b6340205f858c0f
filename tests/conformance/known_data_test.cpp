// Statistics, places and ranges of data whose answers are known.
#include <cmath>

#include "expect_is.h"

namespace parax::conformance {
namespace {

using AD = Array<double>;
using AF = Array<float>;
using AB = Array<bool>;
using VD = Value<double>;
constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

TEST(KnownData, Mean) {
  const auto f = [](const auto& a) { return mean(a); };
  expectIs(VD(2.5), f, AD{1, 2, 3, 4});
  expectIs(Value<float>(2.5f), f, AF{1, 2, 3, 4});
  expectIs(VD(1.5), f, Array<int>{1, 2});
  expectIs(VD(255), f, full<std::uint8_t>(255, 1000));
  expectIs(VD(-128), f, full<std::int8_t>(-128, 10, 10));
  expectIs(VD(0.75), f, AB{true, false, true, true});
  expectIs(VD(nan), f, AD{1, nan, 2});
  expectIs(VD(inf), f, AD{1, inf, 2});
  expectIs(VD(7), f, Array<double, 0>(7));
  expectIs(VD(49999.5), f, iota<double>(100000));
}

TEST(KnownData, VarianceAndDeviation) {
  const AD a{2, 4, 4, 4, 5, 5, 7, 9};
  expectIs(VD(4), [](const auto& x) { return var(x); }, a);
  expectIs(VD(2), [](const auto& x) { return stddev(x); }, a);
  expectIs(VD(32.0 / 7), [](const auto& x) { return var(x, 1); }, a);
  expectIs(VD(4), [](const auto& x) { return var(x); }, cast<std::uint8_t>(a));
  expectIs(VD(0), [](const auto& x) { return var(x); }, AD{5});
  expectIs(VD(nan), [](const auto& x) { return var(x, 1); }, AD{5});
  expectIs(VD(nan), [](const auto& x) { return var(x); }, AD{1, nan});
  // Far from zero: the squares of the values would cancel.
  expectIs(VD(2.0 / 3), [](const auto& x) { return var(x); }, AD{1e9, 1e9 + 1, 1e9 + 2});
  expectIs(VD(0.25), [](const auto& x) { return var(x); }, AB{true, false, true, false});
}

TEST(KnownData, FirstOfTheLeastAndGreatest) {
  const auto least = [](const auto& a) { return argMin(a); };
  const auto greatest = [](const auto& a) { return argMax(a); };
  expectIs(Index(1), least, AD{3, 1, 2, 1});
  expectIs(Index(0), greatest, AD{3, 1, 3, 1});
  expectIs(Index(2), least, AD{3, -inf, nan, -inf});
  expectIs(Index(2), greatest, AD{3, inf, nan, nan});
  expectIs(Index(4), least, Array<int, 2>{{5, 4, 3}, {2, 1, 9}});
  expectIs(Index(5), greatest, Array<int, 2>{{5, 4, 3}, {2, 1, 9}});
  expectIs(Index(1), least, AB{true, false, false});
  expectIs(Index(1), greatest, Array<std::uint8_t>{127, 255, 128});
  expectIs(Index(2), least, Array<std::int8_t>{127, 0, -128});
  expectIs(Index(1), greatest, Array<std::uint64_t>{1, std::uint64_t(1) << 63, 2});
  expectIs(Index(0), least, Array<float, 0>(4));
  expectIs(Index(0), greatest, zeros<double>(100000));
  expectIs(Index(0), least, AD{0.0, -0.0});  // equal, though min is -0 and max +0
  expectIs(Index(0), greatest, AD{-0.0, 0.0});
  expectIs(Index(1), least, Array<float>{1, 0.0, -0.0});
  expectIs(VD(-0.0), [](const auto& a) { return min(a); }, AD{0.0, -0.0});
  expectIs(VD(0.0), [](const auto& a) { return max(a); }, AD{-0.0, 0.0});
  for (const std::int64_t at : {0, 1, 1279, 1280, 50000, 99999}) {
    const AD a = cast<double>(abs(iota<std::int64_t>(100000) - at));
    expectIs(Index(at), least, a);
    expectIs(Index(at), greatest, -a);
    expectIs(Index(at), least, select(a == 0, nan, a));
  }
}

// 0 to 255 in the shape of a cube of eight dimensions, but for one 1000 and one -1000.
TEST(KnownData, RankEight) {
  std::vector<double> data(256);
  for (std::size_t i = 0; i < data.size(); ++i) data[i] = static_cast<double>(i);
  const auto cube = [&] { return Array<double, 8>(data, {2, 2, 2, 2, 2, 2, 2, 2}); };
  expectIs(VD(127.5), [](const auto& a) { return mean(a); }, cube());
  expectIs(VD((256.0 * 256 - 1) / 12), [](const auto& a) { return var(a); }, cube());
  data[0b10010110] = 1000;
  data[0b01101001] = -1000;
  expectIs(Index(0b01101001), [](const auto& a) { return argMin(a); }, cube());
  expectIs(Index(0b10010110), [](const auto& a) { return argMax(a); }, cube());
  const auto turned = cast<std::int16_t>(-cube());
  expectIs(Index(0b10010110), [](const auto& a) { return argMin(a); }, turned);
}

TEST(KnownData, ProductsAndNorms) {
  expectIs(VD(32), [](const auto& a, const auto& b) { return dot(a, b); }, AD{1, 2, 3},
           AD{4, 5, 6});
  expectIs(VD(32), [](const auto& a, const auto& b) { return dot(a, b); }, AD{1, 2, 3},
           Array<int>{4, 5, 6});
  expectIs(VD(14), [](const auto& a) { return sumOfSquares(a); }, AD{1, -2, 3});
  expectIs(VD(24), [](const auto& a) { return product(a); }, AD{1, 2, 3, 4});
  expectIs(VD(1), [](const auto& a) { return product(a); }, AD{});
  expectIs(VD(0), [](const auto& a, const auto& b) { return dot(a, b); }, AD{}, AD{});
  expectIs(VD(5), [](const auto& a) { return norm(a); }, AD{3, -4});
  expectIs(VD(7), [](const auto& a) { return norm(a, 1); }, AD{3, -4});
  expectIs(VD(4), [](const auto& a) { return norm(a, inf); }, AD{3, -4});
  expectIs(VD(nan), [](const auto& a) { return norm(a, inf); }, AD{3, nan});
  expectIs(VD(5), [](const auto& a) { return norm(a); }, Array<std::int8_t, 2>{{3}, {-4}});
  expectIs(VD(128), [](const auto& a) { return norm(a, inf); }, Array<std::int8_t>{3, -128});
  expectIs(VD(256), [](const auto& a) { return norm(a, 1); }, Array<std::int8_t>{-128, -128});
  for (const double order : {1.0, 2.0, inf})
    expectIs(VD(0), [order](const auto& a) { return norm(a, order); }, AD{});
}

TEST(KnownData, Arange) {
  const auto f = [](double first, double stop, double step) {
    return arange<double>(first, stop, step);
  };
  expectIs(AD{0, 0.25, 0.5, 0.75}, f, 0.0, 1.0, 0.25);
  expectIs(AD{1, 0.5, 0}, f, 1.0, -0.25, -0.5);
  expectIs(AD{}, f, 1.0, 1.0, 0.5);
  expectIs(AD{}, f, 1.0, 2.0, -0.5);
  EXPECT_EQ(f(0, 1, 0.1).size(), 10);
  expectIs(Array<int>{0, 1, 2, 3, 4}, [](double n) { return arange<int>(n); }, 5.0);
  expectIs(Array<int>{10, 7, 4, 1}, [] { return arange<int>(10, 0, -3); });
  expectIs(Array<int>{-2, 1, 4}, [] { return arange<int>(-2, 5, 3); });
  expectIs(Array<std::uint8_t>{250, 251, 252, 253, 254, 255},
           [] { return arange<std::uint8_t>(250, 256); });
  expectIs(Array<std::int8_t>{-128, 0}, [] { return arange<std::int8_t>(-128, 128, 128); });
  expectIs(AF{0, 0.5f, 1}, [] { return arange<float>(0, 1.25, 0.5); });
}

// Whatever rounding does to the size, no number reaches the end.
TEST(KnownData, ArangeStopsBeforeTheEnd) {
  for (int n = 1; n <= 200; ++n) {
    const AD a = arange<double>(0, 1, 1.0 / n);
    EXPECT_LT(max(a).get(), 1) << "in steps of 1/" << n;
    EXPECT_TRUE(a.size() == n || a.size() == n + 1) << n;
  }
}

template <class T>
void linspaceIsExactAtTheEnds() {
  const auto f = [](double first, double last, std::int64_t n) {
    return linspace<T>(first, last, n);
  };
  for (const Way& way : ways()) {
    const auto g = acc(f, way.options);
    for (const std::int64_t n : {2, 3, 7, 10, 50, 101, 1000, 4097})
      for (const auto& [first, last] : {std::pair(0.1, 0.7), {-1.0, 1.0 / 3}, {1e10, -0.3}}) {
        const auto a = g(first, last, n);
        ASSERT_EQ(a.size(), n);
        EXPECT_EQ(a.at(0), static_cast<T>(first)) << way.name << ' ' << n;
        EXPECT_EQ(a.at(n - 1), static_cast<T>(last)) << way.name << ' ' << n;
        const auto v = a.toVector();
        EXPECT_TRUE(first < last ? std::is_sorted(v.begin(), v.end())
                                 : std::is_sorted(v.rbegin(), v.rend()))
            << way.name << ' ' << n << " from " << first;
        const double middle = first + (last - first) * double(n / 2) / double(n - 1);
        const double scale = std::max(std::abs(first), std::abs(last));
        EXPECT_NEAR(double(a.at(n / 2)), middle, 4 * scale * std::numeric_limits<T>::epsilon());
      }
  }
}
TEST(KnownData, LinspaceIsExactAtTheEnds) {
  linspaceIsExactAtTheEnds<double>();
  linspaceIsExactAtTheEnds<float>();
}

TEST(KnownData, LinspaceAndLogspace) {
  const auto f = [](double first, double last, std::int64_t n) {
    return linspace<double>(first, last, n);
  };
  expectIs(AD{0, 0.25, 0.5, 0.75, 1}, f, 0.0, 1.0, std::int64_t(5));
  expectIs(AD{3, 2, 1}, f, 3.0, 1.0, std::int64_t(3));
  expectIs(AD{3}, f, 3.0, 1.0, std::int64_t(1));
  expectIs(AD{}, f, 3.0, 1.0, std::int64_t(0));
  expectIs(AD{2, 2}, f, 2.0, 2.0, std::int64_t(2));
  const AD powers = logspace<double>(-1, 3, 5);
  for (const auto& [i, expected] :
       {std::pair(0, 0.1), {1, 1.0}, {2, 10.0}, {3, 100.0}, {4, 1000.0}})
    EXPECT_NEAR(powers.at(i) / expected, 1, 1e-15) << i;
}

TEST(KnownData, MatricesAndFunctionsOfTheIndex) {
  expectIs(Array<int, 2>{{1, 0, 0}, {0, 1, 0}}, [](Index n) { return eye<int>(n, n + 1); },
           Index(2));
  expectIs(Array<int, 2>{{1, 0}, {0, 1}, {0, 0}}, [](Index n) { return eye<int>(n + 1, n); },
           Index(2));
  expectIs(Array<bool, 2>{{true, false}, {false, true}}, [] { return eye<bool>(2); });
  expectIs(Array<float, 2>(), [] { return eye<float>(0); });
  expectIs(Array<std::int64_t, 2>{{0, 1, 2}, {10, 11, 12}}, [](Index n) {
    return fromFunction([](auto i, auto j) { return 10 * i + j; }, n, 3);
  }, Index(2));
  expectIs(Array<std::int64_t>{0, 1, 4},
           [] { return fromFunction([](auto i) { return i * i; }, 3); });
  expectIs(Array<std::int64_t, 3>{{{0, 1}, {10, 11}}, {{100, 101}, {110, 111}}}, [](Index n) {
    return fromFunction([](auto i, auto j, auto k) { return 100 * i + 10 * j + k; }, n, n, n);
  }, Index(2));
  expectIs(AD{0, 0.5}, [](Index n) {
    return fromFunction([](const auto& i) { return i * 0.5; }, n);
  }, Index(2));
  expectIs(Array<std::uint8_t, 2>{{1, 1, 1}}, [] { return ones<std::uint8_t>(1, 3); });
  expectIs(AB{true, true}, [] { return ones<bool>(2); });
  expectIs(AF{1, 1}, [](AF a) { return onesLike(a); }, AF{5, 6});
  expectIs(Array<std::int8_t>{-7, -7}, [](Array<std::int8_t> a) {
    return fullLike(a, Value<std::int8_t>(-7));
  }, Array<std::int8_t>{5, 6});
  expectIs(AD{0, 0}, [](AD a) { return zerosLike(a); }, AD{nan, inf});
}

}  // namespace
}  // namespace parax::conformance
