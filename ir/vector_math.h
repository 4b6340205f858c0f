// The math functions that every mode shares: our own (ir/elementary), or glibc's vector library
// (libmvec), found at run time.
//
// For one machine and process there is exactly one function per operation and float type. Our own
// need FMA; their bits are the same on every CPU. Of libmvec the widest that the CPU and glibc have
// is taken (AVX-512, AVX2 or SSE4). The scalar form is lane 0 of the vector function, so that the
// interpreter, library mode, vector bodies and tails agree to the last bit. Where libmvec lacks a
// function and ours has no FMA, libm's scalar one is used in every mode.
#pragma once

#include <cstdint>
#include <string>

#include "parax/core/element_type.h"
#include "parax/core/op.h"

namespace parax::ir {

struct MathFunction {
  std::string symbol;  // "parax_exp_f64x8", libmvec's "_ZGVeN8v_tan", or "parax_tgamma": libm's
  void* address = nullptr;
  int lanes = 0;         // 1: a scalar function of libm
  bool own = false;      // of ir/elementary
  bool isShort = false;  // and of functions.h there: it can be written into a loop

  // The function for arrays of a multiple of `lanes` elements, an elementary::BlockCall:
  // void block(void* address, const T* x, const T* y, T* out, int64_t count)
  std::string blockSymbol;
  void* block = nullptr;
};

// For the operations with the property `math` and float32 or float64.
const MathFunction& mathFunction(Op op, ElementType type);

// Width of the vectors that this process uses: 64 (AVX-512 F, VL, BW and DQ), 32 (AVX2 and FMA)
// or 16. PARAX_VECTOR_BITS=512|256|128 lowers it.
int vectorBytes();

// Functions of one argument ignore `y`.
double scalarMath(Op op, double x, double y = 0);
float scalarMath(Op op, float x, float y = 0);

// out[k] = f(x[k]), or f(x[k], y[k]); the count is a multiple of mathFunction().lanes. The arrays
// are the same or apart.
void blockMath(Op op, const double* x, const double* y, double* out, std::int64_t count);
void blockMath(Op op, const float* x, const float* y, float* out, std::int64_t count);

}  // namespace parax::ir
