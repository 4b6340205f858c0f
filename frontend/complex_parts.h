// Complex operands as pairs of parts, and the operations on parts that complex functions use.
#pragma once

#include "frontend/array_state.h"

namespace parax::detail {

// A part of an operand: an array or a number.
class Part {
 public:
  Part(Handle array) : array_(std::move(array)) {}
  Part(const WeakNumber& number) : number_(number) {}
  operator Operand() const { return array_ ? Operand(array_) : Operand(number_); }
  bool isNumber() const { return !array_; }

 private:
  Handle array_;
  WeakNumber number_;
};

// An operand as two parts; the second is 0 if it is real.
struct Parts {
  Part re, im;
  bool isReal;
};

Parts partsOf(const Operand& x, const SourceLocation& where);

// Operations on parts, in the type of the parts.
class Arithmetic {
 public:
  Arithmetic(ElementType complex, const SourceLocation& where)
      : complex_(complex), real_(fieldType(complex)), where_(where) {}

  Handle apply(Op op, const Operand& x) const { return unary(op, real_, x, where_); }
  Handle apply(Op op, const Operand& x, const Operand& y) const {
    return binary(op, real_, x, y, where_);
  }
  Handle add(const Operand& x, const Operand& y) const { return apply(Op::add, x, y); }
  Handle sub(const Operand& x, const Operand& y) const { return apply(Op::sub, x, y); }
  Handle mul(const Operand& x, const Operand& y) const { return apply(Op::mul, x, y); }
  Handle div(const Operand& x, const Operand& y) const { return apply(Op::div, x, y); }
  Handle neg(const Operand& x) const { return apply(Op::neg, x); }
  // x * y + z and x * y - z, z - x * y: with one rounding where multiply-adds are formed.
  Handle mulAdd(const Operand& x, const Operand& y, const Operand& z) const {
    return multiplyAdd(real_, x, y, z, where_);
  }
  Handle mulSub(const Operand& x, const Operand& y, const Operand& z) const {
    return mulAdd(x, y, neg(z));
  }
  Handle subMul(const Operand& z, const Operand& x, const Operand& y) const {
    return mulAdd(neg(x), y, z);
  }
  Handle choose(const Operand& condition, const Operand& x, const Operand& y) const {
    return select(real_, condition, x, y, where_);
  }
  // Of two parts, or of a part and a number.
  Handle test(Op op, const Operand& x, const Operand& y) const {
    return compare(op, real_, x, y, where_);
  }
  Handle isZero(const Operand& x) const { return test(Op::eq, x, WeakNumber(0)); }
  // == or !=: of the mathematical values where one side is a number.
  Handle equality(Op op, const Part& x, const Part& y) const {
    if (x.isNumber() && y.isNumber()) return apply(op, x, y);
    return x.isNumber() ? test(op, y, x) : test(op, x, y);
  }
  Handle either(const Operand& x, const Operand& y) const {
    return binary(Op::logicalOr, ElementType::boolean, x, y, where_);
  }
  ElementType real() const { return real_; }
  Handle whole(const Operand& re, const Operand& im) const {
    return pack(complex_, re, im, where_);
  }
  Handle product(const Parts& x, const Parts& y) const;
  Handle quotient(const Parts& x, const Parts& y) const;

 private:
  ElementType complex_, real_;
  const SourceLocation& where_;
};

}  // namespace parax::detail
