// One loop of the parallel IR as one range function, and the functions of its combiners.
#pragma once

#include "codegen/host/loop_context.h"

namespace parax::codegen::host {

// Adds `void <options.name>_loop<number>(i64 begin, i64 end, ptr slots, i64 flags)` to the module.
llvm::Function* emitLoop(ModuleContext& unit, int number, const LoopPlan& plan);

// Adds `<options.name>_loop<number>_combine<reduction>`, a CombineFunction.
llvm::Function* emitCombiner(ModuleContext& unit, int number, const LoopPlan& plan, int reduction);

std::string loopName(const Options& options, int number);
std::string combinerName(const Options& options, int number, int reduction);

}  // namespace parax::codegen::host
