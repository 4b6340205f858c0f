// Reductions whose last dimension is kept (LoopForm::columns): rows are added to rows.
#pragma once

#include "codegen/host/loop_context.h"

namespace parax::codegen::host {

// makeRow(number of its first point, its indices but the column).
using MakeRow = llvm::function_ref<Row(llvm::Value*, std::vector<llvm::Value*>)>;

void emitColumns(LoopContext& c, MakeRow makeRow);

}  // namespace parax::codegen::host
