// Complex elements: their parts, and functions between them and real ones. Arithmetic, ==, abs,
// sqrt, pow, exponentials, logarithms and the trigonometric and hyperbolic functions with their
// inverses are those of other elements.
#pragma once

#include "parax/functions.h"

namespace parax {

namespace detail {
template <class T>
consteval void requireComplex() {
  static_assert(
      isComplex<T>,
      "parax: real, imag, conj and arg need complex elements: cast<std::complex<double>>(a)");
}
template <Element R, Element T, int N, class P, bool v>
auto shapedLike(const Expression<T, N, P, v>&, Handle handle) {
  return typename Expression<T, N, P, v>::template Same<R>(std::move(handle));
}
}  // namespace detail

template <Element T, int N, class P, bool v>
[[nodiscard]] auto real(const detail::Expression<T, N, P, v>& z,
                        SourceLocation where = SourceLocation::current()) {
  detail::requireComplex<T>();
  return detail::shapedLike<detail::RealOf<T>>(z, detail::field(z.handle(), 0, where));
}
template <Element T, int N, class P, bool v>
[[nodiscard]] auto imag(const detail::Expression<T, N, P, v>& z,
                        SourceLocation where = SourceLocation::current()) {
  detail::requireComplex<T>();
  return detail::shapedLike<detail::RealOf<T>>(z, detail::field(z.handle(), 1, where));
}
template <Element T, int N, class P, bool v>
[[nodiscard]] auto conj(const detail::Expression<T, N, P, v>& z,
                        SourceLocation where = SourceLocation::current()) {
  detail::requireComplex<T>();
  return detail::shapedLike<T>(z, detail::conjugate(z.handle(), where));
}
// The angle, from -pi to pi.
template <Element T, int N, class P, bool v>
[[nodiscard]] auto arg(const detail::Expression<T, N, P, v>& z,
                       SourceLocation where = SourceLocation::current()) {
  detail::requireComplex<T>();
  return detail::shapedLike<detail::RealOf<T>>(z, detail::argument(z.handle(), where));
}
// |z|^2, as std::norm.
template <Element T, int N, class P, bool v>
  requires detail::isComplex<T>
[[nodiscard]] auto norm(const detail::Expression<T, N, P, v>& z,
                        SourceLocation where = SourceLocation::current()) {
  return detail::shapedLike<detail::RealOf<T>>(z, detail::absoluteSquare(z.handle(), where));
}

namespace detail {
// Complex elements of two real arrays, values or numbers; make(type, a, b) computes them.
template <class A, class B, class Make>
auto fromReals(const A& a, const B& b, const Make& make) {
  using Plain = decltype(a + b);
  static_assert(!isComplex<typename Plain::Elem>, "parax: complexOf and polar take real numbers");
  using R = std::complex<RealOf<Floating<typename Plain::Elem>>>;
  return typename Plain::template Same<R>(make(elementTypeOf<R>, operandOf(a), operandOf(b)));
}
}  // namespace detail

// From the two parts: arrays, values and numbers.
template <class A, class B>
  requires(detail::isExpression<A> || detail::isExpression<B>)
[[nodiscard]] auto complexOf(const A& re, const B& im,
                             SourceLocation where = SourceLocation::current()) {
  return detail::fromReals(re, im, [&](ElementType type, const auto& x, const auto& y) {
    return detail::pack(type, x, y, where);
  });
}
// The number of this size and angle.
template <class A, class B>
  requires(detail::isExpression<A> || detail::isExpression<B>)
[[nodiscard]] auto polar(const A& size, const B& angle,
                         SourceLocation where = SourceLocation::current()) {
  return detail::fromReals(size, angle, [&](ElementType type, const auto& x, const auto& y) {
    return detail::polar(type, x, y, where);
  });
}

}  // namespace parax
