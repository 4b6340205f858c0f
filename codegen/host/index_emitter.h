// Accesses index by index: computed indices, and what happens at the edges of a dimension.
#pragma once

#include "codegen/host/loop_context.h"

namespace parax::codegen::host {

// A row of a loop with edges: first all of its columns are inside; then, of each edged access, the
// indices that a row resolves once are added to its offset, and the columns inside are fewer.
void startEdges(LoopContext& c, Row& row);
void resolveEdges(LoopContext& c, Row& row, int access);

// The elements that an access means at a place, one per lane. Without a row: before the loop, as
// a scalar.
struct LaneElements {
  llvm::Value* offset;   // in the buffer
  llvm::Value* outside;  // lanes that mean none; null: there are none
};
struct IndexPlace {
  const Row* row = nullptr;
  const Place* place = nullptr;
  llvm::Value* mask = nullptr;  // active lanes: others do not fail
  int lanes = 1;
};
LaneElements emitElements(LoopContext& c, const ir::Inst& inst, const IndexPlace& at,
                          llvm::ArrayRef<llvm::Value*> operands);

}  // namespace parax::codegen::host
