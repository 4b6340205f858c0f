// Loads the code generator's library at the first compilation.
#pragma once

#include <string>

#include "codegen/backend.h"

namespace parax::runtime {

struct LoadedBackend {
  codegen::Backend* backend = nullptr;  // lives as long as the process
  std::string whyNot;                   // if it is null
  double microseconds = 0;              // what loading took
};

// Thread-safe; the first call loads.
const LoadedBackend& loadBackend();
// What that gave; null if nobody has asked yet.
const LoadedBackend* loadedBackend() noexcept;
// The process ends, and what the library needs is being taken apart: it cannot compile any more.
bool backendEnded() noexcept;

// Whether the library is there, without loading it.
bool backendExists(std::string& whyNot);

}  // namespace parax::runtime
