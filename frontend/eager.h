// Library mode on array states: each operation computes at once.
#pragma once

#include <span>

#include "frontend/array_state.h"
#include "frontend/recording/recorder.h"

namespace parax::detail::eager {

// `slot` is the field that Op::field takes.
Handle pointwise(Op op, ElementType type, std::span<const TypedOperand> operands,
                 const SourceLocation& where, int slot = 0);
// Integers may be narrower than `type`, in which they are summed or multiplied.
Handle reduce(Op op, ElementType type, const TypedOperand& operand, const SourceLocation& where);
Handle reduceWith(const TypedOperand& operand, const TypedOperand& identity,
                  const CombineFunction& f, const SourceLocation& where);
Handle full(ElementType type, const TypedOperand& value, std::span<const TypedOperand> extents,
            const SourceLocation& where);
Handle fullLike(ElementType type, const TypedOperand& value, const ArrayState& like,
                const SourceLocation& where);
Handle iota(ElementType type, std::span<const TypedOperand> extents, int axis,
            const SourceLocation& where);
Handle iotaLike(ElementType type, const ArrayState& like, int axis, const SourceLocation& where);

// target = op(operands), of which it is one, in the target's memory if nobody else sees it.
void compound(Op op, Handle& target, std::span<const TypedOperand> operands,
              const SourceLocation& where);

}  // namespace parax::detail::eager
