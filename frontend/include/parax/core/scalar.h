// One number of any element type: what kernels get as parameters and what rank-0 arrays hold.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#include "parax/core/element_type.h"

namespace parax {

// The low bytes of `bits` are the number's memory; the rest is zero, so equal numbers have equal
// bits.
struct Scalar {
  ElementType type = ElementType::float64;
  std::uint64_t bits = 0;

  template <Element T>
  static Scalar of(T value) {
    Scalar s{elementTypeOf<T>, 0};
    std::memcpy(&s.bits, &value, sizeof(T));
    return s;
  }
  template <Element T>
  T as() const {  // the caller knows the type: T must be it
    T value;
    std::memcpy(&value, &bits, sizeof(T));
    return value;
  }
  friend bool operator==(const Scalar&, const Scalar&) = default;
};

}  // namespace parax
