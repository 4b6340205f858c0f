// for (i = from; i < to; i += step) body(i)
#pragma once

#include "codegen/host/loop_context.h"

namespace parax::codegen::host {

template <class Body>
void countedLoop(LoopContext& c, const char* name, llvm::Value* from, llvm::Value* to,
                 llvm::Value* step, const Body& body) {
  Builder& b = c.b;
  llvm::BasicBlock *before = b.GetInsertBlock(), *loop = c.block(name), *after = c.block("after");
  b.CreateCondBr(b.CreateICmpSLT(from, to), loop, after);
  b.SetInsertPoint(loop);
  llvm::PHINode* i = b.CreatePHI(b.getInt64Ty(), 2);
  i->addIncoming(from, before);
  body(static_cast<llvm::Value*>(i));
  llvm::Value* next = b.CreateAdd(i, step);
  i->addIncoming(next, b.GetInsertBlock());
  b.CreateCondBr(b.CreateICmpSLT(next, to), loop, after);
  b.SetInsertPoint(after);
}

}  // namespace parax::codegen::host
