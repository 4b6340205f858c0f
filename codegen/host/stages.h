// Splits a body with several math functions into stages, between which the functions are computed
// for a strip of vectors at a time. No LLVM here.
//
// Each function is a loop of its own then, whose vectors overlap, where a long body would wait for
// one function after the other. It is compiled ahead, and the stages are short: both save time at
// compile time, too.
#pragma once

#include <cstdint>
#include <vector>

#include "codegen/host/loop_plan.h"

namespace parax::codegen::host {

// Values are named by their instructions.
struct Stage {
  std::vector<bool> computed;           // per instruction: by the stage's loop over the strip
  std::vector<std::int32_t> given;      // read from their arrays
  std::vector<std::int32_t> kept;       // written to their arrays
  std::vector<std::int32_t> functions;  // then computed, from array to array

  bool hasLoop() const;
};

// Every store is in the last stage, and what reductions add. Loads and indices are repeated in
// every stage that uses them.
std::vector<Stage> stagesOf(const ir::ParallelProgram& program, const ir::Loop& loop,
                            const LoopPlan& plan);

// Whether a function reads this argument where it lies, and not from an array of the strip.
bool isReadInPlace(const ir::ParallelProgram& program, const ir::Loop& loop, const LoopPlan& plan,
                   std::int32_t value);

}  // namespace parax::codegen::host
