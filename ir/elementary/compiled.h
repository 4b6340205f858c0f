// Included once per width, by a file that is compiled for it.
#pragma once

#include <array>
#include <cstring>

#include "ir/elementary/gamma.h"
#include "ir/elementary/simd.h"
#include "ir/elementary/two.h"
#include "ir/elementary/widths.h"

namespace parax::elementary {
namespace {

// The functions of one operation, given as f(arithmetic, x) or f(arithmetic, x, y).
template <auto f, int arity, class T, int bytes>
struct Compiled {
  using M = Simd<T, bytes>;
  using Real = typename M::Real;

  static Real ofOne(Real x) { return f(M{}, x); }
  static Real ofTwo(Real x, Real y) { return f(M{}, x, y); }
  static void* vector() {
    if constexpr (arity == 1) return reinterpret_cast<void*>(ofOne);
    if constexpr (arity == 2) return reinterpret_cast<void*>(ofTwo);
  }

  template <class A>
  static void step(const T* x, [[maybe_unused]] const T* y, T* out, std::int64_t i) {
    if constexpr (arity == 1)
      A::store(out + i, f(A{}, A::load(x + i)));
    else
      A::store(out + i, f(A{}, A::load(x + i), A::load(y + i)));
  }
  // A BlockCall.
  __attribute__((flatten)) static void block(void*, const T* x, const T* y, T* out,
                                             std::int64_t count) {
    std::int64_t i = 0;
    for (; i + Two<M>::lanes <= count; i += Two<M>::lanes) step<Two<M>>(x, y, out, i);
    if (i < count) step<M>(x, y, out, i);
  }
};

// The same functions for vectors of half the size: the other half of a register repeats the given
// one. Slower than code of its own, which only PARAX_VECTOR_BITS=128 would ever run.
template <auto f, int arity, class T, int bytes>
struct Halved {
  using Whole = Compiled<f, arity, T, 2 * bytes>;
  using Real = typename Whole::Real;
  typedef T Half __attribute__((vector_size(bytes)));
  static constexpr std::int64_t lanes = 2 * bytes / sizeof(T);

  static Real repeated(Half x) {
    Real both;
    std::memcpy(&both, &x, sizeof x);
    std::memcpy(reinterpret_cast<char*>(&both) + bytes, &x, sizeof x);
    return both;
  }
  static Half lower(Real x) {
    Half half;
    std::memcpy(&half, &x, sizeof half);
    return half;
  }
  static Half ofOne(Half x) { return lower(Whole::ofOne(repeated(x))); }
  static Half ofTwo(Half x, Half y) { return lower(Whole::ofTwo(repeated(x), repeated(y))); }
  static void* vector() {
    if constexpr (arity == 1) return reinterpret_cast<void*>(ofOne);
    if constexpr (arity == 2) return reinterpret_cast<void*>(ofTwo);
  }
  // A BlockCall.
  static void block(void*, const T* x, const T* y, T* out, std::int64_t count) {
    const std::int64_t whole = count / lanes * lanes;
    Whole::block(nullptr, x, y, out, whole);
    if (whole == count) return;
    T first[lanes], second[lanes], result[lanes];
    for (std::int64_t k = 0; k < lanes; ++k) {
      first[k] = x[whole + k % (lanes / 2)];
      second[k] = y == nullptr ? T(0) : y[whole + k % (lanes / 2)];
    }
    Whole::block(nullptr, first, second, result, lanes);
    std::memcpy(out + whole, result, bytes);
  }
};

template <auto f, int arity, int bytes>
CompiledFunction compiled(Op op, bool isShort = true) {
  if constexpr (bytes == 16) {
    using F = Halved<f, arity, float, bytes>;
    using D = Halved<f, arity, double, bytes>;
    return {op, F::vector(), D::vector(), F::block, D::block, false};
  } else {
    using F = Compiled<f, arity, float, bytes>;
    using D = Compiled<f, arity, double, bytes>;
    return {op, F::vector(), D::vector(), F::block, D::block, isShort};
  }
}

template <int bytes>
std::span<const CompiledFunction> compiledFunctions() {
  static const std::array table{
      compiled<[](const auto& m, auto x) { return exp(m, x); }, 1, bytes>(Op::exp),
      compiled<[](const auto& m, auto x) { return exp2(m, x); }, 1, bytes>(Op::exp2),
      compiled<[](const auto& m, auto x) { return exp10(m, x); }, 1, bytes>(Op::exp10),
      compiled<[](const auto& m, auto x) { return log(m, x); }, 1, bytes>(Op::log),
      compiled<[](const auto& m, auto x) { return log2(m, x); }, 1, bytes>(Op::log2),
      compiled<[](const auto& m, auto x) { return log10(m, x); }, 1, bytes>(Op::log10),
      compiled<[](const auto& m, auto x) { return cbrt(m, x); }, 1, bytes>(Op::cbrt),
      compiled<[](const auto& m, auto x) { return erf(m, x); }, 1, bytes>(Op::erf),
      compiled<[](const auto& m, auto x, auto y) { return hypot(m, x, y); }, 2, bytes>(Op::hypot),
      compiled<[](const auto& m, auto x, auto y) { return fmod(m, x, y); }, 2, bytes>(Op::fmod),
      compiled<[](const auto& m, auto x, auto y) { return remainder(m, x, y); }, 2, bytes>(
          Op::remainder),
      compiled<[](const auto& m, auto x) { return lgamma(m, x); }, 1, bytes>(Op::lgamma, false),
      compiled<[](const auto& m, auto x) { return tgamma(m, x); }, 1, bytes>(Op::tgamma, false),
  };
  return table;
}

// A BlockCall that calls a function of whole vectors.
template <class T, int bytes>
void callVectors(void* function, const T* x, const T* y, T* out, std::int64_t count) {
  using M = Simd<T, bytes>;
  using V = typename M::Real;
  for (std::int64_t i = 0; i < count; i += M::lanes)
    M::store(out + i, y == nullptr ? reinterpret_cast<V (*)(V)>(function)(M::load(x + i))
                                   : reinterpret_cast<V (*)(V, V)>(function)(M::load(x + i),
                                                                             M::load(y + i)));
}

template <int bytes>
BlockCalls blockCalls() {
  return {callVectors<float, bytes>, callVectors<double, bytes>};
}

}  // namespace
}  // namespace parax::elementary
