// The tree of ir/reduction_tree.h over an index that counts at run time, one tree for each lane of
// a vector of points.
#pragma once

#include "codegen/host/loop_context.h"

namespace parax::codegen::host {

class LaneTree {
 public:
  LaneTree(LoopContext& c, Op reduction, ElementType type);

  // element(i) for 0 <= i < count, combined; neutral() without elements.
  llvm::Value* emit(llvm::Value* count, llvm::function_ref<llvm::Value*(llvm::Value*)> element);

  llvm::Value* neutral() const;   // changes nothing
  llvm::Value* identity() const;  // the result without elements

 private:
  llvm::Value* combine(llvm::Value* x, llvm::Value* y);
  llvm::Value* address(llvm::Value* array, llvm::Value* index);
  llvm::Value* load(llvm::Value* array, llvm::Value* index);
  void store(llvm::Value* value, llvm::Value* array, llvm::Value* index);
  llvm::Value* emitBlock(llvm::Value* first, llvm::Value* count,
                         llvm::function_ref<llvm::Value*(llvm::Value*)> element);
  void push(llvm::Value* number, llvm::Value* block);
  llvm::Value* total(llvm::Value* blocks);

  LoopContext& c_;
  Builder& b_;
  Op reduction_;
  ElementType type_;
  std::int64_t lanes_;  // of the tree; 1 where any order will do
  llvm::Type* vector_;
  llvm::Value *accumulators_, *levels_;  // arrays of vectors on the stack
};

}  // namespace parax::codegen::host
