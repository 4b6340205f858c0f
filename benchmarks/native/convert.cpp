// Conversions between bytes and floats: bound by memory.
#include <cmath>
#include <limits>

#include "chunks.h"
#include "kernels.h"

namespace native {
namespace {

template <class To, class From>
inline To converted(From x) {
  if constexpr (std::numeric_limits<To>::is_integer) {  // saturates, NaN gives 0
    constexpr From low = std::numeric_limits<To>::min(), high = std::numeric_limits<To>::max();
    From y = x < low ? low : x;
    y = y > high ? high : y;
    y = y == y ? y : From(0);
    return static_cast<To>(static_cast<int>(y));
  } else {
    return static_cast<To>(x);
  }
}

template <class From, class To>
void plain(const From* __restrict x, To* __restrict out, std::int64_t n, int threads) {
  forChunks(n, threads, mapSerialBelow<float>, [=](std::int64_t begin, std::int64_t end) {
    const From* __restrict from = x;
    To* __restrict to = out;
#pragma omp simd
    for (std::int64_t i = begin; i < end; ++i) to[i] = converted<To>(from[i]);
  });
}

template <class From, class To>
constexpr Variant<Convert<From, To>> variants[] = {{"simd loop", plain<From, To>}};

}  // namespace

#define CONVERT(From, To)                                         \
  template <>                                                     \
  std::span<const Variant<Convert<From, To>>> convertVariants() { \
    return variants<From, To>;                                    \
  }
CONVERT(std::int8_t, float)
CONVERT(std::uint8_t, float)
CONVERT(float, std::int8_t)
CONVERT(float, std::uint8_t)
#undef CONVERT

}  // namespace native
