// Complex arithmetic, made of operations on the parts: every mode that has field and pack has it.
//
// Products are the textbook formula. A real operand stays real: it has no imaginary part that could
// turn an infinity into NaN or lose a sign, as with std::complex.
#include "frontend/complex.h"

#include "frontend/complex_parts.h"
#include "frontend/messages.h"

namespace parax::detail {

Parts partsOf(const Operand& x, const SourceLocation& where) {
  if (x.isNumber) {
    if (x.number.kind != WeakNumber::Kind::complex) return {x.number, WeakNumber(0), true};
    return {WeakNumber(x.number.f), WeakNumber(x.number.imaginary), false};
  }
  const ArrayState& state = stateOf(x, where);
  if (!isProduct(state.type)) return {Handle::shareOf(state), WeakNumber(0), true};
  return {field(x, 0, where), field(x, 1, where), false};
}

Handle Arithmetic::product(const Parts& x, const Parts& y) const {
  if (y.isReal) return whole(mul(x.re, y.re), x.isReal ? Operand(x.im) : mul(x.im, y.re));
  if (x.isReal) return whole(mul(x.re, y.re), mul(x.re, y.im));
  return whole(mulSub(x.re, y.re, mul(x.im, y.im)), mulAdd(x.re, y.im, mul(x.im, y.re)));
}

// Smith's method: by the quotient of the divisor's parts, whose squares may overflow.
//   c >= d:  r = d / c,  (a + b r) / (c + d r),  (b - a r) / (c + d r)
//   c <  d:  r = c / d,  (b + a r) / (d + c r),  (b r - a) / (d + c r)
Handle Arithmetic::quotient(const Parts& x, const Parts& y) const {
  if (y.isReal) return whole(div(x.re, y.re), x.isReal ? Operand(x.im) : div(x.im, y.re));
  const Handle steep = test(Op::lt, apply(Op::abs, y.re), apply(Op::abs, y.im));
  const Handle large = choose(steep, y.im, y.re), small = choose(steep, y.re, y.im);
  const Handle ratio = choose(isZero(large), WeakNumber(0), div(small, large));
  const Handle scale = mulAdd(small, ratio, large);
  if (x.isReal) {
    const Handle scaled = mul(x.re, ratio);
    return whole(div(choose(steep, scaled, x.re), scale),
                 div(neg(choose(steep, x.re, scaled)), scale));
  }
  const Handle re = choose(steep, mulAdd(x.re, ratio, x.im), mulAdd(x.im, ratio, x.re));
  const Handle im = choose(steep, mulSub(x.im, ratio, x.re), subMul(x.im, x.re, ratio));
  return whole(div(re, scale), div(im, scale));
}

Handle complexUnary(Op op, ElementType type, const Operand& a, const SourceLocation& where) {
  if (op != Op::neg) return complexFunction(op, type, a, where);
  const Arithmetic on(type, where);
  const Parts z = partsOf(a, where);
  return on.whole(on.neg(z.re), on.neg(z.im));
}

Handle complexBinary(Op op, ElementType type, const Operand& a, const Operand& b,
                     const SourceLocation& where) {
  requireBroadcast(op, a, b, where);
  const Arithmetic on(type, where);
  const Parts x = partsOf(a, where), y = partsOf(b, where);
  switch (op) {
    case Op::add:
      return on.whole(on.add(x.re, y.re), x.isReal   ? Operand(y.im)
                                          : y.isReal ? Operand(x.im)
                                                     : on.add(x.im, y.im));
    case Op::sub:
      return on.whole(on.sub(x.re, y.re), y.isReal   ? Operand(x.im)
                                          : x.isReal ? on.neg(y.im)
                                                     : on.sub(x.im, y.im));
    case Op::mul: return on.product(x, y);
    case Op::div: return on.quotient(x, y);
    case Op::pow: {  // exp(y log(x))
      const Handle log = complexFunction(Op::log, type, a, where);
      return complexFunction(Op::exp, type, complexBinary(Op::mul, type, log, b, where), where);
    }
    case Op::eq:
    case Op::ne: {
      const Op join = op == Op::eq ? Op::logicalAnd : Op::logicalOr;
      return binary(join, ElementType::boolean, on.equality(op, x.re, y.re),
                    on.equality(op, x.im, y.im), where);
    }
    default: break;
  }
  throw InternalError(operationWord(op) + " of complex numbers");
}

Handle complexCast(ElementType type, const Operand& a, const SourceLocation& where) {
  if (isProduct(type)) {
    const Parts z = partsOf(a, where);
    return pack(type, z.re, z.im, where);
  }
  if (type == ElementType::boolean)
    return complexBinary(Op::ne, stateOf(a, where).type, a, WeakNumber(0), where);
  throw InternalError("a cast of complex numbers to " + typeWord(type));
}

Handle complexSelect(ElementType type, const Operand& condition, const Operand& a, const Operand& b,
                     const SourceLocation& where) {
  const ElementType real = fieldType(type);
  const Parts x = partsOf(a, where), y = partsOf(b, where);
  return pack(type, select(real, condition, x.re, y.re, where),
              select(real, condition, x.im, y.im, where), where);
}

// Reductions with a function: the parts of a product depend on each other, and those of a sum lie
// next to each other, so that both are combined at once.
Handle complexReduce(Op op, ElementType type, const Operand& a, const SourceLocation& where) {
  if (op != Op::reduceSum && op != Op::reduceProduct)
    throw InternalError(operationWord(op) + " of complex numbers");
  const bool isSum = op == Op::reduceSum;
  auto combine = [&](const Handle& x, const Handle& y) {
    return complexBinary(isSum ? Op::add : Op::mul, type, x, y, where);
  };
  return reduceWith(type, a, WeakNumber(isSum ? 0 : 1), CombineFunction(combine), where);
}

Handle complexFull(ElementType type, const Operand& value, std::span<const Operand> extents,
                   const SourceLocation& where) {
  const ElementType real = fieldType(type);
  const Parts v = partsOf(value, where);
  return pack(type, full(real, v.re, extents, where), full(real, v.im, extents, where), where);
}

Handle complexFullLike(ElementType type, const Operand& value, const Operand& like,
                       const SourceLocation& where) {
  const ElementType real = fieldType(type);
  const Parts v = partsOf(value, where);
  return pack(type, fullLike(real, v.re, like, where), fullLike(real, v.im, like, where), where);
}

Handle complexAbs(ElementType real, const Operand& z, const SourceLocation& where) {
  return binary(Op::hypot, real, field(z, 0, where), field(z, 1, where), where);
}

Handle absoluteSquare(const Operand& z, const SourceLocation& where) {
  const ElementType real = fieldType(stateOf(z, where).type);
  const Handle re = field(z, 0, where), im = field(z, 1, where);
  return multiplyAdd(real, re, re, binary(Op::mul, real, im, im, where), where);
}

Handle argument(const Operand& z, const SourceLocation& where) {
  const ElementType real = fieldType(stateOf(z, where).type);
  return binary(Op::atan2, real, field(z, 1, where), field(z, 0, where), where);
}

Handle conjugate(const Operand& z, const SourceLocation& where) {
  const ElementType type = stateOf(z, where).type;
  return pack(type, field(z, 0, where), unary(Op::neg, fieldType(type), field(z, 1, where), where),
              where);
}

Handle polar(ElementType type, const Operand& size, const Operand& angle,
             const SourceLocation& where) {
  const ElementType real = fieldType(type);
  const auto scaled = [&](Op op) {
    return binary(Op::mul, real, size, unary(op, real, angle, where), where);
  };
  return pack(type, scaled(Op::cos), scaled(Op::sin), where);
}

}  // namespace parax::detail
