// Moves what does not depend on the point in front of the loop.
#pragma once

#include "ir/parallel.h"

namespace parax::compiler {

// Loads without axes, numbers, constants and what is computed from them. What can fail stays: a
// loop without points must not report an error. Loops of rank 0 run once and are left alone.
void hoist(ir::ParallelProgram& program);

}  // namespace parax::compiler
