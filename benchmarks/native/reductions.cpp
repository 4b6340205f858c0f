// Sums, products, extremes and what is made of them; compiled with -fwrapv, as sums of integers
// wrap. Extremes are plain comparisons: they do not look for NaN.
#include "reductions.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "element.h"
#include "reduce_loops.h"

namespace native {
namespace {

template <class T>
constexpr bool isFloat = std::is_floating_point_v<T>;
template <class T>
using Total =
    std::conditional_t<isFloat<T>, T, std::conditional_t<std::is_signed_v<T>, int64, uint64>>;
template <class T>
using Mean = std::conditional_t<isFloat<T>, T, double>;

template <class T>
inline Mean<T> meanType(T x) {
  if constexpr (!isFloat<T> && sizeof(T) == 8)
    return element::byHalves(x);
  else
    return static_cast<Mean<T>>(x);
}

constexpr auto plus = [](auto a, auto b) { return a + b; };
constexpr auto times = [](auto a, auto b) { return a * b; };

enum class How { lanes, streams, simd };
struct AddsUp {};  // a sum of terms: there is a third way

template <How how, class A, class Term>
[[gnu::always_inline]] inline A total(std::int64_t n, Term term) {
  if constexpr (how == How::simd) return addUp<A>(n, term);
  return joinLanes < how == How::lanes ? 1 : 4, A > (n, A(0), term, plus);
}

// Sums of short integers fit in 32 bits for a block, which vectors add up twice as fast.
template <How how, class T, class Term>
[[gnu::always_inline]] inline Total<T> blockwise(std::int64_t n, Term term) {
  using Part = std::conditional_t<std::is_signed_v<T>, int32, uint32>;
  constexpr std::int64_t block = 1 << 15;
  Total<T> all = 0;
  for (std::int64_t i = 0; i < n; i += block)
    all += total<how, Part>(std::min(block, n - i), [=](std::int64_t k) { return term(i + k); });
  return all;
}

template <How how, class T>
[[gnu::always_inline]] inline Total<T> sumOf(const T* __restrict x, std::int64_t n) {
  const auto term = [=](std::int64_t i) { return x[i]; };
  if constexpr (sizeof(T) < 4) return blockwise<how, T>(n, term);
  return total<how, Total<T>>(n, term);
}

struct Of_sum : AddsUp {
  template <How how, class T>
  static Numbers run(const T* x, const T*, std::int64_t n) {
    return {static_cast<double>(sumOf<how>(x, n))};
  }
};

// Products of two or four short integers are exact in one multiplication of shorter numbers.
struct Of_product {
  template <How how, class T>
  static Numbers run(const T* __restrict x, const T*, std::int64_t n) {
    using A = Total<T>;
    constexpr int group = isFloat<T> || sizeof(T) == 8 ? 1 : sizeof(T) == 1 ? 4 : 2;
    using Exact = std::conditional_t<(isFloat<T> || group * sizeof(T) > 4), A,
                                     std::conditional_t<std::is_signed_v<T>, int32, uint32>>;
    const std::int64_t m = n / group;
    const auto term = [=](std::int64_t i) {
      Exact product = static_cast<Exact>(x[i]);
      for (int k = 1; k < group; ++k) product *= static_cast<Exact>(x[k * m + i]);
      return product;
    };
    A all = joinLanes < how == How::lanes ? 1 : 4, A > (m, A(1), term, times);
    for (std::int64_t i = group * m; i < n; ++i) all *= static_cast<A>(x[i]);
    return {static_cast<double>(all)};
  }
};

template <bool greatest, How how, class T>
[[gnu::always_inline]] inline T extremeOf(const T* __restrict x, std::int64_t n) {
  return joinLanes < how == How::lanes ? 1 : 4 > (n, x[0], [=](std::int64_t i) {
    return x[i];
  }, [](T a, T b) { return greatest ? (b > a ? b : a) : (b < a ? b : a); });
}

template <bool greatest>
struct Extreme {
  template <How how, class T>
  static Numbers run(const T* x, const T*, std::int64_t n) {
    return {static_cast<double>(extremeOf<greatest, how>(x, n))};
  }
};
using Of_min = Extreme<false>;
using Of_max = Extreme<true>;

// One pass remembers the block of the extreme, which is then searched.
template <bool greatest>
struct Place {
  template <How how, class T>
  static Numbers run(const T* x, const T*, std::int64_t n) {
    constexpr std::int64_t block = 8192 / sizeof(T);
    T best = x[0];
    std::int64_t where = 0;
    for (std::int64_t i = 0; i < n; i += block) {
      const T here = extremeOf<greatest, how>(x + i, std::min(block, n - i));
      if (greatest ? here > best : here < best) best = here, where = i;
    }
    while (x[where] != best) ++where;
    return {static_cast<double>(where)};
  }
};
using Of_argMin = Place<false>;
using Of_argMax = Place<true>;

template <How how, class T>
[[gnu::always_inline]] inline Mean<T> meanOf(const T* x, std::int64_t n) {
  if constexpr (sizeof(T) == 8 && !isFloat<T>)  // a sum could wrap
    return total<how, double>(n, [=](std::int64_t i) { return meanType(x[i]); }) /
           static_cast<double>(n);
  return static_cast<Mean<T>>(sumOf<how>(x, n)) / static_cast<Mean<T>>(n);
}
struct Of_mean : AddsUp {
  template <How how, class T>
  static Numbers run(const T* x, const T*, std::int64_t n) {
    return {meanOf<how>(x, n)};
  }
};

template <How how, class T>
[[gnu::always_inline]] inline Mean<T> squaresAround(Mean<T> mean, const T* __restrict x,
                                                    std::int64_t n) {
  return total<how, Mean<T>>(n, [=](std::int64_t i) {
    const Mean<T> d = meanType(x[i]) - mean;
    return d * d;
  });
}
// Two passes over memory; or block by block, each in cache, joined by Chan's formula.
struct Of_var : AddsUp {
  template <How how, class T>
  static Numbers run(const T* x, const T*, std::int64_t n) {
    if constexpr (how == How::lanes)
      return {squaresAround<how>(meanOf<how>(x, n), x, n) / static_cast<Mean<T>>(n)};
    constexpr std::int64_t block = 16384 / sizeof(T);
    double mean = 0, squares = 0;
    for (std::int64_t i = 0; i < n; i += block) {
      const std::int64_t m = std::min(block, n - i);
      const Mean<T> here = meanOf<how>(x + i, m);
      const double share = static_cast<double>(m) / static_cast<double>(i + m);
      const double apart = here - mean;
      squares +=
          squaresAround<how>(here, x + i, m) + apart * apart * static_cast<double>(i) * share;
      mean += apart * share;
    }
    return {squares / static_cast<double>(n)};
  }
};

struct Of_dot : AddsUp {
  template <How how, class T>
  static Numbers run(const T* __restrict x, const T* __restrict y, std::int64_t n) {
    if constexpr (sizeof(T) == 1)
      return {
          static_cast<double>(blockwise<how, T>(n, [=](std::int64_t i) { return x[i] * y[i]; }))};
    using A = Total<T>;
    return {static_cast<double>(total<how, A>(
        n, [=](std::int64_t i) { return static_cast<A>(x[i]) * static_cast<A>(y[i]); }))};
  }
};

struct Of_norm : AddsUp {
  template <How how, class T>
  static Numbers run(const T* __restrict x, const T*, std::int64_t n) {
    if constexpr (sizeof(T) == 1)
      return {std::sqrt(
          static_cast<double>(blockwise<how, T>(n, [=](std::int64_t i) { return x[i] * x[i]; })))};
    return {std::sqrt(squaresAround<how>(Mean<T>(0), x, n))};
  }
};

// The element of the largest size.
struct Of_largest {
  template <How how, class T>
  static Numbers run(const T* __restrict x, const T*, std::int64_t n) {
    return {
        static_cast<double>(joinLanes < how == How::lanes ? 1 : 4 > (n, T(0), [=](std::int64_t i) {
      return x[i];
    }, [](T a, T b) { return element::abs(a) < element::abs(b) ? b : a; }))};
  }
};

// Sum, least and greatest, block by block: one pass over memory.
struct Of_summary : AddsUp {
  template <How how, class T>
  static Numbers run(const T* x, const T*, std::int64_t n) {
    constexpr std::int64_t block = 8192 / sizeof(T);
    Total<T> sum = 0;
    T low = x[0], high = x[0];
    for (std::int64_t i = 0; i < n; i += block) {
      const std::int64_t m = std::min(block, n - i);
      sum += sumOf<how>(x + i, m);
      low = std::min(low, extremeOf<false, how>(x + i, m));
      high = std::max(high, extremeOf<true, how>(x + i, m));
    }
    return {static_cast<double>(sum), static_cast<double>(low), static_cast<double>(high)};
  }
};

template <class T, class F>
constexpr Variant<Reduce<T>> variants[] = {{"lanes", F::template run<How::lanes, T>},
                                           {"lanes, 4 streams", F::template run<How::streams, T>},
                                           {"simd reduction", F::template run<How::simd, T>}};

template <class T, class F>
constexpr std::span<const Variant<Reduce<T>>> variantsOf =
    std::span(variants<T, F>).first(std::is_base_of_v<AddsUp, F> ? 3 : 2);

#define FAMILY(name, reads) {#name, #reads, variantsOf<T, Of_##name>},
template <class T>
constexpr ReduceFamily<T> families[] = {NATIVE_REDUCTIONS(FAMILY)};

struct Of_count {
  template <How how>
  static Numbers run(const bool* x, const bool*, std::int64_t n) {
    return {static_cast<double>(sumOf<how>(reinterpret_cast<const uint8*>(x), n))};
  }
};
// Looks at whole blocks, and ends at the first that decides.
template <bool wanted>
struct Search {
  template <How how>
  static Numbers run(const bool* x, const bool*, std::int64_t n) {
    constexpr std::int64_t block = how == How::lanes ? 1024 : 16384;
    const auto* bytes = reinterpret_cast<const uint8*>(x);
    for (std::int64_t i = 0; i < n; i += block) {
      const std::int64_t m = std::min(block, n - i);
      if (extremeOf<wanted, how>(bytes + i, m) == wanted) return {double(wanted)};
    }
    return {double(!wanted)};
  }
};
using Of_any = Search<true>;
using Of_all = Search<false>;

template <class F>
constexpr Variant<Reduce<bool>> boolVariants[] = {
    {"lanes", F::template run<How::lanes>}, {"lanes, 4 streams", F::template run<How::streams>}};
#define BOOL_FAMILY(name, reads) {#name, #reads, boolVariants<Of_##name>},
constexpr ReduceFamily<bool> boolFamilies[] = {NATIVE_BOOL_REDUCTIONS(BOOL_FAMILY)};

}  // namespace

#define ACCESSOR(T)                                   \
  template <>                                         \
  std::span<const ReduceFamily<T>> reduceFamilies() { \
    return families<T>;                               \
  }
NATIVE_INTEGER_TYPES(ACCESSOR)
NATIVE_FLOAT_TYPES(ACCESSOR)

template <>
std::span<const ReduceFamily<bool>> reduceFamilies() {
  return boolFamilies;
}

}  // namespace native
