// ir::evaluateBinary in forms without branches, which compilers turn into vector code; same bits.
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

#include "ir/scalar_ops.h"
#include "parax/core/op.h"

namespace parax::library {

template <class T>
using BitsOf = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;

// Equal floats differ at most in the sign of zero: `or` makes it -0, which is the lesser. Selecting
// floats, not their bits, is what g++ vectorises without SSE4.
template <class T>
T floatMin(T a, T b) {
  using Bits = BitsOf<T>;
  T lesser = b < a ? b : a;
  const T zero = std::bit_cast<T>(std::bit_cast<Bits>(lesser) | std::bit_cast<Bits>(b));
  lesser = a == b ? zero : lesser;
  return b != b ? b : lesser;  // a NaN in a is kept: nothing is less
}
template <class T>
T floatMax(T a, T b) {
  using Bits = BitsOf<T>;
  T greater = a < b ? b : a;
  const T zero = std::bit_cast<T>(std::bit_cast<Bits>(greater) & std::bit_cast<Bits>(b));
  greater = a == b ? zero : greater;
  return b != b ? b : greater;
}

template <Op op, class T>
T combine(T a, T b) {
  if constexpr (op == Op::min && std::is_floating_point_v<T>)
    return floatMin(a, b);
  else if constexpr (op == Op::max && std::is_floating_point_v<T>)
    return floatMax(a, b);
  else
    return ir::evaluateBinary<T>(op, a, b);
}

}  // namespace parax::library
