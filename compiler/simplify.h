// Says the same with less: common subexpressions, constants, identities, dead code.
#pragma once

#include "ir/domain.h"

namespace parax::compiler {

// Every rule is exact to the last bit for all inputs, NaN and -0 included (payload and sign of a
// NaN excepted). An operation that can fail is dropped only if no output depends on it.
void simplify(ir::Program& program);

}  // namespace parax::compiler
