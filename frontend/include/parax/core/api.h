// What has to hold before anything else is read, and the mark of what libparax.so exports.
#pragma once

// The include that cannot be found stops the compiler: thousands of lines would follow.
#if __cplusplus < 202002L
#error "parax needs C++20: add -std=c++20"
#include "parax: see the error above"
#elif defined(__clang__) ? __clang_major__ < 19 : __GNUC__ < 12
#error "parax needs GCC 12 or Clang 19, or a newer one"
#include "parax: see the error above"
#endif

#define PARAX_API __attribute__((visibility("default")))
