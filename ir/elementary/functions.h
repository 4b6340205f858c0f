// Parax's own math functions (exp, log, cbrt, erf, hypot, ...), written once for every mode.
//
// M is an arithmetic: vectors of the compiler in simd.h, LLVM IR in the host's code generator. All
// its operations are exact or correctly rounded, so that every instantiation gives the same bits.
// What M provides, lane by lane (Real: a float or double; Bits: its bits as an integer; Mask):
//
//   Element                        float or double
//   real(c), bits(c)               constants
//   + - * /, fma(a, b, c)          of Reals, each rounded once
//   abs(x), copySign(x, s), sqrt(x)
//   less(a, b), equal(a, b)        false for NaN
//   select(mask, a, b)
//   toBits(x), fromBits(i)         the same bits
//   + - & | < of Bits, shiftLeft<n>(i), shiftRight<n>(i)
//   exponent(i)                    the signed number above the mantissa's bits, as a Real
//   lookUp(table, i)               of floats: table[i mod 8]
//   lookUpPair(table, i)           of doubles: table[i mod 1024][0] and [1]
//   scale(x, n)                    x * 2^n, rounded once, for an integer |n| < 2^12
//   scalesAtOnce()                 there is an instruction for that
//   unlessAny(odd, usual, general) usual(), or general() if any lane of the mask is set
//   replaced(odd, x, f, y...)      x, but f(y...) in lanes of the mask, one number at a time; only
//                                  asked for in general forms
//
// Errors in units of the last place are held by tests/ir/vector_math_test.cpp. Special values take
// a general form; it is as good in the other lanes, and gives the same bits there.
#pragma once

#include <math.h>

#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "ir/elementary/tables.h"

namespace parax::elementary {

// The layout of an IEEE number.
template <class T>
struct Format;
template <>
struct Format<double> {
  using Int = std::int64_t;
  static constexpr int mantissaBits = 52;
  static constexpr double shifter = 0x1.8p52;          // x + shifter has round(x) in its last bits
  static constexpr Int sqrtHalf = 0x3fe6a09e667f3bcd;  // bits of sqrt(1/2)
  static constexpr double large = 0x1p500, shrink = 0x1p-600;  // of hypot
};
template <>
struct Format<float> {
  using Int = std::int32_t;
  static constexpr int mantissaBits = 23;
  static constexpr float shifter = 0x1.8p23f;
  static constexpr Int sqrtHalf = 0x3f3504f3;
  static constexpr float large = 0x1p60f, shrink = 0x1p-80f;
};

// For an M without instructions for them:
//
// exponent(i) of doubles, without a conversion: the number is put into the mantissa of 2^52.
template <class M, class Bits>
inline auto exponentByMantissa(const M& m, Bits i) {
  constexpr int mantissaBits = Format<double>::mantissaBits;
  const Bits biased =
      m.template shiftRight<mantissaBits>(i + m.bits(std::int64_t{1024} << mantissaBits));
  return m.fromBits(biased | m.toBits(m.real(0x1p52))) - m.real(0x1p52 + 1024);
}

// 2^n of n + shifter, for the n of normal numbers.
template <class M, class Real>
inline Real powerOfTwo(const M& m, Real shifted) {
  using T = typename M::Element;
  const auto biased = m.toBits(shifted) + m.bits(std::numeric_limits<T>::max_exponent - 1);
  return m.fromBits(m.template shiftLeft<Format<T>::mantissaBits>(biased));
}

// scale(x, n) in two steps, of which the first is exact.
template <class M, class Real>
inline Real scaleInTwoSteps(const M& m, Real x, Real n) {
  using T = typename M::Element;
  using F = Format<T>;
  const Real shifter = m.real(F::shifter);
  const Real half = m.fma(n, m.real(T(0.5)), shifter);
  const Real rest = n - (half - shifter) + shifter;
  return x * powerOfTwo(m, half) * powerOfTwo(m, rest);
}

// c[0] + c[1] x + ..., the even and the odd half side by side: half as long a chain of dependent
// operations for one more product. coefficient(k) is a Real.
template <int degree, class M, class Real, class Coefficient>
inline Real evaluate(const M& m, Real x, const Coefficient& coefficient) {
  const Real square = x * x;
  Real high = coefficient(degree), low = coefficient(degree - 1);
  for (int k = degree - 2; k >= 1; k -= 2) {
    high = m.fma(high, square, coefficient(k));
    low = m.fma(low, square, coefficient(k - 1));
  }
  if constexpr (degree % 2 == 0) return m.fma(low, x, m.fma(high, square, coefficient(0)));
  return m.fma(high, x, low);
}

template <class M, class Real, class T, std::size_t size>
inline Real evaluate(const M& m, Real x, const T (&table)[size]) {
  return evaluate<static_cast<int>(size) - 1>(m, x, [&](int k) { return m.real(table[k]); });
}

// The smaller or larger of x and a bound; NaN stays.
template <class M, class Real, class T>
inline Real atMost(const M& m, Real x, T bound) {
  return m.select(m.less(m.real(bound), x), m.real(bound), x);
}
template <class M, class Real, class T>
inline Real atLeast(const M& m, Real x, T bound) {
  return m.select(m.less(x, m.real(bound)), m.real(bound), x);
}

// Whether x is not in [low, high), two positive numbers: a Mask, set for NaN.
template <class M, class Real, class T>
inline auto outside(const M& m, Real x, T low, T high) {
  using Int = typename Format<T>::Int;
  using Unsigned = std::make_unsigned_t<Int>;
  constexpr auto least = static_cast<Unsigned>(std::numeric_limits<Int>::min());
  const auto first = std::bit_cast<Unsigned>(low), last = std::bit_cast<Unsigned>(high) - 1;
  const auto moved = m.toBits(x) + m.bits(static_cast<Int>(least - first));
  return m.bits(static_cast<Int>(least + (last - first))) < moved;
}

// b^x = 2^n b^r, |r| <= log(2) / log(b) / 2.
template <class C, class M, class Real>
inline Real exponential(const M& m, Real x) {
  using T = typename M::Element;
  const Real one = m.real(T(1)), shifter = m.real(Format<T>::shifter);
  const auto shiftedPower = [&](Real y) { return m.fma(y, m.real(C::steps), shifter); };
  const auto reduced = [&](Real y, Real n) {
    const Real r = m.fma(n, m.real(-C::stepHigh), y);
    if constexpr (C::stepLow == 0) return r;
    return m.fma(n, m.real(-C::stepLow), r);
  };
  const auto mantissa = [&](Real y, Real n) {
    const Real r = reduced(y, n), rest = evaluate(m, r, C::rest);
    if constexpr (C::slopeHigh == 1) return one + m.fma(r * r, rest, r);
    const Real bend = r * m.fma(r, rest, m.real(C::slopeLow));
    return one + m.fma(r, m.real(C::slopeHigh), bend);
  };
  const auto general = [&] {
    const Real y = atMost(m, atLeast(m, x, C::lowest), C::highest);
    const Real n = shiftedPower(y) - shifter;
    return m.scale(mantissa(y, n), n);
  };
  const auto usual = [&] {
    const Real power = shiftedPower(x);
    return mantissa(x, power - shifter) * powerOfTwo(m, power);
  };
  if (m.scalesAtOnce()) return general();
  return m.unlessAny(outside(m, m.abs(x), T(0), C::normal), usual, general);
}

template <class M, class Real>
inline Real exp(const M& m, Real x) {
  return exponential<typename Tables<typename M::Element>::Exp>(m, x);
}

template <class M, class Real>
inline Real exp2(const M& m, Real x) {
  return exponential<typename Tables<typename M::Element>::Exp2>(m, x);
}

template <class M, class Real>
inline Real exp10(const M& m, Real x) {
  return exponential<typename Tables<typename M::Element>::Exp10>(m, x);
}

// use(n, f, s, bend) with log(y) = n log(2) + f - s bend, for a positive and normal y = 2^n z, z in
// [sqrt(1/2), sqrt(2)). With f = z - 1 and s = f / (z + 1), log(z) = 2 artanh(s)
// = f - s (f - s^2 R(s^2)). Division costs less than tables where gathers are slow.
template <class M, class Real, class Use>
inline Real withLogParts(const M& m, Real y, const Use& use) {
  using T = typename M::Element;
  using F = Format<T>;
  constexpr typename F::Int wholeExponent = -(typename F::Int{1} << F::mantissaBits);
  const auto bits = m.toBits(y);
  const auto above = bits - m.bits(F::sqrtHalf);
  const Real z = m.fromBits(bits - (above & m.bits(wholeExponent)));
  const Real f = z - m.real(T(1));
  const Real s = f / (z + m.real(T(1)));
  const Real square = s * s;
  return use(m.exponent(above), f, s, f - square * evaluate(m, square, Tables<T>::logRest));
}

// n log(2) is exact but for a part that is added to the small ones.
template <class C, class M, class Real>
inline Real logarithm(const M& m, Real x) {
  using T = typename M::Element;
  using F = Format<T>;
  using Limits = std::numeric_limits<T>;
  const auto fromParts = [&](Real n, Real f, Real s, Real bend) {
    const auto rest = [&]() -> Real {
      if constexpr (C::oneHigh == 1) return f - m.fma(s, bend, n * m.real(-C::twoLow));
      const Real natural = f - s * bend;
      const Real small = m.fma(natural, m.real(C::oneLow), n * m.real(C::twoLow));
      return m.fma(natural, m.real(C::oneHigh), small);
    };
    return m.fma(n, m.real(C::twoHigh), rest());
  };
  const auto usual = [&] { return withLogParts(m, x, fromParts); };
  const auto general = [&] {
    constexpr int grow = F::mantissaBits + 2;
    const auto denormal = m.less(x, m.real(Limits::min()));
    const Real y = m.select(denormal, x * m.real(T(typename F::Int{1} << grow)), x);
    const Real lower = m.select(denormal, m.real(T(grow)), m.real(T(0)));
    Real result = withLogParts(
        m, y, [&](Real n, Real f, Real s, Real bend) { return fromParts(n - lower, f, s, bend); });
    result = m.select(m.less(x, m.real(Limits::infinity())), result, x);
    result = m.select(m.less(x, m.real(T(0))), m.real(Limits::quiet_NaN()), result);
    return m.select(m.equal(x, m.real(T(0))), m.real(-Limits::infinity()), result);
  };
  return m.unlessAny(outside(m, x, Limits::min(), Limits::infinity()), usual, general);
}

template <class M, class Real>
inline Real log(const M& m, Real x) {
  return logarithm<typename Tables<typename M::Element>::Log>(m, x);
}

template <class M, class Real>
inline Real log2(const M& m, Real x) {
  return logarithm<typename Tables<typename M::Element>::Log2>(m, x);
}

template <class M, class Real>
inline Real log10(const M& m, Real x) {
  return logarithm<typename Tables<typename M::Element>::Log10>(m, x);
}

// cbrt(a) = 2^q cbrt(v), v in [sqrt(1/8), sqrt(8)). A guess with a third of the digits has an exact
// cube; the rest is a series in the relative error of that.
template <class M, class Real>
inline Real cbrt(const M& m, Real x) {
  using T = typename M::Element;
  using F = Format<T>;
  using C = Tables<T>;
  using Int = typename F::Int;
  using Limits = std::numeric_limits<T>;
  constexpr Int kept = -(Int{1} << C::cbrtSpare);
  // cbrt(2^(3 raised) a) for a positive and normal a.
  const auto ofNormal = [&](Real a, Real raised) {
    const auto bits = m.toBits(a);
    const Real n = m.exponent(bits - m.bits(F::sqrtHalf));
    const Real shifted = m.fma(n, m.real(T(1) / 3), m.real(F::shifter));
    const auto q = m.template shiftLeft<F::mantissaBits>(m.toBits(shifted));
    const Real v = m.fromBits(bits - (q + q + q));
    const auto guess = m.toBits(evaluate(m, v, C::cbrtGuess)) + m.bits(-kept / 2);
    const Real c = m.fromBits(guess & m.bits(kept)), cube = c * c * c;
    const Real t = (v - cube) / cube;
    const Real found = m.fma(c * t, evaluate(m, t, C::cbrtRest), c);
    return m.copySign(found * powerOfTwo(m, shifted + raised), x);
  };
  const auto usual = [&] { return ofNormal(m.abs(x), m.real(T(0))); };
  const auto general = [&] {
    constexpr int grow = F::mantissaBits / 3 + 1;
    const Real a = m.abs(x);
    const auto denormal = m.less(a, m.real(Limits::min()));
    const Real y = m.select(denormal, a * m.real(T(Int{1} << 3 * grow)), a);
    const Real result = ofNormal(y, m.select(denormal, m.real(T(-grow)), m.real(T(0))));
    return m.select(outside(m, a, Limits::denorm_min(), Limits::infinity()), x + x, result);
  };
  return m.unlessAny(outside(m, m.abs(x), Limits::min(), Limits::infinity()), usual, general);
}

// One polynomial per segment of |x|, around the segment's centre; the first centre is 0.
template <class M, class Real>
inline Real erfBySegments(const M& m, Real x) {
  using T = typename M::Element;
  using F = Format<T>;
  using C = Tables<T>;
  const Real size = atMost(m, m.abs(x), C::erfLast);
  const Real shifted = m.fma(size, m.real(C::perErfWidth), m.real(F::shifter));
  const Real offset = m.fma(shifted - m.real(F::shifter), m.real(-C::erfWidth), size);
  const auto segment = m.toBits(shifted);
  constexpr int degree = static_cast<int>(sizeof(C::erf) / sizeof(C::erf[0])) - 1;
  const auto coefficient = [&](int k) { return m.lookUp(C::erf[k], segment); };
  const Real curve = evaluate<degree - 2>(m, offset, [&](int k) { return coefficient(k + 2); });
  const Real slope = m.fma(offset, curve, coefficient(1));
  const Real result = m.fma(offset, slope, coefficient(0));
  return m.copySign(atMost(m, result, T(1)), x);
}

// Taylor's series around the nearest of 769 points p, where erf and its slope s are
// tabulated. With h = |x| - p, after h s:  1 - p h + (2p^2 - 1)/3 h^2 - (2p^3 - 3p)/6 h^3
// + (4p^4 - 12p^2 + 3)/30 h^4 - (4p^5 - 20p^3 + 15p)/90 h^5, the Hermite polynomials.
template <class M, class Real>
inline Real erfByPoints(const M& m, Real x) {
  using T = typename M::Element;
  using F = Format<T>;
  using C = Tables<T>;
  const auto real = [&](double c) { return m.real(static_cast<T>(c)); };
  const Real size = atMost(m, m.abs(x), C::erfLast);
  const Real shifted = m.fma(size, m.real(C::erfPointsPerUnit), m.real(F::shifter));
  const Real minusP = (m.real(F::shifter) - shifted) * m.real(1 / C::erfPointsPerUnit);
  const Real h = size + minusP;
  const auto [value, slope] = m.lookUpPair(C::erfPoints, m.toBits(shifted));
  const Real square = minusP * minusP;
  const Real second = m.fma(square, real(2.0 / 3), real(-1.0 / 3));
  const Real third = minusP * m.fma(square, real(1.0 / 3), real(-0.5));
  const Real fourth = m.fma(square, m.fma(square, real(2.0 / 15), real(-0.4)), real(0.1));
  const Real fifth =
      minusP * m.fma(square, m.fma(square, real(2.0 / 45), real(-2.0 / 9)), real(1.0 / 6));
  Real series = m.fma(h, m.fma(h, fifth, fourth), third);
  series = h * m.fma(h, m.fma(h, series, second), minusP);
  const Real rise = slope * h;
  return m.copySign(value + m.fma(rise, series, rise), x);
}

template <class M, class Real>
inline Real erf(const M& m, Real x) {
  if constexpr (std::is_same_v<typename M::Element, double>)
    return erfByPoints(m, x);
  else
    return erfBySegments(m, x);
}

// sqrt(x^2 + y^2), scaled by a power of two where the squares would overflow or vanish. An infinity
// beats NaN, as in C.
template <class M, class Real>
inline Real hypot(const M& m, Real x, Real y) {
  using T = typename M::Element;
  using F = Format<T>;
  const Real a = m.abs(x), b = m.abs(y);
  const auto swapped = m.less(a, b);
  const Real larger = m.select(swapped, b, a), smaller = m.select(swapped, a, b);
  const auto root = [&](Real u, Real v) { return m.sqrt(m.fma(u, u, v * v)); };
  const auto usual = [&] { return root(larger, smaller); };
  const auto general = [&] {
    const Real infinity = m.real(std::numeric_limits<T>::infinity());
    const auto tooLarge = m.less(m.real(F::large), larger);
    const auto tooSmall = m.less(larger, m.real(1 / F::large));
    const auto power = [&](T small, T large) {
      return m.select(tooLarge, m.real(small), m.select(tooSmall, m.real(large), m.real(T(1))));
    };
    const Real scale = power(F::shrink, 1 / F::shrink), back = power(1 / F::shrink, F::shrink);
    const Real size = root(larger * scale, smaller * scale) * back;
    return m.select(m.equal(a, infinity), a, m.select(m.equal(b, infinity), b, size));
  };
  return m.unlessAny(outside(m, larger, 1 / F::large, F::large), usual, general);
}

// finish(rest, |y|) for the rest of |x| by the whole multiple of |y| next to it; libm(x, y) for
// quotients too large to count, infinities, NaN and y = 0.
//
// The rounded quotient is off by a quarter at most, so that |rest| <= 3/4 |y|. The rest is exact: a
// multiple of the smaller number's unit, and not larger than that number.
template <class M, class Real, class Finish, class Libm>
inline Real restOfDivision(const M& m, Real x, Real y, const Finish& finish, const Libm& libm) {
  using T = typename M::Element;
  constexpr T shifter = Format<T>::shifter;
  const Real a = m.abs(x), b = m.abs(y), quotient = a / b;
  const auto usual = [&] {
    const Real minusWhole = m.real(shifter) - (quotient + m.real(shifter));
    return finish(m.fma(minusWhole, b, a), b);
  };
  const auto odd = outside(m, quotient, T(0), shifter / 6) |
                   outside(m, b, T(0), std::numeric_limits<T>::infinity());
  return m.unlessAny(odd, usual, [&] { return m.replaced(odd, usual(), libm, x, y); });
}

template <class M, class Real>
inline Real fmod(const M& m, Real x, Real y) {
  using T = typename M::Element;
  const auto finish = [&](Real rest, Real b) {
    return m.copySign(m.select(m.less(rest, m.real(T(0))), rest + b, rest), x);
  };
  return restOfDivision(m, x, y, finish, [](T u, T v) {
    if constexpr (std::is_same_v<T, double>)
      return ::fmod(u, v);
    else
      return ::fmodf(u, v);
  });
}

// A quotient that was rounded to a half may lie on either side of it, so that the wrong neighbour
// was taken. True halves go to even, with |rest| = |y| / 2.
template <class M, class Real>
inline Real remainder(const M& m, Real x, Real y) {
  using T = typename M::Element;
  const auto finish = [&](Real rest, Real b) {
    const auto far = m.less(b, m.abs(rest + rest));
    const Real nearest = m.select(far, rest - m.copySign(b, rest), rest);
    return nearest * m.copySign(m.real(T(1)), x);
  };
  return restOfDivision(m, x, y, finish, [](T u, T v) {
    if constexpr (std::is_same_v<T, double>)
      return ::remainder(u, v);
    else
      return ::remainderf(u, v);
  });
}

}  // namespace parax::elementary
