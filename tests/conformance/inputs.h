// Inputs: every special value of a type meets every other one, then pseudo-random numbers.
#pragma once

#include <parax/parax.h>

#include <cstdint>
#include <span>

namespace parax::conformance {

enum class Kind {
  any,      // NaN, infinities, -0, denormals, the smallest and largest integers
  finite,   // no NaN, no infinity: sums say something
  nonZero,  // divisors
  nearOne,  // products of many neither vanish nor overflow; odd integers, none negative
};

// The seed-th operand: equal positions of two operands run through all pairs of special values.
detail::Handle makeHandle(ElementType type, std::span<const std::int64_t> shape, int seed,
                          Kind kind = Kind::any);
template <class T, int N>
Array<T, N> make(const Shape<N>& shape, int seed, Kind kind = Kind::any) {
  return Array<T, N>(makeHandle(elementTypeOf<T>, shape, seed, kind));
}

}  // namespace parax::conformance
