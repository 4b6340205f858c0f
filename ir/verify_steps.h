// The verifier's rules for buffers and sizes over all steps, in the order in which they run.
#pragma once

#include "ir/parallel.h"

namespace parax::ir {

// A step, and the repeat around it that no other repeat is around; or null.
struct PlacedStep {
  const Step* step;
  const Step* repeat;
};
std::vector<PlacedStep> placedSteps(const std::vector<Step>& steps);

// What a step is about is known when it runs: sizes that steps make are made before, once, and not
// again and again.
bool sizesAreKnown(const ParallelProgram& program);

// Does the step itself, not as a loop, name the buffer?
bool names(const Step& step, BufferId buffer);

}  // namespace parax::ir
