// Arrays that live within one point of one loop become scalars.
#pragma once

#include "ir/parallel.h"

namespace parax::compiler {

// A load of what the same point stored or loaded before becomes that
// value; equal instructions of a body are merged; stores that nobody
// reads, unused instructions, reductions, loops and buffers vanish.
void contract(ir::ParallelProgram& program);

}  // namespace parax::compiler
