// LLVM's code generator for this CPU: a module in, an object file out.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Target/TargetMachine.h>

namespace parax::codegen::host {

struct CodegenChoices {
  // The allocator that does not split live ranges: a third of the time for a block of straight code
  // that nearly fits into the registers, quadratic for a long one.
  bool quickRegisters = false;
};

class Target {
 public:
  explicit Target(int vectorBytes);

  // Sets triple, data layout; and, on every function, the CPU, its features and the vector width.
  void prepare(llvm::Module& module) const;
  void setAttributes(llvm::Module& module, bool debuggable) const;

  std::unique_ptr<llvm::MemoryBuffer> compile(llvm::Module& module, const CodegenChoices& how);
  std::string assembly(llvm::Module& module, const CodegenChoices& how);
  std::string description() const;

  // Do loops gain from software prefetches? Intel's prefetchers stop at the end of a page; AMD's
  // do not, and slow down by a third where software runs ahead of them.
  bool prefetches() const { return !cpu_.starts_with("znver"); }

 private:
  // Target machines are not thread-safe and not cheap: each is lent to one compilation at a time.
  struct Loan;
  std::unique_ptr<llvm::TargetMachine> create() const;
  static bool addPasses(llvm::TargetMachine& machine, llvm::legacy::PassManager& passes,
                        const CodegenChoices& how, llvm::raw_pwrite_stream& out, bool asText);
  void run(llvm::Module& module, const CodegenChoices& how, llvm::raw_pwrite_stream& out,
           bool asText);

  int vectorBytes_;
  std::string triple_, cpu_, features_, layout_;
  const llvm::Target* target_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<llvm::TargetMachine>> idle_;
};

}  // namespace parax::codegen::host
