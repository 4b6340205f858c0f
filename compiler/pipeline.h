// The whole compiler, read top to bottom: domain IR to parallel IR.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/form_fma.h"
#include "ir/domain.h"
#include "ir/parallel.h"

namespace parax::compiler {

// Each optimising pass can be switched off (PARAX_PASSES=-fuse,-fma,...; see docs/environment.md).
struct PassOptions {
  bool simplify = true;
  bool fma = true;
  bool fuse = true;
  bool contract = true;
  bool hoist = true;
  bool inPlace = true;
  bool verify = false;  // run the verifier after every pass
};

// One line per pass that ran: for PARAX_DUMP, explain and timing.
struct PassRecord {
  std::string_view name;
  double microseconds;
  bool changed;
};

struct Compilation {
  std::vector<PassRecord> passes;
  std::vector<MultiplyAdd> multiplyAdds;  // that formFma made
  // Called after every pass with its name and the text form (or "(unchanged)"); may be empty.
  std::function<void(std::string_view pass, const std::string& text)> dump;
};

// size classes, simplify, form fma: what the reference interpreter runs.
ir::Program optimizeDomain(ir::Program program, const PassOptions& options, Compilation& record);

// lower, fuse, contract, hoist, plan memory, schedule: what the code generator gets.
ir::ParallelProgram compileToLoops(const ir::Program& program, const PassOptions& options,
                                   Compilation& record);

}  // namespace parax::compiler
