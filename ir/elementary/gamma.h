// tgamma and lgamma, over the arithmetic of functions.h.
//
// They compute in doubles, floats with shorter polynomials. What M provides more:
//
//   Wide                           the arithmetic of as many doubles
//   widened(x), narrowed(x)        to and from its Reals
//
// Positive arguments are the usual ones; the general form adds negative ones. Special values,
// overflow, denormal numbers and what loses its digits near zeros of lgamma are libm's.
#pragma once

#include "ir/elementary/functions.h"
#include "ir/elementary/gamma_tables.h"

namespace parax::elementary {

// What Stirling's formula lacks to log(gamma(x)), of w = 1 / x, x >= 3.
template <class C, class M, class Real>
inline Real stirlingRest(const M& m, Real w) {
  return w * evaluate(m, w * w, C::stirling);
}

// gamma(y + low) for y in [4, 171.625), with w near 1 / y. From the nearest point p, where
// Stirling's formula s and log are tabulated: with d = y + low - p and g = d / y, gamma(y) = s(p)
// exp(e), e = d log(p) - g / 2 + (y - 1/2) (-log(1 - g) - g) + rest(y). |e| < 0.7, so that its
// rounding counts little.
template <class C, class M, class Real>
inline Real gammaFromPoint(const M& m, Real y, Real low, Real w) {
  const auto shifter = m.real(Format<double>::shifter);
  const Real shifted = m.fma(y, m.real(GammaPoints::perUnit), shifter);
  const Real d = m.fma(shifter - shifted, m.real(1 / GammaPoints::perUnit), y) + low;
  const auto [value, logPoint] = m.lookUpPair(GammaPoints::points, m.toBits(shifted));
  const Real g = d * w;
  const Real bend = (y - m.real(0.5)) * (g * g) * evaluate(m, g, C::logRest);
  const Real e = m.fma(d, logPoint, bend + m.fma(g, m.real(-0.5), stirlingRest<C>(m, w)));
  return m.fma(value, m.fma(e * e, evaluate(m, e, C::expRest), e), value);
}

// Below 4, gamma(x) = gamma(x + 4) / (x (x + 1) (x + 2) (x + 3)). With u = x (x + 3) the divisor is
// u (u + 2); sums and products carry what their rounding loses. The one division is of both w = 1 /
// y and 1 / divisor; Newton's step makes up for its rounding.
template <class C, class M, class Real>
inline Real gammaOfPositive(const M& m, Real x) {
  const Real one = m.real(1), zero = m.real(0), two = m.real(2), three = m.real(3),
             four = m.real(4);
  const auto below = m.less(x, four);
  const Real raised = x + four;
  const Real y = m.select(below, raised, x);
  const Real low = m.select(below, x - (raised - four), zero);
  const Real sum = x + three;
  const Real u = x * sum;
  const Real uLow = m.fma(x, x - (sum - three), m.fma(x, sum, zero - u));
  const Real v = u + two;
  const Real product = u * v;
  const Real productLow =
      m.fma(uLow, v, m.fma(u, (u - (v - two)) + uLow, m.fma(u, v, zero - product)));
  const Real divisor = m.select(below, product, one);
  const Real inverse = one / (y * divisor);
  const Real above = gammaFromPoint<C>(m, y, low, divisor * inverse);
  const Real perProduct = y * inverse;
  const Real quotient = above * perProduct;
  const Real rest = m.fma(quotient, zero - product, above) - quotient * productLow;
  return m.select(below, m.fma(rest, perProduct, quotient), above);
}

// The last steps one after the other: they round less.
template <class C, class M, class Real>
inline Real logGammaFactor(const M& m, Real z) {
  constexpr int degree = static_cast<int>(sizeof(C::logGamma) / sizeof(C::logGamma[0])) - 1;
  const auto coefficient = [&](int k) { return m.real(C::logGamma[k]); };
  const Real curve = evaluate<degree - 2>(m, z, [&](int k) { return coefficient(k + 2); });
  return m.fma(z, m.fma(z, curve, coefficient(1)), coefficient(0));
}

// Up to 3, log(gamma(x)) = (x - 1) (x - 2) R(z), z = (x - c) / (x + c), where below 5/8 that of x +
// 1 is taken, and log(x) off. Above it is (x - 1/2) (log(x) - 1) + rest(x) + log(2 pi) / 2 - 1/2,
// with two numbers for log(x).
template <class C, class M, class Real>
inline Real logGammaOfPositive(const M& m, Real x) {
  using L = Tables<double>::Log;
  const Real zero = m.real(0), one = m.real(1), centre = m.real(C::logGammaCentre);
  return withLogParts(m, x, [&](Real n, Real f, Real s, Real bend) {
    const Real small = f - m.fma(s, bend, n * m.real(-L::twoLow));
    const Real large = n * m.real(L::twoHigh);
    const Real log = large + small, logLow = small - (log - large);
    const auto below = m.less(x, m.real(3)), lowest = m.less(x, m.real(0.625));
    const Real t = m.select(lowest, x + one, x);
    const Real quotient = m.select(below, t - centre, one) / m.select(below, t + centre, x);
    const Real factor = logGammaFactor<C>(m, quotient);
    const Real shift = m.select(lowest, zero - log, zero);
    const Real near = (t - one) * (t - m.real(2)) * factor + shift;  // at 1 and 2: +0
    const Real half = x - m.real(0.5);
    const Real constant = stirlingRest<C>(m, quotient) + m.real(C::logGammaConstant);
    const Real far = m.fma(half, log - one, m.fma(half, logLow, constant));
    return m.select(below, near, far);
  });
}

// use(sin(pi a), whether a is whole) for a in [0, 2^51).
template <class C, class M, class Real, class Use>
inline Real withSinPi(const M& m, Real a, const Use& use) {
  const Real shifter = m.real(Format<double>::shifter), shifted = a + shifter;
  const Real t = a - (shifted - shifter);
  const Real odd = m.fromBits(m.template shiftLeft<63>(m.toBits(shifted)));  // -0 if t is from odd
  const Real sine = t * evaluate(m, t * t, C::sinPi);
  return use(sine * m.copySign(m.real(1), odd), m.equal(t, m.real(0)));
}

// gamma(-a) = -pi / (sin(pi a) a gamma(a))
template <class C, class M, class Real>
inline Real gammaOfAny(const M& m, Real x) {
  const Real a = m.abs(x), ofPositive = gammaOfPositive<C>(m, a);
  const Real reflected = withSinPi<C>(m, a, [&](Real sine, auto whole) {
    const Real nan = m.real(std::numeric_limits<double>::quiet_NaN());
    return m.select(whole, nan, m.real(-C::pi) / (sine * (a * ofPositive)));
  });
  return m.select(m.less(x, m.real(0)), reflected, ofPositive);
}

// log|gamma(-a)| = log(pi) - log(a |sin(pi a)|) -
// log(gamma(a)), or NaN where too many digits cancel.
template <class C, class M, class Real>
inline Real logGammaOfAny(const M& m, Real x) {
  using L = Tables<double>::Log;
  const Real a = m.abs(x), ofPositive = logGammaOfPositive<C>(m, a);
  const Real reflected = withSinPi<C>(m, a, [&](Real sine, auto whole) {
    const Real infinity = m.real(std::numeric_limits<double>::infinity());
    const Real nan = m.real(std::numeric_limits<double>::quiet_NaN());
    const Real log = withLogParts(m, a * m.abs(sine), [&](Real n, Real f, Real s, Real bend) {
      return m.fma(n, m.real(L::twoHigh), f - m.fma(s, bend, n * m.real(-L::twoLow)));
    });
    const Real result = m.real(C::logPi) - log - ofPositive;
    const Real least = atLeast(m, ofPositive * m.real(0.5), 1.0);
    return m.select(whole, infinity, m.select(m.less(m.abs(result), least), nan, result));
  });
  return m.select(m.less(x, m.real(0)), reflected, ofPositive);
}

// Below -168 results are denormal, or zero; all floats beyond 64 are zero or infinite.
template <class M, class Real>
inline Real tgamma(const M& m, Real x) {
  using T = typename M::Element;
  using C = GammaTables<T>;
  constexpr bool isDouble = std::is_same_v<T, double>;
  constexpr T lowest = isDouble ? T(0x1p-1000) : std::numeric_limits<T>::denorm_min();
  const auto odd = outside(m, x, lowest, isDouble ? T(171.625) : T(64));
  const auto libm = [](T u) {
    if constexpr (isDouble)
      return ::tgamma(u);
    else
      return ::tgammaf(u);
  };
  const auto usual = [&] {
    return m.narrowed(gammaOfPositive<C>(typename M::Wide(), m.widened(x)));
  };
  const auto general = [&] {
    const auto rare = odd & outside(m, m.abs(x), lowest, isDouble ? T(168) : T(64));
    return m.replaced(rare, m.narrowed(gammaOfAny<C>(typename M::Wide(), m.widened(x))), libm, x);
  };
  return m.unlessAny(odd, usual, general);
}

template <class M, class Real>
inline Real lgamma(const M& m, Real x) {
  using T = typename M::Element;
  using C = GammaTables<T>;
  using Limits = std::numeric_limits<T>;
  constexpr bool isDouble = std::is_same_v<T, double>;
  const auto odd =
      outside(m, x, isDouble ? Limits::min() : Limits::denorm_min(), Limits::infinity());
  const auto libm = [](T u) {
    int sign;  // lgamma itself writes a global variable
    if constexpr (isDouble)
      return ::lgamma_r(u, &sign);
    else
      return ::lgammaf_r(u, &sign);
  };
  const auto usual = [&] {
    return m.narrowed(logGammaOfPositive<C>(typename M::Wide(), m.widened(x)));
  };
  const auto general = [&] {
    constexpr T smallest = isDouble ? T(0x1p-500) : Limits::denorm_min();
    const Real any = m.narrowed(logGammaOfAny<C>(typename M::Wide(), m.widened(x)));
    const auto rare = odd & (outside(m, m.abs(x), smallest, T(0x1p51)) |
                             outside(m, m.abs(any), T(0), Limits::infinity()));
    return m.replaced(rare, any, libm, x);
  };
  return m.unlessAny(odd, usual, general);
}

}  // namespace parax::elementary
