// Whether a pass changed anything. Ordinals are no part of a program's meaning: not compared.
#pragma once

#include "ir/domain.h"
#include "ir/parallel.h"

namespace parax::compiler {

bool sameProgram(const ir::Program& a, const ir::Program& b);
bool sameProgram(const ir::ParallelProgram& a, const ir::ParallelProgram& b);

}  // namespace parax::compiler
