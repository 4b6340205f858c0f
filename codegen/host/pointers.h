// Pointers that walk along the arrays of a loop.
#pragma once

#include <span>

#include <llvm/IR/Instructions.h>

#include "codegen/host/loop_context.h"

namespace parax::codegen::host {

// Per access of stride one: p = base + from at the end of `before`, a phi here; null for the
// others. Empty if the plan wants none.
std::vector<llvm::PHINode*> startPointers(LoopContext& c, const Row& row, llvm::Value* from,
                                          llvm::BasicBlock* before);

// The end of an iteration over `step` points.
void advancePointers(LoopContext& c, std::span<llvm::PHINode* const> pointers, std::int64_t step);

// One line of every array that is read, some way ahead, if that helps this CPU.
void emitPrefetches(LoopContext& c, std::span<llvm::PHINode* const> pointers);

}  // namespace parax::codegen::host
