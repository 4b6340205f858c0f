// One symbol per size class, so that equal shapes have equal dims.
#pragma once

#include <vector>

#include "ir/domain.h"

namespace parax::compiler {

// The smallest symbol of each symbol's class.
std::vector<ir::Symbol> sizeClasses(std::size_t symbols,
                                    const std::vector<ir::Assumption>& assumptions);

// Rewrites all dims to the smallest symbol of their class (assumptions `equal`; `isOne`: the class
// of symbol `one`). The assumptions stay: the call's guards check them.
void unifySizes(ir::Program& program);

}  // namespace parax::compiler
