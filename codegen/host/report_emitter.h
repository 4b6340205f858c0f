// Cold paths: elements that fail and accesses that are out of bounds.
#pragma once

#include "codegen/host/loop_context.h"

namespace parax::codegen::host {

enum class Report : std::uint8_t { element, bounds };  // the member of ErrorSink that is called

// For every lane k set in `failing` (i1 or a vector
// of them): sink->what(sink, id, first + k * stride).
void emitReport(LoopContext& c, Report what, std::int64_t id, llvm::Value* first,
                llvm::Value* stride, llvm::Value* failing);

}  // namespace parax::codegen::host
