// Included once per width, by a file that is compiled for it.
#pragma once

#include <array>

#include "ir/elementary/simd.h"
#include "ir/elementary/widths.h"

namespace parax::elementary {
namespace {

// One function per operation: one or two vectors in, a vector out.
template <class M>
struct Compiled {
  using Real = typename M::Real;
  static Real exp(Real x) { return elementary::exp(M{}, x); }
  static Real log(Real x) { return elementary::log(M{}, x); }
  static Real log2(Real x) { return elementary::log2(M{}, x); }
  static Real log10(Real x) { return elementary::log10(M{}, x); }
  static Real erf(Real x) { return elementary::erf(M{}, x); }
  static Real hypot(Real x, Real y) { return elementary::hypot(M{}, x, y); }
};

template <int bytes>
std::span<const CompiledFunction> compiledFunctions() {
  using F = Compiled<Simd<float, bytes>>;
  using D = Compiled<Simd<double, bytes>>;
  const auto at = [](auto* function) { return reinterpret_cast<void*>(function); };
  static const std::array table{
      CompiledFunction{Op::exp, at(F::exp), at(D::exp)},
      CompiledFunction{Op::log, at(F::log), at(D::log)},
      CompiledFunction{Op::log2, at(F::log2), at(D::log2)},
      CompiledFunction{Op::log10, at(F::log10), at(D::log10)},
      CompiledFunction{Op::erf, at(F::erf), at(D::erf)},
      CompiledFunction{Op::hypot, at(F::hypot), at(D::hypot)},
  };
  return table;
}

template <class T, int bytes>
void callVector(void* function, int arity, const T* const* x, T* out) {
  using V = typename Simd<T, bytes>::Real;
  V first, second, result;
  std::memcpy(&first, x[0], sizeof first);
  if (arity == 1) {
    result = reinterpret_cast<V (*)(V)>(function)(first);
  } else {
    std::memcpy(&second, x[1], sizeof second);
    result = reinterpret_cast<V (*)(V, V)>(function)(first, second);
  }
  std::memcpy(out, &result, sizeof result);
}

template <int bytes>
VectorCalls vectorCalls() {
  return {callVector<float, bytes>, callVector<double, bytes>};
}

}  // namespace
}  // namespace parax::elementary
