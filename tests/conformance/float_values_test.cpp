// Functions of floats: special values written out, and errors against libm in long double.
#include <cmath>

#include "expect_is.h"
#include "unary_families.h"

namespace parax::conformance {
namespace {

using AD = Array<double>;
using AF = Array<float>;
using AB = Array<bool>;
constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double pi = 3.14159265358979323846;

TEST(Floats, RoundingToWholeNumbers) {
  const AD a{0.5, -0.5, 1.5, 2.5, -2.5, 0.49999999999999994, 4503599627370495.5, -0.3, inf, nan};
  expectIs(AD{1, -1, 2, 3, -3, 0, 4503599627370496, -0.0, inf, nan}, [](AD x) { return round(x); },
           a);
  expectIs(AD{0, -0.0, 2, 2, -2, 0, 4503599627370496, -0.0, inf, nan}, [](AD x) { return rint(x); },
           a);
  expectIs(AD{0, -1, 1, 2, -3, 0, 4503599627370495, -1, inf, nan}, [](AD x) { return floor(x); },
           a);
  expectIs(AD{1, -0.0, 2, 3, -2, 1, 4503599627370496, -0.0, inf, nan}, [](AD x) { return ceil(x); },
           a);
  expectIs(AD{0, -0.0, 1, 2, -2, 0, 4503599627370495, -0.0, inf, nan},
           [](AD x) { return trunc(x); }, a);
  expectIs(AF{1, 3, -3, 8388608, 0, 16777218}, [](AF x) { return round(x); },
           AF{0.5f, 2.5f, -2.5f, 8388607.5f, 0.49999997f, 16777218});
  expectIs(AF{0, 2, -2, 8388608}, [](AF x) { return rint(x); }, AF{0.5f, 2.5f, -2.5f, 8388607.5f});
}

TEST(Floats, RemaindersAndSigns) {
  const AD a{5.5, -5.5, 5.5, -6, 5, 7, -5, 1, inf, 1}, b{2, 2, -2, 2, 2, 2, 2, inf, 2, 0};
  expectIs(AD{1.5, -1.5, 1.5, -0.0, 1, 1, -1, 1, nan, nan}, [](AD x, AD y) { return fmod(x, y); },
           a, b);
  expectIs(AD{-0.5, 0.5, -0.5, -0.0, 1, -1, -1, 1, nan, nan},
           [](AD x, AD y) { return remainder(x, y); }, a, b);
  expectIs(AD{-3, 3, -0.0, inf}, [](AD x, AD y) { return copysign(x, y); }, AD{3, -3, 0.0, -inf},
           AD{-0.0, 0.0, -1, 1});
  expectIs(AD{-1, -0.0, 0, 1, nan, 1, -1}, [](AD x) { return sign(x); },
           AD{-3, -0.0, 0, 5e-324, nan, inf, -inf});
  expectIs(AB{true, true, false, false, true}, [](AD x) { return signbit(x); },
           AD{-3, -0.0, 0.0, inf, -inf});
  expectIs(Array<std::int32_t>{-1, 0, 1}, [](Array<std::int32_t> x) { return sign(x); },
           Array<std::int32_t>{std::numeric_limits<std::int32_t>::min(), 0, 9});
}

TEST(Floats, Kinds) {
  const AD a{nan, inf, -inf, 0, -1e308, 5e-324};
  expectIs(AB{true, false, false, false, false, false}, [](AD x) { return isnan(x); }, a);
  expectIs(AB{false, true, true, false, false, false}, [](AD x) { return isinf(x); }, a);
  expectIs(AB{false, false, false, true, true, true}, [](AD x) { return isfinite(x); }, a);
  expectIs(AB{false, true, true}, [](AF x) { return isinf(x); },
           AF{3.4028235e38f, float(inf), float(-inf)});
}

TEST(Floats, ClampKeepsNan) {
  expectIs(AD{0, 0.5, 1, nan, 0.0}, [](AD x) { return clamp(x, 0, 1); },
           AD{-3, 0.5, inf, nan, -0.0});
  expectIs(Array<int>{1, 5, 9}, [](Array<int> x) { return clamp(x, 1, 9); }, Array<int>{-3, 5, 99});
  expectIs(AD{0.5, 2}, [](Array<int> x) { return clamp(x, 0.5, 2.5); }, Array<int>{0, 2});
  // min(max(a, low), high): the upper bound wins where bounds are arrays and cross.
  expectIs(AD{1, 1}, [](AD x, AD low, AD high) { return clamp(x, low, high); }, AD{0, 5}, AD{2, 2},
           AD{1, 1});
}

TEST(Floats, SpecialValuesOfTwo) {
  expectIs(AD{pi, -pi, 0, -0.0, pi / 2, -pi / 2}, [](AD y, AD x) { return atan2(y, x); },
           AD{0.0, -0.0, 0.0, -0.0, 1, -inf}, AD{-1, -1, 0.0, 0.0, 0, 5});
  expectIs(AD{5, inf, inf, nan, 0}, [](AD x, AD y) { return hypot(x, y); }, AD{3, inf, nan, nan, 0},
           AD{-4, nan, -inf, 1, 0});
  expectIs(AD{1, 1, nan, 1024, inf, 0, inf, -0.0, 0.25}, [](AD x, AD y) { return pow(x, y); },
           AD{nan, 1, -8, 2, 0, 2, 2, -0.0, 2}, AD{0, nan, 1.0 / 3, 10, -1, -inf, inf, 3, -2});
  for (const Way& way : ways()) {
    const auto f = acc([](AD x, AD y) { return hypot(x, y); }, way.options);
    EXPECT_NEAR(f(AD{3e300}, AD{4e300}).at(0) / 5e300, 1, 1e-15) << way.name << ": overflows";
    EXPECT_NEAR(f(AD{3e-300}, AD{4e-300}).at(0) / 5e-300, 1, 1e-15) << way.name;
  }
}

TEST(Floats, PowersByWholeNumbers) {
  const double x = 1.1;
  expectIs(AD{1, 1}, [](AD a) { return pow(a, 0); }, AD{x, nan});
  expectIs(AD{x, -2}, [](AD a) { return pow(a, 1); }, AD{x, -2});
  expectIs(AD{x * x, 4}, [](AD a) { return pow(a, 2); }, AD{x, -2});
  expectIs(AD{(x * x) * x, -8}, [](AD a) { return pow(a, 3); }, AD{x, -2});
  expectIs(AD{(x * x) * (x * x)}, [](AD a) { return pow(a, 4); }, AD{x});
  const double four = (x * x) * (x * x), five = four * x;
  expectIs(AD{five * five}, [](AD a) { return pow(a, 10); }, AD{x});
  expectIs(AD{0.25, 4}, [](AD a) { return pow(a, -2); }, AD{-2, 0.5});
  expectIs(AD{1048576}, [](AD a) { return pow(a, 20); }, AD{2});
  expectIs(AF{1.21f * 1, 9}, [](AF a) { return pow(a, 2) * 1; }, AF{1.1f, 3});
}

TEST(Floats, FusedMultiplyAdd) {
  const double x = 1 + 0x1p-30;
  expectIs(AD{0x1p-29 + 0x1p-60, 7}, [](AD a, AD b, AD c) { return fma(a, b, c); }, AD{x, 2},
           AD{x, 3}, AD{-1, 1});
  expectIs(AF{std::fma(1.0f + 0x1p-20f, 1.0f + 0x1p-20f, -1.0f)}, [](AF a, AF b, AF c) {
    return fma(a, b, c);
  }, AF{1.0f + 0x1p-20f}, AF{1.0f + 0x1p-20f}, AF{-1});
}

TEST(Floats, SpecialValuesOfOne) {
  const auto is = [](const char* name, AD expected, AD arguments) {
    SCOPED_TRACE(name);
    int which = 0;
    while (std::string_view(mathNames[which]) != name) ++which;
    expectIs(expected, Math(), which, arguments);
  };
  is("sqrt", {nan, -0.0, inf, 3}, {-1, -0.0, inf, 9});
  is("cbrt", {-0.0, inf, -inf, nan}, {-0.0, inf, -inf, nan});
  is("exp2", {1, 0, inf, nan}, {0, -inf, inf, nan});
  is("exp10", {1, 0, inf, nan}, {0, -inf, inf, nan});
  is("expm1", {0, -0.0, -1, inf, nan}, {0, -0.0, -inf, inf, nan});
  is("log2", {0, -inf, nan, inf}, {1, 0, -1, inf});
  is("log1p", {0, -0.0, -inf, nan, inf}, {0, -0.0, -1, -2, inf});
  is("sin", {0, -0.0, nan, nan}, {0, -0.0, inf, nan});
  is("cos", {1, nan, nan}, {0, -inf, nan});
  is("tan", {0, -0.0, nan}, {0, -0.0, inf});
  is("asin", {0, -0.0, nan, nan}, {0, -0.0, 1.5, nan});
  is("acos", {0, nan, nan}, {1, -1.5, nan});
  is("atan", {0, -0.0, pi / 2, -pi / 2, nan}, {0, -0.0, inf, -inf, nan});
  is("sinh", {0, -0.0, inf, -inf, nan}, {0, -0.0, inf, -inf, nan});
  is("cosh", {1, inf, inf, nan}, {0, inf, -inf, nan});
  is("tanh", {0, -0.0, 1, -1, nan}, {0, -0.0, inf, -inf, nan});
  is("asinh", {0, -0.0, inf, -inf, nan}, {0, -0.0, inf, -inf, nan});
  is("acosh", {0, nan, inf, nan}, {1, 0.5, inf, nan});
  is("atanh", {0, -0.0, inf, -inf, nan}, {0, -0.0, 1, -1, 2});
  is("erf", {0, -0.0, 1, -1, nan}, {0, -0.0, inf, -inf, nan});
  is("erfc", {1, 0, 2, nan}, {0, inf, -inf, nan});
  is("lgamma", {0, 0, inf, inf, inf, nan}, {1, 2, 0, -1, inf, nan});
  is("tgamma", {1, 24, inf, -inf, nan, inf, nan}, {1, 5, 0, -0.0, -1, inf, -inf});
  is("rsqrt", {0.5, inf, -inf, 0, nan}, {4, 0, -0.0, inf, -1});
}

// ---- errors in units of the last place of the exact result ----
template <class T>
double ulps(T found, long double exact) {
  if (static_cast<long double>(found) == exact) return 0;
  int exponent = 0;
  std::frexp(exact, &exponent);
  const int digits = std::numeric_limits<T>::digits;
  const int lowest = std::numeric_limits<T>::min_exponent - digits;
  const long double unit = std::ldexp(1.0L, std::max(exponent - digits, lowest));
  return static_cast<double>(std::abs(static_cast<long double>(found) - exact) / unit);
}

struct Accuracy {
  const char* name;
  double low, high;
  long double (*exact)(long double);
};
#define PARAX_EXACT(name) [](long double x) { return std::name(x); }
const Accuracy accuracies[] = {
    {"sqrt", 0, 1000, PARAX_EXACT(sqrt)},
    {"cbrt", -100, 1000, PARAX_EXACT(cbrt)},
    {"exp", -80, 80, PARAX_EXACT(exp)},
    {"exp2", -120, 120, PARAX_EXACT(exp2)},
    {"exp10", -36, 36, [](long double x) { return std::pow(10.0L, x); }},
    {"expm1", -5, 80, PARAX_EXACT(expm1)},
    {"log", 1e-3, 1e4, PARAX_EXACT(log)},
    {"log2", 1e-3, 1e4, PARAX_EXACT(log2)},
    {"log10", 1e-3, 1e4, PARAX_EXACT(log10)},
    {"log1p", -0.9, 1e3, PARAX_EXACT(log1p)},
    {"sin", -20, 20, PARAX_EXACT(sin)},
    {"cos", -20, 20, PARAX_EXACT(cos)},
    {"tan", -20, 20, PARAX_EXACT(tan)},
    {"asin", -1, 1, PARAX_EXACT(asin)},
    {"acos", -1, 1, PARAX_EXACT(acos)},
    {"atan", -50, 50, PARAX_EXACT(atan)},
    {"sinh", -30, 30, PARAX_EXACT(sinh)},
    {"cosh", -30, 30, PARAX_EXACT(cosh)},
    {"tanh", -20, 20, PARAX_EXACT(tanh)},
    {"asinh", -100, 100, PARAX_EXACT(asinh)},
    {"acosh", 1, 100, PARAX_EXACT(acosh)},
    {"atanh", -0.999, 0.999, PARAX_EXACT(atanh)},
    {"erf", -5, 5, PARAX_EXACT(erf)},
    {"erfc", -5, 9, PARAX_EXACT(erfc)},
    {"lgamma", 0.1, 30, PARAX_EXACT(lgamma)},
    {"tgamma", 0.1, 30, PARAX_EXACT(tgamma)},
    {"floor", -100, 100, PARAX_EXACT(floor)},
    {"ceil", -100, 100, PARAX_EXACT(ceil)},
    {"trunc", -100, 100, PARAX_EXACT(trunc)},
    {"round", -100, 100, PARAX_EXACT(round)},
    {"rint", -100, 100, PARAX_EXACT(rint)},
    {"rsqrt", 1e-3, 1000, [](long double x) { return 1 / std::sqrt(x); }},
};

template <class T>
void accurate() {
  constexpr std::int64_t n = 4001;
  for (const Way& way : ways()) {
    if (way.onlyWhereFmasForm || !way.everySize) continue;  // the same code as the others
    const auto f = acc(Math(), way.options);
    for (int which = 0; which < mathCount; ++which) {
      const Accuracy* row = std::begin(accuracies);
      while (std::string_view(row->name) != mathNames[which]) ++row;
      std::vector<T> x(n);
      for (std::int64_t i = 0; i < n; ++i)
        x[static_cast<std::size_t>(i)] =
            static_cast<T>(row->low + (row->high - row->low) * static_cast<double>(i) /
                                          static_cast<double>(n - 1));
      const auto found = f(which, Array<T>(x)).toVector();
      double worst = 0;
      T at = 0;
      for (std::size_t i = 0; i < found.size(); ++i)
        if (const double error = ulps<T>(found[i], row->exact(x[i])); !(error <= worst))
          worst = error, at = x[i];
      EXPECT_LE(worst, 4) << row->name << " of " << typeName<T> << " at " << at << ", " << way.name;
    }
  }
}
TEST(Accuracy, OfDouble) { accurate<double>(); }
TEST(Accuracy, OfFloat) { accurate<float>(); }

template <class T>
void accurateOfTwo() {
  const auto a = linspace<T>(0.01, 9, 4001), b = linspace<T>(7, -8, 4001);
  const auto check = [&](const char* name, auto f, long double (*exact)(long double, long double)) {
    for (const Way& way : ways()) {
      if (way.onlyWhereFmasForm || !way.everySize) continue;
      const auto found = acc(f, way.options)(a, b);
      double worst = 0;
      for (std::int64_t i = 0; i < a.size(); ++i)
        worst = std::max(worst, ulps<T>(found.at(i), exact(a.at(i), b.at(i))));
      EXPECT_LE(worst, 4) << name << " of " << typeName<T> << ", " << way.name;
    }
  };
  using A = Array<T>;
  using L = long double;
  check("atan2", [](A x, A y) { return atan2(x, y); }, [](L x, L y) { return std::atan2(x, y); });
  check("hypot", [](A x, A y) { return hypot(x, y); }, [](L x, L y) { return std::hypot(x, y); });
  check("pow", [](A x, A y) { return pow(x, y); }, [](L x, L y) { return std::pow(x, y); });
  check("fmod", [](A x, A y) { return fmod(x, y); }, [](L x, L y) { return std::fmod(x, y); });
  check("remainder", [](A x, A y) { return remainder(x, y); },
        [](L x, L y) { return std::remainder(x, y); });
}
TEST(Accuracy, OfTwo) {
  accurateOfTwo<double>();
  accurateOfTwo<float>();
}

}  // namespace
}  // namespace parax::conformance
