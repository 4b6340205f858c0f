// Loops over integers and bool; compiled with -fwrapv, because integers wrap on both sides.
#include <concepts>

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
// AVX2 converts signed integers only; and the digits of 2^52 + q end with those of q.
inline double exactly(uint32 x) {
  return static_cast<double>(static_cast<int32>(x ^ 0x80000000u)) + 0x1p31;
}
inline uint32 quotient(uint32 x, uint32 y) {
  const double q = __builtin_trunc(exactly(x) / exactly(y));
  return static_cast<uint32>(std::bit_cast<uint64>(q + 0x1p52));
}
template <class T>
  requires(sizeof(T) < 8)
T expertForm(Of_div, T x, T y, bool) {
  return quotient(x, y);
}
template <class T>
  requires(sizeof(T) < 8)
T expertForm(Of_rem, T x, T y, bool) {
  return static_cast<T>(x - quotient(x, y) * y);
}

// Shifts of single bytes do not exist: at the upper end of 32 bits.
template <class T>
  requires(sizeof(T) < 4)
T expertForm(Of_shiftRight, T x, T y, bool) {
  using Wide = std::conditional_t<std::is_signed_v<T>, int32, uint32>;
  constexpr int up = 32 - 8 * sizeof(T);
  return static_cast<T>(static_cast<Wide>(static_cast<Wide>(x) << up) >> (y + up));
}

template <class T>
T expertForm(Of_mask, T x, T y, bool c) {
  return blended(c, x, y);
}

// Counts within ever wider groups of bits: shifts and additions only.
template <class T>
T expertForm(Of_popcount, T number, T, bool) {
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
T expertForm(Of_clz, T number, T, bool) {
  using U = std::make_unsigned_t<T>;
  U x = static_cast<U>(number);
#pragma GCC unroll 6
  for (unsigned k = 1; k < 8 * sizeof(T); k *= 2) x = static_cast<U>(x | (x >> k));
  return expertForm(Of_popcount{}, static_cast<T>(static_cast<U>(~x)), T(), false);
}

template <class T>
constexpr MapFamily<T> families[] = {OPERATIONS(NATIVE_FAMILY)};

namespace boolean {
NATIVE_BOOL_OPERATIONS(NATIVE_FUNCTION)
template <std::same_as<bool> T>
T expertForm(Of_mask, T x, T y, bool c) {
  return blended(c, x, y);
}
// As bytes, because loops over bool are left scalar.
struct Of_logicalAnd {
  uint8 operator()(uint8 x, uint8 y, uint8, bool) const { return x & y; }
};
struct Of_logicalOr {
  uint8 operator()(uint8 x, uint8 y, uint8, bool) const { return x | y; }
};
struct Of_logicalNot {
  uint8 operator()(uint8 x, uint8, uint8, bool) const { return x ^ 1; }
};
template <auto loop>
void onBytes(const Operands<bool>& in, void* out, std::int64_t n) {
  const auto bytes = [](const bool* x) { return reinterpret_cast<const uint8*>(x); };
  loop({bytes(in.x), bytes(in.y), bytes(in.z), in.c}, out, n);
}
template <class F>
constexpr Variant<Map<bool>> byteVariants[] = {
    {"bytes", onBytes<mapWhole<uint8, uint8, F>>},
    {"bytes, streaming", onBytes<mapStreamed<uint8, uint8, F>>}};
#define BYTE_FAMILY(name, reads, R, arguments, text) \
  {#name, #reads, Arguments::arguments, false, byteVariants<Of_##name>},
using T = bool;
constexpr MapFamily<bool> families[] = {NATIVE_LOGICAL_OPERATIONS(BYTE_FAMILY)
                                            NATIVE_BOOL_OPERATIONS(NATIVE_FAMILY)};
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
