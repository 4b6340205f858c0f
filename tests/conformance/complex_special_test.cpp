// Infinities and NaN in complex functions: the tables of Annex G of the C standard, as the C
// library has them, in every mode.
#include <cmath>
#include <complex>

#include "expect_is.h"

namespace parax::conformance {
namespace {

using C = std::complex<double>;
using AC = Array<C>;
constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

std::vector<C> specialPoints() {
  const double parts[] = {0.0, -0.0, 0.5, -0.5, 2.0, -2.0, inf, -inf, nan};
  std::vector<C> points;
  for (const double x : parts)
    for (const double y : parts)
      if (!std::isfinite(x) || !std::isfinite(y)) points.emplace_back(x, y);
  return points;
}

// Beside a NaN and at an infinite angle C leaves the signs of zeros and infinities open.
bool signsAreOpen(const C& z, bool angleIsReal) {
  return std::isnan(z.real()) || std::isnan(z.imag()) ||
         std::isinf(angleIsReal ? z.real() : z.imag());
}

enum class Angle { real, imaginary, none };

template <class Ours, class Theirs>
void expectAnnexG(const char* name, Angle angle, Ours ours, Theirs theirs) {
  SCOPED_TRACE(name);
  const std::vector<C> points = specialPoints();
  const AC found = ours(AC(points));
  std::vector<C> right;
  for (std::size_t k = 0; k < points.size(); ++k) {
    C value = theirs(points[k]);
    const C at = found.at(static_cast<std::int64_t>(k));
    if (angle != Angle::none && signsAreOpen(points[k], angle == Angle::real)) {
      const auto like = [](double size, double sign) {
        return size == 0 || std::isinf(size) ? std::copysign(size, sign) : size;
      };
      value = {like(value.real(), at.real()), like(value.imag(), at.imag())};
    }
    right.push_back(value);
  }
  expectIs(AC(right), ours, AC(points));
}

#define BOTH(name) [](const AC& z) { return name(z); }, [](const C& z) { return std::name(z); }

TEST(ComplexSpecialValues, AreThoseOfAnnexG) {
  expectAnnexG("sqrt", Angle::none, BOTH(sqrt));
  expectAnnexG("exp", Angle::imaginary, BOTH(exp));
  expectAnnexG("sin", Angle::real, BOTH(sin));
  expectAnnexG("cos", Angle::real, BOTH(cos));
  expectAnnexG("tan", Angle::real, BOTH(tan));
  expectAnnexG("sinh", Angle::imaginary, BOTH(sinh));
  expectAnnexG("cosh", Angle::imaginary, BOTH(cosh));
  expectAnnexG("tanh", Angle::imaginary, BOTH(tanh));
}

TEST(ComplexSpecialValues, Rows) {
  expectIs(AC{{inf, inf}, {inf, -inf}, {inf, inf}}, [](const AC& z) { return sqrt(z); },
           AC{{nan, inf}, {nan, -inf}, {-inf, inf}});
  expectIs(AC{{nan, 0}, {0, nan}, {nan, -0.0}}, [](const AC& z) { return tanh(z); },
           AC{{nan, 0}, {0, nan}, {nan, -0.0}});
  expectIs(AC{{0, nan}, {nan, 0}, {-0.0, nan}}, [](const AC& z) { return tan(z); },
           AC{{0, nan}, {nan, 0}, {-0.0, nan}});
  expectIs(AC{{inf, nan}, {0, 0}, {nan, nan}}, [](const AC& z) { return exp(z); },
           AC{{inf, nan}, {-inf, inf}, {-1000, nan}});
  expectIs(AC{{inf, nan}, {nan, nan}, {inf, nan}}, [](const AC& z) { return log(z); },
           AC{{nan, inf}, {nan, 0}, {inf, nan}});
}

}  // namespace
}  // namespace parax::conformance
