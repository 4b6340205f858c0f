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

  template <Op op, class B>
  void compoundAssign(const B& b, const SourceLocation& where) {
    constexpr bool integral = info(op).rule == TypeRule::integral;
    if constexpr (Number<B>) {
      if constexpr (integral) requireIntegral<op, T, B>();
      static_assert(
          std::is_same_v<JoinedWithNumber<T, B>, T> && (integral || !std::is_same_v<T, bool>),
          "parax: this compound assignment would change the element type: use cast<T>");
      compound(operationOn<op>(), handle_, WeakNumber(b), where);
    } else {
      using U = typename B::Elem;
      if constexpr (integral) requireIntegral<op, T, U>();
      if constexpr (!isShift<op>)
        static_assert(std::is_same_v<Joined<T, U>, T> && (integral || !std::is_same_v<T, bool>),
                      "parax: this compound assignment would change the element type: use cast<T>");
      static_assert(B::rank <= N,
                    "parax: the right side of a compound assignment has a larger rank");
      compound(operationOn<op>(), handle_, b.handle(), where);
    }
  }

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

  // Integers; & | ^ also of bool. Shift counts are taken modulo the width.
  template <Element U, int M, bool v>
  friend auto operator%(Located<Expression> a, const Expression<U, M, P, v>& b) {
    return a.value.template integral<Op::rem>(b, a.where);
  }
  template <Number S>
  friend auto operator%(Located<Expression> a, S b) {
    return a.value.template integral<Op::rem>(b, a.where);
  }
  template <Number S>
  friend auto operator%(S a, Located<Expression> b) {
    return b.value.template integralFrom<Op::rem>(a, b.where);
  }

  template <Element U, int M, bool v>
  friend auto operator&(Located<Expression> a, const Expression<U, M, P, v>& b) {
    return a.value.template integral<Op::bitAnd>(b, a.where);
  }
  template <Number S>
  friend auto operator&(Located<Expression> a, S b) {
    return a.value.template integral<Op::bitAnd>(b, a.where);
  }
  template <Number S>
  friend auto operator&(S a, Located<Expression> b) {
    return b.value.template integralFrom<Op::bitAnd>(a, b.where);
  }

  template <Element U, int M, bool v>
  friend auto operator|(Located<Expression> a, const Expression<U, M, P, v>& b) {
    return a.value.template integral<Op::bitOr>(b, a.where);
  }
  template <Number S>
  friend auto operator|(Located<Expression> a, S b) {
    return a.value.template integral<Op::bitOr>(b, a.where);
  }
  template <Number S>
  friend auto operator|(S a, Located<Expression> b) {
    return b.value.template integralFrom<Op::bitOr>(a, b.where);
  }

  template <Element U, int M, bool v>
  friend auto operator^(Located<Expression> a, const Expression<U, M, P, v>& b) {
    return a.value.template integral<Op::bitXor>(b, a.where);
  }
  template <Number S>
  friend auto operator^(Located<Expression> a, S b) {
    return a.value.template integral<Op::bitXor>(b, a.where);
  }
  template <Number S>
  friend auto operator^(S a, Located<Expression> b) {
    return b.value.template integralFrom<Op::bitXor>(a, b.where);
  }

  template <Element U, int M, bool v>
  friend auto operator<<(Located<Expression> a, const Expression<U, M, P, v>& b) {
    return a.value.template integral<Op::shiftLeft>(b, a.where);
  }
  template <Number S>
  friend auto operator<<(Located<Expression> a, S b) {
    return a.value.template integral<Op::shiftLeft>(b, a.where);
  }
  template <Number S>
  friend auto operator<<(S a, Located<Expression> b) {
    return b.value.template integralFrom<Op::shiftLeft>(a, b.where);
  }

  template <Element U, int M, bool v>
  friend auto operator>>(Located<Expression> a, const Expression<U, M, P, v>& b) {
    return a.value.template integral<Op::shiftRight>(b, a.where);
  }
  template <Number S>
  friend auto operator>>(Located<Expression> a, S b) {
    return a.value.template integral<Op::shiftRight>(b, a.where);
  }
  template <Number S>
  friend auto operator>>(S a, Located<Expression> b) {
    return b.value.template integralFrom<Op::shiftRight>(a, b.where);
  }

  friend auto operator~(Located<Expression> a) {
    static_assert(!std::is_same_v<T, bool>, "parax: ~ of bool elements: use !");
    static_assert(std::is_integral_v<T>, "parax: ~ needs integer elements");
    return Same<T>(unary(Op::bitNot, elementTypeOf<T>, a.value.handle_, a.where));
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
  template <Element U, int M, bool v>
  friend auto operator&&(Located<Expression> a, const Expression<U, M, P, v>& b) {
    return a.value.template logical<Op::logicalAnd>(b, a.where);
  }
  friend auto operator&&(Located<Expression> a, bool b) {
    return a.value.template logical<Op::logicalAnd>(b, a.where);
  }
  friend auto operator&&(bool a, Located<Expression> b) {
    return b.value.template logical<Op::logicalAnd>(a, b.where);
  }
  template <Element U, int M, bool v>
  friend auto operator||(Located<Expression> a, const Expression<U, M, P, v>& b) {
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
  // Of bool, & | ^ are && || !=. The type of a shift is the left side's.
  static constexpr Op onBool(Op op) {
    return op == Op::bitAnd ? Op::logicalAnd : op == Op::bitOr ? Op::logicalOr : Op::ne;
  }
  template <Op op>
  static constexpr Op operationOn() {
    return std::is_same_v<T, bool> && info(op).rule == TypeRule::integral ? onBool(op) : op;
  }
  template <Op op>
  static constexpr bool isShift = op == Op::shiftLeft || op == Op::shiftRight;
  template <Op op, class A, class B>
  static consteval void requireIntegral() {
    static_assert(std::is_integral_v<A> && std::is_integral_v<B>,
                  "parax: % & | ^ << >> need integers: use fmod, or cast<std::int64_t>(a)");
    static_assert(op == Op::bitAnd || op == Op::bitOr || op == Op::bitXor ||
                      !(std::is_same_v<A, bool> || std::is_same_v<B, bool>),
                  "parax: % << >> need integers, not bool");
  }
  template <Op op, Element U, int M, bool v>
  auto integral(const Expression<U, M, P, v>& b, const SourceLocation& where) const {
    requireIntegral<op, T, U>();
    if constexpr (std::is_same_v<T, bool> && std::is_same_v<U, bool>) {
      return With<bool, M, v>(binary(onBool(op), ElementType::boolean, handle_, b.handle(), where));
    } else if constexpr (isShift<op>) {
      return With<T, M, v>(binary(op, elementTypeOf<T>, handle_, b.handle(), where));
    } else {
      using R = Common<T, U>;
      return With<R, M, v>(binary(op, elementTypeOf<R>, handle_, b.handle(), where));
    }
  }
  template <Op op, Number S>
  auto integral(S b, const SourceLocation& where) const {
    requireIntegral<op, T, S>();
    if constexpr (std::is_same_v<T, bool>) {
      static_assert(std::is_same_v<S, bool>, "parax: & | ^ of bool elements and an integer");
      return Same<bool>(binary(onBool(op), ElementType::boolean, handle_, WeakNumber(b), where));
    } else {
      return Same<T>(binary(op, elementTypeOf<T>, handle_, WeakNumber(b), where));
    }
  }
  template <Op op, Number S>
  auto integralFrom(S a, const SourceLocation& where) const {
    requireIntegral<op, S, T>();
    if constexpr (std::is_same_v<T, bool>) {
      static_assert(std::is_same_v<S, bool>, "parax: & | ^ of bool elements and an integer");
      return Same<bool>(binary(onBool(op), ElementType::boolean, WeakNumber(a), handle_, where));
    } else {
      return Same<T>(binary(op, elementTypeOf<T>, WeakNumber(a), handle_, where));
    }
  }

  template <Op op, class B>
  static consteval void requireOrder() {
    static_assert(op == Op::eq || op == Op::ne || !(isComplex<T> || isComplex<B>),
                  "parax: complex numbers have no order: compare abs(z) or real(z)");
  }
  template <Op op, Element U, int M, bool v>
  auto comparison(const Expression<U, M, P, v>& b, const SourceLocation& where) const {
    requireOrder<op, U>();
    return With<bool, M, v>(compare(op, elementTypeOf<Joined<T, U>>, handle_, b.handle(), where));
  }
  template <Op op, Number S>
  auto comparison(S b, const SourceLocation& where) const {
    requireOrder<op, S>();
    using Compared = std::conditional_t<isComplex<S>, WithNumber<T, S>, T>;
    return Same<bool>(compare(op, elementTypeOf<Compared>, handle_, WeakNumber(b), where));
  }
  template <Op op, Element U, int M, bool v>
  auto logical(const Expression<U, M, P, v>& b, const SourceLocation& where) const {
    static_assert(std::is_same_v<T, bool> && std::is_same_v<U, bool>,
                  "parax: && and || need bool: compare with zero");
    return With<bool, M, v>(binary(op, ElementType::boolean, handle_, b.handle(), where));
  }

  Handle handle_;
};

template <class X>
constexpr bool isExpression = requires(const X& x) {
  []<Element T, int N, class P, bool v>(const Expression<T, N, P, v>&) {}(x);
};

// += and its kin: the element type and the shape stay.
template <class Target>
struct CompoundOperators {
  template <class B>
  friend Target& operator+=(LocatedTarget<Target> a, const B& b) {
    return a.value.template compoundAssign<Op::add>(b, a.where), a.value;
  }
  template <class B>
  friend Target& operator-=(LocatedTarget<Target> a, const B& b) {
    return a.value.template compoundAssign<Op::sub>(b, a.where), a.value;
  }
  template <class B>
  friend Target& operator*=(LocatedTarget<Target> a, const B& b) {
    return a.value.template compoundAssign<Op::mul>(b, a.where), a.value;
  }
  template <class B>
  friend Target& operator/=(LocatedTarget<Target> a, const B& b) {
    return a.value.template compoundAssign<Op::div>(b, a.where), a.value;
  }
  template <class B>
  friend Target& operator%=(LocatedTarget<Target> a, const B& b) {
    return a.value.template compoundAssign<Op::rem>(b, a.where), a.value;
  }
  template <class B>
  friend Target& operator&=(LocatedTarget<Target> a, const B& b) {
    return a.value.template compoundAssign<Op::bitAnd>(b, a.where), a.value;
  }
  template <class B>
  friend Target& operator|=(LocatedTarget<Target> a, const B& b) {
    return a.value.template compoundAssign<Op::bitOr>(b, a.where), a.value;
  }
  template <class B>
  friend Target& operator^=(LocatedTarget<Target> a, const B& b) {
    return a.value.template compoundAssign<Op::bitXor>(b, a.where), a.value;
  }
  template <class B>
  friend Target& operator<<=(LocatedTarget<Target> a, const B& b) {
    return a.value.template compoundAssign<Op::shiftLeft>(b, a.where), a.value;
  }
  template <class B>
  friend Target& operator>>=(LocatedTarget<Target> a, const B& b) {
    return a.value.template compoundAssign<Op::shiftRight>(b, a.where), a.value;
  }
};

}  // namespace detail
}  // namespace parax
