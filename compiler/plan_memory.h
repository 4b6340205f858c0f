// Lifetimes of buffers, temporaries that share memory, results in place of inputs.
#pragma once

#include "ir/parallel.h"

namespace parax::compiler {

void planMemory(ir::ParallelProgram& program);

// After planMemory: results take over the memory of inputs, where nothing can fail.
void takeOverInputs(ir::ParallelProgram& program);

}  // namespace parax::compiler
