// The array programs that are measured, as a user writes them.
#pragma once

#include <parax/parax.h>

namespace bench {

template <class T>
parax::Array<T> blackScholes(parax::Array<T> s, parax::Array<T> k, parax::Array<T> r,
                             parax::Array<T> vol, parax::Array<T> t) {
  const auto phi = [](const parax::Array<T>& x) { return 0.5 + 0.5 * erf(0.707106781 * x); };
  auto deviation = vol * sqrt(t);
  auto d1 = ((r + 0.5 * vol * vol) * t + log10(s / k)) / deviation;
  auto d2 = d1 - deviation;
  auto discounted = k * exp(-r * t);
  auto call = s * phi(d1) - discounted * phi(d2);
  return call - discounted + s;
}

inline parax::Array<double> ten(parax::Array<double> x, parax::Array<double> y) {
  auto t = x + y;
  t = t * x;
  t = t - y;
  t = t * 0.5;
  t = t + x;
  t = t * y;
  t = t - 0.25;
  t = t * x;
  t = t + 1.5;
  return t * y;
}

inline parax::Array<double> addSquare(parax::Array<double> x) { return x + x * x; }

}  // namespace bench
