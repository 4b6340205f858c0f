// Compiled with -mavx512f, -mavx512vl, -mavx512bw and -mavx512dq.
#include "ir/elementary/compiled.h"

namespace parax::elementary {

BlockCalls callsForAvx512() { return blockCalls<64>(); }
std::span<const CompiledFunction> functionsForAvx512() { return compiledFunctions<64>(); }

}  // namespace parax::elementary
