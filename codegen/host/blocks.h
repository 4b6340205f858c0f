// The blocks of a loop with reductions: where they are, one after the other.
#pragma once

#include "codegen/host/loop_context.h"
#include "ir/reduction_tree.h"

namespace parax::codegen::host {

// The loop's points are cut into lines, the lines into blocks.
struct Lines {
  llvm::Value* length;  // points
  llvm::Value* blocks;  // of each
};

inline Lines linesOf(LoopContext& c) {
  llvm::Value* length = c.slot(c.unit.layout.line(c.number), c.b.getInt64Ty());
  llvm::Value* rounded = c.b.CreateAdd(length, c.i64(ir::reductionBlock - 1));
  return {length, c.b.CreateUDiv(rounded, c.i64(ir::reductionBlock))};
}

// A block's number, its first point and the end of its line.
struct BlockPlace {
  llvm::Value *number, *point, *lineEnd;
};

// The block after `place`, whose points end at `to`.
inline BlockPlace nextBlock(LoopContext& c, const BlockPlace& place, llvm::Value* to,
                            const Lines& lines) {
  llvm::Value* nextEnd = c.b.CreateAdd(place.lineEnd, lines.length);
  return {c.b.CreateAdd(place.number, c.i64(1)), to,
          c.b.CreateSelect(c.b.CreateICmpEQ(to, place.lineEnd), nextEnd, place.lineEnd)};
}

// A place that changes in a loop.
class BlockPhis {
 public:
  BlockPhis(Builder& b, const BlockPlace& start, llvm::BasicBlock* before)
      : phi_{b.CreatePHI(b.getInt64Ty(), 2), b.CreatePHI(b.getInt64Ty(), 2),
             b.CreatePHI(b.getInt64Ty(), 2)} {
    addIncoming(start, before);
  }
  void addIncoming(const BlockPlace& place, llvm::BasicBlock* from) {
    phi_[0]->addIncoming(place.number, from);
    phi_[1]->addIncoming(place.point, from);
    phi_[2]->addIncoming(place.lineEnd, from);
  }
  BlockPlace place() const { return {phi_[0], phi_[1], phi_[2]}; }

 private:
  llvm::PHINode* phi_[3];
};

}  // namespace parax::codegen::host
