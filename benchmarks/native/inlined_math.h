// Elementary functions kept in registers, for a loop that cannot afford calls to libmvec.
//
// Each is accurate to a few units in the last place of the quantity that Black-Scholes adds it to.
// The polynomials are fitted once, when the program starts. Compiled for AVX2 and AVX-512 only.
#pragma once

#include <numbers>

#include "simd.h"

#if defined(__AVX2__)

namespace native {

// Interpolates f over [low, high] at Chebyshev nodes; coefficients of u in [-scale, scale], which
// maps linearly onto the interval, lowest power first.
template <int degree, class Function>
void fitPolynomial(Function f, long double low, long double high, long double scale,
                   long double (&coefficients)[degree + 1]) {
  constexpr int n = degree + 1;
  constexpr long double pi = std::numbers::pi_v<long double>;
  long double nodes[n], newton[n];
  for (int i = 0; i < n; ++i) {
    nodes[i] = std::cos(pi * (2 * i + 1) / (2 * n));
    newton[i] = f((low + high) / 2 + (high - low) / 2 * nodes[i]);
  }
  for (int k = 1; k < n; ++k)
    for (int i = n - 1; i >= k; --i)
      newton[i] = (newton[i] - newton[i - 1]) / (nodes[i] - nodes[i - k]);
  for (auto& coefficient : coefficients) coefficient = 0;
  for (int k = n - 1; k >= 0; --k) {  // Horner over (v - nodes[k]), v = u / scale
    for (int i = n - 1; i > 0; --i)
      coefficients[i] = coefficients[i - 1] - nodes[k] * coefficients[i];
    coefficients[0] = newton[k] - nodes[k] * coefficients[0];
  }
  long double power = 1;
  for (auto& coefficient : coefficients) {
    coefficient /= power;
    power *= scale;
  }
}

// The layout of an IEEE number and how long its polynomials have to be.
template <class T>
struct Format;

template <>
struct Format<double> {
  static constexpr int mantissaBits = 52, exponentBias = 1024;
  static constexpr int expDegree = 11, logDegree = 7;
  static constexpr double shifter = 0x1p52, roundShifter = 0x1.8p52;
  static constexpr double ln2High = 0x1.62e42fefa39efp-1, ln2Low = 0x1.abc9e3b39803fp-56;
  static constexpr double expLow = -708;
};

template <>
struct Format<float> {
  static constexpr int mantissaBits = 23, exponentBias = 128;
  static constexpr int expDegree = 6, logDegree = 3;
  static constexpr float shifter = 0x1p23f, roundShifter = 0x1.8p23f;
  static constexpr float ln2High = 0x1.62e43p-1f, ln2Low = -0x1.05c61p-29f;
  static constexpr float expLow = -87;
};

// A polynomial by Horner's rule on its even and its odd half: twice the parallelism of one chain,
// which is what a loop this long lacks. coefficient(i) is the vector for power i.
template <int degree, class Vec, class Coefficient>
inline Vec evaluate(Vec x, const Coefficient& coefficient) {
  const Vec square = x * x;
  Vec high = coefficient(degree), low = coefficient(degree - 1);
#pragma GCC unroll 16
  for (int i = degree - 2; i >= 1; i -= 2) {
    high = high * square + coefficient(i);
    low = low * square + coefficient(i - 1);
  }
  if constexpr (degree % 2 == 0) return (high * square + coefficient(0)) + low * x;
  return high * x + low;
}

// exp over [expLow, 709]; smaller arguments give the value at expLow.
template <class T>
class Exp {
  using F = Format<T>;
  using V = Simd<T>;
  using Vec = typename V::Vec;
  using Int = typename V::Int;

 public:
  Exp() {
    const long double bound = std::numbers::ln2_v<long double> / 2;
    long double fitted[F::expDegree + 1];
    fitPolynomial<F::expDegree>([](long double x) { return std::exp(x); }, -bound, bound, bound,
                                fitted);
    for (int i = 0; i <= F::expDegree; ++i) coefficients_[i] = static_cast<T>(fitted[i]);
  }

  Vec operator()(Vec x) const {
    const Vec low = V::set(F::expLow), shifter = V::set(F::roundShifter);
    x = x < low ? low : x;
    const Vec shifted = x * V::set(std::numbers::log2e_v<T>) + shifter;
    const Vec power = shifted - shifter;
    Vec rest = x - power * V::set(F::ln2High);
    rest = rest - power * V::set(F::ln2Low);
    const auto coefficient = [this](int i) { return V::set(coefficients_[i]); };
    const Vec value = evaluate<F::expDegree>(rest, coefficient);
    return (Vec)((Int)value + ((Int)shifted << F::mantissaBits));
  }

 private:
  T coefficients_[F::expDegree + 1];
};

// log10(a / b) in two steps, so that the caller can share the division with one of its own:
// log10(a / b) = finish(difference / total, exponent).
template <class T>
class Log10Ratio {
  using F = Format<T>;
  using V = Simd<T>;
  using Vec = typename V::Vec;
  using Int = typename V::Int;

 public:
  struct Reduced {
    Vec difference, total, exponent;
  };

  Log10Ratio() {
    const auto atanhOverRoot = [](long double square) {
      const long double root = std::sqrt(square);
      return 2 / std::numbers::ln10_v<long double> * std::atanh(root) / root;
    };
    long double fitted[F::logDegree + 1];
    fitPolynomial<F::logDegree>(atanhOverRoot, 0, 0.0402L, 1, fitted);
    recentre(fitted);
    for (int i = 0; i <= F::logDegree; ++i) coefficients_[i] = static_cast<T>(fitted[i]);
  }

  // Takes the power of two out of a / b; what is left lies in [0.66, 1.51].
  Reduced reduce(Vec a, Vec b) const {
    constexpr auto one = decltype(Int{}[0] + 0){1};
    const Int half = Int{} + (one << (F::mantissaBits - 1));
    const Int bias = Int{} + (one * F::exponentBias << F::mantissaBits);
    const auto biased = shiftRight((Int)a - (Int)b + half + bias);
    const Vec shifter = V::set(F::shifter);
    const Vec exponent = (Vec)(biased | (Int)shifter) - (shifter + V::set(F::exponentBias));
    const Vec scaled = (Vec)((Int)a - (biased << F::mantissaBits) + bias);
    return {scaled - b, scaled + b, exponent};
  }

  Vec finish(Vec quotient, Vec exponent) const {
    const auto coefficient = [this](int i) { return V::set(coefficients_[i]); };
    const Vec log = quotient * evaluate<F::logDegree>(quotient * quotient, coefficient);
    return exponent * V::set(T(0.301029995663981195213738894724493L)) + log;
  }

 private:
  T coefficients_[F::logDegree + 1];

  // From v in [-1, 1] to the square itself: v = square / 0.0201 - 1.
  static void recentre(long double (&c)[F::logDegree + 1]) {
    for (int i = 0; i < F::logDegree; ++i)
      for (int k = F::logDegree - 1; k >= i; --k) c[k] -= c[k + 1];
    long double power = 1;
    for (auto& coefficient : c) {
      coefficient /= power;
      power *= 0.0201L;
    }
  }

  static Int shiftRight(Int v) {
    if constexpr (sizeof(T) == 8) {
      typedef std::uint64_t Bits __attribute__((vector_size(sizeof(Vec))));
      return (Int)((Bits)v >> F::mantissaBits);
    } else {
      typedef std::uint32_t Bits __attribute__((vector_size(sizeof(Vec))));
      return (Int)((Bits)v >> F::mantissaBits);
    }
  }
};

// The normal distribution 0.5 + 0.5 * erf(0.707106781 * x) by one polynomial per segment, whose
// coefficients are picked from registers: one segment per element of a vector.
template <class T>
class NormalBySegments {
  using F = Format<T>;
  using V = Simd<T>;
  using Vec = typename V::Vec;
  using Int = typename V::Int;
  static constexpr int segments = V::width;
  static constexpr int degree = sizeof(T) == 8 ? 15 : segments == 16 ? 5 : 7;
  static constexpr T range = sizeof(T) == 8 ? T(5.9) : T(4);  // erf is 1 beyond it
  static constexpr T segmentsPerUnit = segments / range * T(0.707106781L);

 public:
  NormalBySegments() {
    for (int segment = 0; segment < segments; ++segment) {
      const long double step = static_cast<long double>(range) / segments;
      long double fitted[degree + 1];
      fitPolynomial<degree>([](long double x) { return std::erf(x) / 2; }, segment * step,
                            (segment + 1) * step, 0.5L, fitted);
      for (int i = 0; i <= degree; ++i) coefficients_[i][segment] = static_cast<T>(fitted[i]);
    }
  }

  Vec operator()(Vec x) const {
    const Int signMask = (Int)V::set(T(-0.0));
    const Vec half = V::set(T(0.5)), shifter = V::set(F::roundShifter);
    const Vec last = V::set(segments - T(0.501));
    const Vec size = (Vec)((Int)x & ~signMask);
    Vec position = size * V::set(segmentsPerUnit) - half;
    position = position > last ? last : position;
    const Vec shifted = position + shifter;
    const Vec offset = position - (shifted - shifter);
    const Vec value =
        evaluate<degree>(offset, [&](int i) { return V::lookup(coefficients_[i], (Int)shifted); });
    return half + (Vec)((Int)value | ((Int)x & signMask));
  }

 private:
  alignas(64) T coefficients_[degree + 1][segments];
};

// The same distribution by Taylor expansion around the nearest of 768 tabulated points.
template <class T>
class NormalByTable {
  using F = Format<T>;
  using V = Simd<T>;
  using Vec = typename V::Vec;
  using Int = typename V::Int;
  static constexpr int pointsPerUnit = 128, points = 6 * pointsPerUnit + 1;

 public:
  NormalByTable() {
    for (int i = 0; i < points; ++i) {
      const long double x = static_cast<long double>(i) / pointsPerUnit;
      table_[i][0] = static_cast<T>(std::erf(x) / 2);
      table_[i][1] = static_cast<T>(std::exp(-x * x) * std::numbers::inv_sqrtpi_v<long double>);
    }
  }

  Vec operator()(Vec x) const {
    const Int signMask = (Int)V::set(T(-0.0));
    const Vec shifter = V::set(F::roundShifter), last = V::set(T(points - 1) / pointsPerUnit);
    Vec size = (Vec)((Int)x & ~signMask) * V::set(T(0.707106781L));
    size = size > last ? last : size;
    const Vec shifted = size * V::set(T(pointsPerUnit)) + shifter;
    const Vec point = (shifted - shifter) * V::set(T(1) / pointsPerUnit);
    const Int index = ((Int)shifted & 1023) << 1;
    const Vec value = V::gather(&table_[0][0], index), slope = V::gather(&table_[0][1], index);
    const Vec h = size - point;
    const Vec u = point * h, w = h * h, v = (u + u) * u;
    // 1 - u + (v-w)/3 - u(v-3w)/6 + (v^2-6vw+3w^2)/30, from the Hermite polynomials.
    const Vec three = V::set(3);
    const Vec fourth = (v - (three + three) * w) * v + three * w * w;
    const Vec third = (v - three * w) * u;
    Vec series = (v - w) * V::set(T(1) / 3) - u;
    series = series - third * V::set(T(1) / 6);
    series = series + fourth * V::set(T(1) / 30);
    const Vec rise = slope * h;
    const Vec halfErf = value + (rise + rise * series);
    return V::set(T(0.5)) + (Vec)((Int)halfErf | ((Int)x & signMask));
  }

 private:
  alignas(64) T table_[1024][2] = {};
};

#if defined(__AVX512F__)
template <class T>
using Normal = NormalBySegments<T>;
#else
template <class T>
using Normal = std::conditional_t<sizeof(T) == 8, NormalByTable<T>, NormalBySegments<T> >;
#endif

}  // namespace native

#endif
