// Inputs: every special value of a type meets every other one, then pseudo-random numbers.
#pragma once

#include <parax/parax.h>

#include <cstdint>

namespace parax::conformance {

enum class Kind {
  any,      // NaN, infinities, -0, denormals, the smallest and largest integers
  finite,   // no NaN, no infinity: sums say something
  nonZero,  // divisors
  nearOne,  // products of many neither vanish nor overflow; odd integers, none negative
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

// The element types, in the order of the table's rows.
#define PARAX_CONFORMANCE_TYPES(ROW) \
  ROW(bool, "bool")                  \
  ROW(std::int8_t, "int8")           \
  ROW(std::int16_t, "int16")         \
  ROW(std::int32_t, "int32")         \
  ROW(std::int64_t, "int64")         \
  ROW(std::uint8_t, "uint8")         \
  ROW(std::uint16_t, "uint16")       \
  ROW(std::uint32_t, "uint32")       \
  ROW(std::uint64_t, "uint64")       \
  ROW(float, "float")                \
  ROW(double, "double")

template <class T>
constexpr const char* typeName = "?";
#define ROW(type, text) \
  template <>           \
  inline constexpr const char* typeName<type> = text;
PARAX_CONFORMANCE_TYPES(ROW)
#undef ROW

inline constexpr const char* typeNames[] = {
#define ROW(type, text) text,
    PARAX_CONFORMANCE_TYPES(ROW)
#undef ROW
};

// Complex types have rows of their own (complex_test.cpp).
template <>
inline constexpr const char* typeName<std::complex<float>> = "complex64";
template <>
inline constexpr const char* typeName<std::complex<double>> = "complex128";

template <class F>
void forEachType(F f) {
#define ROW(type, text) f(type());
  PARAX_CONFORMANCE_TYPES(ROW)
#undef ROW
}

}  // namespace parax::conformance
