// How each loop is to be run: dimensions walked as one, threads, streaming stores, cost estimate.
#pragma once

#include "ir/parallel.h"

namespace parax::compiler {

void schedule(ir::ParallelProgram& program);

}  // namespace parax::compiler
