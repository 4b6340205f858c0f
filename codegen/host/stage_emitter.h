// Loops of several pieces (LoopForm::rows) and of several stages (LoopForm::tiles).
#pragma once

#include <functional>

#include "codegen/host/loop_context.h"

namespace parax::codegen::host {

// The body of one piece.
struct PieceCode {
  LoopContext& c;
  // makeRow(number of its first point, its indices but the column).
  std::function<Row(llvm::Value*, std::vector<llvm::Value*>)> makeRow;
  // A new tile: by loop dimension its first index, or null where there are no cuts.
  std::function<void(const std::vector<llvm::Value*>&)> placeLocals;
};

// `pieces`: those of all stages, in order. symbol(s): its value.
void emitStages(LoopContext& c, std::span<PieceCode> pieces,
                const std::function<llvm::Value*(ir::Symbol)>& symbol);

}  // namespace parax::codegen::host
