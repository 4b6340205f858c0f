// The vector forms of libmvec's functions, for loops that the compiler vectorises.
#pragma once

#include <math.h>

#include "functions.h"

#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__)
// They exist in every vector width, but the C library declares them only under -ffast-math, which
// would also license unsafe algebra.
#define NATIVE_SIMD(name, low, high)                                  \
  extern "C" {                                                        \
  __attribute__((simd("notinbranch"))) double name(double) noexcept;  \
  __attribute__((simd("notinbranch"))) float name##f(float) noexcept; \
  }
NATIVE_LIBMVEC_FUNCTIONS(NATIVE_SIMD)
#undef NATIVE_SIMD
#endif
