// Nobody wins with wrong results: both sides are compared before they are timed.
#pragma once

#include <cmath>
#include <complex>
#include <cstddef>
#include <string>
#include <type_traits>

#include "suite.h"

namespace bench {

template <class T>
void expectClose(const std::string& row, T ours, T native) {
  // Integers and bool exactly.
  const double tolerance = std::is_integral_v<T> ? 0 : sizeof(T) == 4 ? 1e-4 : 1e-11;
  const double a = static_cast<double>(ours), b = static_cast<double>(native);
  if (!(std::abs(a - b) <= tolerance * (1 + std::abs(b))))
    throw Failure(row + ": ours gives " + std::to_string(a) + ", native " + std::to_string(b));
}
template <class T>
void expectClose(const std::string& row, std::complex<T> ours, std::complex<T> native) {
  expectClose(row, ours.real(), native.real());
  expectClose(row, ours.imag(), native.imag());
}

template <class T>
void expectClose(const std::string& row, const T* ours, const T* native, std::size_t n) {
  for (std::size_t k = 0; k < n; ++k) expectClose(row, ours[k], native[k]);
}

}  // namespace bench
