// Target machines, their pool and the code generation pipeline.
#include "codegen/host/target.h"

#include <llvm/ADT/StringMap.h>
#include <llvm/CodeGen/Passes.h>
#include <llvm/CodeGen/RegAllocRegistry.h>
#include <llvm/Config/llvm-config.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/SmallVectorMemoryBuffer.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/TargetParser/Host.h>

#include "parax/core/error.h"

namespace parax::codegen::host {
namespace {

// LLVM's command line options are global; this LLVM is private to
// our shared object, so that setting some once hurts nobody. Each
// buys compile time and costs no speed in the loops that we emit.
void setGlobalOptions() {
  static std::once_flag once;
  std::call_once(once, [] {
    auto& options = llvm::cl::getRegisteredOptions();
    for (const char* name : {"disable-lsr"}) {  // we emit the addressing that LSR would look for
      const auto found = options.find(name);
      if (found != options.end()) static_cast<llvm::cl::opt<bool>*>(found->second)->setValue(true);
    }
  });
}

// The host's features. With narrower vectors AVX-512 is left out altogether, so that such code is
// the same as on a CPU without it.
std::string hostFeatures(int vectorBytes) {
  std::string text;
  for (const auto& feature : llvm::sys::getHostCPUFeatures()) {
    const llvm::StringRef name = feature.first();
    const bool wide = name.starts_with("avx512") || name.starts_with("avx10") || name == "evex512";
    const bool on = feature.second && !(wide && vectorBytes < 64);
    text += (text.empty() ? "" : ",") + std::string(on ? "+" : "-") + name.str();
  }
  return text;
}

}  // namespace

Target::Target(int vectorBytes)
    : vectorBytes_(vectorBytes),
      triple_(llvm::sys::getProcessTriple()),
      cpu_(llvm::sys::getHostCPUName()),
      features_(hostFeatures(vectorBytes)) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  setGlobalOptions();
  std::string error;
  target_ = llvm::TargetRegistry::lookupTarget(triple_, error);
  if (!target_) throw InternalError("LLVM has no target " + triple_ + ": " + error);
  auto machine = create();
  layout_ = machine->createDataLayout().getStringRepresentation();
  idle_.push_back(std::move(machine));
}

std::unique_ptr<llvm::TargetMachine> Target::create() const {
  llvm::TargetOptions options;
  options.AllowFPOpFusion = llvm::FPOpFusion::Strict;  // our IR decides where a product is fused
  std::unique_ptr<llvm::TargetMachine> machine(
      target_->createTargetMachine(triple_, cpu_, features_, options, llvm::Reloc::PIC_,
                                   llvm::CodeModel::Small, llvm::CodeGenOptLevel::Less, true));
  if (!machine) throw InternalError("LLVM cannot generate code for " + cpu_);
  return machine;
}

void Target::prepare(llvm::Module& module) const {
  module.setTargetTriple(triple_);
  module.setDataLayout(layout_);
}

void Target::setAttributes(llvm::Module& module, bool debuggable) const {
  const std::string bits = std::to_string(8 * vectorBytes_);
  for (llvm::Function& f : module) {
    if (f.isIntrinsic()) continue;
    f.addFnAttr(llvm::Attribute::NoUnwind);
    f.addFnAttr("target-cpu", cpu_);
    f.addFnAttr("target-features", features_);
    f.addFnAttr("prefer-vector-width", bits);
    f.addFnAttr("min-legal-vector-width", bits);
    if (!debuggable || f.isDeclaration()) continue;
    f.addFnAttr("frame-pointer", "all");
    f.setUWTableKind(llvm::UWTableKind::Async);
  }
}

struct Target::Loan {
  explicit Loan(Target& owner) : target(owner) {
    {
      const std::lock_guard lock(target.mutex_);
      if (!target.idle_.empty()) {
        machine = std::move(target.idle_.back());
        target.idle_.pop_back();
      }
    }
    if (!machine) machine = target.create();
  }
  // A compilation that failed may have left the machine in any state: it is not used again.
  void giveBack() {
    const std::lock_guard lock(target.mutex_);
    target.idle_.push_back(std::move(machine));
  }
  Target& target;
  std::unique_ptr<llvm::TargetMachine> machine;
};

// Which register allocator is used is global in LLVM, and asked when the passes are added.
bool Target::addPasses(llvm::TargetMachine& machine, llvm::legacy::PassManager& passes,
                       const CodegenChoices& how, llvm::raw_pwrite_stream& out, bool asText) {
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  const llvm::RegisterRegAlloc::FunctionPassCtor quick = llvm::createBasicRegisterAllocator,
                                                 careful = llvm::createGreedyRegisterAllocator;
  llvm::RegisterRegAlloc::setDefault(how.quickRegisters ? quick : careful);
  if (asText)
    return !machine.addPassesToEmitFile(passes, out, nullptr, llvm::CodeGenFileType::AssemblyFile,
                                        true);
  llvm::MCContext* context = nullptr;
  return !machine.addPassesToEmitMC(passes, context, out, true);
}

void Target::run(llvm::Module& module, const CodegenChoices& how, llvm::raw_pwrite_stream& out,
                 bool asText) {
  Loan loan(*this);
  llvm::legacy::PassManager passes;
  if (!addPasses(*loan.machine, passes, how, out, asText))
    throw InternalError("LLVM cannot emit this kind of file");
  passes.run(module);
  loan.giveBack();
}

std::unique_ptr<llvm::MemoryBuffer> Target::compile(llvm::Module& module,
                                                    const CodegenChoices& how) {
  llvm::SmallVector<char, 0> bytes;
  {
    llvm::raw_svector_ostream out(bytes);
    run(module, how, out, false);
  }
  return std::make_unique<llvm::SmallVectorMemoryBuffer>(std::move(bytes), "parax", false);
}

std::string Target::assembly(llvm::Module& module, const CodegenChoices& how) {
  llvm::SmallVector<char, 0> bytes;
  {
    llvm::raw_svector_ostream out(bytes);
    run(module, how, out, true);
  }
  return std::string(bytes.begin(), bytes.end());
}

std::string Target::description() const {
  return std::string("LLVM ") + LLVM_VERSION_STRING + ", " + cpu_ + ", " +
         std::to_string(8 * vectorBytes_) + "-bit vectors";
}

}  // namespace parax::codegen::host
