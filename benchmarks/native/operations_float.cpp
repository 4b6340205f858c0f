// Loops over float and double, functions of two arguments among them.
#include <cmath>
#include <concepts>

#include "map_families.h"

namespace native {
namespace {

#define OPERATIONS(ROW)         \
  NATIVE_NUMBER_OPERATIONS(ROW) \
  NATIVE_FLOAT_OPERATIONS(ROW)
OPERATIONS(NATIVE_FUNCTION)
NATIVE_LIBMVEC_OPERATIONS(NATIVE_FUNCTION)
NATIVE_LIBM_OPERATIONS(NATIVE_FUNCTION)

template <class T>
T expertForm(Of_mask, T x, T y, bool c) {
  return blended(c, x, y);
}
// Squares of floats neither overflow in double nor vanish.
template <std::same_as<float> T>
T expertForm(Of_hypot, T x, T y, bool) {
  return static_cast<T>(__builtin_sqrt(double(x) * double(x) + double(y) * double(y)));
}

// x - q * y is exact if the quotient q is, so a rounded one needs one correction; valid while q has
// few digits and y is finite. Choices are between numbers at hand: others do not vectorise.
template <class T>
inline T remainderOf(Of_fmod, T x, T y) {
  const T q = std::trunc(x / y);
  const T r = element::copysign(T(1), x) * element::fma(-q, y, x);
  const T step = r < 0 ? element::abs(y) : T(0);
  return element::copysign(r + step, x);
}
template <class T>
inline T remainderOf(Of_remainder, T x, T y) {
  const T q = std::rint(x / y), width = element::abs(y);
  const T first = element::fma(-q, y, x);
  const T step = element::abs(first) > width / 2 ? width : T(0);
  const T r = first - element::copysign(step, first);
  const T side = r == 0 ? x : r;
  return element::copysign(r, side);
}
// Of the quotient; infinite where y is.
template <class T>
inline T sizeOfQuotient(T x, T y) {
  constexpr T infinity = std::numeric_limits<T>::infinity();
  const T size = element::abs(x / y);
  return element::abs(y) < infinity ? size : infinity;
}

// In blocks, and with libm where a block has a quotient that is too large.
template <class T, class F>
void remainders(const Operands<T>& in, void* result, std::int64_t n) {
  constexpr std::int64_t block = 512;
  constexpr T limit = sizeof(T) == 4 ? 0x1p22 : 0x1p51;
  T* __restrict out = static_cast<T*>(result);
  const T* __restrict x = in.x;
  const T* __restrict y = in.y;
  for (std::int64_t begin = 0; begin < n; begin += block) {
    const std::int64_t end = n < begin + block ? n : begin + block;
    T largest = 0;
#pragma omp simd reduction(max : largest)
    for (std::int64_t i = begin; i < end; ++i) {
      out[i] = remainderOf(F{}, x[i], y[i]);
      const T size = sizeOfQuotient(x[i], y[i]);
      largest = largest < size ? size : largest;
    }
    if (!(largest < limit)) mapScalar<T, T, F>(operandsFrom(in, begin), out + begin, end - begin);
  }
}

template <class T, class F>
constexpr auto libmvecVariants() {
  using V = Variant<Map<T>>;
  const V loop{"simd loop", mapWhole<T, T, F>};
  const V streamed{"simd loop, streaming", mapStreamed<T, T, F>};
  const V scalar{"scalar libm", mapScalar<T, T, F>};
  if constexpr (HasExpertForm<T, F>)
    return std::array{loop, streamed, scalar, V{"in double", mapWhole<T, T, Expert<F>>},
                      V{"in double, streaming", mapStreamed<T, T, Expert<F>>}};
  else
    return std::array{loop, streamed, scalar};
}
template <class T, class F>
constexpr auto libmvecVariantsOf = libmvecVariants<T, F>();
template <class T, class F>
constexpr Variant<Map<T>> remainderVariants[] = {{"vector form, guarded", remainders<T, F>},
                                                 {"scalar libm", mapScalar<T, T, F>}};

#define LIBMVEC_FAMILY(name, reads, R, arguments, text) \
  {#name, #reads, Arguments::arguments, true, libmvecVariantsOf<T, Of_##name>},
#define REMAINDER_FAMILY(name, reads, R, arguments, text) \
  {#name, #reads, Arguments::arguments, false, remainderVariants<T, Of_##name>},
template <class T>
constexpr MapFamily<T> families[] = {OPERATIONS(NATIVE_FAMILY) NATIVE_LIBMVEC_OPERATIONS(
    LIBMVEC_FAMILY) NATIVE_LIBM_OPERATIONS(REMAINDER_FAMILY)};

}  // namespace

#define ACCESSOR(T)                             \
  template <>                                   \
  std::span<const MapFamily<T>> mapFamilies() { \
    return families<T>;                         \
  }
NATIVE_FLOAT_TYPES(ACCESSOR)

}  // namespace native
