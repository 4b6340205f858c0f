// The reference interpreters: slow, simple, right. Compiled code must equal them bit for bit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "ir/domain.h"
#include "ir/parallel.h"
#include "parax/core/scalar.h"

namespace parax::ir {

// A dense row-major array in somebody else's memory; rank 0 has one element.
struct ArrayView {
  ElementType type;
  std::vector<std::int64_t> extents;
  const void* data;
};

struct ArrayValue {
  ElementType type;
  std::vector<std::int64_t> extents;
  std::vector<std::byte> data;
};

// The error of the first failing element in program order.
struct ElementFailure : std::runtime_error {
  ElementFailure(std::int32_t ordinalOfNode, std::int64_t linearIndex)
      : std::runtime_error("element failure"), ordinal(ordinalOfNode), index(linearIndex) {}
  std::int32_t ordinal;
  std::int64_t index;  // row-major, in the shape of the failing operation
};

// The values of the size symbols for one call.
std::vector<std::int64_t> evaluateSymbols(const std::vector<SymbolSource>& symbols,
                                          const std::vector<ArrayView>& inputs,
                                          const std::vector<Scalar>& numbers);

std::vector<ArrayValue> interpret(const Program& program, const std::vector<ArrayView>& inputs,
                                  const std::vector<Scalar>& numbers);
std::vector<ArrayValue> interpret(const ParallelProgram& program,
                                  const std::vector<ArrayView>& inputs,
                                  const std::vector<Scalar>& numbers);

}  // namespace parax::ir
