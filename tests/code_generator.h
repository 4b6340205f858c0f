// Whether there is a code generator to test with.
#pragma once

#include <unistd.h>

#include <cstdlib>

namespace parax {

// Not in a build without LLVM, nor where PARAX_CODEGEN names no file: so the tests run without it.
inline bool haveCodeGenerator() {
  const char* path = std::getenv("PARAX_CODEGEN");
  return PARAX_HAVE_LLVM && (!path || !*path || access(path, R_OK) == 0);
}

}  // namespace parax
