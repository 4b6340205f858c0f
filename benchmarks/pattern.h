// What the arrays of single operations are filled with: scattered numbers that every run repeats.
#pragma once

#include <complex>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "memory.h"
#include "operations.h"

namespace bench {

inline std::uint64_t scattered(std::uint64_t i, std::uint64_t salt) {
  const std::uint64_t x = (i + salt * 0x51ed2701) * 0x9e3779b97f4a7c15;
  return x ^ (x >> 29);
}
// From low to high.
inline double between(double low, double high, std::uint64_t i, std::uint64_t salt) {
  return low + (high - low) * static_cast<double>(scattered(i, salt) % (1 << 20)) * 0x1p-20;
}

// x and z: any integer but the least, which has no negative; floats from -100 to 100, or from 0.01
// to 100, or with infinities and NaN among them.
template <class T>
T firstOf(std::uint64_t i, native::Arguments arguments, std::uint64_t salt) {
  using native::Arguments;
  if constexpr (std::is_same_v<T, bool>) {
    return scattered(i, salt) % 2 == 0;
  } else if constexpr (std::is_integral_v<T>) {
    const T value = static_cast<T>(scattered(i, salt));
    return value == std::numeric_limits<T>::min() ? T(1) : value;
  } else if constexpr (std::is_floating_point_v<T>) {
    if (arguments == Arguments::positive) return static_cast<T>(between(0.01, 100, i, salt));
    if (arguments == Arguments::special && i % 16 < 2)
      return i % 16 == 0 ? -std::numeric_limits<T>::infinity()
                         : std::numeric_limits<T>::quiet_NaN();
    return static_cast<T>(between(-100, 100, i, salt));
  } else {
    return {firstOf<typename T::value_type>(i, arguments, salt) / 50,
            firstOf<typename T::value_type>(i, arguments, salt + 1) / 50};
  }
}

// y: never 0 but as a shift. Integers of all lengths, floats from 0.5 to 8 of either sign.
template <class T>
T secondOf(std::uint64_t i, native::Arguments arguments) {
  constexpr std::uint64_t salt = 3;
  if constexpr (std::is_same_v<T, bool>) {
    return scattered(i, salt) % 4 == 0;
  } else if constexpr (std::is_integral_v<T>) {
    constexpr std::uint64_t bits = 8 * sizeof(T);
    if (arguments == native::Arguments::shift) return static_cast<T>(scattered(i, salt) % bits);
    const T value = static_cast<T>(static_cast<T>(scattered(i, salt)) >> (i * 7 % bits));
    return value == 0 ? T(1) : value;
  } else if constexpr (std::is_floating_point_v<T>) {
    const double size = between(0.5, 8, i, salt);
    return static_cast<T>(i % 3 == 0 ? -size : size);
  } else {
    return {secondOf<typename T::value_type>(i, arguments),
            firstOf<typename T::value_type>(i, arguments, salt + 2) / 50};
  }
}

template <class T>
void fillFirst(HugeArray<T>& x, native::Arguments arguments, std::uint64_t salt = 1) {
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = firstOf<T>(i, arguments, salt);
}
template <class T>
void fillSecond(HugeArray<T>& y, native::Arguments arguments) {
  for (std::size_t i = 0; i < y.size(); ++i) y[i] = secondOf<T>(i, arguments);
}

}  // namespace bench
