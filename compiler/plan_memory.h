// Lifetimes of buffers, temporaries that share memory, and results that take over an input's
// memory.
#pragma once

#include "ir/parallel.h"

namespace parax::compiler {

void planMemory(ir::ParallelProgram& program, bool inPlace);

}  // namespace parax::compiler
