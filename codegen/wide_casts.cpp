// Both halves of an integer are put into, or taken from, the mantissas of two doubles.
#include "codegen/wide_casts.h"

namespace parax::codegen {

using llvm::Value;

namespace {

constexpr std::uint64_t lowHalf = 0xffffffff;

llvm::Type* doublesLike(Builder& b, Value* x) {
  return registerType(b, ElementType::float64, lanesOf(x));
}
llvm::Type* integersLike(Builder& b, Value* x) {
  return registerType(b, ElementType::int64, lanesOf(x));
}
Value* bits(Value* like, std::uint64_t value) {
  return llvm::ConstantInt::get(like->getType(), value);
}
Value* real(Value* like, double value) { return llvm::ConstantFP::get(like->getType(), value); }

// low = 2^52 + x mod 2^32; high = 2^84 + 2^32 (x / 2^32), with 2^63 more for signed x
// (high - (2^84 + 2^52 [+ 2^63])) + low: the first step is exact
Value* toDouble(Builder& b, bool isSigned, Value* x) {
  Value* low = b.CreateOr(b.CreateAnd(x, bits(x, lowHalf)), bits(x, 0x4330000000000000));
  Value* high = b.CreateLShr(x, 32);
  if (isSigned) high = b.CreateXor(high, bits(x, 0x80000000));
  high = b.CreateBitCast(b.CreateOr(high, bits(x, 0x4530000000000000)), doublesLike(b, x));
  const double offset = 0x1p84 + 0x1p52 + (isSigned ? 0x1p63 : 0);
  return b.CreateFAdd(b.CreateFSub(high, real(high, offset)),
                      b.CreateBitCast(low, doublesLike(b, x)));
}

// A number of more than 53 bits with its last 11 bits in one: a double holds it, and a float that
// is made of it is the same. Others stay.
Value* withStickyBits(Builder& b, bool isSigned, Value* x) {
  constexpr std::uint64_t last = (1 << 11) - 1, exact = std::uint64_t{1} << 53;
  Value* sticky = b.CreateOr(x, b.CreateAdd(b.CreateAnd(x, bits(x, last)), bits(x, last)));
  Value* size = isSigned ? b.CreateAdd(x, bits(x, exact)) : x;
  Value* large = b.CreateICmpUGT(size, bits(x, isSigned ? 2 * exact : exact));
  return b.CreateSelect(large, b.CreateAnd(sticky, bits(x, ~last)), x);
}

}  // namespace

bool needsWideCast(ElementType integer, int lanes) {
  return isInteger(integer) && sizeOf(integer) == 8 && lanes > 1 && lanes * 8 < 64;
}

Value* emitFromInt64(Builder& b, ElementType to, ElementType from, Value* x) {
  const Builder::FastMathFlagGuard guard(b);
  b.clearFastMathFlags();
  const bool isSigned = !isUnsigned(from);
  if (to == ElementType::float64) return toDouble(b, isSigned, x);
  return b.CreateFPTrunc(toDouble(b, isSigned, withStickyBits(b, isSigned, x)),
                         registerType(b, to, lanesOf(x)));
}

// high = floor(x / 2^32), low = x - 2^32 high: both exact; the integers are in the last bits of
// 2^52 + low and of 3 2^51 + high
Value* emitToInt64(Builder& b, Value* x) {
  const Builder::FastMathFlagGuard guard(b);
  b.clearFastMathFlags();
  x = b.CreateUnaryIntrinsic(llvm::Intrinsic::trunc, b.CreateFPExt(x, doublesLike(b, x)));
  Value* high = b.CreateUnaryIntrinsic(llvm::Intrinsic::floor, b.CreateFMul(x, real(x, 0x1p-32)));
  Value* low = b.CreateFSub(x, b.CreateFMul(high, real(x, 0x1p32)));
  high = b.CreateBitCast(b.CreateFAdd(high, real(x, 0x1.8p52)), integersLike(b, x));
  low = b.CreateBitCast(b.CreateFAdd(low, real(x, 0x1p52)), integersLike(b, x));
  return b.CreateOr(b.CreateShl(high, 32), b.CreateAnd(low, bits(low, lowHalf)));
}

}  // namespace parax::codegen
