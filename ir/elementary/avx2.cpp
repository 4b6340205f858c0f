// Compiled with -mavx2 -mfma.
#include "ir/elementary/compiled.h"

namespace parax::elementary {

VectorCalls callsForAvx2() { return vectorCalls<32>(); }
std::span<const CompiledFunction> functionsForAvx2() { return compiledFunctions<32>(); }

}  // namespace parax::elementary
