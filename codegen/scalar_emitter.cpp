// Pointwise operations in LLVM IR: one function per kind of operation.
#include "codegen/scalar_emitter.h"

#include <cmath>

#include <llvm/IR/Constants.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Module.h>
#include <llvm/TargetParser/Triple.h>

#include "codegen/wide_casts.h"

namespace parax::codegen {

using llvm::Value;
using llvm::Intrinsic::ID;
namespace Intrinsic = llvm::Intrinsic;

namespace {

llvm::Type* withLanes(llvm::Type* scalar, int lanes) {
  return lanes == 1 ? scalar : llvm::FixedVectorType::get(scalar, static_cast<unsigned>(lanes));
}

Value* unary(Builder& b, ID intrinsic, Value* x) { return b.CreateUnaryIntrinsic(intrinsic, x); }
Value* binary(Builder& b, ID intrinsic, Value* x, Value* y) {
  return b.CreateBinaryIntrinsic(intrinsic, x, y);
}

bool isX86(Builder& b) {
  return llvm::Triple(b.GetInsertBlock()->getModule()->getTargetTriple()).isX86();
}

Value* asBits(Builder& b, Value* x) {
  llvm::Type* type = x->getType();
  return b.CreateBitCast(x, type->getWithNewType(b.getIntNTy(type->getScalarSizeInBits())));
}

// NaN wins, with its sign, and -0 < +0.
Value* emitMinMax(Builder& b, Op op, Value* x, Value* y) {
  const bool isMin = op == Op::min;
  return binary(b, isMin ? Intrinsic::minimum : Intrinsic::maximum, x, y);
}

Value* emitFloating(Builder& b, Op op, llvm::ArrayRef<Value*> x) {
  switch (op) {
    case Op::add: return b.CreateFAdd(x[0], x[1]);
    case Op::sub: return b.CreateFSub(x[0], x[1]);
    case Op::mul: return b.CreateFMul(x[0], x[1]);
    case Op::div: return b.CreateFDiv(x[0], x[1]);
    case Op::neg: return b.CreateFNeg(x[0]);
    case Op::abs: return unary(b, Intrinsic::fabs, x[0]);
    case Op::sqrt: return unary(b, Intrinsic::sqrt, x[0]);
    case Op::floor: return unary(b, Intrinsic::floor, x[0]);
    case Op::ceil: return unary(b, Intrinsic::ceil, x[0]);
    case Op::trunc: return unary(b, Intrinsic::trunc, x[0]);
    case Op::round: return unary(b, Intrinsic::round, x[0]);
    case Op::rint: return unary(b, Intrinsic::nearbyint, x[0]);
    case Op::copysign: return binary(b, Intrinsic::copysign, x[0], x[1]);
    case Op::min:
    case Op::max: return emitMinMax(b, op, x[0], x[1]);
    case Op::fma: return b.CreateIntrinsic(Intrinsic::fma, {x[0]->getType()}, {x[0], x[1], x[2]});
    default: llvm_unreachable("not a floating operation");
  }
}

// Counts are taken modulo the width, a power of two.
Value* emitShift(Builder& b, Op op, ElementType type, Value* x, Value* count) {
  Value* by = b.CreateAnd(count, llvm::ConstantInt::get(x->getType(), 8 * sizeOf(type) - 1));
  if (op == Op::shiftLeft) return b.CreateShl(x, by);
  return isUnsigned(type) ? b.CreateLShr(x, by) : b.CreateAShr(x, by);
}

// No nsw or nuw: integers wrap.
Value* emitInteger(Builder& b, Op op, ElementType type, llvm::ArrayRef<Value*> x) {
  const bool isSigned = !isUnsigned(type);
  switch (op) {
    case Op::add: return b.CreateAdd(x[0], x[1]);
    case Op::sub: return b.CreateSub(x[0], x[1]);
    case Op::mul: return b.CreateMul(x[0], x[1]);
    case Op::neg: return b.CreateNeg(x[0]);
    case Op::abs:  // INT_MIN stays INT_MIN
      return isSigned ? binary(b, Intrinsic::abs, x[0], b.getFalse()) : x[0];
    case Op::min: return binary(b, isSigned ? Intrinsic::smin : Intrinsic::umin, x[0], x[1]);
    case Op::max: return binary(b, isSigned ? Intrinsic::smax : Intrinsic::umax, x[0], x[1]);
    case Op::bitAnd: return b.CreateAnd(x[0], x[1]);
    case Op::bitOr: return b.CreateOr(x[0], x[1]);
    case Op::bitXor: return b.CreateXor(x[0], x[1]);
    case Op::bitNot: return b.CreateNot(x[0]);
    case Op::shiftLeft:
    case Op::shiftRight: return emitShift(b, op, type, x[0], x[1]);
    case Op::popcount: return unary(b, Intrinsic::ctpop, x[0]);
    case Op::clz: return binary(b, Intrinsic::ctlz, x[0], b.getFalse());
    default: llvm_unreachable("not an integer operation");
  }
}

// Also right for the byte form (0 or 1).
Value* emitBoolean(Builder& b, Op op, llvm::ArrayRef<Value*> x) {
  switch (op) {
    case Op::min:
    case Op::logicalAnd: return b.CreateAnd(x[0], x[1]);
    case Op::max:
    case Op::logicalOr: return b.CreateOr(x[0], x[1]);
    case Op::logicalNot: return b.CreateNot(x[0]);
    default: llvm_unreachable("not a boolean operation");
  }
}

Value* emitCompare(Builder& b, Op op, ElementType from, Value* x, Value* y) {
  using P = llvm::CmpInst::Predicate;
  struct Row {
    Op op;
    P floating, integer, natural;
  };
  static constexpr Row rows[] = {
      {Op::lt, P::FCMP_OLT, P::ICMP_SLT, P::ICMP_ULT},
      {Op::le, P::FCMP_OLE, P::ICMP_SLE, P::ICMP_ULE},
      {Op::gt, P::FCMP_OGT, P::ICMP_SGT, P::ICMP_UGT},
      {Op::ge, P::FCMP_OGE, P::ICMP_SGE, P::ICMP_UGE},
      {Op::eq, P::FCMP_OEQ, P::ICMP_EQ, P::ICMP_EQ},
      {Op::ne, P::FCMP_UNE, P::ICMP_NE, P::ICMP_NE},
  };
  for (const Row& row : rows) {
    if (row.op != op) continue;
    if (isFloating(from)) return b.CreateFCmp(row.floating, x, y);
    const bool natural = isUnsigned(from) || from == ElementType::boolean;
    return b.CreateICmp(natural ? row.natural : row.integer, x, y);
  }
  llvm_unreachable("not a comparison");
}

// llvm.fptosi.sat would be scalarised on x86. The limits are powers of two, or zero, and so exact:
//   r = (int)(bottom <= x && x < top ? x : 0)                            NaN gives 0
//   r = x >= top ? MAX : r; r = x < bottom ? MIN : r
Value* emitSaturatingCast(Builder& b, ElementType to, Value* x) {
  const Builder::FastMathFlagGuard guard(b);  // NaN and infinities count here
  b.clearFastMathFlags();
  llvm::Type* type = registerType(b, to, lanesOf(x));
  const unsigned bits = type->getScalarSizeInBits();
  const bool isSigned = !isUnsigned(to);
  const double limit = std::ldexp(1.0, static_cast<int>(bits) - (isSigned ? 1 : 0));
  Value* top = llvm::ConstantFP::get(x->getType(), limit);
  Value* bottom = llvm::ConstantFP::get(x->getType(), isSigned ? -limit : 0.0);
  Value* inside = b.CreateAnd(b.CreateFCmpOGE(x, bottom), b.CreateFCmpOLT(x, top));
  Value* safe = b.CreateSelect(inside, x, llvm::Constant::getNullValue(x->getType()));
  using llvm::APInt;
  Value* max = llvm::ConstantInt::get(
      type, isSigned ? APInt::getSignedMaxValue(bits) : APInt::getMaxValue(bits));
  Value* min = llvm::ConstantInt::get(
      type, isSigned ? APInt::getSignedMinValue(bits) : APInt::getMinValue(bits));
  Value* whole = needsWideCast(to, lanesOf(x)) ? emitToInt64(b, safe)
                 : isSigned                    ? b.CreateFPToSI(safe, type)
                                               : b.CreateFPToUI(safe, type);
  Value* r = b.CreateSelect(b.CreateFCmpOGE(x, top), max, whole);
  return b.CreateSelect(b.CreateFCmpOLT(x, bottom), min, r);
}

Value* emitCast(Builder& b, ElementType to, ElementType from, Value* x) {
  if (to == from) return x;
  llvm::Type* type = registerType(b, to, lanesOf(x));
  Value* zero = llvm::Constant::getNullValue(x->getType());
  const bool natural = isUnsigned(from) || from == ElementType::boolean;
  if (to == ElementType::boolean)
    return isFloating(from) ? b.CreateFCmpUNE(x, zero) : b.CreateICmpNE(x, zero);
  if (isFloating(to)) {
    if (isFloating(from)) return b.CreateFPCast(x, type);
    if (needsWideCast(from, lanesOf(x))) return emitFromInt64(b, to, from, x);
    return natural ? b.CreateUIToFP(x, type) : b.CreateSIToFP(x, type);
  }
  if (isFloating(from)) return emitSaturatingCast(b, to, x);
  return natural ? b.CreateZExtOrTrunc(x, type) : b.CreateSExtOrTrunc(x, type);
}

}  // namespace

llvm::Type* registerType(Builder& b, ElementType type, int lanes) {
  switch (type) {
    case ElementType::boolean: return withLanes(b.getInt1Ty(), lanes);
    case ElementType::int8:
    case ElementType::uint8: return withLanes(b.getInt8Ty(), lanes);
    case ElementType::int16:
    case ElementType::uint16: return withLanes(b.getInt16Ty(), lanes);
    case ElementType::int32:
    case ElementType::uint32: return withLanes(b.getInt32Ty(), lanes);
    case ElementType::int64:
    case ElementType::uint64: return withLanes(b.getInt64Ty(), lanes);
    case ElementType::float32: return withLanes(b.getFloatTy(), lanes);
    case ElementType::float64: return withLanes(b.getDoubleTy(), lanes);
    default: break;
  }
  llvm_unreachable("element type");
}

llvm::Type* memoryType(Builder& b, ElementType type, int lanes) {
  if (type == ElementType::boolean) return withLanes(b.getInt8Ty(), lanes);
  if (isProduct(type))
    return llvm::ArrayType::get(memoryType(b, fieldType(type), 1),
                                static_cast<std::uint64_t>(fieldCount(type)));
  return registerType(b, type, lanes);
}

Value* toMemory(Builder& b, ElementType type, Value* value) {
  if (type != ElementType::boolean) return value;
  return b.CreateZExt(value, memoryType(b, type, lanesOf(value)));
}

Value* fromMemory(Builder& b, ElementType type, Value* value) {
  if (type != ElementType::boolean) return value;
  return b.CreateICmpNE(value, llvm::Constant::getNullValue(value->getType()));
}

// NaN wins and -0 < +0. x86 has neither, but minpd and maxpd give their second operand where one is
// NaN or both are zeros, so that the two orders differ in these cases only:
//   min: minpd(x, y) | minpd(y, x)                    NaN | anything is NaN, -0 | +0 is -0
//   max: maxpd(x, y) & maxpd(y, x) | (x or y is NaN)  -0 & +0 is +0
Value* emitMinMaxOfAnySign(Builder& b, Op op, Value* x, Value* y) {
  const bool isMin = op == Op::min;
  if (b.getFastMathFlags().noNaNs() || !isX86(b)) return emitMinMax(b, op, x, y);
  const auto one = [&](Value* first, Value* second) {
    const auto wins = isMin ? llvm::CmpInst::FCMP_OLT : llvm::CmpInst::FCMP_OGT;
    return asBits(b, b.CreateSelect(b.CreateFCmp(wins, first, second), first, second));
  };
  Value *p = one(x, y), *q = one(y, x);
  Value* bits =
      isMin ? b.CreateOr(p, q)
            : b.CreateOr(b.CreateAnd(p, q), b.CreateSExt(b.CreateFCmpUNO(x, y), p->getType()));
  return b.CreateBitCast(bits, x->getType());
}

int lanesOf(const Value* value) {
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(value->getType());
  return vector ? static_cast<int>(vector->getNumElements()) : 1;
}

Value* splat(Builder& b, Value* scalar, int lanes) {
  return lanes == 1 ? scalar : b.CreateVectorSplat(static_cast<unsigned>(lanes), scalar);
}

llvm::Constant* constantOf(Builder& b, ElementType type, std::uint64_t bits, int lanes) {
  llvm::Type* scalar = registerType(b, type, 1);
  const unsigned width = scalar->getScalarSizeInBits();
  llvm::APInt raw(64, bits);
  raw = raw.trunc(width);
  llvm::Constant* c;
  if (isFloating(type))
    c = llvm::ConstantFP::get(scalar, llvm::APFloat(scalar->getFltSemantics(), raw));
  else
    c = llvm::ConstantInt::get(scalar, raw);
  if (lanes == 1) return c;
  return llvm::ConstantVector::getSplat(llvm::ElementCount::getFixed(static_cast<unsigned>(lanes)),
                                        c);
}

Value* emitPointwise(Builder& b, Op op, ElementType type, ElementType from,
                     llvm::ArrayRef<Value*> operands) {
  if (op == Op::cast) return emitCast(b, type, from, operands[0]);
  if (op == Op::select) return b.CreateSelect(operands[0], operands[1], operands[2]);
  if (info(op).rule == TypeRule::compare) return emitCompare(b, op, from, operands[0], operands[1]);
  if (isFloating(type)) return emitFloating(b, op, operands);
  return isInteger(type) ? emitInteger(b, op, type, operands) : emitBoolean(b, op, operands);
}

namespace {

// n / d by a floating division and truncation. Exact if n and d are numbers
// of the floating type with m bits and |n| < 2^(m-1): the true quotient is
// an integer (then division is exact) or at least 1/|d| away from the next
// integer, while rounding moves it by at most |n/d| * 2^-m < 1/(2|d|).
Value* divideFloating(Builder& b, ElementType type, Value* n, Value* d) {
  const ElementType wide = sizeOf(type) < 4 ? ElementType::float32 : ElementType::float64;
  const Builder::FastMathFlagGuard guard(b);  // the argument needs a correctly rounded division
  b.clearFastMathFlags();
  Value* q = b.CreateFDiv(emitCast(b, wide, type, n), emitCast(b, wide, type, d));
  return isUnsigned(type) ? b.CreateFPToUI(q, n->getType()) : b.CreateFPToSI(q, n->getType());
}

Value* divideWhole(Builder& b, ElementType type, Value* n, Value* d) {
  return isUnsigned(type) ? b.CreateUDiv(n, d) : b.CreateSDiv(n, d);
}

bool isSafeConstant(ElementType type, Value* d) {
  auto* constant = llvm::dyn_cast<llvm::Constant>(d);
  if (!constant) return false;
  const llvm::Constant* value = lanesOf(d) == 1 ? constant : constant->getSplatValue();
  const auto* number = llvm::dyn_cast_or_null<llvm::ConstantInt>(value);
  return number && !number->isZero() && (isUnsigned(type) || !number->isMinusOne());
}

}  // namespace

// A signed divisor of -1 becomes 1 with the dividend negated (INT_MIN / -1 is INT_MIN by wrapping,
// and idiv does not trap), a divisor of 0 becomes 1:
//   bad = d == 0; flip = d == -1; n = flip ? 0 - n : n; d = bad | flip ? 1 : d
//   64 bits: q = n / d                       (scalar division per lane)
//   fewer:   q = (int)((double)n / (double)d)
//   remainder: n - q * d, which is 0 where d became 1
Division emitDivision(Builder& b, Op op, ElementType type, Value* n, Value* d) {
  llvm::Type* t = n->getType();
  Value* failing = b.CreateICmpEQ(d, llvm::Constant::getNullValue(t));
  Value* quotient;
  if (isSafeConstant(type, d)) {  // LLVM multiplies by the inverse
    quotient = divideWhole(b, type, n, d);
  } else {
    Value* unit = failing;
    if (!isUnsigned(type)) {
      Value* flip = b.CreateICmpEQ(d, llvm::Constant::getAllOnesValue(t));
      n = b.CreateSelect(flip, b.CreateNeg(n), n);
      unit = b.CreateOr(failing, flip);
    }
    d = b.CreateSelect(unit, llvm::ConstantInt::get(t, 1), d);
    quotient = sizeOf(type) == 8 ? divideWhole(b, type, n, d) : divideFloating(b, type, n, d);
  }
  if (op == Op::div) return {quotient, failing};
  return {b.CreateSub(n, b.CreateMul(quotient, d)), failing};
}

}  // namespace parax::codegen
