// The whole compiler, read top to bottom: domain IR to parallel IR.
#pragma once

#include <algorithm>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ir/domain.h"
#include "ir/parallel.h"

namespace parax::compiler {

// The passes in the order in which they run; `lower` stands between the two lists. The pipeline,
// the switches of PARAX_PASSES, the tests of random programs and docs/environment.md follow these
// rows.
template <class Program>
struct Pass {
  std::string_view name;
  bool optional;  // PARAX_PASSES=-name leaves it out
  void (*run)(Program&);
};
std::span<const Pass<ir::Program>> domainPasses();
std::span<const Pass<ir::ParallelProgram>> loopPasses();

// The names of the passes that can be left out.
std::vector<std::string_view> optionalPasses();

struct PassOptions {
  std::vector<std::string> leftOut{};
  bool verify = false;  // run the verifier after every pass

  template <class Program>
  bool runs(const Pass<Program>& pass) const {
    return std::find(leftOut.begin(), leftOut.end(), pass.name) == leftOut.end();
  }
};

// One line per pass that ran: for explain.
struct PassRecord {
  std::string_view name;
  double microseconds;
};

struct Compilation {
  std::vector<PassRecord> passes;
  // Called after every pass with its name and the text form (or "(unchanged)"); may be empty.
  std::function<void(std::string_view pass, const std::string& text)> dump;
};

// What the reference interpreter runs.
ir::Program optimizeDomain(ir::Program program, const PassOptions& options, Compilation& record);

// What the code generator gets.
ir::ParallelProgram compileToLoops(const ir::Program& program, const PassOptions& options,
                                   Compilation& record);

}  // namespace parax::compiler
