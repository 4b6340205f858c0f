// Library mode: each operation computes at once on dense row-major memory, in plain C++.
//
// Same bits as the interpreter: elements are combined by ir/scalar_ops.h and ir/reduction_tree.h.
// Callers have checked shapes and types (the verifier's rules); what is left throws InternalError.
#pragma once

#include <cstdint>

#include "ir/combiner.h"
#include "parax/core/element_type.h"
#include "parax/core/op.h"
#include "parax/core/scalar.h"

namespace parax::library {

struct Operand {
  ElementType type;
  int rank;  // 0: one element, no extents
  const std::int64_t* extents;
  const void* data;
};

// Operands broadcast to the result's shape as in NumPy; `slot` is the field that Op::field takes.
// `out` may be the memory of an operand that
// has the result's shape and an element type of the same size. Integer division by zero throws
// ir::ElementFailure{0, index of the first in row-major order} before anything is written.
void pointwise(Op op, ElementType resultType, const Operand* operands, int count,
               const std::int64_t* resultExtents, int resultRank, void* out, int slot = 0);

// `elements` copies of a number; `outer` times 0, 1, ... < extent, each repeated `inner` times,
// converted to `type`.
void full(Scalar value, std::int64_t elements, void* out);
void iota(ElementType type, std::int64_t outer, std::int64_t extent, std::int64_t inner, void* out);

// Of all elements, by the fixed tree. Empty: the identity
// (min and max of nothing are the caller's errors).
Scalar reduce(Op op, const Operand& operand);
// Sum and product of integers and bool in `type`, int64 or uint64.
Scalar reduceWide(Op op, ElementType type, const Operand& operand);

// The same with a user's function; `out` is one element. Throws ir::ElementFailure{ordinal of the
// first failing instruction, 0}.
void reduceWith(const ir::Combiner& combiner, const Operand& operand, void* out);

}  // namespace parax::library
