// Operations whose type is complex, and conversions from and to complex types.
#pragma once

#include "parax/core/handle.h"

namespace parax::detail {

Handle complexUnary(Op op, ElementType type, const Operand& a, const SourceLocation& where);
// exp, sin, asin and the rest.
Handle complexFunction(Op op, ElementType type, const Operand& a, const SourceLocation& where);
// Comparisons, too: `type` is the operands' then.
Handle complexBinary(Op op, ElementType type, const Operand& a, const Operand& b,
                     const SourceLocation& where);
Handle complexSelect(ElementType type, const Operand& condition, const Operand& a, const Operand& b,
                     const SourceLocation& where);
Handle complexCast(ElementType type, const Operand& a, const SourceLocation& where);
Handle complexReduce(Op op, ElementType type, const Operand& a, const SourceLocation& where);
Handle complexFull(ElementType type, const Operand& value, std::span<const Operand> extents,
                   const SourceLocation& where);
Handle complexFullLike(ElementType type, const Operand& value, const Operand& like,
                       const SourceLocation& where);
Handle complexAbs(ElementType real, const Operand& z, const SourceLocation& where);

}  // namespace parax::detail
