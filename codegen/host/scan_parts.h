// The instructions of a body with prefixes, by when they can be computed. No LLVM here.
#pragma once

#include <vector>

#include "ir/parallel.h"

namespace parax::codegen::host {

struct ScanParts {
  std::vector<std::int32_t> prefixes;  // instructions
  // Per instruction.
  std::vector<bool> operands;  // the prefixes need it
  std::vector<bool> before;    // it waits for no prefix; but for the prefixes themselves
  std::vector<bool> after;     // it waits for one
};

// Throws InternalError for prefixes that there is no code for.
ScanParts scanParts(const ir::Body& body);

}  // namespace parax::codegen::host
