// The list of passes. Each step is timed, dumped and verified the same way.
#include "compiler/pipeline.h"

#include <chrono>

#include "compiler/contract.h"
#include "compiler/fuse.h"
#include "compiler/hoist.h"
#include "compiler/lower.h"
#include "compiler/plan_memory.h"
#include "compiler/same_program.h"
#include "compiler/schedule.h"
#include "compiler/simplify.h"
#include "compiler/size_classes.h"

namespace parax::compiler {
namespace {

// Runs one pass over a program and keeps the records.
template <class Program, class Pass>
void step(std::string_view name, Program& program, const PassOptions& options, Compilation& record,
          Pass pass) {
  const Program before = program;
  const auto begin = std::chrono::steady_clock::now();
  pass(program);
  const std::chrono::duration<double, std::micro> time = std::chrono::steady_clock::now() - begin;
  const bool changed = !sameProgram(before, program);
  record.passes.push_back({name, time.count(), changed});
  if (record.dump) record.dump(name, changed ? ir::print(program) : "(unchanged)");
  if (options.verify) ir::verify(program);
}

}  // namespace

ir::Program optimizeDomain(ir::Program program, const PassOptions& options, Compilation& record) {
  const auto run = [&](std::string_view name, auto pass) {
    step(name, program, options, record, pass);
  };
  if (options.verify) ir::verify(program);
  run("sizeClasses", unifySizes);  // first, so that simplify sees equal shapes as equal
  if (options.simplify) run("simplify", simplify);
  if (options.fma) run("fma", [&](ir::Program& p) { record.multiplyAdds = formFma(p); });
  return program;
}

ir::ParallelProgram compileToLoops(const ir::Program& program, const PassOptions& options,
                                   Compilation& record) {
  ir::ParallelProgram loops;
  const auto run = [&](std::string_view name, auto pass) {
    step(name, loops, options, record, pass);
  };
  run("lower", [&](ir::ParallelProgram& result) { result = lower(program); });
  if (options.fuse) run("fuse", fuse);
  if (options.contract) run("contract", contract);
  if (options.hoist) run("hoist", hoist);
  run("planMemory", [&](ir::ParallelProgram& p) { planMemory(p, options.inPlace); });
  run("schedule", schedule);
  return loops;
}

}  // namespace parax::compiler
