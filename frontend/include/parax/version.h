// The version of these headers, and that of the library that the program runs with.
#pragma once

#include "parax/core/api.h"

#define PARAX_VERSION_MAJOR 0
#define PARAX_VERSION_MINOR 1
#define PARAX_VERSION_PATCH 0

// One number, for #if: 0.1.0 is 100, 1.2.3 is 10203.
#define PARAX_VERSION \
  (PARAX_VERSION_MAJOR * 10000 + PARAX_VERSION_MINOR * 100 + PARAX_VERSION_PATCH)

namespace parax {

PARAX_API const char* version() noexcept;  // "0.1.0"

}  // namespace parax
