// Programs that can run: compiled ones, and the reference interpreter behind the same interface.
#include "runtime/executable.h"

#include <algorithm>
#include <cstring>

#include "parax/core/error.h"
#include "runtime/counters.h"
#include "runtime/float_mode.h"
#include "runtime/plan_run.h"

namespace parax::runtime {
namespace {

class CompiledExecutable final : public Executable {
 public:
  CompiledExecutable(ir::ParallelProgram program, std::unique_ptr<codegen::Code> code,
                     CompileReport report)
      : layout_(program), code_(std::move(code)), times_(program.loops.size()) {
    program_ = std::move(program);
    report_ = std::move(report);
    count(Counter::kernelsLive, 1);
    count(Counter::codeBytesLive, static_cast<std::int64_t>(code_->codeBytes));
  }
  ~CompiledExecutable() override {
    count(Counter::kernelsLive, -1);
    count(Counter::codeBytesLive, -static_cast<std::int64_t>(code_->codeBytes));
  }

  void run(std::span<const RunInput> inputs, std::span<const std::uint64_t> numbers, int threads,
           std::span<RunOutput> outputs) const override {
    const StandardFloats floats;
    runPlan({program_, layout_, *code_, times_}, inputs, numbers, threads, outputs);
  }
  LoopTime timeOf(std::size_t loop) const override { return times_.of(loop); }

 private:
  codegen::SlotLayout layout_;
  std::unique_ptr<codegen::Code> code_;
  mutable LoopTimes times_;
};

class InterpretedExecutable final : public Executable {
 public:
  InterpretedExecutable(ir::Program domain, ir::ParallelProgram loops, CompileReport report)
      : domain_(std::move(domain)) {
    program_ = std::move(loops);
    report_ = std::move(report);
  }

  void run(std::span<const RunInput> inputs, std::span<const std::uint64_t> numbers, int,
           std::span<RunOutput> outputs) const override {
    const StandardFloats floats;
    std::vector<ir::ArrayView> views;
    for (std::size_t k = 0; k < inputs.size(); ++k) {
      const ir::Input& input = domain_.inputs[k];
      views.push_back({input.type,
                       {inputs[k].extents, inputs[k].extents + input.dims.rank()},
                       (*inputs[k].buffer)->data()});
    }
    std::vector<Scalar> scalars;
    for (std::size_t k = 0; k < numbers.size(); ++k)
      scalars.push_back({domain_.numbers[k], numbers[k]});
    const std::vector<ir::ArrayValue> values = ir::interpret(domain_, views, scalars);
    for (std::size_t k = 0; k < outputs.size(); ++k) store(values[k], outputs[k]);
  }
  LoopTime timeOf(std::size_t) const override { return {}; }

 private:
  static void store(const ir::ArrayValue& value, RunOutput& output) {
    output.type = value.type;
    output.rank = static_cast<int>(value.extents.size());
    std::copy(value.extents.begin(), value.extents.end(), output.extents);
    void* memory = &output.bits;
    if (!isInlineScalar(output.type, output.rank)) {
      output.buffer = Buffer::allocate(value.data.size());
      memory = output.buffer->data();
    }
    if (!value.data.empty()) std::memcpy(memory, value.data.data(), value.data.size());
  }

  ir::Program domain_;
};

}  // namespace

std::unique_ptr<Executable> makeInterpreted(ir::Program program, ir::ParallelProgram loops,
                                            CompileReport report) {
  return std::make_unique<InterpretedExecutable>(std::move(program), std::move(loops),
                                                 std::move(report));
}

std::unique_ptr<Executable> makeCompiled(ir::ParallelProgram program,
                                         std::unique_ptr<codegen::Code> code,
                                         CompileReport report) {
  return std::make_unique<CompiledExecutable>(std::move(program), std::move(code),
                                              std::move(report));
}

}  // namespace parax::runtime
