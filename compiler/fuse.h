// Reorders loops and fuses them, producer with consumer and side by side.
#pragma once

#include "ir/parallel.h"

namespace parax::compiler {

// Two loops become one if they have the same extents and the second reads what the first computes
// only at the point where it was written. Every producer and consumer left in different loops is
// recorded in `refusals`, with the reason. Linear in the size of the program.
void fuse(ir::ParallelProgram& program);

}  // namespace parax::compiler
