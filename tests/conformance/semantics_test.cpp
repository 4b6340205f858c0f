// What the promises say about single values, written as numbers, in every mode.
#include <cmath>
#include <sstream>

#include "expect_is.h"

namespace parax::conformance {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity();
const double nan = std::nan("");
constexpr std::int32_t least = std::numeric_limits<std::int32_t>::min();
constexpr std::int32_t most = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t least64 = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t most64 = std::numeric_limits<std::int64_t>::max();

using A32 = Array<std::int32_t>;
using A64 = Array<std::int64_t>;
using AF = Array<float>;
using AD = Array<double>;
using AB = Array<bool>;

TEST(Semantics, IntegersWrap) {
  const auto f = [](auto a, auto b) { return a + b; };
  expectIs(A32{least, most, 4}, f, A32{most, least, 1}, A32{1, -1, 3});
  expectIs(A64{least64}, f, A64{most64}, A64{1});
  expectIs(A32{least, least, 1}, [](A32 a) { return -a * 1; }, A32{least, least, -1});
  expectIs(A32{least, 3}, [](A32 a) { return abs(a); }, A32{least, -3});
  expectIs(A32{1, 0}, [](A32 a) { return a * a; }, A32{most, 65536});
}

TEST(Semantics, IntegerDivisionTruncates) {
  const auto f = [](auto a, auto b) { return a / b; };
  expectIs(A32{-3, 3, -3, least, 0}, f, A32{-7, 7, 7, least, 1}, A32{2, 2, -2, -1, least});
  expectIs(A64{least64, -3}, f, A64{least64, 7}, A64{-1, -2});
}

TEST(Semantics, FloatsToIntegersSaturate) {
  const AD x{1e10, -1e10, 1e19, -1e19, 2.9, -2.9, inf, -inf, nan, -0.0};
  expectIs(A32{most, least, most, least, 2, -2, most, least, 0, 0},
           [](AD a) { return cast<std::int32_t>(a); }, x);
  expectIs(A64{10000000000, -10000000000, most64, least64, 2, -2, most64, least64, 0, 0},
           [](AD a) { return cast<std::int64_t>(a); }, x);
  expectIs(AB{true, false, true, true, false}, [](AD a) { return cast<bool>(a); },
           AD{0.5, 0.0, nan, inf, -0.0});
  expectIs(AF{16777216, 16777218, 2147483648.0f}, [](A32 a) { return cast<float>(a); },
           A32{16777217, 16777218, most});
}

TEST(Semantics, MinAndMaxPropagateNanAndOrderZeros) {
  const AD a{nan, 1, -0.0, 0.0, -inf, 2}, b{1, nan, 0.0, -0.0, inf, 3};
  expectIs(AD{nan, nan, -0.0, -0.0, -inf, 2}, [](AD x, AD y) { return min(x, y); }, a, b);
  expectIs(AD{nan, nan, 0.0, 0.0, inf, 3}, [](AD x, AD y) { return max(x, y); }, a, b);
  expectIs(Value<double>(nan), [](AD x) { return min(x); }, a);
  expectIs(Value<double>(-0.0), [](AD x) { return min(x); }, AD{0.0, -0.0, 0.0});
  expectIs(Value<double>(0.0), [](AD x) { return max(x); }, AD{-0.0, 0.0, -0.0});
  expectIs(Value<bool>(false), [](AB x) { return min(x); }, AB{true, false});
}

TEST(Semantics, EmptyReductions) {
  expectIs(Value<double>(0), [](AD a) { return sum(a); }, AD{});
  expectIs(Value<std::int64_t>(0), [](AB a) { return sum(a); }, AB{});
  expectIs(Value<bool>(false), [](AB a) { return any(a); }, AB{});
  expectIs(Value<bool>(true), [](AB a) { return all(a); }, AB{});
}

TEST(Semantics, IntegerSumsAccumulateIn64Bits) {
  expectIs(Value<std::int64_t>(3LL * most), [](A32 a) { return sum(a); }, A32{most, most, most});
  expectIs(Value<std::int64_t>(2), [](AB a) { return sum(a); }, AB{true, false, true});
  expectIs(Value<std::int64_t>(least64), [](A64 a) { return sum(a); }, A64{most64, 1});
}

TEST(Semantics, ComparisonsWithNumbersCompareTheMathematicalValues) {
  expectIs(AB{true, true, false}, [](A32 a) { return a < 0.5; }, A32{-1, 0, 1});
  expectIs(AB{false, false}, [](A32 a) { return a == 0.5; }, A32{0, 1});
  expectIs(AB{true, true}, [](A32 a) { return a < 5000000000; }, A32{most, least});
  expectIs(AB{false, false}, [](A32 a) { return a == 4294967296; }, A32{0, 1});
  expectIs(AB{true, true}, [](A32 a) { return a > -inf; }, A32{least, 1});
  expectIs(AB{true, true}, [](A32 a) { return a != std::nan(""); }, A32{0, 1});
}

TEST(Semantics, ComparisonsOfLargeNumbers) {
  // 2^53 + 1 is no double: not equal to its rounded neighbour.
  expectIs(AB{false, true}, [](A64 a) { return a == 9007199254740992.0; },
           A64{9007199254740993, 9007199254740992});
  expectIs(AB{true, true}, [](A64 a) { return a < 9223372036854775808.0; }, A64{most64, 0});
  expectIs(AB{false, false}, [](AF a) { return a == 0.1; }, AF{0.1f, 0.2f});
  expectIs(AB{true, false}, [](AD a) { return a < 18446744073709551615ULL; },
           AD{1.8e19, 18446744073709551616.0});
}

TEST(Semantics, FloatingSpecialCases) {
  expectIs(AD{inf, -inf, nan, nan}, [](AD a, AD b) { return a / b; }, AD{1, 1, 0, inf},
           AD{0.0, -0.0, 0.0, inf});
  expectIs(AD{nan, -0.0, inf, 3}, [](AD a) { return sqrt(a); }, AD{-1, -0.0, inf, 9});
  expectIs(AD{1, 0, inf, nan}, [](AD a) { return exp(a); }, AD{0, -inf, inf, nan});
  expectIs(AD{0, -inf, inf, nan, nan}, [](AD a) { return log(a); }, AD{1, 0.0, inf, -1, nan});
  expectIs(AD{0, 2, -inf}, [](AD a) { return log10(a); }, AD{1, 100, 0});
  expectIs(AD{0, 1, -1, nan}, [](AD a) { return erf(a); }, AD{0, inf, -inf, nan});
  expectIs(AD{1, 2}, [](A32 a) { return sqrt(a); }, A32{1, 4});
  expectIs(AB{false, true, true}, [](AD a) { return a != a; }, AD{1, nan, nan});
  expectIs(AD{-0.0, 0.0, nan}, [](AD a) { return -a; }, AD{0.0, -0.0, nan});
}

// The distance may be more than the type holds.
TEST(Semantics, LinspaceOverTheWholeRange) {
  const auto doubles = [](Value<std::int64_t> n) {
    return linspace<double>(-1.7e308, 1.7e308, n.get());
  };
  const auto floats = [](Value<std::int64_t> n) { return linspace<float>(-3e38, 3e38, n.get()); };
  expectIs(AD{-1.7e308, 0, 1.7e308}, doubles, Index(3));
  expectIs(AD{-1.7e308, -0.85e308, 0, 0.85e308, 1.7e308}, doubles, Index(5));
  expectIs(AD{-1.7e308, 1.7e308}, doubles, Index(2));
  expectIs(AD{-1.7e308}, doubles, Index(1));
  expectIs(AD{}, doubles, Index(0));
  expectIs(AF{-3e38f, 3e38f}, floats, Index(2));
  expectIs(AF{-3e38f, -1.5e38f, 0, 1.5e38f, 3e38f}, floats, Index(5));
}

TEST(Semantics, PlainBoolsBesideValues) {
  const auto both = [](Value<double> v) { return (v > 1.0) && true; };
  const auto either = [](Value<double> v) { return false || (v > 1.0); };
  expectIs(Value<bool>(true), both, Value<double>(2.0));
  expectIs(Value<bool>(false), either, Value<double>(0.5));
  for (const Way& way : ways()) {
    const auto halve = acc([](Array<double> a) {
      for (int steps = 0; max(a) > 1.0 && steps < 20; ++steps) a *= 0.5;
      return a;
    }, way.options);
    EXPECT_EQ(halve(AD{8, 4}).toVector(), (std::vector<double>{1, 0.5})) << way.name;
  }
}

TEST(Semantics, MixedComparisons) {
  const auto equal = [](Array<double> a, Array<float> b) { return a == b; };
  const auto unequal = [](Array<float> a, Array<double> b) { return a != b; };
  expectIs(Array<bool>{true, false}, equal, AD{1, 2}, Array<float>{1, 3});
  expectIs(Array<bool>{false, true}, unequal, Array<float>{1, 3}, AD{1, 2});
}

TEST(Semantics, Printing) {
  const auto text = [](const auto& object) {
    std::ostringstream out;
    out << object;
    return out.str();
  };
  EXPECT_EQ(text(AD{2, 6, 12}), "[2, 6, 12]");
  EXPECT_EQ(text(AD{}), "[]");
  EXPECT_EQ(text(Value<double>(2.5)), "2.5");
  for (const Way& way : ways()) {
    std::string inside;
    const auto f = acc([&](A32 a) {
      inside = text(a * 2);
      return a;
    }, way.options);
    f(A32{1, 2});
    EXPECT_EQ(inside, "[2, 4]") << way.name;
  }
}

}  // namespace
}  // namespace parax::conformance
