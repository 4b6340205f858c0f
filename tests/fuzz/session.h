// Runs all calls of a program in one mode, and notes everything a caller can see.
#pragma once

#include <string>
#include <vector>

#include "parax/options.h"
#include "tests/fuzz/program.h"

namespace parax::fuzz {

// One thing that a caller sees: a result, or a variable after the call. Equal bytes are equal
// values: all NaNs are one.
struct Seen {
  std::string what;  // e.g. "call 1: result 0"
  bool inOut = false;
  std::string shape;
  std::string bytes;
  friend bool operator==(const Seen&, const Seen&) = default;
};

struct Outcome {
  enum class Kind { fine, shape, element, argument, memory, internal } kind = Kind::fine;
  std::string error;
  unsigned line = 0;
  bool inFold = false;  // the line is that of a reduction's function, not of a statement
  std::vector<Seen> seen;
};

std::vector<Outcome> runCalls(const Program& program, const Options& options);

}  // namespace parax::fuzz
