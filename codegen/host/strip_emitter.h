// The body for a strip of vectors, stage by stage.
#pragma once

#include "codegen/host/loop_context.h"
#include "codegen/host/stages.h"

namespace parax::codegen::host {

class ReductionEmitter;

class StripEmitter {
 public:
  // `reductions` may be null.
  StripEmitter(LoopContext& c, const Row& row, ReductionEmitter* reductions);

  // Columns column, column + 1, ...: `count` of them, a multiple of what an iteration takes and at
  // most plan.strip vectors.
  void emit(llvm::Value* column, llvm::Value* count, bool streaming);

 private:
  void emitLoop(const Stage& stage, llvm::Value* column, llvm::Value* count, bool streaming);
  void emitFunction(std::int32_t value, llvm::Value* column, llvm::Value* count);
  llvm::Value* argument(std::int32_t value, llvm::Value* column);
  llvm::Value* array(std::int32_t value);
  llvm::Value* address(std::int32_t value, llvm::Value* from, std::int64_t offset);

  LoopContext& c_;
  Builder& b_;
  const Row& row_;
  ReductionEmitter* reductions_;
  std::vector<Stage> stages_;
  std::vector<llvm::Value*> arrays_;  // per instruction: the strip's values, or null
};

}  // namespace parax::codegen::host
