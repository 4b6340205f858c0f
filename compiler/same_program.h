// Whether a pass changed anything; ordinals, which are not part of a program's meaning, are not
// compared.
#pragma once

#include "ir/domain.h"
#include "ir/parallel.h"

namespace parax::compiler {

bool sameProgram(const ir::Program& a, const ir::Program& b);
bool sameProgram(const ir::ParallelProgram& a, const ir::ParallelProgram& b);

}  // namespace parax::compiler
