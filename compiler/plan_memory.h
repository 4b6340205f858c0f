// Lifetimes of buffers, temporaries that share memory, results in place of inputs.
#pragma once

#include "ir/parallel.h"

namespace parax::compiler {

void planMemory(ir::ParallelProgram& program, bool inPlace);

}  // namespace parax::compiler
