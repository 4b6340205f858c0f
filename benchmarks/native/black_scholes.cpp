// Black-Scholes put prices over five input arrays: the compute-bound elementwise row.
#include "chunks.h"
#include "inlined_math.h"
#include "kernels.h"
#include "simd.h"

#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__)
#define NATIVE_SIMD_MATH 1
// libmvec's functions exist in every vector width, but the C library declares them only under
// -ffast-math, which would also license unsafe algebra.
extern "C" {
__attribute__((simd("notinbranch"))) double exp(double) noexcept;
__attribute__((simd("notinbranch"))) double log10(double) noexcept;
__attribute__((simd("notinbranch"))) double erf(double) noexcept;
__attribute__((simd("notinbranch"))) float expf(float) noexcept;
__attribute__((simd("notinbranch"))) float log10f(float) noexcept;
__attribute__((simd("notinbranch"))) float erff(float) noexcept;
}
#endif

namespace native {
namespace {

// About ten microseconds of arithmetic: less is not worth waking a second thread for.
constexpr std::int64_t serialBelow = 1024;

#if NATIVE_SIMD_MATH

template <class T>
void plainRange(const T* __restrict s, const T* __restrict k, const T* __restrict r,
                const T* __restrict vol, const T* __restrict t, T* __restrict put,
                std::int64_t begin, std::int64_t end) {
  constexpr T half = T(0.5), rootHalf = T(0.707106781);
#pragma omp simd
  for (std::int64_t i = begin; i < end; ++i) {
    const T deviation = vol[i] * std::sqrt(t[i]);
    const T d1 = ((r[i] + half * vol[i] * vol[i]) * t[i] + std::log10(s[i] / k[i])) / deviation;
    const T d2 = d1 - deviation;
    const T discounted = k[i] * std::exp(-r[i] * t[i]);
    const T call = s[i] * (half + half * std::erf(rootHalf * d1)) -
                   discounted * (half + half * std::erf(rootHalf * d2));
    put[i] = call - discounted + s[i];
  }
}

template <class T>
void plain(const T* s, const T* k, const T* r, const T* vol, const T* t, T* put, std::int64_t n,
           int threads) {
  forChunks(n, threads, serialBelow, [=](std::int64_t begin, std::int64_t end) {
    plainRange(s, k, r, vol, t, put, begin, end);
  });
}

#endif

// One vector of options on its way from prepare to finish.
template <class T>
struct Prepared {
  typename Simd<T>::Vec spot, discounted, d1, d2;
};

// Prices with libmvec's functions.
template <class T>
struct MvecPricer {
  using V = Simd<T>;
  using Vec = typename V::Vec;

  static Prepared<T> prepare(Vec s, Vec k, Vec r, Vec vol, Vec t) {
    const Vec deviation = vol * V::sqrt(t);
    const Vec d1 = ((r + V::set(T(0.5)) * vol * vol) * t + V::log10(s / k)) / deviation;
    return {s, k * V::exp(-r * t), d1, d1 - deviation};
  }

  static Vec normal(Vec x) {
    return V::set(T(0.5)) + V::set(T(0.5)) * V::erf(V::set(T(0.707106781)) * x);
  }
};

#if defined(__AVX2__)

template <class T>
const Exp<T> inlinedExp;
template <class T>
const Log10Ratio<T> inlinedLog10Ratio;
template <class T>
const Normal<T> inlinedNormal;

// Prices without a call, and with one division where the formula has two.
template <class T>
struct InlinedPricer {
  using V = Simd<T>;
  using Vec = typename V::Vec;

  static Prepared<T> prepare(Vec s, Vec k, Vec r, Vec vol, Vec t) {
    const Vec deviation = vol * V::sqrt(t);
    const auto ratio = inlinedLog10Ratio<T>.reduce(s, k);
    const Vec reciprocal = V::set(1) / (ratio.total * deviation);
    const Vec log =
        inlinedLog10Ratio<T>.finish(ratio.difference * (deviation * reciprocal), ratio.exponent);
    const Vec d1 = ((r + V::set(T(0.5)) * vol * vol) * t + log) * (ratio.total * reciprocal);
    return {s, k * inlinedExp<T>(-r * t), d1, d1 - deviation};
  }

  static Vec normal(Vec x) { return inlinedNormal<T>(x); }
};

#endif

template <class Pricer, class T>
inline auto finish(const Prepared<T>& p) {
  const auto call = p.spot * Pricer::normal(p.d1) - p.discounted * Pricer::normal(p.d2);
  return call - p.discounted + p.spot;
}

template <class Pricer, class T>
inline Prepared<T> prepareAt(const T* s, const T* k, const T* r, const T* vol, const T* t) {
  using V = Simd<T>;
  return Pricer::prepare(V::load(s), V::load(k), V::load(r), V::load(vol), V::load(t));
}

// Prices fewer elements than a vector holds, through a padded copy.
template <class T, class Pricer>
void pricePartial(const T* s, const T* k, const T* r, const T* vol, const T* t, T* put,
                  std::int64_t count) {
  using V = Simd<T>;
  const T* inputs[] = {s, k, r, vol, t};
  T padded[5][V::width], result[V::width];
  for (int input = 0; input < 5; ++input)
    for (std::int64_t i = 0; i < V::width; ++i) padded[input][i] = i < count ? inputs[input][i] : 1;
  V::store(result, finish<Pricer>(
                       prepareAt<Pricer>(padded[0], padded[1], padded[2], padded[3], padded[4])));
  for (std::int64_t i = 0; i < count; ++i) put[i] = result[i];
}

template <class T, class Pricer, bool streaming>
void vectorRange(const T* __restrict s, const T* __restrict k, const T* __restrict r,
                 const T* __restrict vol, const T* __restrict t, T* __restrict put,
                 std::int64_t begin, std::int64_t end) {
  using V = Simd<T>;
  std::int64_t i = begin;
  const auto partial = [&](std::int64_t count) {
    if (count > 0) pricePartial<T, Pricer>(s + i, k + i, r + i, vol + i, t + i, put + i, count);
    i += count;
  };
  if constexpr (streaming) partial(std::min(end - begin, elementsToAligned(put + begin)));
  const auto write = [&](const Prepared<T>& prepared) {
    if constexpr (streaming) {
      V::stream(put + i, finish<Pricer>(prepared));
    } else {
      V::store(put + i, finish<Pricer>(prepared));
    }
  };
  const auto prepare = [&](std::int64_t at) {
    return prepareAt<Pricer>(s + at, k + at, r + at, vol + at, t + at);
  };
  if (i + V::width <= end) {
    // One vector ahead: the next division and square root run under this vector's polynomials.
    auto prepared = prepare(i);
    for (; i + 2 * V::width <= end; i += V::width) {
      const auto next = prepare(i + V::width);
      write(prepared);
      prepared = next;
    }
    write(prepared);
    i += V::width;
  }
  partial(end - i);
  if constexpr (streaming) streamFence();
}

template <class T, class Pricer, bool streaming>
void vector(const T* s, const T* k, const T* r, const T* vol, const T* t, T* put, std::int64_t n,
            int threads) {
  forChunks(n, threads, serialBelow, [=](std::int64_t begin, std::int64_t end) {
    vectorRange<T, Pricer, streaming>(s, k, r, vol, t, put, begin, end);
  });
}

template <class T>
constexpr Variant<BlackScholes<T>> variants[] = {
#if NATIVE_SIMD_MATH
    {"plain loop, libmvec", plain<T>},
#endif
    {"intrinsics, libmvec", vector<T, MvecPricer<T>, false>},
    {"intrinsics, libmvec, streaming", vector<T, MvecPricer<T>, true>},
#if defined(__AVX2__)
    {"intrinsics, inlined math", vector<T, InlinedPricer<T>, false>},
    {"intrinsics, inlined math, streaming", vector<T, InlinedPricer<T>, true>},
#endif
};

}  // namespace

template <>
std::span<const Variant<BlackScholes<double>>> blackScholesVariants<double>() {
  return variants<double>;
}

template <>
std::span<const Variant<BlackScholes<float>>> blackScholesVariants<float>() {
  return variants<float>;
}

}  // namespace native
