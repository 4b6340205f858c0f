// Executes a program on untyped handles, as the public headers would call the core.
#pragma once

#include <vector>

#include "tests/fuzz/program.h"

namespace parax::fuzz {

// The function's variables while it runs. Parameters
// that are variables of somebody else are referred to.
struct Frame {
  std::vector<detail::Handle*> variables;  // by number; null: not defined yet
  std::vector<detail::Handle> own;         // what the frame owns; room for all variables
  std::vector<Number> plain;
};

void execute(const Program& program, Frame& frame);

}  // namespace parax::fuzz
