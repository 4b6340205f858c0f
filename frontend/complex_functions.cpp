// Complex functions, made of real functions of the parts.
//
// Nothing overflows in between, and the signs of zeros tell the sides of a branch cut: the inverse
// functions are those of W. Kahan, "Branch cuts for complex elementary functions" (1987).
#include <limits>
#include <numbers>

#include "frontend/complex.h"
#include "frontend/complex_parts.h"
#include "frontend/messages.h"

namespace parax::detail {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double halfPi = std::numbers::pi / 2;

// A real number in a formula: a part of an operand, what was computed of it, or a constant.
class Real {
 public:
  Real(double constant) : part_(WeakNumber(constant)) {}
  Real(const Arithmetic& on, const Part& part) : on_(&on), part_(part) {}
  operator Operand() const { return part_; }

  friend Real apply(Op op, const Real& x) { return {*x.on_, x.on_->apply(op, x)}; }
  friend Real apply(Op op, const Real& x, const Real& y) {
    const Arithmetic& on = x.on_ ? *x.on_ : *y.on_;
    return {on, on.apply(op, x, y)};
  }
  friend Real operator+(const Real& x, const Real& y) { return apply(Op::add, x, y); }
  friend Real operator-(const Real& x, const Real& y) { return apply(Op::sub, x, y); }
  friend Real operator*(const Real& x, const Real& y) { return apply(Op::mul, x, y); }
  friend Real operator/(const Real& x, const Real& y) { return apply(Op::div, x, y); }
  friend Real operator-(const Real& x) { return apply(Op::neg, x); }
  // x * y + z, with one rounding where multiply-adds are formed.
  friend Real mulAdd(const Real& x, const Real& y, const Real& z) {
    return {*x.on_, x.on_->mulAdd(x, y, z)};
  }

 private:
  const Arithmetic* on_ = nullptr;
  Part part_;
};

Real sqrt(const Real& x) { return apply(Op::sqrt, x); }
Real abs(const Real& x) { return apply(Op::abs, x); }
Real max(const Real& x, const Real& y) { return apply(Op::max, x, y); }
Real hypot(const Real& x, const Real& y) { return apply(Op::hypot, x, y); }
Real atan2(const Real& y, const Real& x) { return apply(Op::atan2, y, x); }
Real copysign(const Real& size, const Real& sign) { return apply(Op::copysign, size, sign); }

struct Complex {
  Real re, im;
};

// Where squares and products of the type begin to overflow, and a factor that leads far away from
// there. What is large stays large: beside it, 1 does not count.
struct Range {
  double large, factor;
  int exponent;  // the factor is 2^-exponent
};
Range rangeOf(ElementType real) {
  return real == ElementType::float32 ? Range{0x1p80, 0x1p-50, 50} : Range{0x1p600, 0x1p-500, 500};
}

class Functions {
 public:
  explicit Functions(const Arithmetic& on) : on_(on), range_(rangeOf(on.real())) {}

  // ---- powers and logarithms ----
  // base^z, where `power` is the real function; log is that of the base.
  Complex exponential(Op power, double log, const Complex& z) const {
    const Real turn = tamed(z.im, z.re);
    const Real size = apply(power, z.re), angle = log == 1 ? turn : turn * log;
    return {size * apply(Op::cos, angle),
            choose(on_.isZero(z.im), z.im, size * apply(Op::sin, angle))};
  }

  // `logarithm` is the real function; log is that of its base. Near the unit circle the size rounds
  // to 1, and log |z| = log1p(|z|^2 - 1) / 2.
  Complex logarithm(Op logarithm, double log, const Complex& z) const {
    const Real a = abs(z.re), b = abs(z.im), more = max(a, b), less = apply(Op::min, a, b);
    const Handle large = test(Op::gt, more, range_.large);
    const Real factor = choose(large, range_.factor, 1.0);
    const Real size = hypot(z.re * factor, z.im * factor), angle = atan2(z.im, z.re);
    const Real far =
        apply(logarithm, size) + choose(large, range_.exponent * std::numbers::ln2 / log, 0.0);
    const Real excess = mulAdd(more - 1.0, more + 1.0, less * less);
    const Handle near = test(Op::lt, abs(size - 1.0), 0.5);
    return {choose(near, apply(Op::log1p, excess) * (0.5 / log), far),
            log == 1 ? angle : angle * (1 / log)};
  }

  // t = sqrt((|z| + |a|) / 2); a >= 0: t + i b / 2t; a < 0: |b| / 2t + i t with b's sign
  Complex root(const Complex& z) const {
    const Handle large = test(Op::gt, max(abs(z.re), abs(z.im)), 1.0);
    const Real factor = choose(large, 0.125, 2.0), a = abs(z.re * factor);
    const Handle isInfinite = test(Op::eq, abs(z.im), infinity);  // whatever is beside it
    const Real t =
        choose(isInfinite, infinity, sqrt(hypot(a, z.im * factor) + a) * choose(large, 2.0, 0.5));
    const Handle keeps = on_.either(on_.isZero(t), isInfinite);
    const Real other = choose(keeps, z.im, z.im / (t + t));
    const Handle left = test(Op::lt, z.re, 0.0);
    return {choose(left, abs(other), t), choose(left, copysign(t, z.im), other)};
  }

  // ---- trigonometric and hyperbolic functions ----
  // A part that is 0 stays 0 beside an infinity.
  Complex sine(const Complex& z) const {
    const Real angle = tamed(z.re, z.im);
    return {choose(on_.isZero(z.re), z.re, apply(Op::sin, angle) * apply(Op::cosh, z.im)),
            choose(on_.isZero(z.im), z.im, apply(Op::cos, angle) * apply(Op::sinh, z.im))};
  }
  // The sign of a 0 beside a NaN is +: that of a NaN may differ from mode to mode.
  Complex hyperbolicCosine(const Complex& z) const {
    const Handle isSigned = on_.isZero(apply(Op::min, abs(z.re), abs(z.im)));  // no NaN beside it
    const Handle isReal = on_.either(on_.isZero(z.re), on_.isZero(z.im));
    const Real zero = copysign(1.0, z.re) * copysign(0.0, z.im), angle = tamed(z.im, z.re);
    const Real im = choose(isReal, 0.0, apply(Op::sinh, z.re) * apply(Op::sin, angle));
    return {apply(Op::cosh, z.re) * apply(Op::cos, angle), choose(isSigned, zero, im)};
  }
  Complex cosine(const Complex& z) const {
    const Complex c = hyperbolicCosine({z.im, z.re});
    return {c.re, -c.im};
  }

  // (sinh a cosh a + i sin b cos b) / (sinh^2 a + cos^2 b); far out 1 + 4i sin b cos b e^-2a, where
  // e^-2a may be 0 and b anything
  Complex hyperbolicTangent(const Complex& z) const {
    const Real s = apply(Op::sinh, z.re), c = apply(Op::cos, z.im);
    const Real wave = apply(Op::sin, z.im) * c, below = mulAdd(s, s, c * c), size = abs(z.re);
    const Handle far = test(Op::gt, size, 22.0);
    const Real decay = apply(Op::exp, size * -2.0) * 4.0;
    const Handle isNone = on_.isZero(decay), isNumber = test(Op::eq, wave, wave);
    const Real ripple = choose(isNone, choose(isNumber, wave * 0.0, 0.0), wave * decay);
    const Real re = choose(far, copysign(1.0, z.re), s * apply(Op::cosh, z.re) / below);
    const Real im = choose(far, ripple, wave / below);
    return {choose(on_.isZero(z.re), z.re, re), choose(on_.isZero(z.im), z.im, im)};
  }

  // ---- their inverses, of x + iy with x, y >= 0 ----
  // With p - iq = sqrt(1 - z) and u + iv = sqrt(1 + z), all four >= 0:
  //   asin z = atan(x / (pu + qv)) + i asinh(pv + qu),  acos z = 2 atan(p / u) - i asinh(pv + qu)
  struct Arcs {
    Real sine;            // the real part of asin
    Real cosine, beyond;  // the real parts of acos(z) and of acos(-z)
    Real height;          // the imaginary part of asin
  };
  Arcs arcs(const Real& x, const Real& y) const {
    const Real size = max(x, y);
    const Handle isInfinite = test(Op::eq, size, infinity),
                 large = test(Op::gt, size, range_.large);
    // The angles depend on x : y only, where they are large; beside an infinity all else is 0.
    const auto tamed = [&](const Real& part) {
      const Real direction = choose(test(Op::eq, part, infinity), 1 / range_.factor, 0.0);
      return choose(isInfinite, direction, choose(large, part * range_.factor, part));
    };
    const Real a = tamed(x), b = tamed(y), plus = a + 1.0, minus = 1.0 - a, distance = abs(minus);
    const Real u = sqrt((hypot(plus, b) + plus) * 2.0) * 0.5, v = b / (u + u);
    const Real t = sqrt((hypot(minus, b) + distance) * 2.0) * 0.5;
    const Real other = choose(on_.isZero(t), 0.0, b / (t + t));
    const Handle outside = test(Op::lt, minus, 0.0);
    const Real p = choose(outside, other, t), q = choose(outside, t, other);
    const Real height = apply(Op::asinh, mulAdd(p, v, q * u)) +
                        choose(large, range_.exponent * std::numbers::ln2, 0.0);
    return {atan2(a, mulAdd(p, u, q * v)), atan2(p, u) * 2.0, atan2(u, p) * 2.0,
            choose(isInfinite, infinity, height)};
  }

  // atanh z = log(|1 + z| / |1 - z|) / 2 + i arg((1 - x)(1 + x) - y^2 + 2iy) / 2
  Complex hyperbolicArea(const Real& x, const Real& y) const {
    const Handle isInfinite = test(Op::eq, max(x, y), infinity);
    const Real plus = x + 1.0, minus = 1.0 - x, distance = hypot(minus, y);
    const Handle nearPole = test(Op::lt, distance, 0.5);
    const Real ratio = apply(Op::log, distance / hypot(plus, y)) * -0.5;
    const Real excess = apply(Op::log1p, x / distance * (4.0 / distance)) * 0.25;
    const Real angle = atan2(y, mulAdd(minus, plus, -(y * y)) * 0.5) * 0.5;
    return {choose(isInfinite, 0.0, choose(nearPole, ratio, excess)),
            choose(isInfinite, halfPi, angle)};
  }

 private:
  Handle test(Op op, const Real& x, const Real& y) const { return on_.test(op, x, y); }
  Real choose(const Handle& condition, const Real& x, const Real& y) const {
    return {on_, on_.choose(condition, x, y)};
  }
  // Beside an infinite size an angle that is no number gives infinity and NaN, or 0 and 0, as C
  // says: so does the angle 0.
  Real tamed(const Real& angle, const Real& growth) const {
    const Handle isFinite = test(Op::lt, abs(angle), infinity);
    return choose(on_.either(isFinite, test(Op::ne, abs(growth), infinity)), angle, 0.0);
  }

  const Arithmetic& on_;
  Range range_;
};

// sin(ix) = i sinh(x), and so on.
Complex exchanged(const Complex& z) { return {z.im, z.re}; }

Complex inverse(Op op, const Functions& f, const Complex& z, const Handle& left,
                const Arithmetic& on) {
  const Real x = abs(z.re), y = abs(z.im);
  switch (op) {
    case Op::asin: {
      const Functions::Arcs arcs = f.arcs(x, y);
      return {copysign(arcs.sine, z.re), copysign(arcs.height, z.im)};
    }
    case Op::asinh: {
      const Functions::Arcs arcs = f.arcs(y, x);
      return {copysign(arcs.height, z.re), copysign(arcs.sine, z.im)};
    }
    case Op::atanh: {
      const Complex area = f.hyperbolicArea(x, y);
      return {copysign(area.re, z.re), copysign(area.im, z.im)};
    }
    case Op::atan: {
      const Complex area = f.hyperbolicArea(y, x);
      return {copysign(area.im, z.re), copysign(area.re, z.im)};
    }
    default: break;
  }
  const Functions::Arcs arcs = f.arcs(x, y);
  const Real angle(on, on.choose(left, arcs.beyond, arcs.cosine));
  if (op == Op::acos) return {angle, -copysign(arcs.height, z.im)};
  return {arcs.height, copysign(angle, z.im)};
}

Complex valueOf(Op op, const Complex& z, const Arithmetic& on) {
  const Functions f(on);
  switch (op) {
    case Op::sqrt: return f.root(z);
    case Op::exp: return f.exponential(op, 1, z);
    case Op::exp2: return f.exponential(op, std::numbers::ln2, z);
    case Op::exp10: return f.exponential(op, std::numbers::ln10, z);
    case Op::log: return f.logarithm(op, 1, z);
    case Op::log2: return f.logarithm(op, std::numbers::ln2, z);
    case Op::log10: return f.logarithm(op, std::numbers::ln10, z);
    case Op::sin: return f.sine(z);
    case Op::cos: return f.cosine(z);
    case Op::tan: return exchanged(f.hyperbolicTangent(exchanged(z)));
    case Op::sinh: return exchanged(f.sine(exchanged(z)));
    case Op::cosh: return f.hyperbolicCosine(z);
    case Op::tanh: return f.hyperbolicTangent(z);
    case Op::asin:
    case Op::acos:
    case Op::atan:
    case Op::asinh:
    case Op::acosh:
    case Op::atanh: return inverse(op, f, z, on.test(Op::lt, z.re, WeakNumber(0)), on);
    default: break;
  }
  throw InternalError(operationWord(op) + " of complex numbers");
}

}  // namespace

Handle complexFunction(Op op, ElementType type, const Operand& a, const SourceLocation& where) {
  const Arithmetic on(type, where);
  const Parts z = partsOf(a, where);
  const Complex value = valueOf(op, {Real(on, z.re), Real(on, z.im)}, on);
  return on.whole(value.re, value.im);
}

}  // namespace parax::detail
