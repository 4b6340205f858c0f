// Whether the types of an operation follow its row in the op table: shared by both verifiers.
#pragma once

#include "parax/core/element_type.h"
#include "parax/core/op.h"

namespace parax::ir {

// `operand` holds arity types.
bool typesFit(Op op, ElementType result, const ElementType* operand);

}  // namespace parax::ir
