// The one order in which values are combined into elements whose indices are computed.
#pragma once

#include <cstdint>
#include <span>

#include "parax/core/op.h"
#include "parax/core/scalar.h"

namespace parax::ir {

// Targets with more elements take their values strictly in index order; others by blocks of
// scatterBlock values: the first onto the target, each other one from the identity, in order, and
// the blocks one after the other.
constexpr std::int64_t mostScatterBins = 4096;
constexpr std::int64_t scatterBlock = 65536;

struct ScatterElement {
  std::int64_t point;    // its number in the loop's space
  std::int64_t element;  // of the target
  Scalar value;
};

// `values` by ascending point; `target` has `count` elements of the type.
void scatterInOrder(Op reduction, ElementType type, std::span<const ScatterElement> values,
                    std::int64_t count, void* target);

}  // namespace parax::ir
