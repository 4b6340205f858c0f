// Domain IR to parallel IR: one loop per operation.
#pragma once

#include "ir/domain.h"
#include "ir/parallel.h"

namespace parax::compiler {

// A loop has the non-trivial dims of its operation (symbol `one` gives no loop dimension). Numbers,
// constants and generators are written into the loops that use them, so they need no array;
// everything else goes through a buffer. Nodes that no output needs are left out.
ir::ParallelProgram lower(const ir::Program& program);

}  // namespace parax::compiler
