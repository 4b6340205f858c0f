// Arrays from sizes, ranges and functions of the index.
#pragma once

#include "parax/functions.h"

namespace parax {

// An extent: a number or an Index.
class Extent {
 public:
  template <std::integral I>
  Extent(I n) : isNumber_(true), number_(n) {}
  Extent(const Index& n) : index_(n.handle()) {}
  operator detail::Operand() const {
    return isNumber_ ? detail::Operand(number_) : detail::Operand(index_);
  }

 private:
  bool isNumber_ = false;
  detail::WeakNumber number_;
  detail::Handle index_;
};

namespace detail {
// What full repeats: a Value, or a number, which has to fit.
template <Element T>
class Fill {
 public:
  template <Number S>
    requires holdsNumber<T, S>
  Fill(S number) : isNumber_(true), number_(number) {}
  Fill(const Value<T>& value) : value_(value.handle()) {}
  operator Operand() const { return isNumber_ ? Operand(number_) : Operand(value_); }

 private:
  bool isNumber_ = false;
  WeakNumber number_;
  Handle value_;
};
template <Element T, int N, class V>
Array<T, N> filled(const V& value, const std::array<Operand, std::size_t{N}>& extents,
                   const SourceLocation& where) {
  return Array<T, N>(detail::full(elementTypeOf<T>, value, extents, where));
}
template <std::size_t N>
std::array<Operand, N> extentsOf(const std::array<std::int64_t, N>& shape) {
  return [&]<std::size_t... d>(std::index_sequence<d...>) {
    return std::array<Operand, N>{Operand(WeakNumber(shape[d]))...};
  }(std::make_index_sequence<N>());
}
}  // namespace detail

// zeros<double>(n), zeros<double>(n, m), zeros<double>(n, m, k) or zeros<double>(shape); the same
// with ones.
#define PARAX_FUNCTION(name, number)                                                               \
  template <Element T>                                                                             \
  [[nodiscard]] Array<T, 1> name(const Extent& n,                                                  \
                                 SourceLocation where = SourceLocation::current()) {               \
    return detail::filled<T, 1>(detail::WeakNumber(number), {n}, where);                           \
  }                                                                                                \
  template <Element T>                                                                             \
  [[nodiscard]] Array<T, 2> name(const Extent& n, const Extent& m,                                 \
                                 SourceLocation where = SourceLocation::current()) {               \
    return detail::filled<T, 2>(detail::WeakNumber(number), {n, m}, where);                        \
  }                                                                                                \
  template <Element T>                                                                             \
  [[nodiscard]] Array<T, 3> name(const Extent& n, const Extent& m, const Extent& k,                \
                                 SourceLocation where = SourceLocation::current()) {               \
    return detail::filled<T, 3>(detail::WeakNumber(number), {n, m, k}, where);                     \
  }                                                                                                \
  template <Element T, std::size_t N>                                                              \
  [[nodiscard]] Array<T, int(N)> name(const std::array<std::int64_t, N>& shape,                    \
                                      SourceLocation where = SourceLocation::current()) {          \
    return detail::filled<T, int(N)>(detail::WeakNumber(number), detail::extentsOf(shape), where); \
  }
PARAX_FUNCTION(zeros, 0)
PARAX_FUNCTION(ones, 1)
#undef PARAX_FUNCTION

// full<double>(value, n, m): every element is the value, a number or a Value<T>.
template <Element T>
[[nodiscard]] Array<T, 1> full(const detail::Fill<T>& value, const Extent& n,
                               SourceLocation where = SourceLocation::current()) {
  return detail::filled<T, 1>(value, {n}, where);
}
template <Element T>
[[nodiscard]] Array<T, 2> full(const detail::Fill<T>& value, const Extent& n, const Extent& m,
                               SourceLocation where = SourceLocation::current()) {
  return detail::filled<T, 2>(value, {n, m}, where);
}
template <Element T>
[[nodiscard]] Array<T, 3> full(const detail::Fill<T>& value, const Extent& n, const Extent& m,
                               const Extent& k, SourceLocation where = SourceLocation::current()) {
  return detail::filled<T, 3>(value, {n, m, k}, where);
}
template <Element T, std::size_t N>
[[nodiscard]] Array<T, int(N)> full(const detail::Fill<T>& value,
                                    const std::array<std::int64_t, N>& shape,
                                    SourceLocation where = SourceLocation::current()) {
  return detail::filled<T, int(N)>(value, detail::extentsOf(shape), where);
}

// ---- in the shape of another array ----
template <Element T, int N, class P, bool v>
[[nodiscard]] auto fullLike(const detail::Expression<T, N, P, v>& like,
                            const std::type_identity_t<detail::Fill<T>>& value,
                            SourceLocation where = SourceLocation::current()) {
  return typename detail::Expression<T, N, P, v>::template Same<T>(
      detail::fullLike(elementTypeOf<T>, value, like.handle(), where));
}
template <Element T, int N, class P, bool v>
[[nodiscard]] auto zerosLike(const detail::Expression<T, N, P, v>& like,
                             SourceLocation where = SourceLocation::current()) {
  return typename detail::Expression<T, N, P, v>::template Same<T>(
      detail::fullLike(elementTypeOf<T>, detail::WeakNumber(0), like.handle(), where));
}
template <Element T, int N, class P, bool v>
[[nodiscard]] auto onesLike(const detail::Expression<T, N, P, v>& like,
                            SourceLocation where = SourceLocation::current()) {
  return typename detail::Expression<T, N, P, v>::template Same<T>(
      detail::fullLike(elementTypeOf<T>, detail::WeakNumber(1), like.handle(), where));
}

// ---- indices and ranges ----
namespace detail {
template <Element T, std::size_t N>
Array<T, int(N)> indices(const std::array<Operand, N>& extents, int axis,
                         const SourceLocation& where, Counting counting = Counting::exact) {
  static_assert(!std::is_same_v<T, bool>,
                "parax: iota counts in numbers: compare them, or use cast<bool>");
  return Array<T, int(N)>(iota(elementTypeOf<T>, extents, axis, where, counting));
}
}  // namespace detail

// iota<std::int64_t>(n): 0, 1, ..., n - 1.
template <Element T>
[[nodiscard]] Array<T, 1> iota(const Extent& n, SourceLocation where = SourceLocation::current()) {
  return detail::indices<T, 1>({n}, 0, where);
}

// arange<double>(0, 1, 0.25): 0, 0.25, 0.5, 0.75. The sizes of floating ranges depend on rounding:
// prefer linspace.
template <Element T>
[[nodiscard]] Array<T, 1> arange(double start, double stop, double step = 1,
                                 SourceLocation where = SourceLocation::current()) {
  static_assert(!std::is_same_v<T, bool> && !detail::isComplex<T>,
                "parax: arange counts in real numbers, not in bool");
  return Array<T, 1>(detail::arange(elementTypeOf<T>, start, stop, step, where));
}
template <Element T>
[[nodiscard]] Array<T, 1> arange(double stop, SourceLocation where = SourceLocation::current()) {
  return arange<T>(0, stop, 1, where);
}

// n numbers from `first` to `last`, both included.
template <Element T>
[[nodiscard]] Array<T, 1> linspace(double first, double last, std::int64_t n,
                                   SourceLocation where = SourceLocation::current()) {
  static_assert(std::is_floating_point_v<T>,
                "parax: linspace and logspace make floats: use arange, or cast the result");
  return Array<T, 1>(detail::linspace(elementTypeOf<T>, first, last, n, where));
}
// n numbers from 10^first to 10^last, evenly spaced in their logarithms.
template <Element T>
[[nodiscard]] Array<T, 1> logspace(double first, double last, std::int64_t n,
                                   SourceLocation where = SourceLocation::current()) {
  return exp10(linspace<T>(first, last, n, where), where);
}

// Ones on the diagonal.
template <Element T>
[[nodiscard]] Array<T, 2> eye(const Extent& n, const Extent& m,
                              SourceLocation where = SourceLocation::current()) {
  const auto row = detail::indices<std::int64_t, 2>({n, m}, 0, where);
  const auto column = detail::indices<std::int64_t, 2>({n, m}, 1, where);
  return cast<T>(detail::comparison<Op::eq>(row, column, where), where);
}
template <Element T>
[[nodiscard]] Array<T, 2> eye(const Extent& n, SourceLocation where = SourceLocation::current()) {
  return eye<T>(n, n, where);
}

// fromFunction([](auto i, auto j) { return i * j; }, n, m): f is called once, with arrays of the
// indices.
template <class F>
[[nodiscard]] auto fromFunction(F&& f, const Extent& n,
                                SourceLocation where = SourceLocation::current()) {
  return f(detail::indices<std::int64_t, 1>({n}, 0, where));
}
template <class F>
[[nodiscard]] auto fromFunction(F&& f, const Extent& n, const Extent& m,
                                SourceLocation where = SourceLocation::current()) {
  return f(detail::indices<std::int64_t, 2>({n, m}, 0, where),
           detail::indices<std::int64_t, 2>({n, m}, 1, where));
}
template <class F>
[[nodiscard]] auto fromFunction(F&& f, const Extent& n, const Extent& m, const Extent& k,
                                SourceLocation where = SourceLocation::current()) {
  return f(detail::indices<std::int64_t, 3>({n, m, k}, 0, where),
           detail::indices<std::int64_t, 3>({n, m, k}, 1, where),
           detail::indices<std::int64_t, 3>({n, m, k}, 2, where));
}

// ---- without an element type: zeros(5) ----
namespace detail {
template <int none>
constexpr bool typeIsGiven = none != 0;
template <int none>
Array<double> ofWhichType() {
  static_assert(typeIsGiven<none>, "parax: of which elements? Write the type: zeros<double>(5)");
  return {};
}
}  // namespace detail
// clang-format off
template <int i = 0, detail::Number... S> Array<double> zeros(S...) { return detail::ofWhichType<i>(); }
template <int i = 0, detail::Number... S> Array<double> ones(S...) { return detail::ofWhichType<i>(); }
template <int i = 0, detail::Number... S> Array<double> full(S...) { return detail::ofWhichType<i>(); }
template <int i = 0, detail::Number... S> Array<double> iota(S...) { return detail::ofWhichType<i>(); }
template <int i = 0, detail::Number... S> Array<double> arange(S...) { return detail::ofWhichType<i>(); }
template <int i = 0, detail::Number... S> Array<double> linspace(S...) { return detail::ofWhichType<i>(); }
template <int i = 0, detail::Number... S> Array<double> logspace(S...) { return detail::ofWhichType<i>(); }
template <int i = 0, detail::Number... S> Array<double> eye(S...) { return detail::ofWhichType<i>(); }
// clang-format on

}  // namespace parax
