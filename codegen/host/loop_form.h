// What the units of a loop are, and in which order its dimensions are walked. No LLVM here.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "codegen/backend.h"

namespace parax::codegen::host {

struct WalkOrder {
  LoopForm form = LoopForm::points;
  std::vector<std::int32_t> dims;  // all of the loop, outermost first
  // Columns: the kept dimensions from this position on are a row, those before `outer` the others.
  int outer = 0, firstColumn = 0;
};

// `collapsible(d, e)`: may neighbours be walked as one? Throws InternalError for loops that there
// is no code for.
WalkOrder walkOrder(const ir::Loop& loop, const std::function<bool(int, int)>& collapsible);

// The lanes of the tree that all reductions of a loop share, 1 if no result shows the order; 0:
// they have different ones.
std::int64_t sharedLanes(const ir::Body& body);

}  // namespace parax::codegen::host
