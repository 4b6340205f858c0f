// Cold paths: elements that fail and accesses that are out of bounds.
#pragma once

#include "codegen/host/loop_context.h"

namespace parax::codegen::host {

struct Report {
  enum class Kind : std::uint8_t {
    division,
    index,
    bounds
  } kind;                        // the first two: ir::FailureKind
  std::int64_t id;               // the ordinal; of bounds the buffer
  llvm::Value *first, *stride;   // lane k is point (of bounds: element) first + k * stride
  llvm::Value* index = nullptr;  // of kind index: that of each lane, and the extent; of bounds
                                 // the elements, if there is no stride
  llvm::Value* extent = nullptr;
};

// Notes the first lane that is set in `failing` (i1 or a vector of them) in the call's
// FailureRecord; strides are not negative, so it is the smallest point.
void emitReport(LoopContext& c, const Report& report, llvm::Value* failing);

}  // namespace parax::codegen::host
