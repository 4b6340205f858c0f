// Reductions of whole arrays to one value.
//
// A floating reduction is a fixed tree that depends on the extents only: see docs/semantics.md.
#pragma once

#include "parax/complex.h"

namespace parax {

namespace detail {
// Of sums and products: floats as they are, integers and bool in 64 bits.
template <Element T>
using Accumulated =
    std::conditional_t<!std::is_integral_v<T>, T,
                       std::conditional_t<std::is_unsigned_v<T> && !std::is_same_v<T, bool>,
                                          std::uint64_t, std::int64_t>>;

template <Element R>
Value<R> reduced(Op op, const Handle& a, const SourceLocation& where) {
  return Value<R>(reduce(op, elementTypeOf<R>, a, where));
}
template <Element R>
Value<R> combined(Op op, const Operand& a, const Operand& b, const SourceLocation& where) {
  return Value<R>(binary(op, elementTypeOf<R>, a, b, where));
}
// The squares of elements of type T, of complex ones of their sizes, in type R.
template <Element R, Element T>
Handle squared(const Handle& a, const SourceLocation& where) {
  if constexpr (isComplex<T>) return absoluteSquare(a, where);
  const Handle x = cast(elementTypeOf<R>, a, where);
  return binary(Op::mul, elementTypeOf<R>, x, x, where);
}
template <class T>
consteval void requireBool() {
  static_assert(std::is_same_v<T, bool>, "parax: any, all and count need bool: compare with zero");
}
}  // namespace detail

// Sums and products of integers and bool are 64 bits wide and wrap.
template <Element T, int N, class P>
[[nodiscard]] auto sum(const Array<T, N, P>& a, SourceLocation where = SourceLocation::current()) {
  return detail::reduced<detail::Accumulated<T>>(Op::reduceSum, a.handle(), where);
}
template <Element T, int N, class P>
[[nodiscard]] auto product(const Array<T, N, P>& a,
                           SourceLocation where = SourceLocation::current()) {
  return detail::reduced<detail::Accumulated<T>>(Op::reduceProduct, a.handle(), where);
}
template <Element T, int N, class P>
[[nodiscard]] Value<T> min(const Array<T, N, P>& a,
                           SourceLocation where = SourceLocation::current()) {
  detail::requireOrdered<T>();
  return detail::reduced<T>(Op::reduceMin, a.handle(), where);
}
template <Element T, int N, class P>
[[nodiscard]] Value<T> max(const Array<T, N, P>& a,
                           SourceLocation where = SourceLocation::current()) {
  detail::requireOrdered<T>();
  return detail::reduced<T>(Op::reduceMax, a.handle(), where);
}
template <Element T, int N, class P>
[[nodiscard]] Value<bool> any(const Array<T, N, P>& a,
                              SourceLocation where = SourceLocation::current()) {
  detail::requireBool<T>();
  return detail::reduced<bool>(Op::reduceAny, a.handle(), where);
}
template <Element T, int N, class P>
[[nodiscard]] Value<bool> all(const Array<T, N, P>& a,
                              SourceLocation where = SourceLocation::current()) {
  detail::requireBool<T>();
  return detail::reduced<bool>(Op::reduceAll, a.handle(), where);
}
// How many are true.
template <Element T, int N, class P>
[[nodiscard]] Index count(const Array<T, N, P>& a,
                          SourceLocation where = SourceLocation::current()) {
  detail::requireBool<T>();
  return detail::reduced<std::int64_t>(Op::reduceSum, a.handle(), where);
}

// ---- with a function of your own ----
namespace detail {
// The function of reduce, T elements: what is wrong with it, in words.
template <Element T, class F>
consteval bool checkCombineFunction() {
  constexpr bool takesTwo = std::is_invocable_v<F&, Value<T>, Value<T>>;
  static_assert(takesTwo, "parax: the function of reduce takes two values");
  if constexpr (takesTwo) {
    using R = std::remove_cvref_t<std::invoke_result_t<F&, Value<T>, Value<T>>>;
    constexpr bool fits = std::is_convertible_v<R, Value<T>>;
    static_assert(fits,
                  "parax: the function of reduce must return the element type: use cast<T>, or "
                  "reduce cast<T>(a)");
    return fits;
  }
  return false;
}
template <Element T, class S>
Operand identityOperand(const S& identity) {
  constexpr bool isNumber =
      isComplex<T>
          ? Number<S>
          : std::is_arithmetic_v<S> && (std::is_floating_point_v<T> || std::is_integral_v<S>);
  static_assert(isNumber || std::is_same_v<S, Value<T>>,
                "parax: the identity of reduce must be a number or a Value of the element type");
  if constexpr (isNumber)
    return WeakNumber(identity);
  else if constexpr (std::is_same_v<S, Value<T>>)
    return identity.handle();
  else
    return WeakNumber(0);
}
}  // namespace detail

// All elements combined by f, a function of two Value<T>, in the fixed order. f is called once,
// with placeholders. It should be associative and commutative; `identity` is the result of an
// empty array. f may use numbers and other values, but no arrays.
template <class F, class S, Element T, int N, class P>
[[nodiscard]] Value<T> reduce(F&& f, const S& identity, const Array<T, N, P>& a,
                              SourceLocation where = SourceLocation::current()) {
  if constexpr (detail::checkCombineFunction<T, std::remove_reference_t<F>>()) {
    auto combine = [&](const detail::Handle& x, const detail::Handle& y) {
      const Value<T> combined = f(Value<T>(x), Value<T>(y));
      return combined.handle();
    };
    return Value<T>(detail::reduceWith(elementTypeOf<T>, a.handle(),
                                       detail::identityOperand<T>(identity),
                                       detail::CombineFunction(combine), where));
  } else {
    return Value<T>();
  }
}

// reduce(f, identity, map(a, b...)): map is called once, with the arrays, and is fused with the
// reduction: no array is made of its result.
template <class M, class F, class S, Element T, int N, class P>
[[nodiscard]] auto mapReduce(M&& map, F&& f, const S& identity, const Array<T, N, P>& a,
                             SourceLocation where = SourceLocation::current()) {
  return reduce(f, identity, map(a), where);
}
template <class M, class F, class S, Element T, int N, class P, Element U, int O>
[[nodiscard]] auto mapReduce(M&& map, F&& f, const S& identity, const Array<T, N, P>& a,
                             const Array<U, O, P>& b,
                             SourceLocation where = SourceLocation::current()) {
  return reduce(f, identity, map(a, b), where);
}
template <class M, class F, class S, Element T, int N, class P, Element U, int O, Element V, int Q>
[[nodiscard]] auto mapReduce(M&& map, F&& f, const S& identity, const Array<T, N, P>& a,
                             const Array<U, O, P>& b, const Array<V, Q, P>& c,
                             SourceLocation where = SourceLocation::current()) {
  return reduce(f, identity, map(a, b, c), where);
}

// ---- statistics: of integers and bool in double ----
template <Element T, int N, class P>
[[nodiscard]] auto mean(const Array<T, N, P>& a, SourceLocation where = SourceLocation::current()) {
  using R = detail::Floating<T>;
  const detail::Handle size = detail::elementCountValue(a.handle(), "mean", where);
  return detail::combined<R>(Op::div, detail::reduced<R>(Op::reduceSum, a.handle(), where).handle(),
                             size, where);
}
namespace detail {
template <Element T, int N, class P>
auto variance(const char* forWhat, const Array<T, N, P>& a, int lessThanCount,
              const SourceLocation& where) {
  using Mean = detail::Floating<T>;
  using R = RealOf<Mean>;
  const detail::Handle size = detail::elementCountValue(a.handle(), forWhat, where);
  detail::requireCount(a.handle(), lessThanCount, forWhat, where);
  const auto distance =
      detail::binary(Op::sub, elementTypeOf<Mean>, a.handle(), mean(a, where).handle(), where);
  const auto total =
      detail::reduced<R>(Op::reduceSum, detail::squared<R, Mean>(distance, where), where);
  const auto by =
      detail::combined<std::int64_t>(Op::sub, size, detail::WeakNumber(lessThanCount), where);
  return detail::combined<R>(Op::div, total.handle(), by.handle(), where);
}
}  // namespace detail

// The mean square distance from the mean, also of complex elements; `lessThanCount` 1 gives the
// sample variance.
template <Element T, int N, class P>
[[nodiscard]] auto var(const Array<T, N, P>& a, int lessThanCount = 0,
                       SourceLocation where = SourceLocation::current()) {
  return detail::variance("var", a, lessThanCount, where);
}
template <Element T, int N, class P>
[[nodiscard]] auto stddev(const Array<T, N, P>& a, int lessThanCount = 0,
                          SourceLocation where = SourceLocation::current()) {
  return sqrt(detail::variance("stddev", a, lessThanCount, where), where);
}

// ---- products and norms ----
template <Element T, int N, class P, Element U>
[[nodiscard]] auto dot(const Array<T, N, P>& a, const Array<U, N, P>& b,
                       SourceLocation where = SourceLocation::current()) {
  static_assert(detail::mixes<T, U>, PARAX_MIXED_SIGNS);
  using R = detail::Accumulated<detail::Common<T, U>>;
  detail::requireSameShape("dot", a.handle(), b.handle(), where);
  const detail::Handle products =
      detail::binary(Op::mul, elementTypeOf<R>, a.handle(), b.handle(), where);
  return detail::reduced<R>(Op::reduceSum, products, where);
}
template <Element T, int N, class P, Element U, int M>
  requires(N != M)
[[nodiscard]] Value<T> dot(const Array<T, N, P>&, const Array<U, M, P>&) {
  static_assert(N == M, "parax: dot takes two arrays of one rank; there is no matrix product yet");
  return {};
}
template <Element T, int N, class P>
[[nodiscard]] auto sumOfSquares(const Array<T, N, P>& a,
                                SourceLocation where = SourceLocation::current()) {
  using R = detail::RealOf<detail::Accumulated<T>>;
  return detail::reduced<R>(Op::reduceSum, detail::squared<R, T>(a.handle(), where), where);
}
// Order 1, 2 or infinity; of an empty array 0. Of complex elements the magnitudes count.
template <Element T, int N, class P>
[[nodiscard]] auto norm(const Array<T, N, P>& a, double order,
                        SourceLocation where = SourceLocation::current()) {
  using R = detail::RealOf<detail::Floating<T>>;
  const Array<detail::Floating<T>, N, P> x(
      detail::cast(elementTypeOf<detail::Floating<T>>, a.handle(), where));
  if (order == 2) return sqrt(sumOfSquares(x, where), where);
  const detail::Handle magnitudes = abs(x, where).handle();
  if (order == 1) return detail::reduced<R>(Op::reduceSum, magnitudes, where);
  if (order == std::numeric_limits<double>::infinity())
    return Value<R>(detail::largest(elementTypeOf<R>, magnitudes, where));
  throw ArgumentError("norm: the order " + detail::numberText(order) + " is not 1, 2 or infinity",
                      where);
}
// Order 2; but norm(z) of complex elements is |z|^2 of each, as std::norm (parax/complex.h).
template <Element T, int N, class P>
  requires(!detail::isComplex<T>)
[[nodiscard]] auto norm(const Array<T, N, P>& a, SourceLocation where = SourceLocation::current()) {
  return norm(a, 2, where);
}

// ---- where the least and the greatest are: the first, in row-major order; a NaN counts as both
// ----
template <Element T, int N, class P>
[[nodiscard]] Index argMin(const Array<T, N, P>& a,
                           SourceLocation where = SourceLocation::current()) {
  detail::requireOrdered<T>();
  detail::requireElements(a.handle(), "argMin", where);
  return Index(detail::firstEqual(a.handle(), min(a, where).handle(), where));
}
template <Element T, int N, class P>
[[nodiscard]] Index argMax(const Array<T, N, P>& a,
                           SourceLocation where = SourceLocation::current()) {
  detail::requireOrdered<T>();
  detail::requireElements(a.handle(), "argMax", where);
  return Index(detail::firstEqual(a.handle(), max(a, where).handle(), where));
}

// ---- along an axis: not there yet; the compilers quote these lines ----
// clang-format off
template <Element T, int N, class P, std::integral I> void sum(const Array<T, N, P>&, I) = delete;  // parax: reductions along an axis are not there yet: leave the axis out
template <Element T, int N, class P, std::integral I> void product(const Array<T, N, P>&, I) = delete;  // parax: reductions along an axis are not there yet: leave the axis out
template <Element T, int N, class P, std::integral I> void any(const Array<T, N, P>&, I) = delete;  // parax: reductions along an axis are not there yet: leave the axis out
template <Element T, int N, class P, std::integral I> void all(const Array<T, N, P>&, I) = delete;  // parax: reductions along an axis are not there yet: leave the axis out
template <Element T, int N, class P, std::integral I> void count(const Array<T, N, P>&, I) = delete;  // parax: reductions along an axis are not there yet: leave the axis out
template <Element T, int N, class P, std::integral I> void mean(const Array<T, N, P>&, I) = delete;  // parax: reductions along an axis are not there yet: leave the axis out
template <Element T, int N, class P, std::integral I> void argMin(const Array<T, N, P>&, I) = delete;  // parax: reductions along an axis are not there yet: leave the axis out
template <Element T, int N, class P, std::integral I> void argMax(const Array<T, N, P>&, I) = delete;  // parax: reductions along an axis are not there yet: leave the axis out
// clang-format on

}  // namespace parax
