// Conversions of elements; floats to integers saturate, and NaN gives 0.
#include <bit>
#include <cmath>
#include <limits>
#include <type_traits>

#include "element.h"
#include "map_loops.h"

namespace native {
namespace {

template <class To, class From>
inline To converted(From x) {
  if constexpr (std::is_same_v<To, bool>) {
    return x != 0;
  } else if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>) {
    // 2^63 - 1 is no float: what is above the greatest that is one saturates in a second step.
    constexpr To least = std::numeric_limits<To>::min(), most = std::numeric_limits<To>::max();
    constexpr int spare = std::numeric_limits<To>::digits - std::numeric_limits<From>::digits;
    constexpr bool rounds = spare > 0;
    constexpr From low = static_cast<From>(least);
    constexpr From high =
        static_cast<From>(rounds ? most - (To(1) << (rounds ? spare : 0)) + 1 : most);
    From y = x < low ? low : x;
    y = y > high ? high : y;
    y = y == y ? y : From(0);
    const auto whole = static_cast<std::conditional_t<sizeof(To) == 8, To, int32>>(y);
    if constexpr (rounds) return x > high ? most : whole;
    return static_cast<To>(whole);
  } else if constexpr (std::is_same_v<From, bool>) {
    return static_cast<To>(std::bit_cast<uint8>(x));
  } else {
    return static_cast<To>(x);
  }
}

template <class From, class To>
constexpr bool hasHalves =
    std::is_same_v<To, double> && std::is_integral_v<From> && sizeof(From) == 8;

template <class From, class To>
inline void castRange(const From* __restrict x, To* __restrict out, std::int64_t n) {
#pragma omp simd
  for (std::int64_t i = 0; i < n; ++i) {
    if constexpr (hasHalves<From, To>)
      out[i] = element::byHalves(x[i]);
    else
      out[i] = converted<To>(x[i]);
  }
}

template <class From, class To>
void castWhole(const void* x, void* out, std::int64_t n) {
  castRange(static_cast<const From*>(x), static_cast<To*>(out), n);
}

template <class From, class To>
void castStreamed(const void* x, void* out, std::int64_t n) {
  inStreamedBlocks(static_cast<To*>(out), n, [&](std::int64_t i, To* buffer, std::int64_t m) {
    castRange(static_cast<const From*>(x) + i, buffer, m);
  });
}

template <class From, class To>
constexpr Variant<void(const void*, void*, std::int64_t)> variants[] = {
    {"simd loop", castWhole<From, To>}, {"simd loop, streaming", castStreamed<From, To>}};

#define FAMILY(from, to) {#from, #to, variants<from, to>},
constexpr CastFamily families[] = {NATIVE_CASTS(FAMILY)};

}  // namespace

std::span<const CastFamily> castFamilies() { return families; }

}  // namespace native
