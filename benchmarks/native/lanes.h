// Vectors of the target's width in the compiler's own notation, and shifts of their lanes.
#pragma once

#include <cstdint>
#include <utility>

#include "simd.h"

namespace native {

#if defined(__AVX512F__)
inline constexpr int vectorBytes = 64;
#elif defined(__AVX2__)
inline constexpr int vectorBytes = 32;
#else
inline constexpr int vectorBytes = 16;
#endif

template <class T>
inline constexpr int laneCount = vectorBytes / int{sizeof(T)};

template <class T>
struct LanesOf {
  typedef T type __attribute__((vector_size(vectorBytes)));
  typedef T unaligned __attribute__((vector_size(vectorBytes), aligned(alignof(T)), may_alias));
};
template <class T>
using Lanes = typename LanesOf<T>::type;

template <class T>
[[gnu::always_inline]] inline Lanes<T> loadLanes(const T* p) {
  return *reinterpret_cast<const typename LanesOf<T>::unaligned*>(p);
}
template <class T>
[[gnu::always_inline]] inline void storeLanes(T* p, Lanes<T> v) {
  *reinterpret_cast<typename LanesOf<T>::unaligned*>(p) = v;
}

// Writes past the caches where the target can; p is aligned to the vector.
template <class T>
[[gnu::always_inline]] inline void streamLanes(T* p, Lanes<T> v) {
  if constexpr (Simd<T>::width == laneCount<T>)
    Simd<T>::stream(p, v);
  else
    storeLanes(p, v);
}

// Lanes first, first + 1, ... of the two vectors behind each other.
template <int first, class V, int... lane>
[[gnu::always_inline]] inline V window(V low, V high, std::integer_sequence<int, lane...>) {
  return __builtin_shufflevector(low, high, (first + lane)...);
}
template <class T, int first>
[[gnu::always_inline]] inline Lanes<T> window(Lanes<T> low, Lanes<T> high) {
  return window<first>(low, high, std::make_integer_sequence<int, laneCount<T>>());
}

// The elements one to the left and to the right of those in `here`.
template <class T>
[[gnu::always_inline]] inline Lanes<T> fromLeft(Lanes<T> before, Lanes<T> here) {
  return window<T, laneCount<T> - 1>(before, here);
}
template <class T>
[[gnu::always_inline]] inline Lanes<T> fromRight(Lanes<T> here, Lanes<T> after) {
  return window<T, 1>(here, after);
}

// 0, 1, 2, ...
template <class T>
[[gnu::always_inline]] inline Lanes<T> laneNumbers() {
  Lanes<T> numbers;
  for (int i = 0; i < laneCount<T>; ++i) numbers[i] = static_cast<T>(i);
  return numbers;
}

}  // namespace native
