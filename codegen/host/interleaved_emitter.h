// Reductions of a long range: several blocks side by side, a share of the range apart, because one
// stream of loads leaves the prefetchers of a core half idle.
#pragma once

#include "codegen/host/loop_context.h"

namespace parax::codegen::host {

class ReductionEmitter;

// Computes the first whole blocks of each of plan.interleaved equal shares of [begin, end). Returns
// where the rest begins.
llvm::Value* emitInterleaved(LoopContext& c, const Row& row, ReductionEmitter& reductions);

}  // namespace parax::codegen::host
