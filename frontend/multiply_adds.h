// Which products a sum may take in, to become a fused multiply-add: those written in the same
// expression.
#pragma once

#include <utility>

#include "frontend/array_state.h"

namespace parax::detail {

// The list of factors that a thread keeps, one for each product of the expressions that it is in.
class MultiplyAdds {
 public:
  // Whether they are formed: as the accelerated function's options say, or the environment.
  static bool areFormed(const ThreadContext& thread);
  // An accelerated function begins: the products of the expression that calls it are not its own.
  static MultiplyAddContext enter(ThreadContext& thread, bool areFormed) {
    using Forming = MultiplyAddContext::Forming;
    return std::exchange(thread.multiplyAdds,
                         {thread.factors, areFormed ? Forming::on : Forming::off});
  }

  static void note(ThreadContext& thread, Factors& factors, const Handle& product,
                   const TypedOperand& a, const TypedOperand& b);
  // Null if the operand is no product of this type, has a name or comes from another expression.
  static const Factors* find(const Operand& operand, ElementType type);
  // The operation of a recorded product, or -1.
  static std::int32_t nodeOf(const Factors& factors) { return factors.node_; }
  static TypedOperand factor(const Factors& factors, int which) {
    return {factors.array_[which].state()};
  }

  // Before a recording forgets its operations: gives `keep` the products down to `oldest` that are
  // recorded, with room for their factors.
  template <class F>
  static void keepRecorded(const ThreadContext& thread, const Factors* oldest, F&& keep) {
    for (Factors* f = thread.factors; f != oldest; f = f->next_)
      if (f->node_ >= 0) keep(std::exchange(f->node_, -1), f->array_);
  }
};

inline bool isSum(Op op) { return op == Op::add || op == Op::sub; }

// target += product, or -=.
void addProduct(Op op, Handle& target, const Factors& product, const SourceLocation& where);

}  // namespace parax::detail
