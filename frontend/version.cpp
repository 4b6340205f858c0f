// The version that the library was built as.
#include "parax/version.h"

#define PARAX_TEXT(x) #x
#define PARAX_DOTTED(major, minor, patch) \
  PARAX_TEXT(major) "." PARAX_TEXT(minor) "." PARAX_TEXT(patch)

namespace parax {

const char* version() noexcept {
  return PARAX_DOTTED(PARAX_VERSION_MAJOR, PARAX_VERSION_MINOR, PARAX_VERSION_PATCH);
}

}  // namespace parax
