// Inputs: every special value of a type meets every other one, then pseudo-random numbers.
#pragma once

#include <parax/parax.h>

#include <cstdint>

namespace parax::conformance {

enum class Kind {
  any,      // NaN, infinities, -0, denormals, the smallest and largest integers
  finite,   // no NaN, no infinity: sums say something
  nonZero,  // divisors
};

template <std::size_t N>
std::int64_t countOf(const std::array<std::int64_t, N>& shape) {
  std::int64_t n = 1;
  for (const std::int64_t e : shape) n *= e;
  return n;
}

// The seed-th operand: equal positions of two operands run through all pairs of special values.
template <class T, int N>
Array<T, N> make(const Shape<N>& shape, int seed, Kind kind = Kind::any);

template <class T>
constexpr const char* typeName = "?";
template <>
inline constexpr const char* typeName<bool> = "bool";
template <>
inline constexpr const char* typeName<std::int32_t> = "int32";
template <>
inline constexpr const char* typeName<std::int64_t> = "int64";
template <>
inline constexpr const char* typeName<float> = "float";
template <>
inline constexpr const char* typeName<double> = "double";

template <class F>
void forEachType(F f) {
  f(bool());
  f(std::int32_t());
  f(std::int64_t());
  f(float());
  f(double());
}

}  // namespace parax::conformance
