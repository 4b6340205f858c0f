// Value<T>: a scalar that may still be a recorded computation. It never turns into a number by
// itself.
#pragma once

#include <limits>

#include "parax/compound.h"
#include "parax/expression.h"

namespace parax {

template <Element T>
class Value<T> : public detail::Expression<T, 0, Host, true>,
                 public detail::CompoundOperators<Value<T>> {
  using Base = detail::Expression<T, 0, Host, true>;

 public:
  Value() : Value(T()) {}
  // A floating number is no integer, and a complex one not real: cast it yourself.
  template <detail::Number S>
    requires detail::holdsNumber<T, S>
  Value(S number) : Base(detail::makeScalar(detail::numberAs<T>(number))) {}
  explicit Value(detail::Handle handle) : Base(std::move(handle)) {}
  template <SameElement<T> U>
  Value(const Value<U>& other) : Base(other.handle()) {}
  Value(const Value&) = default;
  Value(Value&&) noexcept = default;
  ~Value() = default;
  Value& operator=(const Value&) & = default;
  Value& operator=(Value&&) & noexcept = default;
  // The compilers quote these lines.
  // clang-format off
  template <Element U> Value(const Value<U>&) = delete;  // parax: another element type: use cast<T>(v)
  Value& operator=(const Value&) && = delete;  // parax: nobody would see this assignment to a temporary
  // clang-format on

  // The number. In a recording this compiles and runs what was recorded so far.
  T get(SourceLocation where = SourceLocation::current()) const {
    return *static_cast<const T*>(detail::element(this->handle(), {}, where));
  }
  // A floating number that an integer type cannot hold gives the nearest one that it can, NaN gives
  // 0.
  template <detail::Number S>
    requires(detail::isComplex<S> == detail::isComplex<T>)
  explicit operator S() const {  // parax: asked for with double(v) or v.get(), never by itself
    const T number = get();
    if constexpr (detail::isComplex<T>) {
      return detail::numberAs<S>(number);
    } else if constexpr (std::is_same_v<S, bool>) {
      return number != T();
    } else if constexpr (std::is_floating_point_v<T> && std::is_integral_v<S>) {
      using Limits = std::numeric_limits<S>;
      if (number != number) return S(0);
      if (number >= static_cast<T>(Limits::max())) return Limits::max();
      if (number <= static_cast<T>(Limits::min())) return Limits::min();
      return static_cast<S>(number);
    } else {
      return static_cast<S>(number);
    }
  }

  // Exact for a plain bool beside a Value: the built-in !, && and || would convert the Value as
  // well.
  [[nodiscard]] friend Value operator!(const Value& a)
    requires std::is_same_v<T, bool>
  {
    return Value(
        detail::unary(Op::logicalNot, ElementType::boolean, a.handle(), SourceLocation::current()));
  }
  [[nodiscard]] friend auto operator&&(const Value& a, bool b) {
    return a.template beside<Op::logicalAnd>(b);
  }
  [[nodiscard]] friend auto operator&&(bool a, const Value& b) {
    return b.template beside<Op::logicalAnd>(a);
  }
  [[nodiscard]] friend auto operator||(const Value& a, bool b) {
    return a.template beside<Op::logicalOr>(b);
  }
  [[nodiscard]] friend auto operator||(bool a, const Value& b) {
    return b.template beside<Op::logicalOr>(a);
  }

  friend std::ostream& operator<<(std::ostream& out, const Value& value) {
    detail::print(out, value.handle());
    return out;
  }

 private:
  template <Op op>
  auto beside(bool other) const {
    return this->template logical<op>(other, SourceLocation::current());
  }
};

// Any other T: says which there are.
template <class T>
class Value {
  static_assert(detail::isElement<T>, PARAX_ELEMENT_TYPES);

 public:
  Value(const auto&...) {}
};

using Index = Value<std::int64_t>;

}  // namespace parax
