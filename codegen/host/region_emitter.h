// Bodies with regions, for one vector of points.
//
// Lanes take their own ways under masks: both sides of an `if` run, each for its lanes; a loop runs
// until no lane is left. What no lane needs is skipped, so in a region some lane is always active.
#pragma once

#include "codegen/host/loop_context.h"

namespace parax::codegen::host {

// All instructions of the body; `value` holds those of the row, and gets the others.
void emitRegions(LoopContext& c, const Row& row, const Place& place,
                 std::vector<llvm::Value*>& value);

}  // namespace parax::codegen::host
