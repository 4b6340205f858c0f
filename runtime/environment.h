// The environment variables that steer compilation, read once.
#pragma once

#include <string>

#include "compiler/pipeline.h"

namespace parax::runtime {

// PARAX_DUMP=domain,parallel,llvm,asm[:filter]: which texts go to stderr; the filter is a part of
// the program's name (the file and line of its first result, e.g. blur_12).
struct DumpOptions {
  bool domain = false, parallel = false, llvm = false, assembly = false;
  std::string filter;
  bool any() const { return domain || parallel || llvm || assembly; }
  bool wants(const std::string& program) const {
    return any() && program.find(filter) != std::string::npos;
  }
};

struct Environment {
  DumpOptions dump;
  compiler::PassOptions passes;    // PARAX_PASSES=-fuse,-hoist,...; PARAX_VERIFY=1
  std::size_t maxPrograms = 1024;  // PARAX_PROGRAMS: programs kept in the cache
  std::string codegenPath;  // PARAX_CODEGEN: the code generator's library, if not beside ours
};

// Throws ArgumentError, naming the variable, if one cannot be understood.
const Environment& environment();

}  // namespace parax::runtime
