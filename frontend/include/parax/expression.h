// The base of Array and Value: it owns the operators, so that every mixture of them is found.
//
// An operator takes one operand through Located, whose converting constructor notes the user's
// line.
#pragma once

#include <algorithm>

#include "parax/located.h"
#include "parax/types.h"

namespace parax {

namespace detail {

template <Element T, int N, class P, bool isValue>
class Expression {
 public:
  using Elem = T;
  static constexpr int rank = N;

  // Of two types, one has the lower order: see ==.
  static constexpr bool isLongLong =
      std::is_same_v<T, long long> || std::is_same_v<T, unsigned long long>;
  static constexpr int order =
      4 * (static_cast<int>(elementTypeOf<T>) * (maxRank + 1) + N) + 2 * isLongLong + isValue;

  const Handle& handle() const { return handle_; }
  Handle& handle() { return handle_; }

  template <Op op, class B>
  void compoundAssign(const B& b, const SourceLocation& where, bool isTemporary = false) {
    if constexpr (Elements<B>) {
      static_assert(never<B>, PARAX_BESIDE);
    } else if constexpr (Number<B>) {
      static_assert(integersWhereNeeded<op, B>, PARAX_NEED_INTEGERS);
      static_assert(boolWhereTaken<op, B>, PARAX_NEED_NO_BOOL);
      static_assert(keepsType<op, B, JoinedWithNumber<T, B>>, PARAX_CHANGES_TYPE);
      compound(operationOn<op>(), handle_, WeakNumber(b), where);
    } else {
      using U = typename B::Elem;
      static_assert(integersWhereNeeded<op, U>, PARAX_NEED_INTEGERS);
      static_assert(boolWhereTaken<op, U>, PARAX_NEED_NO_BOOL);
      static_assert(isShift<op> || mixes<T, U>, PARAX_MIXED_SIGNS);
      static_assert(isShift<op> || !mixes<T, U> || keepsType<op, U, Joined<T, U>>,
                    PARAX_CHANGES_TYPE);
      static_assert(rankFits<B::rank>,
                    "parax: the right side of a compound assignment has a larger rank");
      compound(operationOn<op>(), handle_, {b.handle(), isTemporary}, where);
    }
  }

  template <Element R, int M, bool otherIsValue>
  using With = typename ResultType<R, std::max(N, M), P, isValue && otherIsValue>::type;
  template <Element R>
  using Same = typename ResultType<R, N, P, isValue>::type;

  template <Element U, int M, bool v>
  [[nodiscard]] friend auto operator+(Term<Expression> a, const Expression<U, M, P, v>& b) {
    return total<Op::add>(a, b, false);
  }
  template <Element U, int M, bool v>
  [[nodiscard]] friend auto operator+(Term<Expression> a, Expression<U, M, P, v>&& b) {
    return total<Op::add>(a, b, true);
  }
  template <NumberOrElements S>
  [[nodiscard]] friend auto operator+(Term<Expression> a, S b) {
    return total<Op::add>(a, number(b));
  }
  template <NumberOrElements S>
  [[nodiscard]] friend auto operator+(S a, Term<Expression> b) {
    return totalFrom<Op::add>(number(a), b);
  }

  template <Element U, int M, bool v>
  [[nodiscard]] friend auto operator-(Term<Expression> a, const Expression<U, M, P, v>& b) {
    return total<Op::sub>(a, b, false);
  }
  template <Element U, int M, bool v>
  [[nodiscard]] friend auto operator-(Term<Expression> a, Expression<U, M, P, v>&& b) {
    return total<Op::sub>(a, b, true);
  }
  template <NumberOrElements S>
  [[nodiscard]] friend auto operator-(Term<Expression> a, S b) {
    return total<Op::sub>(a, number(b));
  }
  template <NumberOrElements S>
  [[nodiscard]] friend auto operator-(S a, Term<Expression> b) {
    return totalFrom<Op::sub>(number(a), b);
  }

  template <Element U, int M, bool v>
  [[nodiscard]] friend auto operator*(Factor<Expression> a, const Expression<U, M, P, v>& b) {
    static_assert(mixes<T, U>, PARAX_MIXED_SIGNS);
    using R = Common<T, U>;
    const Handle& left = a.value.handle_;
    return With<R, M, v>(productOf(elementTypeOf<R>, left, b.handle(), a.factors, a.where));
  }
  template <NumberOrElements S>
  [[nodiscard]] friend auto operator*(Factor<Expression> a, S b) {
    using R = WithNumber<T, decltype(number(b))>;
    const WeakNumber right(number(b));
    return Same<R>(productOf(elementTypeOf<R>, a.value.handle_, right, a.factors, a.where));
  }
  template <NumberOrElements S>
  [[nodiscard]] friend auto operator*(S a, Factor<Expression> b) {
    using R = WithNumber<T, decltype(number(a))>;
    const WeakNumber left(number(a));
    return Same<R>(productOf(elementTypeOf<R>, left, b.value.handle_, b.factors, b.where));
  }

  template <Element U, int M, bool v>
  [[nodiscard]] friend auto operator/(Located<Expression> a, const Expression<U, M, P, v>& b) {
    return a.value.template arithmetic<Op::div>(b, a.where);
  }
  template <NumberOrElements S>
  [[nodiscard]] friend auto operator/(Located<Expression> a, S b) {
    return a.value.template arithmetic<Op::div>(number(b), a.where);
  }
  template <NumberOrElements S>
  [[nodiscard]] friend auto operator/(S a, Located<Expression> b) {
    return b.value.template arithmeticFrom<Op::div>(number(a), b.where);
  }

  // Integers; & | ^ also of bool. Shift counts are taken modulo the width.
  template <Element U, int M, bool v>
  [[nodiscard]] friend auto operator%(Located<Expression> a, const Expression<U, M, P, v>& b) {
    return a.value.template integral<Op::rem>(b, a.where);
  }
  template <NumberOrElements S>
  [[nodiscard]] friend auto operator%(Located<Expression> a, S b) {
    return a.value.template integral<Op::rem>(number(b), a.where);
  }
  template <NumberOrElements S>
  [[nodiscard]] friend auto operator%(S a, Located<Expression> b) {
    return b.value.template integralFrom<Op::rem>(number(a), b.where);
  }

  template <Element U, int M, bool v>
  [[nodiscard]] friend auto operator&(Located<Expression> a, const Expression<U, M, P, v>& b) {
    return a.value.template integral<Op::bitAnd>(b, a.where);
  }
  template <NumberOrElements S>
  [[nodiscard]] friend auto operator&(Located<Expression> a, S b) {
    return a.value.template integral<Op::bitAnd>(number(b), a.where);
  }
  template <NumberOrElements S>
  [[nodiscard]] friend auto operator&(S a, Located<Expression> b) {
    return b.value.template integralFrom<Op::bitAnd>(number(a), b.where);
  }

  template <Element U, int M, bool v>
  [[nodiscard]] friend auto operator|(Located<Expression> a, const Expression<U, M, P, v>& b) {
    return a.value.template integral<Op::bitOr>(b, a.where);
  }
  template <NumberOrElements S>
  [[nodiscard]] friend auto operator|(Located<Expression> a, S b) {
    return a.value.template integral<Op::bitOr>(number(b), a.where);
  }
  template <NumberOrElements S>
  [[nodiscard]] friend auto operator|(S a, Located<Expression> b) {
    return b.value.template integralFrom<Op::bitOr>(number(a), b.where);
  }

  template <Element U, int M, bool v>
  [[nodiscard]] friend auto operator^(Located<Expression> a, const Expression<U, M, P, v>& b) {
    return a.value.template integral<Op::bitXor>(b, a.where);
  }
  template <NumberOrElements S>
  [[nodiscard]] friend auto operator^(Located<Expression> a, S b) {
    return a.value.template integral<Op::bitXor>(number(b), a.where);
  }
  template <NumberOrElements S>
  [[nodiscard]] friend auto operator^(S a, Located<Expression> b) {
    return b.value.template integralFrom<Op::bitXor>(number(a), b.where);
  }

  template <Element U, int M, bool v>
  [[nodiscard]] friend auto operator<<(Located<Expression> a, const Expression<U, M, P, v>& b) {
    return a.value.template integral<Op::shiftLeft>(b, a.where);
  }
  template <NumberOrElements S>
  [[nodiscard]] friend auto operator<<(Located<Expression> a, S b) {
    return a.value.template integral<Op::shiftLeft>(number(b), a.where);
  }
  template <NumberOrElements S>
  [[nodiscard]] friend auto operator<<(S a, Located<Expression> b) {
    return b.value.template integralFrom<Op::shiftLeft>(number(a), b.where);
  }

  template <Element U, int M, bool v>
  [[nodiscard]] friend auto operator>>(Located<Expression> a, const Expression<U, M, P, v>& b) {
    return a.value.template integral<Op::shiftRight>(b, a.where);
  }
  template <NumberOrElements S>
  [[nodiscard]] friend auto operator>>(Located<Expression> a, S b) {
    return a.value.template integral<Op::shiftRight>(number(b), a.where);
  }
  template <NumberOrElements S>
  [[nodiscard]] friend auto operator>>(S a, Located<Expression> b) {
    return b.value.template integralFrom<Op::shiftRight>(number(a), b.where);
  }

  [[nodiscard]] friend auto operator~(Located<Expression> a) {
    static_assert(!std::is_same_v<T, bool>, "parax: ~ of bool elements: use !");
    static_assert(std::is_integral_v<T>, "parax: ~ needs integer elements");
    return Same<T>(unary(Op::bitNot, elementTypeOf<T>, a.value.handle_, a.where));
  }

  template <Element U, int M, bool v>
  [[nodiscard]] friend auto operator<(Located<Expression> a, const Expression<U, M, P, v>& b) {
    return a.value.template comparison<Op::lt>(b, a.where);
  }
  template <NumberOrElements S>
  [[nodiscard]] friend auto operator<(Located<Expression> a, S b) {
    return a.value.template comparison<Op::lt>(number(b), a.where);
  }
  template <NumberOrElements S>
  [[nodiscard]] friend auto operator<(S a, Located<Expression> b) {
    return b.value.template comparison<Op::gt>(number(a), b.where);
  }

  template <Element U, int M, bool v>
  [[nodiscard]] friend auto operator<=(Located<Expression> a, const Expression<U, M, P, v>& b) {
    return a.value.template comparison<Op::le>(b, a.where);
  }
  template <NumberOrElements S>
  [[nodiscard]] friend auto operator<=(Located<Expression> a, S b) {
    return a.value.template comparison<Op::le>(number(b), a.where);
  }
  template <NumberOrElements S>
  [[nodiscard]] friend auto operator<=(S a, Located<Expression> b) {
    return b.value.template comparison<Op::ge>(number(a), b.where);
  }

  template <Element U, int M, bool v>
  [[nodiscard]] friend auto operator>(Located<Expression> a, const Expression<U, M, P, v>& b) {
    return a.value.template comparison<Op::gt>(b, a.where);
  }
  template <NumberOrElements S>
  [[nodiscard]] friend auto operator>(Located<Expression> a, S b) {
    return a.value.template comparison<Op::gt>(number(b), a.where);
  }
  template <NumberOrElements S>
  [[nodiscard]] friend auto operator>(S a, Located<Expression> b) {
    return b.value.template comparison<Op::lt>(number(a), b.where);
  }

  template <Element U, int M, bool v>
  [[nodiscard]] friend auto operator>=(Located<Expression> a, const Expression<U, M, P, v>& b) {
    return a.value.template comparison<Op::ge>(b, a.where);
  }
  template <NumberOrElements S>
  [[nodiscard]] friend auto operator>=(Located<Expression> a, S b) {
    return a.value.template comparison<Op::ge>(number(b), a.where);
  }
  template <NumberOrElements S>
  [[nodiscard]] friend auto operator>=(S a, Located<Expression> b) {
    return b.value.template comparison<Op::le>(number(a), b.where);
  }

  // C++20 also tries == with its operands swapped. If always the type of lower order is the located
  // one, both ways convert alike and the plain one wins; otherwise they would be ambiguous.
  [[nodiscard]] friend auto operator==(Located<Expression> a, Located<Expression> b) {
    return a.value.template comparison<Op::eq>(b.value, a.where);
  }
  template <Element U, int M, bool v>
    requires(order < Expression<U, M, P, v>::order)
  [[nodiscard]] friend auto operator==(Located<Expression> a, const Expression<U, M, P, v>& b) {
    return a.value.template comparison<Op::eq>(b, a.where);
  }
  template <Element U, int M, bool v>
    requires(order < Expression<U, M, P, v>::order)
  [[nodiscard]] friend auto operator==(const Expression<U, M, P, v>& a, Located<Expression> b) {
    return b.value.template comparison<Op::eq>(a, b.where);
  }
  template <NumberOrElements S>
  [[nodiscard]] friend auto operator==(Located<Expression> a, S b) {
    return a.value.template comparison<Op::eq>(number(b), a.where);
  }
  template <NumberOrElements S>
  [[nodiscard]] friend auto operator==(S a, Located<Expression> b) {
    return b.value.template comparison<Op::eq>(number(a), b.where);
  }

  [[nodiscard]] friend auto operator!=(Located<Expression> a, Located<Expression> b) {
    return a.value.template comparison<Op::ne>(b.value, a.where);
  }
  template <Element U, int M, bool v>
    requires(order < Expression<U, M, P, v>::order)
  [[nodiscard]] friend auto operator!=(Located<Expression> a, const Expression<U, M, P, v>& b) {
    return a.value.template comparison<Op::ne>(b, a.where);
  }
  template <Element U, int M, bool v>
    requires(order < Expression<U, M, P, v>::order)
  [[nodiscard]] friend auto operator!=(const Expression<U, M, P, v>& a, Located<Expression> b) {
    return b.value.template comparison<Op::ne>(a, b.where);
  }
  template <NumberOrElements S>
  [[nodiscard]] friend auto operator!=(Located<Expression> a, S b) {
    return a.value.template comparison<Op::ne>(number(b), a.where);
  }
  template <NumberOrElements S>
  [[nodiscard]] friend auto operator!=(S a, Located<Expression> b) {
    return b.value.template comparison<Op::ne>(number(a), b.where);
  }

  // Strict: both sides are computed. Only bool elements; compare with zero otherwise.
  template <Element U, int M, bool v>
  [[nodiscard]] friend auto operator&&(Located<Expression> a, const Expression<U, M, P, v>& b) {
    return a.value.template logical<Op::logicalAnd>(b, a.where);
  }
  [[nodiscard]] friend auto operator&&(Located<Expression> a, bool b) {
    return a.value.template logical<Op::logicalAnd>(b, a.where);
  }
  [[nodiscard]] friend auto operator&&(bool a, Located<Expression> b) {
    return b.value.template logical<Op::logicalAnd>(a, b.where);
  }
  template <Element U, int M, bool v>
  [[nodiscard]] friend auto operator||(Located<Expression> a, const Expression<U, M, P, v>& b) {
    return a.value.template logical<Op::logicalOr>(b, a.where);
  }
  [[nodiscard]] friend auto operator||(Located<Expression> a, bool b) {
    return a.value.template logical<Op::logicalOr>(b, a.where);
  }
  [[nodiscard]] friend auto operator||(bool a, Located<Expression> b) {
    return b.value.template logical<Op::logicalOr>(a, b.where);
  }
  [[nodiscard]] friend auto operator!(Located<Expression> a) {
    static_assert(std::is_same_v<T, bool>, "parax: ! needs bool elements: compare with zero");
    return Same<bool>(unary(Op::logicalNot, ElementType::boolean, a.value.handle_, a.where));
  }

  [[nodiscard]] friend auto operator-(Located<Expression> a) {
    using R = Arithmetic<T>;
    return Same<R>(unary(Op::neg, elementTypeOf<R>, a.value.handle_, a.where));
  }
  [[nodiscard]] friend auto operator+(Located<Expression> a) {
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
  template <class S>
  static constexpr auto number(S b) {
    static_assert(isNumberType<S>, PARAX_BESIDE);
    if constexpr (Number<S>)
      return b;
    else
      return 0;
  }

  template <Op op, Element U, int M, bool v>
  static auto total(const Term<Expression>& a, const Expression<U, M, P, v>& b, bool isTemporary) {
    static_assert(mixes<T, U>, PARAX_MIXED_SIGNS);
    using R = Common<T, U>;
    const Operand right(b.handle(), isTemporary);
    return With<R, M, v>(sumOf(op, elementTypeOf<R>, a.operand(), right, a.where));
  }
  template <Op op, Number S>
  static auto total(const Term<Expression>& a, S b) {
    using R = WithNumber<T, S>;
    return Same<R>(sumOf(op, elementTypeOf<R>, a.operand(), WeakNumber(b), a.where));
  }
  template <Op op, Number S>
  static auto totalFrom(S a, const Term<Expression>& b) {
    using R = WithNumber<T, S>;
    return Same<R>(sumOf(op, elementTypeOf<R>, WeakNumber(a), b.operand(), b.where));
  }
  template <Op op, Element U, int M, bool v>
  auto arithmetic(const Expression<U, M, P, v>& b, const SourceLocation& where) const {
    static_assert(mixes<T, U>, PARAX_MIXED_SIGNS);
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
  template <class A, class B>
  static constexpr bool areIntegers = std::is_integral_v<A> && std::is_integral_v<B>;
  template <Op op, class A, class B>
  static constexpr bool takesBool = op == Op::bitAnd || op == Op::bitOr || op == Op::bitXor ||
                                    !(std::is_same_v<A, bool> || std::is_same_v<B, bool>);
  template <int M>
  static constexpr bool rankFits = M <= N;
  // Of these, at most one is false: one mistake, one message.
  template <Op op, class B>
  static constexpr bool integersWhereNeeded =
      info(op).rule != TypeRule::integral || areIntegers<T, B>;
  template <Op op, class B>
  static constexpr bool boolWhereTaken =
      info(op).rule != TypeRule::integral || !areIntegers<T, B> || takesBool<op, T, B>;
  template <Op op, class B, class R>
  static constexpr bool keepsType =
      !integersWhereNeeded<op, B> || !boolWhereTaken<op, B> ||
      (std::is_same_v<R, T> && (info(op).rule == TypeRule::integral || !std::is_same_v<T, bool>));
  template <Op op, Element U, int M, bool v>
  auto integral(const Expression<U, M, P, v>& b, const SourceLocation& where) const {
    static_assert(areIntegers<T, U>, PARAX_NEED_INTEGERS);
    static_assert(takesBool<op, T, U>, PARAX_NEED_NO_BOOL);
    if constexpr (std::is_same_v<T, bool> && std::is_same_v<U, bool>) {
      return With<bool, M, v>(binary(onBool(op), ElementType::boolean, handle_, b.handle(), where));
    } else if constexpr (isShift<op>) {
      return With<T, M, v>(binary(op, elementTypeOf<T>, handle_, b.handle(), where));
    } else {
      static_assert(mixes<T, U>, PARAX_MIXED_SIGNS);
      using R = Common<T, U>;
      return With<R, M, v>(binary(op, elementTypeOf<R>, handle_, b.handle(), where));
    }
  }
  template <Op op, Number S>
  auto integral(S b, const SourceLocation& where) const {
    static_assert(areIntegers<T, S>, PARAX_NEED_INTEGERS);
    static_assert(takesBool<op, T, S>, PARAX_NEED_NO_BOOL);
    if constexpr (std::is_same_v<T, bool>) {
      static_assert(std::is_same_v<S, bool> || !takesBool<op, T, S>,
                    "parax: & | ^ of bool elements and an integer");
      return Same<bool>(binary(onBool(op), ElementType::boolean, handle_, WeakNumber(b), where));
    } else {
      return Same<T>(binary(op, elementTypeOf<T>, handle_, WeakNumber(b), where));
    }
  }
  template <Op op, Number S>
  auto integralFrom(S a, const SourceLocation& where) const {
    static_assert(areIntegers<S, T>, PARAX_NEED_INTEGERS);
    static_assert(takesBool<op, S, T>, PARAX_NEED_NO_BOOL);
    if constexpr (std::is_same_v<T, bool>) {
      static_assert(std::is_same_v<S, bool> || !takesBool<op, T, S>,
                    "parax: & | ^ of bool elements and an integer");
      return Same<bool>(binary(onBool(op), ElementType::boolean, WeakNumber(a), handle_, where));
    } else {
      return Same<T>(binary(op, elementTypeOf<T>, WeakNumber(a), handle_, where));
    }
  }

  template <Op op, class B>
  static constexpr bool ordered = op == Op::eq || op == Op::ne || !(isComplex<T> || isComplex<B>);
  template <Op op, Element U, int M, bool v>
  auto comparison(const Expression<U, M, P, v>& b, const SourceLocation& where) const {
    static_assert(ordered<op, U>, PARAX_NO_ORDER);
    static_assert(mixes<T, U>, PARAX_MIXED_SIGNS);
    return With<bool, M, v>(compare(op, elementTypeOf<Joined<T, U>>, handle_, b.handle(), where));
  }
  template <Op op, Number S>
  auto comparison(S b, const SourceLocation& where) const {
    static_assert(ordered<op, S>, PARAX_NO_ORDER);
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

}  // namespace detail
}  // namespace parax
