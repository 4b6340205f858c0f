// The arithmetic of functions.h on two vectors side by side: their functions overlap.
#pragma once

#include "ir/elementary/functions.h"

namespace parax::elementary {

template <class M>
struct Two {
  using Element = typename M::Element;
  using Int = typename M::Int;
  struct Real {
    typename M::Real a, b;
  };
  struct Bits {
    typename M::Bits a, b;
  };
  using Mask = Bits;

  static constexpr std::int64_t lanes = 2 * M::lanes;

  // Each for itself: GCC copies the pair in pieces that wait for each other.
  static Real load(const Element* from) { return {M::load(from), M::load(from + M::lanes)}; }
  static void store(Element* to, Real x) {
    M::store(to, x.a);
    M::store(to + M::lanes, x.b);
  }

  static Real real(Element c) { return {M::real(c), M::real(c)}; }
  static Bits bits(Int c) { return {M::bits(c), M::bits(c)}; }
  static Bits toBits(Real x) { return {M::toBits(x.a), M::toBits(x.b)}; }
  static Real fromBits(Bits i) { return {M::fromBits(i.a), M::fromBits(i.b)}; }

  static Mask less(Real x, Real y) { return {M::less(x.a, y.a), M::less(x.b, y.b)}; }
  static Mask equal(Real x, Real y) { return {M::equal(x.a, y.a), M::equal(x.b, y.b)}; }
  static Real select(Mask mask, Real x, Real y) {
    return {M::select(mask.a, x.a, y.a), M::select(mask.b, x.b, y.b)};
  }
  template <class Usual, class General>
  static Real unlessAny(Mask odd, const Usual& usual, const General& general) {
    if (M::any(odd.a | odd.b)) [[unlikely]]
      return general();
    return usual();
  }
  template <class F, class... Reals>
  static Real replaced(Mask odd, Real x, const F& f, Reals... y) {
    return {M::replaced(odd.a, x.a, f, y.a...), M::replaced(odd.b, x.b, f, y.b...)};
  }

  using Wide = Two<typename M::Wide>;
  static auto widened(Real x) { return typename Wide::Real{M::widened(x.a), M::widened(x.b)}; }
  static Real narrowed(const auto& x) { return {M::narrowed(x.a), M::narrowed(x.b)}; }

  static Real abs(Real x) { return {M::abs(x.a), M::abs(x.b)}; }
  static Real copySign(Real x, Real s) { return {M::copySign(x.a, s.a), M::copySign(x.b, s.b)}; }
  static Real sqrt(Real x) { return {M::sqrt(x.a), M::sqrt(x.b)}; }
  static Real fma(Real x, Real y, Real z) { return {M::fma(x.a, y.a, z.a), M::fma(x.b, y.b, z.b)}; }
  template <int count>
  static Bits shiftLeft(Bits i) {
    return {M::template shiftLeft<count>(i.a), M::template shiftLeft<count>(i.b)};
  }
  template <int count>
  static Bits shiftRight(Bits i) {
    return {M::template shiftRight<count>(i.a), M::template shiftRight<count>(i.b)};
  }
  static Real exponent(Bits i) { return {M::exponent(i.a), M::exponent(i.b)}; }
  static Real lookUp(const Element (&table)[8], Bits i) {
    return {M::lookUp(table, i.a), M::lookUp(table, i.b)};
  }
  struct Pair {
    Real first, second;
  };
  static Pair lookUpPair(const Element (&table)[1024][2], Bits i) {
    const auto [firstA, secondA] = M::lookUpPair(table, i.a);
    const auto [firstB, secondB] = M::lookUpPair(table, i.b);
    return {{firstA, firstB}, {secondA, secondB}};
  }
  static constexpr bool scalesAtOnce() { return M::scalesAtOnce(); }
  static Real scale(Real x, Real n) { return {M::scale(x.a, n.a), M::scale(x.b, n.b)}; }

  friend Real operator+(Real x, Real y) { return {x.a + y.a, x.b + y.b}; }
  friend Real operator-(Real x, Real y) { return {x.a - y.a, x.b - y.b}; }
  friend Real operator*(Real x, Real y) { return {x.a * y.a, x.b * y.b}; }
  friend Real operator/(Real x, Real y) { return {x.a / y.a, x.b / y.b}; }
  friend Bits operator+(Bits i, Bits j) { return {i.a + j.a, i.b + j.b}; }
  friend Bits operator-(Bits i, Bits j) { return {i.a - j.a, i.b - j.b}; }
  friend Bits operator&(Bits i, Bits j) { return {i.a & j.a, i.b & j.b}; }
  friend Bits operator|(Bits i, Bits j) { return {i.a | j.a, i.b | j.b}; }
  friend Mask operator<(Bits i, Bits j) { return {i.a < j.a, i.b < j.b}; }
};

}  // namespace parax::elementary
