// The functions of functions.h, compiled ahead for whole vectors of one width.
#pragma once

#include <cstddef>
#include <span>

#include "parax/core/op.h"

namespace parax::elementary {

// Vector<T> f(Vector<T>) in the calling convention of the CPU's extension.
struct CompiledFunction {
  Op op;
  void* f32;
  void* f64;
};

std::span<const CompiledFunction> functionsForAvx2();    // with FMA; 32 bytes
std::span<const CompiledFunction> functionsForAvx512();  // F, VL, BW and DQ; 64 bytes

}  // namespace parax::elementary
