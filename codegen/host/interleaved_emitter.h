// Reductions of a long range: several blocks side by side, a share of the range apart, because one
// stream of loads leaves the prefetchers of a core half idle.
#pragma once

#include "codegen/host/blocks.h"

namespace parax::codegen::host {

class ReductionEmitter;

struct Interleaved {
  BlockPlace rest;    // the next block
  llvm::Value* stop;  // blocks from there to here are to be computed one by one, then it can go on
};

// Computes blocks from `place` on, at most to the end of the range: plan.interleaved equal shares
// of whole lines; if there are too few of them, of whole blocks of the first line; or none.
Interleaved emitInterleaved(LoopContext& c, const Row& row, const BlockPlace& place,
                            const Lines& lines, ReductionEmitter& reductions);

}  // namespace parax::codegen::host
