// The functions of functions.h, compiled ahead for whole vectors of one width.
#pragma once

#include <cstddef>
#include <span>

#include "parax/core/op.h"

namespace parax::elementary {

// Vector<T> f(Vector<T>), or of two vectors, in the calling convention of the CPU's extension.
struct CompiledFunction {
  Op op;
  void* f32;
  void* f64;
};

// Calls a vector function of one argument or two on one vector: out = f(x[0], x[1]). In files that
// are compiled for the width: how vectors are passed depends on that.
template <class T>
using VectorCall = void (*)(void* function, int arity, const T* const* x, T* out);
struct VectorCalls {
  VectorCall<float> f32;
  VectorCall<double> f64;
};
VectorCalls callsForAvx2();
VectorCalls callsForAvx512();

std::span<const CompiledFunction> functionsForAvx2();    // with FMA; 32 bytes
std::span<const CompiledFunction> functionsForAvx512();  // F, VL, BW and DQ; 64 bytes

}  // namespace parax::elementary
