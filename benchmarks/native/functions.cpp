// out[i] = f(x[i]): the loop that everyone writes, vectorised by the compiler through libmvec where
// it has the function, and the same loop with scalar libm.
#include <math.h>

#include "chunks.h"
#include "functions.h"
#include "kernels.h"

#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__)
// libmvec's functions exist in every vector width, but the C library declares them only under
// -ffast-math, which would also license unsafe algebra.
#define NATIVE_SIMD(name)                                             \
  extern "C" {                                                        \
  __attribute__((simd("notinbranch"))) double name(double) noexcept;  \
  __attribute__((simd("notinbranch"))) float name##f(float) noexcept; \
  }
NATIVE_SIMD(cbrt)
NATIVE_SIMD(exp)
NATIVE_SIMD(exp2)
NATIVE_SIMD(exp10)
NATIVE_SIMD(expm1)
NATIVE_SIMD(log)
NATIVE_SIMD(log2)
NATIVE_SIMD(log10)
NATIVE_SIMD(log1p)
NATIVE_SIMD(sin)
NATIVE_SIMD(cos)
NATIVE_SIMD(tan)
NATIVE_SIMD(asin)
NATIVE_SIMD(acos)
NATIVE_SIMD(atan)
NATIVE_SIMD(sinh)
NATIVE_SIMD(cosh)
NATIVE_SIMD(tanh)
NATIVE_SIMD(asinh)
NATIVE_SIMD(acosh)
NATIVE_SIMD(atanh)
NATIVE_SIMD(erf)
NATIVE_SIMD(erfc)
#endif

namespace native {
namespace {

constexpr std::int64_t serialBelow = 4096;

#define LOOP(name, low, high)                                \
  struct Of_##name {                                         \
    double operator()(double x) const { return ::name(x); }  \
    float operator()(float x) const { return ::name##f(x); } \
  };
NATIVE_UNARY_FUNCTIONS(LOOP)
#undef LOOP

template <class T, class F>
void vectorised(const T* __restrict x, T* __restrict out, std::int64_t n, int threads) {
  forChunks(n, threads, serialBelow, [=](std::int64_t begin, std::int64_t end) {
    const T* __restrict from = x;
    T* __restrict to = out;
#pragma omp simd
    for (std::int64_t i = begin; i < end; ++i) to[i] = F{}(from[i]);
  });
}

template <class T, class F>
__attribute__((optimize("no-tree-vectorize"))) void scalar(const T* __restrict x, T* __restrict out,
                                                           std::int64_t n, int threads) {
  forChunks(n, threads, serialBelow, [=](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) {
      T y = F{}(x[i]);
      asm volatile("" : "+x"(y));  // one at a time
      out[i] = y;
    }
  });
}

template <class T, class F>
constexpr Variant<Unary<T>> variants[] = {{"simd loop", vectorised<T, F>},
                                          {"scalar libm", scalar<T, F>}};

template <class T>
constexpr UnaryFamily<T> families[] = {
#define FAMILY(name, low, high) {#name, low, high, variants<T, Of_##name>},
    NATIVE_UNARY_FUNCTIONS(FAMILY)
#undef FAMILY
};

}  // namespace

template <>
std::span<const UnaryFamily<double>> unaryFamilies<double>() {
  return families<double>;
}

template <>
std::span<const UnaryFamily<float>> unaryFamilies<float>() {
  return families<float>;
}

}  // namespace native
