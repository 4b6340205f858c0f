// The functions of functions.h and gamma.h, compiled ahead for one width of vectors.
#pragma once

#include <cstdint>
#include <span>

#include "parax/core/op.h"

namespace parax::elementary {

// out[i] = f(x[i]), or f(x[i], y[i]); the count is a multiple of the lanes. `function` is the one
// of whole vectors; y is null if it has one argument. The arrays are the same or apart. In files
// that are compiled for the width: how vectors are passed depends on that.
template <class T>
using BlockCall = void (*)(void* function, const T* x, const T* y, T* out, std::int64_t count);
struct BlockCalls {
  BlockCall<float> f32;
  BlockCall<double> f64;
};

struct CompiledFunction {
  Op op;
  // Vector<T> f(Vector<T>), or of two vectors, in the calling convention of the CPU's extension.
  void *f32, *f64;
  BlockCall<float> f32Block;  // faster than calling f32 for every vector
  BlockCall<double> f64Block;
  // Enough to be written into loops: only of functions.h, and not for 16 bytes.
  bool isShort = true;
};

BlockCalls callsForAvx2();
BlockCalls callsForAvx512();

std::span<const CompiledFunction> functionsForAvx2();    // with FMA; 32 bytes
std::span<const CompiledFunction> halvesForAvx2();       // on the same CPUs; 16 bytes
std::span<const CompiledFunction> functionsForAvx512();  // F, VL, BW and DQ; 64 bytes

}  // namespace parax::elementary
