// The list of passes. Each step is timed, dumped and verified the same way.
#include "compiler/pipeline.h"

#include <chrono>

#include "compiler/contract.h"
#include "compiler/fuse.h"
#include "compiler/hoist.h"
#include "compiler/lower.h"
#include "compiler/plan_memory.h"
#include "compiler/schedule.h"
#include "compiler/simplify.h"

namespace parax::compiler {
namespace {

constexpr bool optional = true, always = false;

constexpr Pass<ir::Program> domainRows[] = {
    {"simplify", optional, simplify},
};

constexpr Pass<ir::ParallelProgram> loopRows[] = {
    {"fuse", optional, fuse},
    {"contract", optional, contract},
    {"hoist", optional, hoist},
    {"planMemory", always, planMemory},
    {"inplace", optional, takeOverInputs},
    {"schedule", always, schedule},
};

// Runs passes over one program and keeps the records.
template <class Program>
class Runner {
 public:
  Runner(Program& program, const PassOptions& options, Compilation& record)
      : program_(program), options_(options), record_(record) {
    if (record_.dump) text_ = ir::print(program_);
  }

  template <class F>
  void run(std::string_view name, F&& pass) {
    const auto begin = std::chrono::steady_clock::now();
    pass(program_);
    const std::chrono::duration<double, std::micro> time = std::chrono::steady_clock::now() - begin;
    record_.passes.push_back({name, time.count()});
    if (record_.dump) dump(name);
    if (options_.verify) ir::verify(program_);
  }
  void runAll(std::span<const Pass<Program>> passes) {
    for (const Pass<Program>& pass : passes)
      if (options_.runs(pass)) run(pass.name, pass.run);
  }

 private:
  void dump(std::string_view name) {
    std::string text = ir::print(program_);
    record_.dump(name, text == text_ ? "(unchanged)" : text);
    text_ = std::move(text);
  }

  Program& program_;
  const PassOptions& options_;
  Compilation& record_;
  std::string text_;  // with a dump: after the last pass
};

}  // namespace

std::span<const Pass<ir::Program>> domainPasses() { return domainRows; }
std::span<const Pass<ir::ParallelProgram>> loopPasses() { return loopRows; }

std::vector<std::string_view> optionalPasses() {
  std::vector<std::string_view> names;
  for (const auto& pass : domainRows)
    if (pass.optional) names.push_back(pass.name);
  for (const auto& pass : loopRows)
    if (pass.optional) names.push_back(pass.name);
  return names;
}

ir::Program optimizeDomain(ir::Program program, const PassOptions& options, Compilation& record) {
  if (options.verify) ir::verify(program);
  Runner(program, options, record).runAll(domainRows);
  return program;
}

ir::ParallelProgram compileToLoops(const ir::Program& program, const PassOptions& options,
                                   Compilation& record) {
  ir::ParallelProgram loops;
  Runner runner(loops, options, record);
  runner.run("lower", [&](ir::ParallelProgram& result) { result = lower(program); });
  runner.runAll(loopRows);
  return loops;
}

}  // namespace parax::compiler
