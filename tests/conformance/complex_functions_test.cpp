// Complex functions against those of the C++ library in long double, and what is promised about
// branch cuts, large numbers, infinities and NaN. complex_test.cpp compares the modes.
#include <cmath>
#include <complex>
#include <numbers>

#include "expect_is.h"

namespace parax::conformance {
namespace {

using C = std::complex<double>;
using AC = Array<C>;
using Long = std::complex<long double>;
constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

#define BOTH(name) [](auto z) { return name(z); }, [](Long z) { return std::name(z); }

// f(name, ours, theirs, whether each part is as exact as the whole)
template <class F>
void forEachFunction(const F& f) {
  f("sqrt", BOTH(sqrt), true);
  f("log", BOTH(log), false);
  f("log10", BOTH(log10), false);
  f("log2", [](auto z) { return log2(z); },
    [](Long z) { return std::log(z) / std::numbers::ln2_v<long double>; }, false);
  f("tan", BOTH(tan), true);
  f("tanh", BOTH(tanh), true);
  f("asin", BOTH(asin), true);
  f("acos", BOTH(acos), true);
  f("atan", BOTH(atan), true);
  f("asinh", BOTH(asinh), true);
  f("acosh", BOTH(acosh), true);
  f("atanh", BOTH(atanh), true);
}

// Both zeros, tiny and huge numbers, and the neighbourhood of 1, where the branch points are.
template <class T>
std::vector<T> grid() {
  using Limits = std::numeric_limits<T>;
  std::vector<T> sizes = {Limits::min(),
                          T(1e-30),
                          T(1e-10),
                          T(1e-5),
                          T(0.001),
                          T(0.1),
                          T(0.3),
                          T(0.5),
                          T(0.7),
                          T(0.9),
                          T(0.99),
                          T(0.999999),
                          std::nextafter(T(1), T(0)),
                          T(1),
                          std::nextafter(T(1), T(2)),
                          T(1.000001),
                          T(1.01),
                          T(1.1),
                          T(1.4),
                          T(1.5707963),
                          T(2),
                          T(3),
                          T(5),
                          T(10),
                          T(21.5),
                          T(22.5),
                          T(80),
                          T(1000),
                          T(1e6),
                          T(1e15),
                          T(1e30),
                          Limits::max() / 4,
                          Limits::max()};
  if constexpr (sizeof(T) == 8)
    for (const double x : {1e-200, 1e-160, 1e150, 1e155, 1e300}) sizes.push_back(x);
  std::vector<T> all = {T(0), T(-0.0)};
  for (const T size : sizes) all.push_back(size), all.push_back(-size);
  return all;
}

template <class T>
std::vector<std::complex<T>> pairs(const std::vector<T>& parts) {
  std::vector<std::complex<T>> all;
  for (const T x : parts)
    for (const T y : parts) all.emplace_back(x, y);
  return all;
}

// Within six units of the type of `scale`; a zero has the right sign.
template <class T>
bool isClose(T found, long double right, long double scale) {
  const T rounded = static_cast<T>(right);
  if (rounded == 0 || std::isinf(rounded))
    return found == rounded && std::signbit(found) == std::signbit(rounded);
  const long double unit = std::max(scale * std::numeric_limits<T>::epsilon(),
                                    static_cast<long double>(std::numeric_limits<T>::min()));
  return std::abs(found - right) <= 6 * unit;
}

template <class T>
void expectAsTheLibrary(const std::vector<std::complex<T>>& points) {
  const Array<std::complex<T>> z(points);
  forEachFunction([&](const char* name, auto ours, auto theirs, bool eachPart) {
    for (const bool fma : {true, false}) {
      const auto found = acc(ours, {.fma = fma})(z);
      for (std::size_t k = 0; k < points.size(); ++k) {
        const Long right = theirs(Long(points[k].real(), points[k].imag()));
        const std::complex<T> at = found.at(static_cast<std::int64_t>(k));
        const auto scale = [&](long double part) {
          return eachPart ? std::abs(part) : std::abs(right);
        };
        ASSERT_TRUE(isClose(at.real(), right.real(), scale(right.real())) &&
                    isClose(at.imag(), right.imag(), scale(right.imag())))
            << name << points[k] << " is " << at << " and not " << right;
      }
    }
  });
}

TEST(ComplexFunctions, AreThoseOfTheLibrary) {
  expectAsTheLibrary(pairs(grid<double>()));
  expectAsTheLibrary(pairs(grid<float>()));
}

TEST(ComplexFunctions, PowersOfTwoAndTen) {
  std::vector<C> points;
  for (int k = 0; k < 400; ++k)
    points.push_back(std::polar(std::exp(0.03 * (k % 97) - 1.4), 0.1 + 0.7 * k));
  const auto two = acc([](AC z) { return exp2(z); })(AC(points));
  const auto ten = acc([](AC z) { return exp10(z); })(AC(points));
  for (std::size_t k = 0; k < points.size(); ++k) {
    const Long z(points[k].real(), points[k].imag());
    const Long rightTwo = std::exp(z * std::numbers::ln2_v<long double>);
    const Long rightTen = std::exp(z * std::numbers::ln10_v<long double>);
    const C atTwo = two.at(static_cast<std::int64_t>(k)),
            atTen = ten.at(static_cast<std::int64_t>(k));
    EXPECT_LE(std::abs(Long(atTwo.real(), atTwo.imag()) - rightTwo), 4e-15L * std::abs(rightTwo));
    EXPECT_LE(std::abs(Long(atTen.real(), atTen.imag()) - rightTen), 1e-14L * std::abs(rightTen));
  }
}

// Infinities: as in Annex G of the C standard.
TEST(ComplexFunctions, InfinitiesAreThoseOfTheLibrary) {
  std::vector<C> points;
  for (const double x : {0.0, 0.5, 2.0, 1e300, inf})
    for (const double y : {0.0, 0.5, 2.0, 1e300, inf})
      if (x == inf || y == inf)
        for (const double s : {1.0, -1.0})
          for (const double t : {1.0, -1.0})
            points.emplace_back(std::copysign(x, s), std::copysign(y, t));
  const AC z(points);
  forEachFunction([&](const char* name, auto ours, auto theirs, bool) {
    const std::string_view which = name;
    const AC found = acc(ours)(z);
    for (std::size_t k = 0; k < points.size(); ++k) {
      // Of an infinite angle there is no tangent.
      if (which == "tan" && std::isinf(points[k].real())) continue;
      if (which == "tanh" && std::isinf(points[k].imag())) continue;
      const Long right = theirs(Long(points[k].real(), points[k].imag()));
      const C at = found.at(static_cast<std::int64_t>(k));
      EXPECT_TRUE(isClose(at.real(), right.real(), std::abs(right.real())) &&
                  isClose(at.imag(), right.imag(), std::abs(right.imag())))
          << name << points[k] << " is " << at << " and not " << right;
    }
  });
}

TEST(ComplexFunctions, TangentsFarFromTheAxis) {
  expectIs(AC{{0, 1}, {-0.0, -1}, {0, 1}, {0, 1}}, [](const AC& z) { return tan(z); },
           AC{{0.5, 1000}, {2.5, -1e308}, {0.5, inf}, {inf, inf}});
  expectIs(AC{{1, 0}, {-1, 0}, {1, -0.0}, {-1, 0}}, [](const AC& z) { return tanh(z); },
           AC{{1000, 0.5}, {-1000, 0.5}, {inf, 2}, {-inf, nan}});
}

// An infinity of one part does not touch a zero of the other.
TEST(ComplexFunctions, ZerosBesideInfinities) {
  const AC real{{800, 0}, {-800, 0}, {inf, -0.0}}, imaginary{{0, 800}, {0, -800}, {-0.0, inf}};
  expectIs(AC{{inf, 0}, {-inf, 0}, {inf, -0.0}}, [](const AC& z) { return sinh(z); }, real);
  expectIs(AC{{inf, 0}, {inf, -0.0}, {inf, -0.0}}, [](const AC& z) { return cosh(z); }, real);
  expectIs(AC{{0, inf}, {0, -inf}, {-0.0, inf}}, [](const AC& z) { return sin(z); }, imaginary);
  expectIs(AC{{inf, -0.0}, {inf, 0}, {inf, 0}}, [](const AC& z) { return cos(z); }, imaginary);
  expectIs(AC{{inf, 0}, {0, 0}, {inf, -0.0}}, [](const AC& z) { return exp(z); }, real);
}

TEST(ComplexFunctions, PolesAndZeros) {
  expectIs(AC{{inf, 0}, {-inf, -0.0}, {0, -0.0}}, [](const AC& z) { return atanh(z); },
           AC{{1, 0}, {-1, -0.0}, {0, -0.0}});
  expectIs(AC{{0, inf}, {-0.0, -inf}, {-0.0, 0}}, [](const AC& z) { return atan(z); },
           AC{{0, 1}, {-0.0, -1}, {-0.0, 0}});
  expectIs(AC{{0, -0.0}, {0, 0}}, [](const AC& z) { return acos(z); }, AC{{1, 0}, {1, -0.0}});
  expectIs(AC{{-inf, 0}, {-inf, 0}}, [](const AC& z) { return log10(z) + log2(z); },
           AC{{0, 0}, {0, 0}});
}

TEST(ComplexFunctions, NanGivesNan) {
  const AC z{{nan, 0}, {0, nan}, {nan, nan}, {inf, nan}, {nan, -inf}};
  const AC all{{nan, nan}, {nan, nan}, {nan, nan}, {nan, nan}, {nan, nan}};
  expectIs(all, [](const AC& a) { return asin(a); }, z);
  expectIs(all, [](const AC& a) { return acos(a); }, z);
  expectIs(all, [](const AC& a) { return atan(a); }, z);
  expectIs(all, [](const AC& a) { return asinh(a); }, z);
  expectIs(all, [](const AC& a) { return acosh(a); }, z);
  expectIs(all, [](const AC& a) { return atanh(a); }, z);
}

}  // namespace
}  // namespace parax::conformance
