// Which functions are measured one by one; each has a loop in functions.cpp.
#pragma once

// ROW(name, lowest argument, highest argument)
#define NATIVE_LIBMVEC_FUNCTIONS(ROW) \
  ROW(cbrt, -100, 100)                \
  ROW(exp, -20, 20)                   \
  ROW(exp2, -20, 20)                  \
  ROW(exp10, -20, 20)                 \
  ROW(expm1, -5, 5)                   \
  ROW(log, 0.01, 100)                 \
  ROW(log2, 0.01, 100)                \
  ROW(log10, 0.01, 100)               \
  ROW(log1p, -0.9, 100)               \
  ROW(sin, -100, 100)                 \
  ROW(cos, -100, 100)                 \
  ROW(tan, -100, 100)                 \
  ROW(asin, -1, 1)                    \
  ROW(acos, -1, 1)                    \
  ROW(atan, -10, 10)                  \
  ROW(sinh, -5, 5)                    \
  ROW(cosh, -5, 5)                    \
  ROW(tanh, -5, 5)                    \
  ROW(asinh, -10, 10)                 \
  ROW(acosh, 1, 100)                  \
  ROW(atanh, -0.99, 0.99)             \
  ROW(erf, -4, 4)                     \
  ROW(erfc, -4, 4)

// libmvec has none of these.
#define NATIVE_OTHER_FUNCTIONS(ROW) \
  ROW(sqrt, 0, 100)                 \
  ROW(lgamma, 0.1, 20)              \
  ROW(tgamma, 0.1, 20)              \
  ROW(floor, -100, 100)             \
  ROW(ceil, -100, 100)              \
  ROW(trunc, -100, 100)             \
  ROW(round, -100, 100)             \
  ROW(rint, -100, 100)

#define NATIVE_UNARY_FUNCTIONS(ROW) NATIVE_LIBMVEC_FUNCTIONS(ROW) NATIVE_OTHER_FUNCTIONS(ROW)
