// Whether the stages of a loop find in a tile what they load from its locals.
#pragma once

#include "ir/parallel.h"

namespace parax::ir {

// One plane of a local with turns: a constant one, or that of the turn plus a constant.
bool isPlane(const Index& index);

// The other rules of loops hold.
bool tilesFit(const ParallelProgram& program);

}  // namespace parax::ir
