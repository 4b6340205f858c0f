// Compiled with -mavx2 -mfma.
#include "ir/elementary/compiled.h"

namespace parax::elementary {

BlockCalls callsForAvx2() { return blockCalls<32>(); }
std::span<const CompiledFunction> functionsForAvx2() { return compiledFunctions<32>(); }
std::span<const CompiledFunction> halvesForAvx2() { return compiledFunctions<16>(); }

}  // namespace parax::elementary
