// Loops over integers and bool; compiled with -fwrapv, because integers wrap on both sides.
#include "map_families.h"

namespace native {
namespace {

#define OPERATIONS(ROW)         \
  NATIVE_NUMBER_OPERATIONS(ROW) \
  NATIVE_INTEGER_OPERATIONS(ROW)
OPERATIONS(NATIVE_FUNCTION)

// Quotients of at most 32 bits are exact in a float type with as many digits to spare: there is no
// vector division of integers.
template <class T>
  requires(sizeof(T) < 4)
inline T quotient(T x, T y) {
  return static_cast<T>(static_cast<int32>(static_cast<float>(x) / static_cast<float>(y)));
}
inline int32 quotient(int32 x, int32 y) {
  return static_cast<int32>(static_cast<double>(x) / static_cast<double>(y));
}
// AVX2 converts to signed integers only; the digits of 2^52 + q end with those of q.
inline uint32 quotient(uint32 x, uint32 y) {
  const double q = __builtin_trunc(static_cast<double>(x) / static_cast<double>(y));
  return static_cast<uint32>(std::bit_cast<uint64>(q + 0x1p52));
}
template <class T>
  requires(sizeof(T) < 8)
T expertForm(Of_div, T x, T y) {
  return quotient(x, y);
}
template <class T>
  requires(sizeof(T) < 8)
T expertForm(Of_rem, T x, T y) {
  return static_cast<T>(x - quotient(x, y) * y);
}

// Counts within ever wider groups of bits: shifts and additions only.
template <class T>
T expertForm(Of_popcount, T number, T) {
  using U = std::make_unsigned_t<T>;
  constexpr U ones = static_cast<U>(~U(0));
  U x = static_cast<U>(number);
  x = static_cast<U>(x - ((x >> 1) & (ones / 3)));
  x = static_cast<U>((x & (ones / 15 * 3)) + ((x >> 2) & (ones / 15 * 3)));
  x = static_cast<U>((x + (x >> 4)) & (ones / 255 * 15));
  if constexpr (sizeof(T) > 1) x = static_cast<U>(x + (x >> 8));
  if constexpr (sizeof(T) > 2) x = static_cast<U>(x + (x >> 16));
  if constexpr (sizeof(T) > 4) x = static_cast<U>(x + (x >> 32));
  return static_cast<T>(x & (sizeof(T) > 1 ? 0x7f : 0xf));
}
// The bits below the first that is set are those that remain.
template <class T>
T expertForm(Of_clz, T number, T) {
  using U = std::make_unsigned_t<T>;
  U x = static_cast<U>(number);
  for (unsigned k = 1; k < 8 * sizeof(T); k *= 2) x = static_cast<U>(x | (x >> k));
  return expertForm(Of_popcount{}, static_cast<T>(static_cast<U>(~x)), T());
}

template <class T>
constexpr MapFamily<T> families[] = {OPERATIONS(NATIVE_FAMILY)};

namespace boolean {
NATIVE_BOOL_OPERATIONS(NATIVE_FUNCTION)
using T = bool;
constexpr MapFamily<bool> families[] = {NATIVE_BOOL_OPERATIONS(NATIVE_FAMILY)};
}  // namespace boolean

}  // namespace

#define ACCESSOR(T)                             \
  template <>                                   \
  std::span<const MapFamily<T>> mapFamilies() { \
    return families<T>;                         \
  }
NATIVE_INTEGER_TYPES(ACCESSOR)

template <>
std::span<const MapFamily<bool>> mapFamilies() {
  return boolean::families;
}

}  // namespace native
