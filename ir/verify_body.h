// The verifier's rules for bodies: accesses, reductions, instructions, regions.
#pragma once

#include <optional>
#include <string>

#include "ir/parallel.h"

namespace parax::ir {

struct BrokenRule {
  const char* rule;
  const char* message;
  std::string text;  // the part of the program that breaks it
};

// The other rules of the loop hold. None: all hold.
std::optional<BrokenRule> firstBrokenBodyRule(const ParallelProgram& program, const Loop& loop,
                                              const Body& body);

}  // namespace parax::ir
