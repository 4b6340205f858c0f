// Interleaved blocks, with all accumulators in registers.
#include "codegen/host/interleaved_emitter.h"

#include "codegen/host/body_emitter.h"
#include "codegen/host/pointers.h"
#include "codegen/host/reduction_emitter.h"
#include "ir/reduction_tree.h"

namespace parax::codegen::host {

using llvm::BasicBlock;
using llvm::PHINode;
using llvm::Value;

namespace {

class InterleavedEmitter {
 public:
  InterleavedEmitter(LoopContext& c, const Row& row, ReductionEmitter& reductions)
      : c_(c), b_(c.b), row_(row), reductions_(reductions) {}

  Value* emit();

 private:
  std::vector<Value*> emitBlocks(std::span<Value* const> first);

  LoopContext& c_;
  Builder& b_;
  const Row& row_;
  ReductionEmitter& reductions_;
};

// count = blocks in [begin, end) / interleaved, odd if it is large; share = count in points
// for (from = begin; from != begin + share; from += reductionBlock)
//   the blocks at from, from + share, ...
// return begin + interleaved * share
Value* InterleavedEmitter::emit() {
  const int interleaved = c_.plan.interleaved;
  Value* count = b_.CreateUDiv(b_.CreateSub(c_.end, c_.begin),
                               c_.i64(std::int64_t{interleaved} * ir::reductionBlock));
  constexpr std::int64_t large = 32;
  Value* odd = b_.CreateOr(b_.CreateSub(count, c_.i64(1)), c_.i64(1));
  count = b_.CreateSelect(b_.CreateICmpUGE(count, c_.i64(large)), odd, count);
  Value* share = b_.CreateMul(count, c_.i64(ir::reductionBlock));
  Value* stop = b_.CreateAdd(c_.begin, share);
  BasicBlock *before = b_.GetInsertBlock(), *loop = c_.block("interleaved"),
             *after = c_.block("interleavedDone");
  b_.CreateCondBr(b_.CreateICmpNE(stop, c_.begin), loop, after);
  b_.SetInsertPoint(loop);
  PHINode* from = b_.CreatePHI(b_.getInt64Ty(), 2);
  from->addIncoming(c_.begin, before);
  std::vector<Value*> first = {from};
  while (static_cast<int>(first.size()) < interleaved)
    first.push_back(b_.CreateAdd(first.back(), share));
  reductions_.finishInterleaved(emitBlocks(first), first);
  Value* next = b_.CreateAdd(from, c_.i64(ir::reductionBlock));
  from->addIncoming(next, b_.GetInsertBlock());
  b_.CreateCondBr(b_.CreateICmpNE(next, stop), loop, after);
  b_.SetInsertPoint(after);
  return b_.CreateAdd(c_.begin, b_.CreateMul(share, c_.i64(interleaved)));
}

// for (done = 0; done != reductionBlock; done += step)
//   for each vector of a step, for each block { body at first[block] + done }
std::vector<Value*> InterleavedEmitter::emitBlocks(std::span<Value* const> first) {
  const std::int64_t step = std::int64_t{c_.plan.unroll} * c_.lanes();
  const std::vector<Value*> start = reductions_.startInterleaved();
  BasicBlock *before = b_.GetInsertBlock(), *loop = c_.block("lines"), *after = c_.block("whole");
  b_.CreateBr(loop);
  b_.SetInsertPoint(loop);
  PHINode* done = b_.CreatePHI(b_.getInt64Ty(), 2);
  done->addIncoming(c_.i64(0), before);
  std::vector<std::vector<PHINode*>> pointers;
  for (Value* point : first) pointers.push_back(startPointers(c_, row_, point, before));
  std::vector<PHINode*> phis;
  std::vector<Value*> registers;
  for (Value* value : start) {
    phis.push_back(b_.CreatePHI(value->getType(), 2));
    phis.back()->addIncoming(value, before);
    registers.push_back(phis.back());
  }
  std::vector<std::vector<Value*>> walked;
  for (const auto& block : pointers) {
    emitPrefetches(c_, block);
    walked.emplace_back(block.begin(), block.end());
  }
  std::vector<Place> places;
  for (std::int64_t k = 0; k < c_.plan.unroll; ++k)
    for (std::size_t s = 0; s < first.size(); ++s)
      places.push_back({.column = b_.CreateAdd(first[s], done),
                        .offset = k * c_.lanes(),
                        .pointers = walked[s]});
  registers = reductions_.add(std::move(registers), emitBody(c_, row_, places),
                              static_cast<int>(first.size()));
  Value* next = b_.CreateAdd(done, c_.i64(step));
  BasicBlock* latch = b_.GetInsertBlock();
  done->addIncoming(next, latch);
  for (const auto& block : pointers) advancePointers(c_, block, step);
  for (std::size_t k = 0; k < phis.size(); ++k) phis[k]->addIncoming(registers[k], latch);
  b_.CreateCondBr(b_.CreateICmpNE(next, c_.i64(ir::reductionBlock)), loop, after);
  b_.SetInsertPoint(after);
  return registers;
}

}  // namespace

Value* emitInterleaved(LoopContext& c, const Row& row, ReductionEmitter& reductions) {
  return InterleavedEmitter(c, row, reductions).emit();
}

}  // namespace parax::codegen::host
