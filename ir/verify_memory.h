// The verifier's rules for buffers over all loops: who writes, who reads, what shares memory.
#pragma once

#include "ir/parallel.h"

namespace parax::ir {

struct MemoryRule {
  const char* name;
  const char* message;
  bool (*holds)(const ParallelProgram&);
};

// The other rules of verify hold. Null: all hold.
const MemoryRule* firstBrokenMemoryRule(const ParallelProgram& program);

}  // namespace parax::ir
