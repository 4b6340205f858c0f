// Interleaved blocks, with all accumulators in registers.
#include "codegen/host/interleaved_emitter.h"

#include "codegen/host/body_emitter.h"
#include "codegen/host/memory_emitter.h"
#include "codegen/host/pointers.h"
#include "codegen/host/reduction_emitter.h"

namespace parax::codegen::host {

using llvm::BasicBlock;
using llvm::PHINode;
using llvm::Value;

namespace {

// Values that several branches leave.
class Merge {
 public:
  void add(std::vector<Value*> values, BasicBlock* from) { ways_.emplace_back(values, from); }
  std::vector<Value*> emit(Builder& b) const {
    std::vector<Value*> merged;
    for (std::size_t k = 0; k < ways_[0].first.size(); ++k) {
      PHINode* phi = b.CreatePHI(ways_[0].first[k]->getType(), static_cast<unsigned>(ways_.size()));
      for (const auto& [values, from] : ways_) phi->addIncoming(values[k], from);
      merged.push_back(phi);
    }
    return merged;
  }

 private:
  std::vector<std::pair<std::vector<Value*>, BasicBlock*>> ways_;
};

class InterleavedEmitter {
 public:
  InterleavedEmitter(LoopContext& c, const Row& row, const Lines& lines,
                     ReductionEmitter& reductions)
      : c_(c), b_(c.b), row_(row), lines_(lines), reductions_(reductions) {}

  Interleaved emit(const BlockPlace& place);

 private:
  // Shares of the range: `count` units of one line or one block each.
  struct Shares {
    Value* areLines;
    Value *blocks, *points;  // of one share
  };
  Shares chooseShares(const BlockPlace& place, Value* left);
  void emitLoop(const BlockPlace& first, const Shares& shares);
  std::vector<Value*> multiples(Value* first, Value* distance);
  std::vector<Value*> emitBlocks(std::span<Value* const> first, Value* count);
  std::vector<Value*> emitWhole(std::span<Value* const> first, Value* from, Value* whole,
                                const std::vector<Value*>& start, BasicBlock* before);
  std::vector<Value*> emitTail(std::span<Value* const> first, Value* whole, Value* count,
                               std::vector<Value*> registers);
  std::int64_t step() const { return std::int64_t{c_.plan.unroll} * c_.lanes(); }
  Value* smaller(Value* a, Value* b) {
    return b_.CreateBinaryIntrinsic(llvm::Intrinsic::smin, a, b);
  }

  LoopContext& c_;
  Builder& b_;
  const Row& row_;
  const Lines& lines_;
  ReductionEmitter& reductions_;
};

// Shares of whole lines have blocks of the same length at the same place.
//   lines = blocks left / blocksPerLine / interleaved
//   count = lines, or if that is 0: whole blocks of this line / interleaved; odd if it is large
InterleavedEmitter::Shares InterleavedEmitter::chooseShares(const BlockPlace& place, Value* left) {
  Value* interleaved = c_.i64(c_.plan.interleaved);
  Value* lines = b_.CreateUDiv(left, b_.CreateMul(lines_.blocks, interleaved));
  Value* areLines = b_.CreateIsNotNull(lines);
  Value* whole =
      b_.CreateUDiv(b_.CreateSub(place.lineEnd, place.point), c_.i64(ir::reductionBlock));
  Value* count = b_.CreateSelect(areLines, lines, b_.CreateUDiv(smaller(left, whole), interleaved));
  constexpr std::int64_t large = 32;
  Value* odd = b_.CreateOr(b_.CreateSub(count, c_.i64(1)), c_.i64(1));
  count = b_.CreateSelect(b_.CreateICmpUGE(count, c_.i64(large)), odd, count);
  Value* blocks = b_.CreateSelect(areLines, lines_.blocks, c_.i64(1));
  Value* points = b_.CreateSelect(areLines, lines_.length, c_.i64(ir::reductionBlock));
  return {areLines, b_.CreateMul(count, blocks), b_.CreateMul(count, points)};
}

// if (enough blocks) { shares; if (they have blocks) interleave }
Interleaved InterleavedEmitter::emit(const BlockPlace& place) {
  BasicBlock *few = b_.GetInsertBlock(), *choose = c_.block("shares");
  BasicBlock *begin = c_.block("interleave"), *after = c_.block("interleavedDone");
  Value* left = b_.CreateSub(c_.end, place.number);
  b_.CreateCondBr(b_.CreateICmpSGE(left, c_.i64(c_.plan.interleaved)), choose, after);
  b_.SetInsertPoint(choose);
  const Shares chosen = chooseShares(place, left);
  b_.CreateCondBr(b_.CreateIsNotNull(chosen.blocks), begin, after);
  b_.SetInsertPoint(begin);
  emitLoop(place, chosen);
  Merge merge;
  merge.add({b_.getFalse(), c_.i64(0), c_.i64(0)}, few);
  merge.add({chosen.areLines, chosen.blocks, chosen.points}, choose);
  merge.add({chosen.areLines, chosen.blocks, chosen.points}, b_.GetInsertBlock());
  b_.CreateBr(after);
  b_.SetInsertPoint(after);
  const std::vector<Value*> merged = merge.emit(b_);
  const Shares shares{merged[0], merged[1], merged[2]};
  Value* interleaved = c_.i64(c_.plan.interleaved);
  Value* number = b_.CreateAdd(place.number, b_.CreateMul(shares.blocks, interleaved));
  Value* points = b_.CreateMul(shares.points, interleaved);
  Value* point = b_.CreateAdd(place.point, points);
  Value* lineEnd =
      b_.CreateSelect(shares.areLines, b_.CreateAdd(place.lineEnd, points), place.lineEnd);
  Value* inLine =
      b_.CreateUDiv(b_.CreateAdd(b_.CreateSub(lineEnd, point), c_.i64(ir::reductionBlock - 1)),
                    c_.i64(ir::reductionBlock));
  Value* stop =
      b_.CreateSelect(shares.areLines, number, smaller(c_.end, b_.CreateAdd(number, inLine)));
  Value* nextEnd = b_.CreateSelect(b_.CreateICmpEQ(point, lineEnd),
                                   b_.CreateAdd(lineEnd, lines_.length), lineEnd);
  return {{number, point, nextEnd}, stop};
}

// for (place = first; place.number != first.number + shares.blocks; place = next block)
//   the blocks at place, place + share, ...
void InterleavedEmitter::emitLoop(const BlockPlace& first, const Shares& shares) {
  Value* stop = b_.CreateAdd(first.number, shares.blocks);
  BasicBlock *before = b_.GetInsertBlock(), *loop = c_.block("interleaved"),
             *after = c_.block("sharesDone");
  b_.CreateBr(loop);
  b_.SetInsertPoint(loop);
  BlockPhis phis(b_, first, before);
  const BlockPlace place = phis.place();
  Value* count = smaller(b_.CreateSub(place.lineEnd, place.point), c_.i64(ir::reductionBlock));
  const std::vector<Value*> registers = emitBlocks(multiples(place.point, shares.points), count);
  reductions_.finishInterleaved(registers, multiples(place.number, shares.blocks), count);
  const BlockPlace next = nextBlock(c_, place, b_.CreateAdd(place.point, count), lines_);
  phis.addIncoming(next, b_.GetInsertBlock());
  b_.CreateCondBr(b_.CreateICmpNE(next.number, stop), loop, after);
  b_.SetInsertPoint(after);
}

std::vector<Value*> InterleavedEmitter::multiples(Value* first, Value* distance) {
  std::vector<Value*> list = {first};
  while (static_cast<int>(list.size()) < c_.plan.interleaved)
    list.push_back(b_.CreateAdd(list.back(), distance));
  return list;
}

// whole = count in whole steps
// for (done = 0; done != whole; done += step) { body at first[block] + done }
// the rest under a mask
std::vector<Value*> InterleavedEmitter::emitBlocks(std::span<Value* const> first, Value* count) {
  Value* whole = b_.CreateAnd(count, c_.i64(-step()));
  const std::vector<Value*> start = reductions_.startInterleaved();
  Merge merge;
  BasicBlock *steps = c_.block("steps"), *after = c_.block("whole");
  merge.add(start, b_.GetInsertBlock());
  b_.CreateCondBr(b_.CreateIsNotNull(whole), steps, after);
  b_.SetInsertPoint(steps);
  std::vector<Value*> registers = start;
  Value* from = c_.i64(0);
  if (reductions_.hasCombiners()) {  // their lanes start with their first elements
    std::vector<Place> places;
    for (std::int64_t k = 0; k < c_.plan.unroll; ++k)
      for (Value* point : first) places.push_back({.column = point, .offset = k * c_.lanes()});
    registers = reductions_.add(registers, emitBody(c_, row_, places),
                                static_cast<int>(first.size()), {.isFirst = b_.getTrue()});
    from = c_.i64(step());
    merge.add(registers, b_.GetInsertBlock());
    BasicBlock* more = c_.block("moreSteps");
    b_.CreateCondBr(b_.CreateICmpNE(from, whole), more, after);
    b_.SetInsertPoint(more);
  }
  BasicBlock* before = b_.GetInsertBlock();
  registers = emitWhole(first, from, whole, registers, before);
  merge.add(registers, b_.GetInsertBlock());
  b_.CreateBr(after);
  b_.SetInsertPoint(after);
  return emitTail(first, whole, count, merge.emit(b_));
}

// for each vector of a step, for each block { body at first[block] + done }
std::vector<Value*> InterleavedEmitter::emitWhole(std::span<Value* const> first, Value* from,
                                                  Value* whole, const std::vector<Value*>& start,
                                                  BasicBlock* before) {
  std::vector<Value*> points;
  for (Value* point : first) points.push_back(b_.CreateAdd(point, from));
  BasicBlock *loop = c_.block("lines"), *after = c_.block("linesDone");
  b_.CreateBr(loop);
  b_.SetInsertPoint(loop);
  PHINode* done = b_.CreatePHI(b_.getInt64Ty(), 2);
  done->addIncoming(from, before);
  std::vector<std::vector<PHINode*>> pointers;
  for (Value* point : points) pointers.push_back(startPointers(c_, row_, point, before));
  std::vector<PHINode*> phis;
  for (Value* value : start) {
    phis.push_back(b_.CreatePHI(value->getType(), 2));
    phis.back()->addIncoming(value, before);
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
  const std::vector<Value*> registers = reductions_.add(
      {phis.begin(), phis.end()}, emitBody(c_, row_, places), static_cast<int>(first.size()), {});
  Value* next = b_.CreateAdd(done, c_.i64(step()));
  BasicBlock* latch = b_.GetInsertBlock();
  done->addIncoming(next, latch);
  for (const auto& block : pointers) advancePointers(c_, block, step());
  for (std::size_t k = 0; k < phis.size(); ++k) phis[k]->addIncoming(registers[k], latch);
  b_.CreateCondBr(b_.CreateICmpNE(next, whole), loop, after);
  b_.SetInsertPoint(after);
  return registers;
}

// if (whole != count) { the last vectors of each block, as far as it has points }
std::vector<Value*> InterleavedEmitter::emitTail(std::span<Value* const> first, Value* whole,
                                                 Value* count, std::vector<Value*> registers) {
  BasicBlock *tail = c_.block("tail"), *after = c_.block("tailDone");
  Merge merge;
  merge.add(registers, b_.GetInsertBlock());
  b_.CreateCondBr(b_.CreateICmpNE(whole, count), tail, after);
  b_.SetInsertPoint(tail);
  Value* rest = b_.CreateSub(count, whole);
  std::vector<Place> places;
  std::vector<Value*> masks;
  for (std::int64_t k = 0; k < c_.plan.unroll; ++k) {
    Value* left = b_.CreateBinaryIntrinsic(llvm::Intrinsic::smax,
                                           b_.CreateSub(rest, c_.i64(k * c_.lanes())), c_.i64(0));
    Value* active = smaller(left, c_.i64(c_.lanes()));
    masks.push_back(emitTailMask(c_, active));
    for (Value* point : first)
      places.push_back({.column = b_.CreateAdd(point, whole),
                        .offset = k * c_.lanes(),
                        .mask = masks.back(),
                        .count = active});
  }
  registers = reductions_.add(std::move(registers), emitBody(c_, row_, places),
                              static_cast<int>(first.size()),
                              {.isFirst = b_.CreateIsNull(whole), .masks = masks});
  merge.add(registers, b_.GetInsertBlock());
  b_.CreateBr(after);
  b_.SetInsertPoint(after);
  return merge.emit(b_);
}

}  // namespace

Interleaved emitInterleaved(LoopContext& c, const Row& row, const BlockPlace& place,
                            const Lines& lines, ReductionEmitter& reductions) {
  return InterleavedEmitter(c, row, lines, reductions).emit(place);
}

}  // namespace parax::codegen::host
