// Vectors of 64-bit integers to floats and back, for CPUs without an instruction for it: x86 before
// AVX-512. LLVM would convert one element after the other.
#pragma once

#include "codegen/scalar_emitter.h"

namespace parax::codegen {

// Single values have an instruction, and so have 64 bytes.
bool needsWideCast(ElementType integer, int lanes);

// Rounded once.
llvm::Value* emitFromInt64(Builder& b, ElementType to, ElementType from, llvm::Value* x);

// Towards zero; every x is in the range of the result.
llvm::Value* emitToInt64(Builder& b, llvm::Value* x);

}  // namespace parax::codegen
