// The loop's body for one or more vectors of points, and what is computed before the loop.
#pragma once

#include <span>

#include "codegen/host/loop_context.h"

namespace parax::codegen::host {

// Numbers, constants and hoisted instructions: scalars, broadcast where the body uses them.
void emitHoisted(LoopContext& c);

// A pointwise instruction. `firstPoint` gives the number of lane 0's point, for errors; `mask` are
// the active lanes, or null.
llvm::Value* emitOperation(LoopContext& c, const ir::Inst& inst, llvm::ArrayRef<llvm::Value*> x,
                           llvm::Value* mask, llvm::function_ref<llvm::Value*()> firstPoint);

// The same for a pair of values in a combiner: an error's point is 0, and the result, too.
llvm::Value* emitCombination(LoopContext& c, const ir::Inst& inst, llvm::ArrayRef<llvm::Value*> x,
                             llvm::Value* mask);

// Fills in row.value: loads and indices that do not depend on the column.
void emitRowValues(LoopContext& c, Row& row);

// One vector per place, interleaved: all loads of a group come before its stores (in place means
// the same index). Element k of the result: the values of place k, by instruction.
std::vector<std::vector<llvm::Value*>> emitBody(LoopContext& c, const Row& row,
                                                std::span<const Place> places);

class ElementCache;

// One instruction at one place. Without a cache elements are loaded and stored field by field.
void emitInstruction(LoopContext& c, const Row& row, const Place& place, int i,
                     std::vector<llvm::Value*>& value, ElementCache* cache);

// Only in the main loop, where the time is spent: the code of a math function is long.
bool isInlined(const LoopContext& c, const ir::Inst& inst, const Place& place);

// The same for some of the instructions; the values that they use of others are there.
void emitInstructions(LoopContext& c, const Row& row, std::span<const Place> places,
                      const std::vector<bool>& which,
                      std::vector<std::vector<llvm::Value*>>& values);

}  // namespace parax::codegen::host
