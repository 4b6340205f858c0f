// Operands in the type of their operation, and the operation itself: recorded or computed.
#pragma once

#include "frontend/eager.h"
#include "frontend/weak_number.h"

namespace parax::detail {

inline Handle apply(Op op, ElementType type, std::span<const TypedOperand> operands,
                    const SourceLocation& where) {
  if (Recorder* recorder = Recorder::current())
    return recorder->pointwise(op, type, operands, where);
  return eager::pointwise(op, type, operands, where);
}

// An operand in the operation's type, a scalar type; keeps what a conversion made alive.
class Settled {
 public:
  Settled(const Operand& operand, ElementType type, const SourceLocation& where,
          const char* remedy = "cast the array to a wider type") {
    if (operand.isNumber) {
      typed_.number = toScalar(operand.number, type, where, remedy);
      return;
    }
    const ArrayState& state = stateOf(operand, where);
    if (state.type == type) {
      typed_.array = &state;
      return;
    }
    const TypedOperand before{&state};
    converted_ = apply(Op::cast, type, {&before, 1}, where);
    typed_.array = converted_.state();
  }
  const TypedOperand& operator*() const { return typed_; }

 private:
  TypedOperand typed_;
  Handle converted_;
};

}  // namespace parax::detail
