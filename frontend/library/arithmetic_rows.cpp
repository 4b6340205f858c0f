// Arithmetic, bits, rounding: what one or two instructions do.
#include <cmath>

#include "frontend/library/branch_free.h"
#include "frontend/library/rows.h"

namespace parax::library {
namespace {

template <Op op>
struct Unary {
  template <class T>
  T operator()(T x) const {
    return ir::evaluateUnary<T>(op, x);
  }
};
template <Op op>
struct Binary {
  template <class T>
  T operator()(T a, T b) const {
    return combine<op>(a, b);
  }
};
struct FusedMultiplyAdd {
  template <class T>
  T operator()(T a, T b, T c) const {
    return std::fma(a, b, c);
  }
};

// Where the CPU has the instruction, the loop uses it instead of calling libm; both round once.
template <class T>
__attribute__((target("avx2,fma"))) void fmaRow(const void* const* in, const bool* repeats,
                                                void* out, std::int64_t length) {
  const T *const a = static_cast<const T*>(in[0]), *const b = static_cast<const T*>(in[1]),
                 *const c = static_cast<const T*>(in[2]);
  T* const r = static_cast<T*>(out);
  if (!repeats[0] && !repeats[1] && !repeats[2]) {
    PARAX_INDEPENDENT
    for (std::int64_t i = 0; i < length; ++i) r[i] = std::fma(a[i], b[i], c[i]);
    return;
  }
  const std::int64_t stepA = !repeats[0], stepB = !repeats[1], stepC = !repeats[2];
  for (std::int64_t i = 0; i < length; ++i)
    r[i] = std::fma(a[i * stepA], b[i * stepB], c[i * stepC]);
}

template <class T>
Row anyTypeRow(Op op) {
  switch (op) {
    case Op::min: return binaryRow<T, T, T, Binary<Op::min>>;
    case Op::max: return binaryRow<T, T, T, Binary<Op::max>>;
    default: return nullptr;
  }
}

template <class T>
Row numericRow(Op op) {
  switch (op) {
    case Op::add: return binaryRow<T, T, T, Binary<Op::add>>;
    case Op::sub: return binaryRow<T, T, T, Binary<Op::sub>>;
    case Op::mul: return binaryRow<T, T, T, Binary<Op::mul>>;
    case Op::div: return binaryRow<T, T, T, Binary<Op::div>>;
    case Op::neg: return unaryRow<T, T, Unary<Op::neg>>;
    case Op::abs: return unaryRow<T, T, Unary<Op::abs>>;
    default: return anyTypeRow<T>(op);
  }
}

template <class T>
Row integralRow(Op op) {
  switch (op) {
    case Op::rem: return binaryRow<T, T, T, Binary<Op::rem>>;
    case Op::bitAnd: return binaryRow<T, T, T, Binary<Op::bitAnd>>;
    case Op::bitOr: return binaryRow<T, T, T, Binary<Op::bitOr>>;
    case Op::bitXor: return binaryRow<T, T, T, Binary<Op::bitXor>>;
    case Op::shiftLeft: return binaryRow<T, T, T, Binary<Op::shiftLeft>>;
    case Op::shiftRight: return binaryRow<T, T, T, Binary<Op::shiftRight>>;
    case Op::bitNot: return unaryRow<T, T, Unary<Op::bitNot>>;
    case Op::popcount: return unaryRow<T, T, Unary<Op::popcount>>;
    case Op::clz: return unaryRow<T, T, Unary<Op::clz>>;
    default: return numericRow<T>(op);
  }
}

template <class T>
Row floatingRow(Op op) {
  switch (op) {
    case Op::floor: return unaryRow<T, T, Unary<Op::floor>>;
    case Op::ceil: return unaryRow<T, T, Unary<Op::ceil>>;
    case Op::trunc: return unaryRow<T, T, Unary<Op::trunc>>;
    case Op::round: return unaryRow<T, T, Unary<Op::round>>;
    case Op::rint: return unaryRow<T, T, Unary<Op::rint>>;
    case Op::copysign: return binaryRow<T, T, T, Binary<Op::copysign>>;
    case Op::fma:
      if (__builtin_cpu_supports("fma") && __builtin_cpu_supports("avx2")) return fmaRow<T>;
      return ternaryRow<T, T, T, T, FusedMultiplyAdd>;
    case Op::sqrt: return unaryRow<T, T, Unary<Op::sqrt>>;
    default: return numericRow<T>(op);
  }
}

}  // namespace

Row arithmeticRow(Op op, ElementType type) {
  return visitScalarType(type, [op]<class T>(T*) {
    if constexpr (std::is_same_v<T, bool>)
      return anyTypeRow<T>(op);
    else if constexpr (std::is_floating_point_v<T>)
      return floatingRow<T>(op);
    else
      return integralRow<T>(op);
  });
}

}  // namespace parax::library
