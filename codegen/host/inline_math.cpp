// The arithmetic of ir/elementary/functions.h as LLVM IR.
#include "codegen/host/inline_math.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IntrinsicsX86.h>

#include "ir/elementary/functions.h"
#include "ir/vector_math.h"

namespace parax::codegen::host {

using llvm::Value;
namespace Intrinsic = llvm::Intrinsic;

namespace {

// One value per vector of an iteration. They are computed side by side, operation by operation: the
// CPU's scheduler does not look far enough ahead to overlap one whole function with the next.
struct Real {
  Builder* b;
  llvm::SmallVector<Value*, 2> v;
};
struct Bits {
  Builder* b;
  llvm::SmallVector<Value*, 2> v;
};
using Mask = Bits;

template <class R, class F>
R forEach(Builder& b, std::size_t count, const F& f) {
  R result{&b, {}};
  for (std::size_t k = 0; k < count; ++k) result.v.push_back(f(k));
  return result;
}

Real operator+(const Real& x, const Real& y) {
  return forEach<Real>(*x.b, x.v.size(), [&](auto k) { return x.b->CreateFAdd(x.v[k], y.v[k]); });
}
Real operator-(const Real& x, const Real& y) {
  return forEach<Real>(*x.b, x.v.size(), [&](auto k) { return x.b->CreateFSub(x.v[k], y.v[k]); });
}
Real operator*(const Real& x, const Real& y) {
  return forEach<Real>(*x.b, x.v.size(), [&](auto k) { return x.b->CreateFMul(x.v[k], y.v[k]); });
}
Bits operator+(const Bits& x, const Bits& y) {
  return forEach<Bits>(*x.b, x.v.size(), [&](auto k) { return x.b->CreateAdd(x.v[k], y.v[k]); });
}
Bits operator-(const Bits& x, const Bits& y) {
  return forEach<Bits>(*x.b, x.v.size(), [&](auto k) { return x.b->CreateSub(x.v[k], y.v[k]); });
}
Bits operator&(const Bits& x, const Bits& y) {
  return forEach<Bits>(*x.b, x.v.size(), [&](auto k) { return x.b->CreateAnd(x.v[k], y.v[k]); });
}
Bits operator|(const Bits& x, const Bits& y) {
  return forEach<Bits>(*x.b, x.v.size(), [&](auto k) { return x.b->CreateOr(x.v[k], y.v[k]); });
}

// Registers of T: 64 bytes with AVX-512, else 32.
template <class T>
class Emitted {
 public:
  using Element = T;
  using Format = elementary::Format<T>;
  using Int = typename Format::Int;

  Emitted(ModuleContext& unit, Builder& b, std::size_t count) : unit_(unit), b_(b), count_(count) {}

  Real real(T c) const { return same<Real>(llvm::ConstantFP::get(realType(), c)); }
  Bits bits(Int c) const {
    return same<Bits>(llvm::ConstantInt::get(bitsType(), static_cast<std::uint64_t>(c), true));
  }
  Bits toBits(const Real& x) const {
    return each<Bits>([&](auto k) { return b_.CreateBitCast(x.v[k], bitsType()); });
  }
  Real fromBits(const Bits& i) const {
    return each<Real>([&](auto k) { return b_.CreateBitCast(i.v[k], realType()); });
  }
  Real fma(const Real& x, const Real& y, const Real& z) const {
    return each<Real>([&](auto k) {
      return b_.CreateIntrinsic(Intrinsic::fma, {realType()}, {x.v[k], y.v[k], z.v[k]});
    });
  }
  Real sqrt(const Real& x) const {
    return each<Real>([&](auto k) { return b_.CreateUnaryIntrinsic(Intrinsic::sqrt, x.v[k]); });
  }
  Real abs(const Real& x) const {
    return each<Real>([&](auto k) { return b_.CreateUnaryIntrinsic(Intrinsic::fabs, x.v[k]); });
  }
  Real copySign(const Real& x, const Real& s) const {
    return each<Real>(
        [&](auto k) { return b_.CreateBinaryIntrinsic(Intrinsic::copysign, x.v[k], s.v[k]); });
  }
  Mask less(const Real& x, const Real& y) const {
    return each<Mask>([&](auto k) { return b_.CreateFCmpOLT(x.v[k], y.v[k]); });
  }
  Mask equal(const Real& x, const Real& y) const {
    return each<Mask>([&](auto k) { return b_.CreateFCmpOEQ(x.v[k], y.v[k]); });
  }
  Real select(const Mask& mask, const Real& x, const Real& y) const {
    return each<Real>([&](auto k) { return b_.CreateSelect(mask.v[k], x.v[k], y.v[k]); });
  }
  template <int count>
  Bits shiftLeft(const Bits& i) const {
    return each<Bits>([&](auto k) { return b_.CreateShl(i.v[k], count); });
  }
  template <int count>
  Bits shiftRight(const Bits& i) const {
    return each<Bits>([&](auto k) { return b_.CreateLShr(i.v[k], count); });
  }
  Real exponent(const Bits& i) const;
  Real lookUp(const T (&table)[16], const Bits& i) const {
    return each<Real>([&](auto k) { return lookUp(table, i.v[k]); });
  }
  std::pair<Real, Real> lookUpPair(const T (&table)[1024][2], const Bits& i) const;
  Real scale(const Real& x, const Real& n) const;

 private:
  static constexpr bool isDouble = sizeof(T) == 8;
  bool wide() const { return unit_.vectorBytes == 64; }
  int lanes() const { return unit_.vectorBytes / static_cast<int>(sizeof(T)); }
  llvm::Type* realType() const { return registerType(b_, elementTypeOf<T>, lanes()); }
  llvm::Type* bitsType() const { return registerType(b_, elementTypeOf<Int>, lanes()); }

  template <class R>
  R same(Value* v) const {
    return {&b_, llvm::SmallVector<Value*, 2>(count_, v)};
  }
  template <class R, class F>
  R each(const F& f) const {
    return forEach<R>(b_, count_, f);
  }

  llvm::Constant* constants(const T* first, int count) const;
  Value* lookUp(const T (&table)[16], Value* i) const;
  Value* permute(const T* table, Value* i) const;
  Value* gather(const T (&table)[16], Value* i) const;
  Value* integer(Int c) const { return bits(c).v[0]; }

  ModuleContext& unit_;
  Builder& b_;
  std::size_t count_;
};

// AVX2 converts no 64-bit integers.
template <class T>
Real Emitted<T>::exponent(const Bits& i) const {
  if constexpr (isDouble)
    if (!wide()) return elementary::exponentByMantissa(*this, i);
  return each<Real>([&](auto k) {
    return b_.CreateSIToFP(b_.CreateAShr(i.v[k], Format::mantissaBits), realType());
  });
}

template <class T>
llvm::Constant* Emitted<T>::constants(const T* first, int count) const {
  return llvm::ConstantDataVector::get(b_.getContext(),
                                       llvm::ArrayRef(first, static_cast<std::size_t>(count)));
}

template <class T>
Value* Emitted<T>::lookUp(const T (&table)[16], Value* i) const {
  if (wide() && isDouble)
    return b_.CreateIntrinsic(Intrinsic::x86_avx512_vpermi2var_pd_512, {},
                              {constants(table, 8), i, constants(table + 8, 8)});
  if (wide())
    return b_.CreateIntrinsic(Intrinsic::x86_avx512_permvar_sf_512, {}, {constants(table, 16), i});
  if (isDouble) return gather(table, i);
  Value* upper = b_.CreateICmpNE(b_.CreateAnd(i, integer(8)), integer(0));
  return b_.CreateSelect(upper, permute(table + 8, i), permute(table, i));
}

// Eight floats of AVX2 by the last three bits.
template <class T>
Value* Emitted<T>::permute(const T* table, Value* i) const {
  return b_.CreateIntrinsic(Intrinsic::x86_avx2_permps, {}, {constants(table, 8), i});
}

template <class T>
Value* Emitted<T>::gather(const T (&table)[16], Value* i) const {
  llvm::Constant* data = llvm::ConstantDataArray::get(b_.getContext(), llvm::ArrayRef(table));
  auto* global = new llvm::GlobalVariable(unit_.module, data->getType(), true,
                                          llvm::GlobalValue::PrivateLinkage, data, "table");
  global->setAlignment(llvm::Align(64));
  llvm::Type* element = registerType(b_, elementTypeOf<T>, 1);
  Value* addresses = b_.CreateGEP(element, global, b_.CreateAnd(i, integer(15)));
  return b_.CreateMaskedGather(realType(), addresses, llvm::Align(sizeof(T)));
}

// Tables of this size stay where they are: the code refers to them by name.
template <class T>
std::pair<Real, Real> Emitted<T>::lookUpPair(const T (&table)[1024][2], const Bits& i) const {
  const char* const name = "parax_erf_points";
  unit_.externals[name] = const_cast<void*>(static_cast<const void*>(table));
  llvm::Type* element = registerType(b_, elementTypeOf<T>, 1);
  llvm::Constant* data = unit_.module.getOrInsertGlobal(name, element);
  const Bits row = i & bits(1023);
  const Bits first = row + row;
  const auto gather = [&](Int offset) {
    const Bits index = first + bits(offset);
    return each<Real>([&](auto k) {
      return b_.CreateMaskedGather(realType(), b_.CreateGEP(element, data, index.v[k]),
                                   llvm::Align(sizeof(T)));
    });
  };
  return {gather(0), gather(1)};
}

template <class T>
Real Emitted<T>::scale(const Real& x, const Real& n) const {
  if (wide()) {
    constexpr auto id = isDouble ? Intrinsic::x86_avx512_mask_scalef_pd_512
                                 : Intrinsic::x86_avx512_mask_scalef_ps_512;
    llvm::Constant* all =
        llvm::Constant::getAllOnesValue(b_.getIntNTy(static_cast<unsigned>(lanes())));
    Value* nothing = llvm::PoisonValue::get(realType());
    return each<Real>([&](auto k) {
      return b_.CreateIntrinsic(id, {}, {x.v[k], n.v[k], nothing, all, b_.getInt32(4)});
    });
  }
  return elementary::scaleInTwoSteps(*this, x, n);
}

template <class T>
Real emit(ModuleContext& unit, Builder& b, Op op, const Real& x, const Real& y) {
  const Emitted<T> m(unit, b, x.v.size());
  switch (op) {
    case Op::exp: return elementary::exp(m, x);
    case Op::log: return elementary::log(m, x);
    case Op::log10: return elementary::log10(m, x);
    case Op::erf: return elementary::erf(m, x);
    case Op::hypot: return elementary::hypot(m, x, y);
    default: llvm_unreachable("not one of our functions");
  }
}

}  // namespace

bool canInline(Op op, ElementType type, int lanes) {
  const ir::MathFunction& f = ir::mathFunction(op, type);
  return f.own && lanes == f.lanes;
}

llvm::SmallVector<Value*, 2> emitInlineMath(ModuleContext& unit, Builder& b, Op op,
                                            ElementType type, llvm::ArrayRef<Value*> x,
                                            llvm::ArrayRef<Value*> y) {
  const Builder::FastMathFlagGuard guard(b);  // special values count here
  b.clearFastMathFlags();
  const Real first{&b, llvm::SmallVector<Value*, 2>(x)};
  const Real second{&b, llvm::SmallVector<Value*, 2>(y)};
  return type == ElementType::float64 ? emit<double>(unit, b, op, first, second).v
                                      : emit<float>(unit, b, op, first, second).v;
}

}  // namespace parax::codegen::host
