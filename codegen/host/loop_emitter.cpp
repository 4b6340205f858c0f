// The range function: prologue, walk over blocks and rows, end.
//
//   void k_loop0(int64_t begin, int64_t end, const uint64_t* slots, int64_t flags) {
//     if (begin >= end) return;
//     pointers, extents, strides, numbers and hoisted values from slots;
//     one walked dimension:  row(begin, end)
//     several:               split begin into indices; rows until `end` by an odometer
//     with reductions:       blocks side by side (interleaved_emitter), the rest one by one;
//                            then partial[block] = ...
//     with a reduceWith:     instead of points, by flags: pairs of blocks, or the identity
//     if (flags & streaming) sfence;
//   }
#include "codegen/host/loop_emitter.h"

#include <llvm/IR/IntrinsicsX86.h>

#include "codegen/host/body_emitter.h"
#include "codegen/host/interleaved_emitter.h"
#include "codegen/host/reduction_emitter.h"
#include "codegen/host/row_emitter.h"
#include "ir/reduction_tree.h"

namespace parax::codegen::host {

using llvm::BasicBlock;
using llvm::PHINode;
using llvm::Value;

namespace {

class LoopEmitter {
 public:
  LoopEmitter(ModuleContext& unit, int number, const LoopPlan& plan)
      : unit_(unit),
        b_(unit.module.getContext()),
        c_{unit, unit.program.loops[static_cast<std::size_t>(number)], number, plan, b_} {}

  llvm::Function* emit();

 private:
  void createFunction();
  Value* symbol(ir::Symbol s);
  Value* product(auto first, auto last);
  void emitPrologue();
  void emitFence();
  void emitAccesses();
  void emitBlocks(Value* first, ReductionEmitter& reductions);
  void emitCombinerCalls(ReductionEmitter& reductions, BasicBlock* exit);
  void emitRange(Value* from, Value* to, ReductionEmitter* reductions);
  void startOdometer();
  void emitRows(Value* to, ReductionEmitter* reductions);
  void advanceOdometer();
  Row makeRow(Value* first, std::vector<Value*> index);

  ModuleContext& unit_;
  Builder b_;
  LoopContext c_;
  std::vector<Value*> symbols_;
  // Nests: the next point and its indices, in memory: they change once per row.
  Value* point_ = nullptr;
  std::vector<Value*> index_;
};

llvm::Function* LoopEmitter::emit() {
  createFunction();
  if (unit_.options.fastMath) {
    llvm::FastMathFlags fast;
    fast.setFast();
    b_.setFastMathFlags(fast);
  }
  BasicBlock *prologue = c_.block("prologue"), *exit = c_.block("exit");
  b_.CreateCondBr(b_.CreateICmpSLT(c_.begin, c_.end), prologue, exit);
  b_.SetInsertPoint(prologue);
  emitPrologue();
  if (c_.loop.reductions.empty()) {
    startOdometer();
    emitRange(c_.begin, c_.end, nullptr);
  } else {
    ReductionEmitter reductions(c_);
    if (reductions.hasCombiners()) emitCombinerCalls(reductions, exit);
    startOdometer();
    Value* first = c_.begin;
    if (c_.plan.interleaved > 1) first = emitInterleaved(c_, makeRow(c_.i64(0), {}), reductions);
    emitBlocks(first, reductions);
  }
  if (c_.plan.streaming) emitFence();
  b_.CreateBr(exit);
  b_.SetInsertPoint(exit);
  b_.CreateRetVoid();
  return c_.function;
}

void LoopEmitter::createFunction() {
  llvm::Type* i64 = b_.getInt64Ty();
  auto* type = llvm::FunctionType::get(b_.getVoidTy(), {i64, i64, b_.getPtrTy(), i64}, false);
  c_.function = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage,
                                       loopName(unit_.options, c_.number), unit_.module);
  if (c_.plan.spills) c_.function->addFnAttr("stackrealign");
  c_.begin = c_.function->getArg(0);
  c_.end = c_.function->getArg(1);
  c_.slots = c_.function->getArg(2);
  c_.flags = c_.function->getArg(3);
  b_.SetInsertPoint(BasicBlock::Create(b_.getContext(), "entry", c_.function));
}

// Streaming stores are weakly ordered: others may see them only after a fence.
void LoopEmitter::emitFence() {
  BasicBlock *fence = c_.block("fence"), *after = c_.block("afterFence");
  b_.CreateCondBr(b_.CreateIsNotNull(b_.CreateAnd(c_.flags, c_.i64(streamingFlag))), fence, after);
  b_.SetInsertPoint(fence);
  b_.CreateIntrinsic(llvm::Intrinsic::x86_sse_sfence, {}, {});
  b_.CreateBr(after);
  b_.SetInsertPoint(after);
}

// Loaded once, in the prologue.
Value* LoopEmitter::symbol(ir::Symbol s) {
  if (s == ir::one) return c_.i64(1);
  symbols_.resize(unit_.program.symbols.size());
  Value*& value = symbols_[static_cast<std::size_t>(s)];
  if (!value) value = c_.slot(unit_.layout.symbol(s), b_.getInt64Ty());
  return value;
}

Value* LoopEmitter::product(auto first, auto last) {
  Value* result = c_.i64(1);
  for (; first != last; ++first) result = b_.CreateMul(result, symbol(*first));
  return result;
}

void LoopEmitter::emitPrologue() {
  for (const std::vector<std::int32_t>& dims : c_.plan.dims) {
    Value* extent = c_.i64(1);
    for (std::int32_t d : dims) extent = b_.CreateMul(extent, symbol(c_.loop.extents[d]));
    c_.extents.push_back(extent);
  }
  if (unit_.options.checked) {
    c_.dummy = c_.stackArray(b_.getInt64Ty(), maxFields);
    for (int k = 0; k < maxFields; ++k)
      b_.CreateStore(c_.i64(1), b_.CreateGEP(b_.getInt64Ty(), c_.dummy, c_.i64(k)));
  }
  emitAccesses();
  emitHoisted(c_);
}

// Dense row-major buffers: the stride of a dimension is the product of the extents after it.
void LoopEmitter::emitAccesses() {
  for (const ir::Access& access : c_.loop.accesses) {
    const ir::Buffer& buffer = unit_.program.buffers[access.buffer];
    AccessValues values{
        buffer.type, c_.slot(unit_.layout.buffer(access.buffer), b_.getPtrTy()), {}};
    for (const std::vector<std::int32_t>& dims : c_.plan.dims) {
      const int axis = access.axis[innermost(dims)];
      values.stride.push_back(
          axis == ir::none ? nullptr : product(buffer.dims.begin() + axis + 1, buffer.dims.end()));
    }
    if (unit_.options.checked) values.elements = product(buffer.dims.begin(), buffer.dims.end());
    c_.accesses.push_back(std::move(values));
  }
}

// for (from = first; from < end; from = next) {
//   next = from + reductionBlock
//   start; range(from, min(end, next)); finish
// }
void LoopEmitter::emitBlocks(Value* first, ReductionEmitter& reductions) {
  BasicBlock *before = b_.GetInsertBlock(), *loop = c_.block("block"),
             *after = c_.block("blocksDone");
  b_.CreateCondBr(b_.CreateICmpSLT(first, c_.end), loop, after);
  b_.SetInsertPoint(loop);
  PHINode* from = b_.CreatePHI(b_.getInt64Ty(), 2);
  from->addIncoming(first, before);
  Value* next = b_.CreateAdd(from, c_.i64(ir::reductionBlock));
  Value* to = b_.CreateBinaryIntrinsic(llvm::Intrinsic::smin, next, c_.end);
  reductions.start(from);
  emitRange(from, to, &reductions);
  reductions.finish(b_.CreateSub(to, from));
  from->addIncoming(next, b_.GetInsertBlock());
  b_.CreateCondBr(b_.CreateICmpSLT(next, c_.end), loop, after);
  b_.SetInsertPoint(after);
}

// switch (flags) { case pairs: ...; goto exit; case identity: ...; goto exit; } Before the
// odometer, which divides by extents: without points they may be 0.
void LoopEmitter::emitCombinerCalls(ReductionEmitter& reductions, BasicBlock* exit) {
  BasicBlock *points = c_.block("points"), *pairs = c_.block("pairs"), *start = c_.block("start");
  Value* what = b_.CreateAnd(c_.flags, c_.i64(pairsFlag | identityFlag));
  llvm::SwitchInst* which = b_.CreateSwitch(what, points, 2);
  which->addCase(c_.i64(pairsFlag), pairs);
  which->addCase(c_.i64(identityFlag), start);
  b_.SetInsertPoint(pairs);
  reductions.combinePairs();
  b_.CreateBr(exit);
  b_.SetInsertPoint(start);
  reductions.storeIdentities();
  b_.CreateBr(exit);
  b_.SetInsertPoint(points);
}

void LoopEmitter::emitRange(Value* from, Value* to, ReductionEmitter* reductions) {
  if (c_.plan.dims.size() > 1) {
    emitRows(to, reductions);
  } else {
    emitRow(c_, makeRow(c_.i64(0), {}), from, to, reductions);
  }
}

// point = begin; index[last] = begin % extent[last], ... : the only divisions
void LoopEmitter::startOdometer() {
  const std::size_t rank = c_.plan.dims.size();
  if (rank < 2) return;
  point_ = c_.stackArray(b_.getInt64Ty(), 1);
  b_.CreateStore(c_.begin, point_);
  index_.resize(rank);
  Value* rest = c_.begin;
  for (std::size_t k = rank; k-- > 0;) {
    index_[k] = c_.stackArray(b_.getInt64Ty(), 1);
    b_.CreateStore(k == 0 ? rest : b_.CreateURem(rest, c_.extents[k]), index_[k]);
    if (k > 0) rest = b_.CreateUDiv(rest, c_.extents[k]);
  }
}

// while (point < to) {
//   from = index[last]; stop = min(extent[last], from + (to - point));
//   row(from, stop); point += stop - from; index[last] = stop; carry
// }
void LoopEmitter::emitRows(Value* to, ReductionEmitter* reductions) {
  BasicBlock *loop = c_.block("row"), *after = c_.block("rowsDone");
  b_.CreateBr(loop);
  b_.SetInsertPoint(loop);
  llvm::Type* i64 = b_.getInt64Ty();
  Value* point = b_.CreateLoad(i64, point_);
  std::vector<Value*> index;
  for (std::size_t k = 0; k + 1 < index_.size(); ++k)
    index.push_back(b_.CreateLoad(i64, index_[k]));
  Value* from = b_.CreateLoad(i64, index_.back());
  Value* stop = b_.CreateBinaryIntrinsic(llvm::Intrinsic::smin, c_.extents.back(),
                                         b_.CreateAdd(from, b_.CreateSub(to, point)));
  Row row = makeRow(b_.CreateSub(point, from), index);
  emitRow(c_, row, from, stop, reductions);
  Value* next = b_.CreateAdd(point, b_.CreateSub(stop, from));
  b_.CreateStore(next, point_);
  b_.CreateStore(stop, index_.back());
  advanceOdometer();
  b_.CreateCondBr(b_.CreateICmpSLT(next, to), loop, after);
  b_.SetInsertPoint(after);
}

// Without branches:
//   for (k = last; k > 0 && index[k] == extent[k]; --k) { index[k] = 0; ++index[k - 1] }
void LoopEmitter::advanceOdometer() {
  llvm::Type* i64 = b_.getInt64Ty();
  for (std::size_t k = index_.size() - 1; k > 0; --k) {
    Value* at = b_.CreateLoad(i64, index_[k]);
    Value* full = b_.CreateICmpEQ(at, c_.extents[k]);
    b_.CreateStore(b_.CreateSelect(full, c_.i64(0), at), index_[k]);
    b_.CreateStore(b_.CreateAdd(b_.CreateLoad(i64, index_[k - 1]), b_.CreateZExt(full, i64)),
                   index_[k - 1]);
  }
}

Row LoopEmitter::makeRow(Value* first, std::vector<Value*> index) {
  Row row{first, std::move(index), {}, {}, {}};
  for (const AccessValues& access : c_.accesses) {
    Value* offset = c_.i64(0);
    for (std::size_t k = 0; k < row.index.size(); ++k)
      if (access.stride[k])
        offset = b_.CreateAdd(offset, b_.CreateMul(row.index[k], access.stride[k]));
    row.offset.push_back(offset);
    row.base.push_back(b_.CreateGEP(memoryType(b_, access.type, 1), access.pointer, offset));
  }
  emitRowValues(c_, row);
  return row;
}

}  // namespace

llvm::Function* emitLoop(ModuleContext& unit, int number, const LoopPlan& plan) {
  return LoopEmitter(unit, number, plan).emit();
}

std::string loopName(const Options& options, int number) {
  return options.name + "_loop" + std::to_string(number);
}

}  // namespace parax::codegen::host
