// out[i] = f(x[i]): the loop that everyone writes, vectorised by the compiler through libmvec where
// it has the function, and the same loop with scalar libm.
#include "chunks.h"
#include "kernels.h"
#include "vector_libm.h"

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
#define LIBMVEC(name, low, high) {#name, low, high, true, variants<T, Of_##name>},
#define OTHER(name, low, high) {#name, low, high, false, variants<T, Of_##name>},
    NATIVE_LIBMVEC_FUNCTIONS(LIBMVEC) NATIVE_OTHER_FUNCTIONS(OTHER)};

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
