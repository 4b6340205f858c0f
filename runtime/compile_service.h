// Programs by key: each is compiled once for all threads; the least recently used ones are dropped.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "ir/domain.h"
#include "runtime/executable.h"

namespace parax::runtime {

struct ProgramOptions {
  bool interpret = false;
  bool fastMath = false;
  bool checked = false;
};

struct NamedProgram {
  ir::Program program;
  std::string name;  // appears in dumps, backtraces and profiles
};

struct Obtained {
  std::shared_ptr<const Executable> executable;
  bool hit = false;
};

// `key` identifies the program's structure exactly; `build` makes it if
// it is not there yet. Other threads that ask for the same key wait for
// the one compilation; if it throws, all of them get the exception.
Obtained obtainProgram(const std::string& key, const ProgramOptions& options,
                       const std::function<NamedProgram()>& build);

// Whether native code can be made, as far as is known: the code generator's library is there, and
// did not fail to load. The reason if not.
bool canCompile(std::string* whyNot = nullptr);
// The same, for sure: the first call loads the library.
bool loadCompiler(std::string* whyNot = nullptr);

}  // namespace parax::runtime
