// The base of Array and Value: it owns the operators, so that every mixture of them is found.
//
// An operator takes one operand through Located, whose converting constructor notes the user's
// line.
#pragma once

#include <algorithm>

#include "parax/core/handle.h"
#include "parax/types.h"

namespace parax {

struct Host {};  // a place: ordinary memory

template <Element T, int N = 1, class Place = Host>
class Array;
template <Element T>
class Value;

namespace detail {

// An operand together with the place in the user's code where it stands.
template <class X>
struct Located {
  const X& value;
  SourceLocation where;
  Located(const X& v, SourceLocation w = SourceLocation::current()) : value(v), where(w) {}
};
template <class X>
struct LocatedTarget {
  X& value;
  SourceLocation where;
  LocatedTarget(X& v, SourceLocation w = SourceLocation::current()) : value(v), where(w) {}
};

// Two values give a value; anything with an array gives an array of the larger rank.
template <Element R, int N, class P, bool isValue>
struct ResultType {
  using type = Array<R, N, P>;
};
template <Element R, int N, class P>
struct ResultType<R, N, P, true> {
  using type = Value<R>;
};

template <Element T, int N, class P, bool isValue>
class Expression {
 public:
  using Elem = T;
  static constexpr int rank = N;

  static constexpr int order =
      (static_cast<int>(elementTypeOf<T>) * (maxRank + 1) + N) * 2 + (isValue ? 1 : 0);

  const Handle& handle() const { return handle_; }
  Handle& handle() { return handle_; }

  template <Element R, int M, bool otherIsValue>
  using With = typename ResultType<R, std::max(N, M), P, isValue && otherIsValue>::type;
  template <Element R>
  using Same = typename ResultType<R, N, P, isValue>::type;

  template <Element U, int M, bool v>
  friend auto operator+(Located<Expression> a, const Expression<U, M, P, v>& b) {
    return a.value.template arithmetic<Op::add>(b, a.where);
  }
  template <Number S>
  friend auto operator+(Located<Expression> a, S b) {
    return a.value.template arithmetic<Op::add>(b, a.where);
  }
  template <Number S>
  friend auto operator+(S a, Located<Expression> b) {
    return b.value.template arithmeticFrom<Op::add>(a, b.where);
  }

  template <Element U, int M, bool v>
  friend auto operator-(Located<Expression> a, const Expression<U, M, P, v>& b) {
    return a.value.template arithmetic<Op::sub>(b, a.where);
  }
  template <Number S>
  friend auto operator-(Located<Expression> a, S b) {
    return a.value.template arithmetic<Op::sub>(b, a.where);
  }
  template <Number S>
  friend auto operator-(S a, Located<Expression> b) {
    return b.value.template arithmeticFrom<Op::sub>(a, b.where);
  }

  template <Element U, int M, bool v>
  friend auto operator*(Located<Expression> a, const Expression<U, M, P, v>& b) {
    return a.value.template arithmetic<Op::mul>(b, a.where);
  }
  template <Number S>
  friend auto operator*(Located<Expression> a, S b) {
    return a.value.template arithmetic<Op::mul>(b, a.where);
  }
  template <Number S>
  friend auto operator*(S a, Located<Expression> b) {
    return b.value.template arithmeticFrom<Op::mul>(a, b.where);
  }

  template <Element U, int M, bool v>
  friend auto operator/(Located<Expression> a, const Expression<U, M, P, v>& b) {
    return a.value.template arithmetic<Op::div>(b, a.where);
  }
  template <Number S>
  friend auto operator/(Located<Expression> a, S b) {
    return a.value.template arithmetic<Op::div>(b, a.where);
  }
  template <Number S>
  friend auto operator/(S a, Located<Expression> b) {
    return b.value.template arithmeticFrom<Op::div>(a, b.where);
  }

  template <Element U, int M, bool v>
  friend auto operator<(Located<Expression> a, const Expression<U, M, P, v>& b) {
    return a.value.template comparison<Op::lt>(b, a.where);
  }
  template <Number S>
  friend auto operator<(Located<Expression> a, S b) {
    return a.value.template comparison<Op::lt>(b, a.where);
  }
  template <Number S>
  friend auto operator<(S a, Located<Expression> b) {
    return b.value.template comparison<Op::gt>(a, b.where);
  }

  template <Element U, int M, bool v>
  friend auto operator<=(Located<Expression> a, const Expression<U, M, P, v>& b) {
    return a.value.template comparison<Op::le>(b, a.where);
  }
  template <Number S>
  friend auto operator<=(Located<Expression> a, S b) {
    return a.value.template comparison<Op::le>(b, a.where);
  }
  template <Number S>
  friend auto operator<=(S a, Located<Expression> b) {
    return b.value.template comparison<Op::ge>(a, b.where);
  }

  template <Element U, int M, bool v>
  friend auto operator>(Located<Expression> a, const Expression<U, M, P, v>& b) {
    return a.value.template comparison<Op::gt>(b, a.where);
  }
  template <Number S>
  friend auto operator>(Located<Expression> a, S b) {
    return a.value.template comparison<Op::gt>(b, a.where);
  }
  template <Number S>
  friend auto operator>(S a, Located<Expression> b) {
    return b.value.template comparison<Op::lt>(a, b.where);
  }

  template <Element U, int M, bool v>
  friend auto operator>=(Located<Expression> a, const Expression<U, M, P, v>& b) {
    return a.value.template comparison<Op::ge>(b, a.where);
  }
  template <Number S>
  friend auto operator>=(Located<Expression> a, S b) {
    return a.value.template comparison<Op::ge>(b, a.where);
  }
  template <Number S>
  friend auto operator>=(S a, Located<Expression> b) {
    return b.value.template comparison<Op::le>(a, b.where);
  }

  // C++20 also tries == with its operands swapped. If always the type of lower order is the located
  // one, both ways convert alike and the plain one wins; otherwise they would be ambiguous.
  friend auto operator==(Located<Expression> a, Located<Expression> b) {
    return a.value.template comparison<Op::eq>(b.value, a.where);
  }
  template <Element U, int M, bool v>
    requires(order < Expression<U, M, P, v>::order)
  friend auto operator==(Located<Expression> a, const Expression<U, M, P, v>& b) {
    return a.value.template comparison<Op::eq>(b, a.where);
  }
  template <Element U, int M, bool v>
    requires(order < Expression<U, M, P, v>::order)
  friend auto operator==(const Expression<U, M, P, v>& a, Located<Expression> b) {
    return b.value.template comparison<Op::eq>(a, b.where);
  }
  template <Number S>
  friend auto operator==(Located<Expression> a, S b) {
    return a.value.template comparison<Op::eq>(b, a.where);
  }
  template <Number S>
  friend auto operator==(S a, Located<Expression> b) {
    return b.value.template comparison<Op::eq>(a, b.where);
  }

  friend auto operator!=(Located<Expression> a, Located<Expression> b) {
    return a.value.template comparison<Op::ne>(b.value, a.where);
  }
  template <Element U, int M, bool v>
    requires(order < Expression<U, M, P, v>::order)
  friend auto operator!=(Located<Expression> a, const Expression<U, M, P, v>& b) {
    return a.value.template comparison<Op::ne>(b, a.where);
  }
  template <Element U, int M, bool v>
    requires(order < Expression<U, M, P, v>::order)
  friend auto operator!=(const Expression<U, M, P, v>& a, Located<Expression> b) {
    return b.value.template comparison<Op::ne>(a, b.where);
  }
  template <Number S>
  friend auto operator!=(Located<Expression> a, S b) {
    return a.value.template comparison<Op::ne>(b, a.where);
  }
  template <Number S>
  friend auto operator!=(S a, Located<Expression> b) {
    return b.value.template comparison<Op::ne>(a, b.where);
  }

  // Strict: both sides are computed. Only bool elements; compare with zero otherwise.
  template <int M, bool v>
  friend auto operator&&(Located<Expression> a, const Expression<bool, M, P, v>& b) {
    return a.value.template logical<Op::logicalAnd>(b, a.where);
  }
  friend auto operator&&(Located<Expression> a, bool b) {
    return a.value.template logical<Op::logicalAnd>(b, a.where);
  }
  friend auto operator&&(bool a, Located<Expression> b) {
    return b.value.template logical<Op::logicalAnd>(a, b.where);
  }
  template <int M, bool v>
  friend auto operator||(Located<Expression> a, const Expression<bool, M, P, v>& b) {
    return a.value.template logical<Op::logicalOr>(b, a.where);
  }
  friend auto operator||(Located<Expression> a, bool b) {
    return a.value.template logical<Op::logicalOr>(b, a.where);
  }
  friend auto operator||(bool a, Located<Expression> b) {
    return b.value.template logical<Op::logicalOr>(a, b.where);
  }
  friend auto operator!(Located<Expression> a) {
    static_assert(std::is_same_v<T, bool>, "parax: ! needs bool elements: compare with zero");
    return Same<bool>(unary(Op::logicalNot, ElementType::boolean, a.value.handle_, a.where));
  }

  friend auto operator-(Located<Expression> a) {
    using R = Arithmetic<T>;
    return Same<R>(unary(Op::neg, elementTypeOf<R>, a.value.handle_, a.where));
  }
  friend auto operator+(Located<Expression> a) {
    using R = Arithmetic<T>;
    return Same<R>(cast(elementTypeOf<R>, a.value.handle_, a.where));
  }

 protected:
  Expression() = default;
  explicit Expression(Handle handle) : handle_(std::move(handle)) {}

  template <class B>
  void compoundAssign(Op op, const B& b, const SourceLocation& where) {
    if constexpr (Number<B>) {
      static_assert(std::is_same_v<WithNumber<T, B>, T>,
                    "parax: this compound assignment would change the element type: use cast<T>");
      compound(op, handle_, WeakNumber(b), where);
    } else {
      static_assert(std::is_same_v<Common<T, typename B::Elem>, T>,
                    "parax: this compound assignment would change the element type: use cast<T>");
      static_assert(B::rank <= N,
                    "parax: the right side of a compound assignment has a larger rank");
      compound(op, handle_, b.handle(), where);
    }
  }

  template <Op op>
  auto logical(bool b, const SourceLocation& where) const {
    static_assert(std::is_same_v<T, bool>, "parax: && and || need bool: compare with zero");
    return Same<bool>(binary(op, ElementType::boolean, handle_, WeakNumber(b), where));
  }

 private:
  template <Op op, Element U, int M, bool v>
  auto arithmetic(const Expression<U, M, P, v>& b, const SourceLocation& where) const {
    using R = Common<T, U>;
    return With<R, M, v>(binary(op, elementTypeOf<R>, handle_, b.handle(), where));
  }
  template <Op op, Number S>
  auto arithmetic(S b, const SourceLocation& where) const {
    using R = WithNumber<T, S>;
    return Same<R>(binary(op, elementTypeOf<R>, handle_, WeakNumber(b), where));
  }
  template <Op op, Number S>
  auto arithmeticFrom(S a, const SourceLocation& where) const {
    using R = WithNumber<T, S>;
    return Same<R>(binary(op, elementTypeOf<R>, WeakNumber(a), handle_, where));
  }
  template <Op op, Element U, int M, bool v>
  auto comparison(const Expression<U, M, P, v>& b, const SourceLocation& where) const {
    return With<bool, M, v>(compare(op, elementTypeOf<Joined<T, U>>, handle_, b.handle(), where));
  }
  template <Op op, Number S>
  auto comparison(S b, const SourceLocation& where) const {
    return Same<bool>(compare(op, elementTypeOf<T>, handle_, WeakNumber(b), where));
  }
  template <Op op, int M, bool v>
  auto logical(const Expression<bool, M, P, v>& b, const SourceLocation& where) const {
    static_assert(std::is_same_v<T, bool>, "parax: && and || need bool: compare with zero");
    return With<bool, M, v>(binary(op, ElementType::boolean, handle_, b.handle(), where));
  }

  Handle handle_;
};

}  // namespace detail
}  // namespace parax
