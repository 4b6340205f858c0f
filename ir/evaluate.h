// One pointwise operation on numbers whose types are known at run time only.
#pragma once

#include <optional>
#include <span>

#include "parax/core/op.h"
#include "parax/core/scalar.h"

namespace parax::ir {

// The value of a pointwise operation; `type` is the result's. No value: an integer division by
// zero. Operation and types must have passed the verifier.
std::optional<Scalar> evaluatePointwise(Op op, ElementType type, const Scalar* operand);

// What `index` and `iota` yield: i converted to `type`.
Scalar indexValue(ElementType type, std::int64_t i);

// Elements of dense arrays.
Scalar loadElement(ElementType type, const void* data, std::int64_t index);
void storeElement(void* data, std::int64_t index, const Scalar& value);

// All elements of a dense array in the fixed order of reduction_tree.h.
Scalar evaluateReduction(Op op, ElementType type, std::span<const std::int64_t> extents,
                         const void* data);

}  // namespace parax::ir
