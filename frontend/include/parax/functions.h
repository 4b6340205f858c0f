// Element-wise functions, reductions and factories over arrays and values.
#pragma once

#include "parax/array.h"

namespace parax {

namespace detail {
template <Element T>
using Floating = std::conditional_t<std::is_floating_point_v<T>, T, double>;  // of math functions
template <Element T>
using Accumulated = std::conditional_t<std::is_floating_point_v<T>, T, std::int64_t>;  // of sums

template <Op op, Element T, int N, class P, bool v>
auto math(const Expression<T, N, P, v>& a, const SourceLocation& where) {
  using R = Floating<T>;
  return typename Expression<T, N, P, v>::template Same<R>(
      unary(op, elementTypeOf<R>, a.handle(), where));
}
template <Op op, Element T, int N, class P, bool v, Element U, int M, bool w>
auto joined(const Expression<T, N, P, v>& a, const Expression<U, M, P, w>& b,
            const SourceLocation& where) {
  using R = Joined<T, U>;
  return typename Expression<T, N, P, v>::template With<R, M, w>(
      binary(op, elementTypeOf<R>, a.handle(), b.handle(), where));
}
template <Op op, Element T, int N, class P, bool v, Number S>
auto joined(const Expression<T, N, P, v>& a, S b, const SourceLocation& where) {
  using R = JoinedWithNumber<T, S>;
  return typename Expression<T, N, P, v>::template Same<R>(
      binary(op, elementTypeOf<R>, a.handle(), WeakNumber(b), where));
}
}  // namespace detail

// ---- functions of one argument; integers and bool are converted to double ----
template <Element T, int N, class P, bool v>
auto sqrt(const detail::Expression<T, N, P, v>& a, SourceLocation w = SourceLocation::current()) {
  return detail::math<Op::sqrt>(a, w);
}
template <Element T, int N, class P, bool v>
auto exp(const detail::Expression<T, N, P, v>& a, SourceLocation w = SourceLocation::current()) {
  return detail::math<Op::exp>(a, w);
}
template <Element T, int N, class P, bool v>
auto log(const detail::Expression<T, N, P, v>& a, SourceLocation w = SourceLocation::current()) {
  return detail::math<Op::log>(a, w);
}
template <Element T, int N, class P, bool v>
auto log10(const detail::Expression<T, N, P, v>& a, SourceLocation w = SourceLocation::current()) {
  return detail::math<Op::log10>(a, w);
}
template <Element T, int N, class P, bool v>
auto erf(const detail::Expression<T, N, P, v>& a, SourceLocation w = SourceLocation::current()) {
  return detail::math<Op::erf>(a, w);
}
template <Element T, int N, class P, bool v>
auto abs(const detail::Expression<T, N, P, v>& a, SourceLocation w = SourceLocation::current()) {
  using R = detail::Arithmetic<T>;
  return typename detail::Expression<T, N, P, v>::template Same<R>(
      detail::unary(Op::abs, elementTypeOf<R>, a.handle(), w));
}

// cast<float>(a): to integers saturates and NaN gives 0; to bool is a != 0.
template <Element To, Element T, int N, class P, bool v>
auto cast(const detail::Expression<T, N, P, v>& a, SourceLocation w = SourceLocation::current()) {
  return typename detail::Expression<T, N, P, v>::template Same<To>(
      detail::cast(elementTypeOf<To>, a.handle(), w));
}

// ---- min and max of two: NaN wins, -0 is less than +0 ----
// The overloads for one type are there because std::min and std::max would win otherwise.
template <Element T, int N, class P>
Array<T, N, P> min(const Array<T, N, P>& a, const Array<T, N, P>& b,
                   SourceLocation w = SourceLocation::current()) {
  return detail::joined<Op::min>(a, b, w);
}
template <Element T>
Value<T> min(const Value<T>& a, const Value<T>& b, SourceLocation w = SourceLocation::current()) {
  return detail::joined<Op::min>(a, b, w);
}
template <Element T, int N, class P, bool v, Element U, int M, bool u>
auto min(const detail::Expression<T, N, P, v>& a, const detail::Expression<U, M, P, u>& b,
         SourceLocation w = SourceLocation::current()) {
  return detail::joined<Op::min>(a, b, w);
}
template <Element T, int N, class P, bool v, detail::Number S>
auto min(const detail::Expression<T, N, P, v>& a, S b,
         SourceLocation w = SourceLocation::current()) {
  return detail::joined<Op::min>(a, b, w);
}
template <Element T, int N, class P, bool v, detail::Number S>
auto min(S a, const detail::Expression<T, N, P, v>& b,
         SourceLocation w = SourceLocation::current()) {
  return detail::joined<Op::min>(b, a, w);
}
template <Element T, int N, class P>
Array<T, N, P> max(const Array<T, N, P>& a, const Array<T, N, P>& b,
                   SourceLocation w = SourceLocation::current()) {
  return detail::joined<Op::max>(a, b, w);
}
template <Element T>
Value<T> max(const Value<T>& a, const Value<T>& b, SourceLocation w = SourceLocation::current()) {
  return detail::joined<Op::max>(a, b, w);
}
template <Element T, int N, class P, bool v, Element U, int M, bool u>
auto max(const detail::Expression<T, N, P, v>& a, const detail::Expression<U, M, P, u>& b,
         SourceLocation w = SourceLocation::current()) {
  return detail::joined<Op::max>(a, b, w);
}
template <Element T, int N, class P, bool v, detail::Number S>
auto max(const detail::Expression<T, N, P, v>& a, S b,
         SourceLocation w = SourceLocation::current()) {
  return detail::joined<Op::max>(a, b, w);
}
template <Element T, int N, class P, bool v, detail::Number S>
auto max(S a, const detail::Expression<T, N, P, v>& b,
         SourceLocation w = SourceLocation::current()) {
  return detail::joined<Op::max>(b, a, w);
}

// ---- select(condition, a, b): strict, both sides are computed ----
template <int K, class P, bool c, Element T, int N, bool v, Element U, int M, bool u>
auto select(const detail::Expression<bool, K, P, c>& condition,
            const detail::Expression<T, N, P, v>& a, const detail::Expression<U, M, P, u>& b,
            SourceLocation w = SourceLocation::current()) {
  using R = detail::Joined<T, U>;
  using Result = typename detail::ResultType<R, std::max({K, N, M}), P, c && v && u>::type;
  return Result(detail::select(elementTypeOf<R>, condition.handle(), a.handle(), b.handle(), w));
}
template <int K, class P, bool c, Element T, int N, bool v, detail::Number S>
auto select(const detail::Expression<bool, K, P, c>& condition,
            const detail::Expression<T, N, P, v>& a, S b,
            SourceLocation w = SourceLocation::current()) {
  using R = detail::JoinedWithNumber<T, S>;
  using Result = typename detail::ResultType<R, std::max(K, N), P, c && v>::type;
  return Result(
      detail::select(elementTypeOf<R>, condition.handle(), a.handle(), detail::WeakNumber(b), w));
}
template <int K, class P, bool c, Element T, int N, bool v, detail::Number S>
auto select(const detail::Expression<bool, K, P, c>& condition, S a,
            const detail::Expression<T, N, P, v>& b, SourceLocation w = SourceLocation::current()) {
  using R = detail::JoinedWithNumber<T, S>;
  using Result = typename detail::ResultType<R, std::max(K, N), P, c && v>::type;
  return Result(
      detail::select(elementTypeOf<R>, condition.handle(), detail::WeakNumber(a), b.handle(), w));
}
// Two numbers: double if one of them is floating, int64 if not.
template <int K, class P, bool c, detail::Number S, detail::Number U>
auto select(const detail::Expression<bool, K, P, c>& condition, S a, U b,
            SourceLocation w = SourceLocation::current()) {
  constexpr bool floating = std::is_floating_point_v<S> || std::is_floating_point_v<U>;
  constexpr bool boolean = std::is_same_v<S, bool> && std::is_same_v<U, bool>;
  using R = std::conditional_t<floating, double, std::conditional_t<boolean, bool, std::int64_t>>;
  using Result = typename detail::ResultType<R, K, P, c>::type;
  return Result(detail::select(elementTypeOf<R>, condition.handle(), detail::WeakNumber(a),
                               detail::WeakNumber(b), w));
}

// ---- reductions of whole arrays; sums of integers and bool are int64 ----
template <Element T, int N, class P>
auto sum(const Array<T, N, P>& a, SourceLocation w = SourceLocation::current()) {
  using R = detail::Accumulated<T>;
  return Value<R>(detail::reduce(Op::reduceSum, elementTypeOf<R>, a.handle(), w));
}
template <Element T, int N, class P>
Value<T> min(const Array<T, N, P>& a, SourceLocation w = SourceLocation::current()) {
  return Value<T>(detail::reduce(Op::reduceMin, elementTypeOf<T>, a.handle(), w));
}
template <Element T, int N, class P>
Value<T> max(const Array<T, N, P>& a, SourceLocation w = SourceLocation::current()) {
  return Value<T>(detail::reduce(Op::reduceMax, elementTypeOf<T>, a.handle(), w));
}
template <int N, class P>
Value<bool> any(const Array<bool, N, P>& a, SourceLocation w = SourceLocation::current()) {
  return Value<bool>(detail::reduce(Op::reduceAny, ElementType::boolean, a.handle(), w));
}
template <int N, class P>
Value<bool> all(const Array<bool, N, P>& a, SourceLocation w = SourceLocation::current()) {
  return Value<bool>(detail::reduce(Op::reduceAll, ElementType::boolean, a.handle(), w));
}

// ---- factories ----
// An extent: a number or an Index.
class Extent {
 public:
  template <std::integral I>
  Extent(I n) : number_(n) {}
  Extent(const Index& n) : index_(n.handle()) {}
  operator detail::Operand() const {
    return index_ ? detail::Operand(index_) : detail::Operand(number_);
  }

 private:
  detail::WeakNumber number_;
  detail::Handle index_;
};

namespace detail {
template <Element T, int N, class V>
Array<T, N> filled(const V& value, const std::array<Operand, N>& extents,
                   const SourceLocation& where) {
  return Array<T, N>(full(elementTypeOf<T>, value, extents, where));
}
template <std::size_t N>
std::array<Operand, N> extentsOf(const std::array<std::int64_t, N>& shape) {
  return [&]<std::size_t... d>(std::index_sequence<d...>) {
    return std::array<Operand, N>{Operand(WeakNumber(shape[d]))...};
  }(std::make_index_sequence<N>());
}
}  // namespace detail

// zeros<double>(n), zeros<double>(n, m), zeros<double>(n, m, k) or zeros<double>(shape).
template <Element T>
Array<T, 1> zeros(const Extent& n, SourceLocation w = SourceLocation::current()) {
  return detail::filled<T, 1>(detail::WeakNumber(0), {n}, w);
}
template <Element T>
Array<T, 2> zeros(const Extent& n, const Extent& m, SourceLocation w = SourceLocation::current()) {
  return detail::filled<T, 2>(detail::WeakNumber(0), {n, m}, w);
}
template <Element T>
Array<T, 3> zeros(const Extent& n, const Extent& m, const Extent& k,
                  SourceLocation w = SourceLocation::current()) {
  return detail::filled<T, 3>(detail::WeakNumber(0), {n, m, k}, w);
}
template <Element T, std::size_t N>
Array<T, N> zeros(const std::array<std::int64_t, N>& shape,
                  SourceLocation w = SourceLocation::current()) {
  return detail::filled<T, N>(detail::WeakNumber(0), detail::extentsOf(shape), w);
}

// full<double>(value, n, m): every element is the value, a number or a Value<T>.
template <Element T>
Array<T, 1> full(const Value<T>& value, const Extent& n,
                 SourceLocation w = SourceLocation::current()) {
  return detail::filled<T, 1>(value.handle(), {n}, w);
}
template <Element T>
Array<T, 2> full(const Value<T>& value, const Extent& n, const Extent& m,
                 SourceLocation w = SourceLocation::current()) {
  return detail::filled<T, 2>(value.handle(), {n, m}, w);
}
template <Element T>
Array<T, 3> full(const Value<T>& value, const Extent& n, const Extent& m, const Extent& k,
                 SourceLocation w = SourceLocation::current()) {
  return detail::filled<T, 3>(value.handle(), {n, m, k}, w);
}
template <Element T, std::size_t N>
Array<T, N> full(const Value<T>& value, const std::array<std::int64_t, N>& shape,
                 SourceLocation w = SourceLocation::current()) {
  return detail::filled<T, N>(value.handle(), detail::extentsOf(shape), w);
}

// iota<std::int64_t>(n): 0, 1, ..., n - 1.
template <Element T>
Array<T, 1> iota(const Extent& n, SourceLocation w = SourceLocation::current()) {
  static_assert(!std::is_same_v<T, bool>,
                "parax: iota counts in numbers: compare them, or use cast<bool>");
  return Array<T, 1>(detail::iota(elementTypeOf<T>, n, w));
}

}  // namespace parax
