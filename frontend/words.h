// The user's words for operations and types, in reports and messages.
#pragma once

#include <string>

#include "parax/core/element_type.h"
#include "parax/core/op.h"

namespace parax::detail {

std::string operationWord(Op op);                    // "+", "exp", "min"
std::string operationWord(Op op, ElementType type);  // the same, and "cast<float>"
std::string typeWord(ElementType type);              // "double", "std::int32_t"

}  // namespace parax::detail
