// Row loops. Columns count elements of the innermost walked dimension.
#include "codegen/host/row_emitter.h"

#include "codegen/host/body_emitter.h"
#include "codegen/host/memory_emitter.h"
#include "codegen/host/pointers.h"
#include "codegen/host/reduction_emitter.h"
#include "codegen/host/strip_emitter.h"

namespace parax::codegen::host {

using llvm::BasicBlock;
using llvm::PHINode;
using llvm::Value;

namespace {

class RowEmitter {
 public:
  RowEmitter(LoopContext& c, const Row& row, ReductionEmitter* reductions)
      : c_(c), b_(c.b), row_(row), reductions_(reductions), strips_(c, row, reductions) {}

  void emit(Value* from, Value* to);

 private:
  void emitSplit(Value* from, Value* to);
  Value* emitMainLoop(Value* from, Value* to, bool streaming);
  Value* emitFirst(Value* from, Value* stop);
  void emitStripLoop(Value* from, Value* stop, bool streaming);
  void emitIteration(Value* column, std::span<PHINode* const> pointers, bool streaming,
                     std::vector<Value*>* registers);
  void emitMasked(Value* column, Value* count);
  void emitMaskedLoop(Value* from, Value* to);
  Value* emitStreamingLoop(Value* from, Value* to, BasicBlock* otherwise);
  Value* misalignment(int access, Value* column);
  std::vector<int> streamedAccesses() const;
  bool inRegisters() const { return reductions_ && c_.plan.registers; }

  LoopContext& c_;
  Builder& b_;
  const Row& row_;
  ReductionEmitter* reductions_;
  StripEmitter strips_;
};

// if (flags & streaming && stores can be aligned) { peel; streaming loop }
// else { main loop }
// masked loop
void RowEmitter::emit(Value* from, Value* to) {
  if (c_.plan.edges && c_.lanes() > 1) return emitSplit(from, to);
  Value* done;
  if (!c_.plan.streaming || streamedAccesses().empty()) {
    done = emitMainLoop(from, to, false);
  } else {
    BasicBlock *streaming = c_.block("streaming"), *plain = c_.block("plain"),
               *rest = c_.block("rest");
    b_.CreateCondBr(b_.CreateIsNotNull(b_.CreateAnd(c_.flags, c_.i64(streamingFlag))), streaming,
                    plain);
    b_.SetInsertPoint(streaming);
    Value* streamed = emitStreamingLoop(from, to, plain);
    BasicBlock* afterStreaming = b_.GetInsertBlock();
    b_.CreateBr(rest);
    b_.SetInsertPoint(plain);
    Value* computed = emitMainLoop(from, to, false);
    BasicBlock* afterPlain = b_.GetInsertBlock();
    b_.CreateBr(rest);
    b_.SetInsertPoint(rest);
    PHINode* merged = b_.CreatePHI(b_.getInt64Ty(), 2);
    merged->addIncoming(streamed, afterStreaming);
    merged->addIncoming(computed, afterPlain);
    done = merged;
  }
  if (c_.lanes() > 1) emitMaskedLoop(done, to);
}

// The columns inside of all buffers go to the main loop, those before and after to the masked one.
// They begin at a whole number of vectors: so the lanes of reductions stay where they are.
//   a = from + (insideFrom - from, rounded up); b = insideTo, all of it in [from, to]
//   masked(from, a); stop = main(a, b); masked(stop, to)         with one copy of masked
void RowEmitter::emitSplit(Value* from, Value* to) {
  const auto clamp = [&](Value* x, Value* low, Value* high) {
    Value* least = b_.CreateBinaryIntrinsic(llvm::Intrinsic::smax, x, low);
    return b_.CreateBinaryIntrinsic(llvm::Intrinsic::smin, least, high);
  };
  const std::int64_t unit = reductions_ ? std::int64_t{c_.plan.unroll} * c_.lanes() : c_.lanes();
  Value* before = b_.CreateSub(clamp(row_.insideFrom, from, to), from);
  Value* rounded = b_.CreateAnd(b_.CreateAdd(before, c_.i64(unit - 1)), c_.i64(-unit));
  Value* first = clamp(b_.CreateAdd(from, rounded), from, to);
  Value* end = clamp(row_.insideTo, first, to);
  BasicBlock *entry = b_.GetInsertBlock(), *part = c_.block("edges"), *inside = c_.block("inside"),
             *done = c_.block("splitDone");
  b_.CreateBr(part);
  b_.SetInsertPoint(part);
  PHINode *begin = b_.CreatePHI(b_.getInt64Ty(), 2), *stop = b_.CreatePHI(b_.getInt64Ty(), 2),
          *isLast = b_.CreatePHI(b_.getInt1Ty(), 2);
  begin->addIncoming(from, entry);
  stop->addIncoming(first, entry);
  isLast->addIncoming(b_.getFalse(), entry);
  emitMaskedLoop(begin, stop);
  b_.CreateCondBr(isLast, done, inside);
  b_.SetInsertPoint(inside);
  Value* computed = emitMainLoop(first, end, false);
  begin->addIncoming(computed, b_.GetInsertBlock());
  stop->addIncoming(to, b_.GetInsertBlock());
  isLast->addIncoming(b_.getTrue(), b_.GetInsertBlock());
  b_.CreateBr(part);
  b_.SetInsertPoint(done);
}

// step = unroll * lanes; stop = from + (to - from) / step * step
// for (column = from; column != stop; column += step) { body at column, column + lanes, ... }
Value* RowEmitter::emitMainLoop(Value* from, Value* to, bool streaming) {
  const std::int64_t step = static_cast<std::int64_t>(c_.plan.unroll) * c_.lanes();
  Value* stop = b_.CreateAdd(from, b_.CreateAnd(b_.CreateSub(to, from), c_.i64(-step)));
  if (c_.plan.strip > 0) {
    emitStripLoop(from, stop, streaming);
    return stop;
  }
  if (inRegisters() && reductions_->hasCombiners()) from = emitFirst(from, stop);
  BasicBlock *before = b_.GetInsertBlock(), *loop = c_.block("loop"), *after = c_.block("after");
  std::vector<Value*> start = inRegisters() ? reductions_->registers() : std::vector<Value*>();
  b_.CreateCondBr(b_.CreateICmpNE(stop, from), loop, after);
  b_.SetInsertPoint(loop);
  PHINode* column = b_.CreatePHI(b_.getInt64Ty(), 2);
  column->addIncoming(from, before);
  const std::vector<PHINode*> pointers = startPointers(c_, row_, from, before);
  std::vector<PHINode*> phis;
  for (Value* s : start) {
    phis.push_back(b_.CreatePHI(s->getType(), 2));
    phis.back()->addIncoming(s, before);
  }
  std::vector<Value*> registers(phis.begin(), phis.end());
  emitIteration(column, pointers, streaming, &registers);
  Value* next = b_.CreateAdd(column, c_.i64(step));
  advancePointers(c_, pointers, step);
  BasicBlock* latch = b_.GetInsertBlock();
  column->addIncoming(next, latch);
  b_.CreateCondBr(b_.CreateICmpNE(next, stop), loop, after);
  b_.SetInsertPoint(after);
  std::vector<Value*> results;
  for (std::size_t k = 0; k < phis.size(); ++k) {
    phis[k]->addIncoming(registers[k], latch);
    PHINode* result = b_.CreatePHI(phis[k]->getType(), 2);
    result->addIncoming(start[k], before);
    result->addIncoming(registers[k], latch);
    results.push_back(result);
  }
  if (inRegisters()) reductions_->flush(results);
  return stop;
}

// Lanes of a combiner start with their first element: that iteration goes to the stack.
Value* RowEmitter::emitFirst(Value* from, Value* stop) {
  const std::int64_t step = static_cast<std::int64_t>(c_.plan.unroll) * c_.lanes();
  BasicBlock *before = b_.GetInsertBlock(), *first = c_.block("first"), *begun = c_.block("begun");
  b_.CreateCondBr(b_.CreateICmpNE(stop, from), first, begun);
  b_.SetInsertPoint(first);
  emitIteration(from, {}, false, nullptr);
  Value* next = b_.CreateAdd(from, c_.i64(step));
  BasicBlock* last = b_.GetInsertBlock();
  b_.CreateBr(begun);
  b_.SetInsertPoint(begun);
  PHINode* rest = b_.CreatePHI(b_.getInt64Ty(), 2);
  rest->addIncoming(from, before);
  rest->addIncoming(next, last);
  return rest;
}

// for (column = from; column != stop; column = next) {
//   next = min(column + strip, stop); stages for [column, next)
// }
void RowEmitter::emitStripLoop(Value* from, Value* stop, bool streaming) {
  BasicBlock *before = b_.GetInsertBlock(), *loop = c_.block("strip"), *after = c_.block("after");
  b_.CreateCondBr(b_.CreateICmpNE(stop, from), loop, after);
  b_.SetInsertPoint(loop);
  PHINode* column = b_.CreatePHI(b_.getInt64Ty(), 2);
  column->addIncoming(from, before);
  Value* whole = b_.CreateAdd(column, c_.i64(std::int64_t{c_.plan.strip} * c_.lanes()));
  Value* next = b_.CreateBinaryIntrinsic(llvm::Intrinsic::smin, whole, stop);
  strips_.emit(column, b_.CreateSub(next, column), streaming);
  column->addIncoming(next, b_.GetInsertBlock());
  b_.CreateCondBr(b_.CreateICmpNE(next, stop), loop, after);
  b_.SetInsertPoint(after);
}

void RowEmitter::emitIteration(Value* column, std::span<PHINode* const> pointers, bool streaming,
                               std::vector<Value*>* registers) {
  emitPrefetches(c_, pointers);
  const std::vector<Value*> walked(pointers.begin(), pointers.end());
  std::vector<Place> places;
  for (std::int64_t k = 0; k < c_.plan.unroll; ++k)
    places.push_back({column, k * c_.lanes(), nullptr, nullptr, streaming, walked, c_.lanes() > 1});
  const auto values = emitBody(c_, row_, places);
  if (!reductions_) return;
  if (registers && inRegisters()) {
    *registers = reductions_->add(*registers, values, 1, {});
    return;
  }
  for (std::size_t k = 0; k < places.size(); ++k) reductions_->add(row_, places[k], values[k]);
}

void RowEmitter::emitMasked(Value* column, Value* count) {
  Value* active = b_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, count, c_.i64(c_.lanes()));
  const Place place{column, 0, emitTailMask(c_, active), active};
  const auto values = emitBody(c_, row_, {&place, 1});
  if (reductions_) reductions_->add(row_, place, values[0]);
}

// for (column = from; column < to; column += lanes) { body under the mask lane < to - column }
void RowEmitter::emitMaskedLoop(Value* from, Value* to) {
  BasicBlock *before = b_.GetInsertBlock(), *loop = c_.block("masked"),
             *after = c_.block("rowDone");
  b_.CreateCondBr(b_.CreateICmpSLT(from, to), loop, after);
  b_.SetInsertPoint(loop);
  PHINode* column = b_.CreatePHI(b_.getInt64Ty(), 2);
  column->addIncoming(from, before);
  emitMasked(column, b_.CreateSub(to, column));
  Value* next = b_.CreateAdd(column, c_.i64(c_.lanes()));
  column->addIncoming(next, b_.GetInsertBlock());
  b_.CreateCondBr(b_.CreateICmpSLT(next, to), loop, after);
  b_.SetInsertPoint(after);
}

std::vector<int> RowEmitter::streamedAccesses() const {
  std::vector<int> accesses;
  for (const ir::Inst& inst : c_.loop.body().insts)
    if (inst.op == Op::store && inst.field == 0 && canStream(c_, inst.access))
      accesses.push_back(inst.access);
  return accesses;
}

// Bytes by which the element in `column` misses the alignment of a whole vector.
Value* RowEmitter::misalignment(int access, Value* column) {
  const ElementType type = c_.accesses[access].type;
  Value* address = b_.CreateGEP(memoryType(b_, type, 1), row_.base[access], column);
  const std::int64_t vector = c_.lanes() * static_cast<std::int64_t>(sizeOf(type));
  return b_.CreateAnd(b_.CreatePtrToInt(address, b_.getInt64Ty()), c_.i64(vector - 1));
}

// peel = elements until the first streamed store is aligned; aligned = from + peel
// if (any streamed store is misaligned at `aligned`, or aligned >= to) goto otherwise;
// if (peel) { masked body for peel points } ; main loop from aligned
Value* RowEmitter::emitStreamingLoop(Value* from, Value* to, BasicBlock* otherwise) {
  const std::vector<int> accesses = streamedAccesses();
  const auto size = static_cast<std::int64_t>(sizeOf(c_.accesses[accesses[0]].type));
  Value* missing =
      b_.CreateAnd(b_.CreateNeg(misalignment(accesses[0], from)), c_.i64(c_.lanes() * size - 1));
  Value* peel = b_.CreateUDiv(missing, c_.i64(size));
  Value* aligned = b_.CreateAdd(from, peel);
  Value* wrong = c_.i64(0);
  for (int access : accesses) wrong = b_.CreateOr(wrong, misalignment(access, aligned));
  Value* good = b_.CreateAnd(b_.CreateIsNull(wrong), b_.CreateICmpSLT(aligned, to));
  BasicBlock *check = c_.block("peelCheck"), *body = c_.block("peel"), *go = c_.block("aligned");
  b_.CreateCondBr(good, check, otherwise);
  b_.SetInsertPoint(check);
  b_.CreateCondBr(b_.CreateIsNotNull(peel), body, go);
  b_.SetInsertPoint(body);
  emitMasked(from, peel);
  b_.CreateBr(go);
  b_.SetInsertPoint(go);
  return emitMainLoop(aligned, to, true);
}

}  // namespace

void emitRow(LoopContext& c, const Row& row, Value* from, Value* to, ReductionEmitter* reductions) {
  RowEmitter(c, row, reductions).emit(from, to);
}

}  // namespace parax::codegen::host
