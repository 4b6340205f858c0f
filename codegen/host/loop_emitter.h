// One loop of the parallel IR as one range function.
#pragma once

#include "codegen/host/loop_context.h"

namespace parax::codegen::host {

// Adds `void <options.name>_loop<number>(i64 begin, i64 end, ptr slots, i64 flags)` to the module.
llvm::Function* emitLoop(ModuleContext& unit, int number, const LoopPlan& plan);

std::string loopName(const Options& options, int number);

}  // namespace parax::codegen::host
