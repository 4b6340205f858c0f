// Calls of math functions.
#pragma once

#include "codegen/host/loop_context.h"

namespace parax::codegen::host {

// Every lane gets what lane 0 of the library's vector function gives, whatever the loop's width.
llvm::Value* emitMath(ModuleContext& unit, Builder& b, Op op, ElementType type,
                      llvm::ArrayRef<llvm::Value*> x);

// The same from arrays to an array: x and out are addresses, `count` a multiple of the lanes.
void emitMathBlock(ModuleContext& unit, Builder& b, Op op, ElementType type,
                   llvm::ArrayRef<llvm::Value*> x, llvm::Value* out, llvm::Value* count);

}  // namespace parax::codegen::host
