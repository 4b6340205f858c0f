// The arithmetic of ir/elementary/functions.h as LLVM IR.
#include "codegen/host/inline_math.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/IR/MDBuilder.h>

#include <numeric>

#include "codegen/host/math_emitter.h"
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
Real operator/(const Real& x, const Real& y) {
  return forEach<Real>(*x.b, x.v.size(), [&](auto k) { return x.b->CreateFDiv(x.v[k], y.v[k]); });
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
Mask operator<(const Bits& x, const Bits& y) {
  return forEach<Mask>(*x.b, x.v.size(),
                       [&](auto k) { return x.b->CreateICmpSLT(x.v[k], y.v[k]); });
}

// Registers of T: 64 bytes with AVX-512, else 32.
template <class T>
class Emitted {
 public:
  using Element = T;
  using Format = elementary::Format<T>;
  using Int = typename Format::Int;

  // What is called in place of a general form, and with what.
  struct General {
    Op op;
    llvm::SmallVector<Real, 2> arguments;
  };
  Emitted(ModuleContext& unit, Builder& b, General general)
      : unit_(unit), b_(b), count_(general.arguments[0].v.size()), general_(std::move(general)) {}

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
  Real lookUp(const T (&table)[8], const Bits& i) const;
  std::pair<Real, Real> lookUpPair(const T (&table)[1024][2], const Bits& i) const;
  bool scalesAtOnce() const { return wide(); }
  Real scale(const Real& x, const Real& n) const;

  template <class Usual, class Ahead>
  Real unlessAny(const Mask& odd, const Usual& usual, const Ahead& /*compiled ahead*/) const {
    const Branch branch = branchOnAny(odd);
    b_.SetInsertPoint(branch.usual);
    const Real often = usual();
    return join(branch, often);
  }
  template <class F, class... Reals>
  Real replaced(const Mask&, const Real&, const F&, const Reals&...) const {
    llvm_unreachable("general forms are compiled ahead");
  }

 private:
  static constexpr bool isDouble = sizeof(T) == 8;
  bool wide() const { return unit_.vectorBytes == 64; }
  int lanes() const { return unit_.vectorBytes / static_cast<int>(sizeof(T)); }
  llvm::Type* elementType() const { return registerType(b_, elementTypeOf<T>, 1); }
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

  std::pair<Value*, Value*> gatherPairs(llvm::Constant* data, Value* row) const;
  std::pair<Value*, Value*> loadPairs(llvm::Constant* data, Value* row) const;
  Value* integer(Int c) const { return bits(c).v[0]; }

  struct Branch {
    llvm::BasicBlock *usual, *general;
  };
  Branch branchOnAny(const Mask& odd) const;
  Real join(const Branch& branch, const Real& often) const;

  ModuleContext& unit_;
  Builder& b_;
  std::size_t count_;
  General general_;
};

template <class T>
typename Emitted<T>::Branch Emitted<T>::branchOnAny(const Mask& odd) const {
  llvm::Function* function = b_.GetInsertBlock()->getParent();
  const Branch branch{llvm::BasicBlock::Create(b_.getContext(), "usual", function),
                      llvm::BasicBlock::Create(b_.getContext(), "general", function)};
  Value* lanes = std::accumulate(odd.v.begin() + 1, odd.v.end(), odd.v[0],
                                 [&](Value* x, Value* y) { return b_.CreateOr(x, y); });
  Value* any = b_.CreateBitCast(lanes, b_.getIntNTy(static_cast<unsigned>(lanesOf(lanes))));
  b_.CreateCondBr(b_.CreateIsNotNull(any), branch.general, branch.usual,
                  llvm::MDBuilder(b_.getContext()).createBranchWeights(1, 1 << 20));
  return branch;
}

template <class T>
Real Emitted<T>::join(const Branch& branch, const Real& often) const {
  llvm::BasicBlock* const usualEnd = b_.GetInsertBlock();
  auto* done = llvm::BasicBlock::Create(b_.getContext(), "done", usualEnd->getParent());
  b_.CreateBr(done);
  b_.SetInsertPoint(branch.general);
  const Real rarely = each<Real>([&](auto k) {
    llvm::SmallVector<Value*, 2> x;
    for (const Real& argument : general_.arguments) x.push_back(argument.v[k]);
    return emitMath(unit_, b_, general_.op, elementTypeOf<T>, x);
  });
  b_.CreateBr(done);
  b_.SetInsertPoint(done);
  return each<Real>([&](auto k) {
    llvm::PHINode* phi = b_.CreatePHI(realType(), 2);
    phi->addIncoming(often.v[k], usualEnd);
    phi->addIncoming(rarely.v[k], branch.general);
    return phi;
  });
}

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
Real Emitted<T>::lookUp(const T (&table)[8], const Bits& i) const {
  llvm::SmallVector<T, 16> all;
  while (all.size() < static_cast<std::size_t>(lanes()))
    all.append(std::begin(table), std::end(table));
  llvm::Constant* data = llvm::ConstantDataVector::get(b_.getContext(), llvm::ArrayRef(all));
  if (wide())
    return each<Real>([&](auto k) {
      return b_.CreateIntrinsic(Intrinsic::x86_avx512_permvar_sf_512, {}, {data, i.v[k]});
    });
  return each<Real>(
      [&](auto k) { return b_.CreateIntrinsic(Intrinsic::x86_avx2_permps, {}, {data, i.v[k]}); });
}

// The table stays where it is: the code refers to it by name.
template <class T>
std::pair<Real, Real> Emitted<T>::lookUpPair(const T (&table)[1024][2], const Bits& i) const {
  const char* const name = "parax_erf_points";
  unit_.externals[name] = const_cast<void*>(static_cast<const void*>(table));
  llvm::Constant* data = unit_.module.getOrInsertGlobal(name, elementType());
  const Bits row = i & bits(1023);
  std::pair<Real, Real> result{{&b_, {}}, {&b_, {}}};
  for (Value* v : row.v) {
    const auto [first, second] = wide() ? gatherPairs(data, v) : loadPairs(data, v);
    result.first.v.push_back(first);
    result.second.v.push_back(second);
  }
  return result;
}

template <class T>
std::pair<Value*, Value*> Emitted<T>::gatherPairs(llvm::Constant* data, Value* row) const {
  const auto gather = [&](Int offset) {
    Value* index = b_.CreateAdd(b_.CreateAdd(row, row), integer(offset));
    return b_.CreateMaskedGather(realType(), b_.CreateGEP(elementType(), data, index),
                                 llvm::Align(sizeof(T)));
  };
  return {gather(0), gather(1)};
}

// Both numbers of a lane by one load: AVX2's gathers take several times as long.
template <class T>
std::pair<Value*, Value*> Emitted<T>::loadPairs(llvm::Constant* data, Value* row) const {
  llvm::Type* const pairType = registerType(b_, elementTypeOf<T>, 2);
  const auto pair = [&](std::uint64_t lane) {
    Value* address = b_.CreateGEP(pairType, data, b_.CreateExtractElement(row, lane));
    return b_.CreateAlignedLoad(pairType, address, llvm::Align(sizeof(T)));
  };
  Value* even = b_.CreateShuffleVector(pair(0), pair(2), {0, 1, 2, 3});
  Value* odd = b_.CreateShuffleVector(pair(1), pair(3), {0, 1, 2, 3});
  return {b_.CreateShuffleVector(even, odd, {0, 4, 2, 6}),
          b_.CreateShuffleVector(even, odd, {1, 5, 3, 7})};
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
  const Emitted<T> m(
      unit, b,
      {op, info(op).arity == 1 ? llvm::SmallVector<Real, 2>{x} : llvm::SmallVector<Real, 2>{x, y}});
  switch (op) {
    case Op::exp: return elementary::exp(m, x);
    case Op::exp2: return elementary::exp2(m, x);
    case Op::exp10: return elementary::exp10(m, x);
    case Op::log: return elementary::log(m, x);
    case Op::log2: return elementary::log2(m, x);
    case Op::log10: return elementary::log10(m, x);
    case Op::cbrt: return elementary::cbrt(m, x);
    case Op::erf: return elementary::erf(m, x);
    case Op::hypot: return elementary::hypot(m, x, y);
    case Op::fmod: return elementary::fmod(m, x, y);
    case Op::remainder: return elementary::remainder(m, x, y);
    default: llvm_unreachable("not one of our functions");
  }
}

}  // namespace

bool canInline(Op op, ElementType type, int lanes) {
  const ir::MathFunction& f = ir::mathFunction(op, type);
  return f.isShort && lanes == f.lanes;
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
