// The loops over one row of the nest: vector main loop, streaming main loop, masked rest.
#pragma once

#include "codegen/host/loop_context.h"

namespace parax::codegen::host {

class ReductionEmitter;

// Computes the columns [from, to) of a row. `reductions` may be null.
void emitRow(LoopContext& c, const Row& row, llvm::Value* from, llvm::Value* to,
             ReductionEmitter* reductions);

}  // namespace parax::codegen::host
