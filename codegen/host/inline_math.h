// The project's own math functions, written into the loop instead of called.
#pragma once

#include "codegen/host/loop_context.h"

namespace parax::codegen::host {

// Whether values of so many lanes fill one register and the operation is one of ours.
bool canInline(Op op, ElementType type, int lanes);

// The values that the function compiled ahead gives, bit for bit; one per argument. y is empty for
// functions of one.
llvm::SmallVector<llvm::Value*, 2> emitInlineMath(ModuleContext& unit, Builder& b, Op op,
                                                  ElementType type, llvm::ArrayRef<llvm::Value*> x,
                                                  llvm::ArrayRef<llvm::Value*> y);

}  // namespace parax::codegen::host
