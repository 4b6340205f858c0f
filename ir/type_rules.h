// Whether the types of an operation follow its row in the op table: shared by both verifiers.
#pragma once

#include "parax/core/element_type.h"
#include "parax/core/op.h"

namespace parax::ir {

// `operand` holds arity types.
bool typesFit(Op op, ElementType result, const ElementType* operand);

// Whether the type's memory can hold these bits (bool: 0 or 1).
constexpr bool bitsFit(ElementType type, std::uint64_t bits) {
  if (type == ElementType::boolean) return bits < 2;
  return sizeOf(type) == 8 || bits >> (8 * sizeOf(type)) == 0;
}

}  // namespace parax::ir
