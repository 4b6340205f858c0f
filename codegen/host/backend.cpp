// The host code generator: parallel IR to functions in this process.
#include "codegen/backend.h"

#include <chrono>
#include <new>

#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "codegen/host/linker.h"
#include "codegen/host/loop_emitter.h"
#include "codegen/host/target.h"
#include "ir/vector_math.h"
#include "parax/core/error.h"

namespace parax::codegen::host {
namespace {

class HostCode : public Code {
 public:
  std::unique_ptr<LinkedObject> object;
};

class Stopwatch {
 public:
  double lap() {  // microseconds since the last one
    const auto now = std::chrono::steady_clock::now();
    const double passed = std::chrono::duration<double, std::micro>(now - last_).count();
    last_ = now;
    return passed;
  }

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

// LLVM would exit; unwinding through it leaks that compilation's memory, no more.
[[noreturn]] void throwFatal(void*, const char* reason, bool) {
  throw InternalError(std::string("LLVM: ") + reason);
}

[[noreturn]] void throwBadAlloc(void*, const char*, bool) { throw std::bad_alloc(); }

void throwDiagnostic(const llvm::DiagnosticInfo* diagnostic, void*) {
  if (diagnostic->getSeverity() != llvm::DS_Error) return;
  std::string text;
  llvm::raw_string_ostream out(text);
  llvm::DiagnosticPrinterRawOStream printer(out);
  diagnostic->print(printer);
  throw InternalError("LLVM: " + text);
}

std::string textOf(const llvm::Module& module) {
  std::string text;
  llvm::raw_string_ostream out(text);
  module.print(out, nullptr);
  return text;
}

void verifyLlvm(const llvm::Module& module) {
  std::string text;
  llvm::raw_string_ostream out(text);
  if (llvm::verifyModule(module, &out)) throw InternalError("malformed LLVM IR: " + text);
}

// Calls f with the number of every reduceWith of a loop.
template <class F>
void forEachCombiner(const ir::ParallelProgram& program, int loop, F&& f) {
  const auto& reductions = program.loops[static_cast<std::size_t>(loop)].body().reductions;
  for (int r = 0; r < static_cast<int>(reductions.size()); ++r)
    if (reductions[static_cast<std::size_t>(r)].op == Op::reduceWith) f(r);
}

class HostBackend : public Backend {
 public:
  HostBackend() : target_(ir::vectorBytes()), linker_(Linker::create()), debug_(debugSettings()) {
    llvm::remove_fatal_error_handler();
    llvm::install_fatal_error_handler(throwFatal);
    llvm::remove_bad_alloc_error_handler();
    llvm::install_bad_alloc_error_handler(throwBadAlloc);
  }

  std::unique_ptr<Code> compile(const ir::ParallelProgram& program,
                                const Options& options) override;
  std::string description() const override { return target_.description(); }

 private:
  std::map<std::string, void*> emit(const ir::ParallelProgram& program, const Options& options,
                                    llvm::Module& module, HostCode& code, CodegenChoices& how);

  Target target_;
  std::shared_ptr<Linker> linker_;
  DebugSettings debug_;
};

std::map<std::string, void*> HostBackend::emit(const ir::ParallelProgram& program,
                                               const Options& options, llvm::Module& module,
                                               HostCode& code, CodegenChoices& how) {
  target_.prepare(module);
  const SlotLayout layout(program);
  ModuleContext unit{program, options, layout, module, {}, ir::vectorBytes(), target_.prefetches()};
  for (int k = 0; k < static_cast<int>(program.loops.size()); ++k) {
    const LoopPlan plan =
        planLoop(program, program.loops[static_cast<std::size_t>(k)], options, unit.vectorBytes);
    emitLoop(unit, k, plan);
    forEachCombiner(program, k, [&](int r) { emitCombiner(unit, k, plan, r); });
    code.info.push_back(
        {plan.lanes, plan.unroll, plan.scalarReason, plan.oneByOne, plan.form, plan.firstColumn});
    how.quickRegisters |= plan.quickRegisters;
  }
  target_.setAttributes(module, debug_.any());
  return std::move(unit.externals);
}

std::unique_ptr<Code> HostBackend::compile(const ir::ParallelProgram& program,
                                           const Options& options) {
  Stopwatch watch;
  auto code = std::make_unique<HostCode>();
  llvm::LLVMContext context;
  context.setDiagnosticHandlerCallBack(throwDiagnostic);
  context.setDiscardValueNames(!options.keepLlvm);
  llvm::Module module(options.name, context);
  CodegenChoices how;
  const std::map<std::string, void*> externals = emit(program, options, module, *code, how);
#ifdef NDEBUG
  if (options.keepLlvm || options.checked) verifyLlvm(module);
#else
  verifyLlvm(module);
#endif
  code->emitMicroseconds = watch.lap();
  if (options.keepLlvm) code->llvmText = textOf(module);
  if (options.keepAssembly) code->assemblyText = target_.assembly(*llvm::CloneModule(module), how);
  watch.lap();
  std::unique_ptr<llvm::MemoryBuffer> object = target_.compile(module, how);
  code->codegenMicroseconds = watch.lap();
  code->codeBytes = object->getBufferSize();
  std::vector<std::string> names;
  for (int k = 0; k < static_cast<int>(program.loops.size()); ++k) {
    names.push_back(loopName(options, k));
    forEachCombiner(program, k, [&](int r) { names.push_back(combinerName(options, k, r)); });
  }
  code->object = linker_->link(std::move(object), names, externals);
  auto address = code->object->addresses.begin();
  for (int k = 0; k < static_cast<int>(program.loops.size()); ++k) {
    code->loops.push_back(reinterpret_cast<RangeFunction>(*address++));
    auto& own = code->combiners.emplace_back(
        program.loops[static_cast<std::size_t>(k)].body().reductions.size());
    forEachCombiner(program, k, [&](int r) {
      own[static_cast<std::size_t>(r)] = reinterpret_cast<CombineFunction>(*address++);
    });
  }
  code->linkMicroseconds = watch.lap();
  return code;
}

}  // namespace
}  // namespace parax::codegen::host

extern "C" [[gnu::visibility("default")]] parax::codegen::Backend* paraxCreateBackend() {
  return new parax::codegen::host::HostBackend();
}
