// The range function: prologue, walk over blocks and rows, end.
//
//   void k_loop0(int64_t begin, int64_t end, const uint64_t* slots, int64_t flags) {
//     if (begin >= end) return;
//     pointers, extents, strides, numbers and hoisted values from slots;
//     one walked dimension:  row(begin, end)
//     several:               split begin into indices; rows until `end` by an odometer
//     with reductions:       blocks side by side (interleaved_emitter), the rest one by one;
//                            then partial[block] = ...
//     if (flags & streaming) sfence;
//   }
//
// and the function of a reduceWith, for pairs (CombineFunction).
#include "codegen/host/loop_emitter.h"

#include <memory>

#include <llvm/IR/IntrinsicsX86.h>

#include "codegen/host/blocks.h"
#include "codegen/host/body_emitter.h"
#include "codegen/host/column_emitter.h"
#include "codegen/host/index_emitter.h"
#include "codegen/host/interleaved_emitter.h"
#include "codegen/host/local_emitter.h"
#include "codegen/host/reduction_emitter.h"
#include "codegen/host/row_emitter.h"
#include "codegen/host/scan_emitter.h"
#include "codegen/host/stage_emitter.h"
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
        own_(std::make_unique<Builder>(unit.module.getContext())),
        b_(*own_),
        whole_(unit.program.loops[static_cast<std::size_t>(number)]),
        c_{unit, whole_, number, plan, b_} {}
  // One piece, in the function of its loop.
  LoopEmitter(LoopEmitter& loop, const LoopPlan::Part& part)
      : unit_(loop.unit_),
        b_(loop.b_),
        whole_(loop.whole_),
        c_{unit_, part.loop, loop.c_.number, part.plan, b_} {
    c_.function = loop.c_.function;
    c_.slots = loop.c_.slots;
    c_.flags = loop.c_.flags;
  }

  llvm::Function* emit();
  llvm::Function* emitCombiner(int reduction);

 private:
  llvm::Function* createFunction(std::initializer_list<llvm::Type*> types, const std::string& name);
  Value* symbol(ir::Symbol s);
  void emitPrologue();
  void emitFence();
  Value* length(const ir::Range& range);
  Value* addMultiple(Value* sum, std::int64_t factor, Value* value);
  Value* strideAlong(const ir::Access& access, std::int32_t d);
  Value* startOf(const ir::Access& access);
  Value* elementsFrom(const ir::Access& access, int k) {
    return locals_.elementsFrom(unit_.program.buffers[access.buffer], k);
  }
  void emitAccesses();
  void emitPieces();
  void emitReductions();
  BlockPlace firstBlock(const Lines& lines);
  BlockPlace emitBlocks(const BlockPlace& from, Value* stop, const Lines& lines,
                        ReductionEmitter& reductions);
  void emitRange(Value* from, Value* to, ReductionEmitter* reductions);
  void startOdometer(Value* first);
  void emitRows(Value* to, ReductionEmitter* reductions);
  void advanceOdometer();
  Row makeRow(Value* first, std::vector<Value*> index);

  ModuleContext& unit_;
  std::unique_ptr<Builder> own_;
  Builder& b_;
  const ir::Loop& whole_;
  LoopContext c_;
  std::vector<Value*> symbols_;
  LocalEmitter locals_{c_, whole_, [this](ir::Symbol s) { return symbol(s); }};
  // Nests: the next point and its indices, in memory: they change once per row.
  Value* point_ = nullptr;
  std::vector<Value*> index_;
};

llvm::Function* LoopEmitter::emit() {
  llvm::Type *i64 = b_.getInt64Ty(), *pointer = b_.getPtrTy();
  llvm::Function* f = createFunction({i64, i64, pointer, i64}, loopName(unit_.options, c_.number));
  c_.begin = f->getArg(0);
  c_.end = f->getArg(1);
  c_.slots = f->getArg(2);
  c_.flags = f->getArg(3);
  BasicBlock *prologue = c_.block("prologue"), *exit = c_.block("exit");
  b_.CreateCondBr(b_.CreateICmpSLT(c_.begin, c_.end), prologue, exit);
  b_.SetInsertPoint(prologue);
  emitPrologue();
  const auto rows = [&](Value* first, std::vector<Value*> index) {
    return makeRow(first, std::move(index));
  };
  switch (c_.plan.form) {
    case LoopForm::points:
      startOdometer(c_.begin);
      emitRange(c_.begin, c_.end, nullptr);
      break;
    case LoopForm::blocks: emitReductions(); break;
    case LoopForm::columns: emitColumns(c_, rows); break;
    case LoopForm::scan: emitScan(c_, rows); break;
    case LoopForm::rows:
    case LoopForm::tiles: emitPieces(); break;
  }
  if (c_.plan.streaming) emitFence();
  b_.CreateBr(exit);
  b_.SetInsertPoint(exit);
  b_.CreateRetVoid();
  return c_.function;
}

llvm::Function* LoopEmitter::emitCombiner(int reduction) {
  llvm::Type *i64 = b_.getInt64Ty(), *pointer = b_.getPtrTy();
  llvm::Function* f = createFunction({i64, pointer, pointer, pointer, i64, pointer},
                                     combinerName(unit_.options, c_.number, reduction));
  c_.slots = f->getArg(5);
  emitPrologue();
  ReductionEmitter(c_, false).combinePairs(
      reduction, {f->getArg(0), f->getArg(1), f->getArg(2), f->getArg(3), f->getArg(4)});
  b_.CreateRetVoid();
  return f;
}

llvm::Function* LoopEmitter::createFunction(std::initializer_list<llvm::Type*> types,
                                            const std::string& name) {
  auto* type = llvm::FunctionType::get(b_.getVoidTy(), types, false);
  c_.function =
      llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, name, unit_.module);
  if (c_.plan.spills) c_.function->addFnAttr("stackrealign");
  b_.SetInsertPoint(BasicBlock::Create(b_.getContext(), "entry", c_.function));
  if (unit_.options.fastMath) {
    llvm::FastMathFlags fast;
    fast.setFast();
    b_.setFastMathFlags(fast);
  }
  return c_.function;
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
  symbols_.resize(unit_.program.sizes.size());
  Value*& value = symbols_[static_cast<std::size_t>(s)];
  if (!value) value = c_.slot(unit_.layout.symbol(s), b_.getInt64Ty());
  return value;
}

void LoopEmitter::emitPrologue() {
  for (const std::vector<std::int32_t>& dims : c_.plan.dims) {
    Value* extent = c_.i64(1);
    for (std::int32_t d : dims) extent = b_.CreateMul(extent, length(c_.loop.space[d]));
    c_.extents.push_back(extent);
  }
  for (const ir::Range& range : c_.loop.space)
    c_.lows.push_back(range.lo == ir::noSymbol ? nullptr : symbol(range.lo));
  if (unit_.options.checked || c_.plan.guards) {
    c_.dummy = c_.stackArray(b_.getInt64Ty(), maxFields);
    for (int k = 0; k < maxFields; ++k)
      b_.CreateStore(c_.i64(1), b_.CreateGEP(b_.getInt64Ty(), c_.dummy, c_.i64(k)));
  }
  if (!c_.plan.parts.empty()) return;
  emitAccesses();
  emitHoisted(c_);
}

// Without points it may be negative, and nobody asks.
Value* LoopEmitter::length(const ir::Range& range) {
  Value* to = symbol(range.hi);
  return range.lo == ir::noSymbol ? to : b_.CreateSub(to, symbol(range.lo));
}

// sum + factor * value, where the factor is often 1 and the sum 0 (null).
Value* LoopEmitter::addMultiple(Value* sum, std::int64_t factor, Value* value) {
  if (factor != 1) value = b_.CreateMul(value, c_.i64(factor));
  return sum ? b_.CreateAdd(sum, value) : value;
}

// By how many elements an access moves along the loop's dimension d; null: not at all.
Value* LoopEmitter::strideAlong(const ir::Access& access, std::int32_t d) {
  const ir::Dims& dims = unit_.program.buffers[access.buffer].dims;
  Value* stride = nullptr;
  for (int k = 0; k < dims.rank(); ++k)
    if (isResolvedPerRow(c_.plan, access.at[k]))
      continue;
    else if (const std::int64_t step = stepOf(access.at[k], d); step != 0)
      stride = addMultiple(stride, step, elementsFrom(access, k + 1));
  return stride;
}

// The element that an access means at the loop's first point; null: the buffer's first one.
Value* LoopEmitter::startOf(const ir::Access& access) {
  const ir::Dims& dims = unit_.program.buffers[access.buffer].dims;
  Value* start = nullptr;
  for (int k = 0; k < dims.rank(); ++k) {
    const ir::Index& index = access.at[k];
    if (isResolvedPerRow(c_.plan, index)) continue;
    Value* at = index.constant == 0 ? nullptr : c_.i64(index.constant);
    if (index.shift != ir::noSymbol) at = addMultiple(at, 1, symbol(index.shift));
    for (const ir::Term& term : index.terms)
      if (isLoopIndex(term) && c_.lows[term.index])
        at = addMultiple(at, term.step, c_.lows[term.index]);
    if (!at) continue;
    if (k + 1 < dims.rank()) at = b_.CreateMul(at, elementsFrom(access, k + 1));
    start = addMultiple(start, 1, at);
  }
  return start;
}

// Dense row-major buffers: the stride of a dimension is the product of the extents after it.
void LoopEmitter::emitAccesses() {
  for (const ir::Access& access : c_.loop.body().accesses) {
    const ir::Buffer& buffer = unit_.program.buffers[access.buffer];
    const bool local = buffer.kind == ir::Buffer::Kind::local;
    Value* pointer = local ? locals_.pointer(access.buffer)
                           : c_.slot(unit_.layout.buffer(access.buffer), b_.getPtrTy());
    AccessValues values{buffer.type, pointer, local ? nullptr : startOf(access), {}};
    for (std::size_t k = 0; k < c_.plan.dims.size(); ++k) {
      const std::int32_t d = innermost(c_.plan.dims[k]);
      values.stride.push_back(strideAlong(access, d));
      if (!locals_.isRingAlong(buffer, d)) continue;
      values.ring = {static_cast<int>(k), nullptr, c_.i64(buffer.ring), values.stride.back()};
      values.stride.back() = nullptr;
    }
    values.turnStride = strideAlong(access, ir::turnIndex);
    if (formOf(access) != AccessForm::affine)
      for (int k = 0; k < buffer.dims.rank(); ++k) {
        const ir::Symbol shift = access.at[k].shift;
        values.extent.push_back(symbol(buffer.dims[k]));
        values.unit.push_back(elementsFrom(access, k + 1));
        values.shift.push_back(shift == ir::noSymbol ? nullptr : symbol(shift));
      }
    if (unit_.options.checked) values.elements = elementsFrom(access, 0);
    c_.accesses.push_back(std::move(values));
  }
}

void LoopEmitter::emitPieces() {
  std::vector<std::unique_ptr<LoopEmitter>> emitters;
  std::vector<PieceCode> pieces;
  for (const LoopPlan::Part& part : c_.plan.parts) {
    LoopEmitter* piece = emitters.emplace_back(std::make_unique<LoopEmitter>(*this, part)).get();
    piece->emitPrologue();
    pieces.push_back({piece->c_, [piece](Value* first, std::vector<Value*> index) {
      return piece->makeRow(first, std::move(index));
    }, [piece](const std::vector<Value*>& tile) { piece->locals_.place(tile); }});
  }
  emitStages(c_, pieces, [this](ir::Symbol s) { return symbol(s); });
}

// place = the first block
// while (place < end) { blocks side by side; one by one to the end of what they were chosen from }
void LoopEmitter::emitReductions() {
  ReductionEmitter reductions(c_);
  const Lines lines = linesOf(c_);
  const BlockPlace first = firstBlock(lines);
  startOdometer(first.point);
  if (c_.plan.interleaved == 1) {
    emitBlocks(first, c_.end, lines, reductions);
    return;
  }
  const Row row = makeRow(c_.i64(0), {});
  BasicBlock *before = b_.GetInsertBlock(), *loop = c_.block("span"),
             *after = c_.block("spansDone");
  b_.CreateBr(loop);
  b_.SetInsertPoint(loop);
  BlockPhis place(b_, first, before);
  const Interleaved done = emitInterleaved(c_, row, place.place(), lines, reductions);
  const BlockPlace next = emitBlocks(done.rest, done.stop, lines, reductions);
  place.addIncoming(next, b_.GetInsertBlock());
  b_.CreateCondBr(b_.CreateICmpSLT(next.number, c_.end), loop, after);
  b_.SetInsertPoint(after);
}

// line = begin ? begin / blocksPerLine : 0     a division takes as long as a small array
// point = line * length + (begin - line * blocksPerLine) * reductionBlock
BlockPlace LoopEmitter::firstBlock(const Lines& lines) {
  BasicBlock *before = b_.GetInsertBlock(), *divide = c_.block("divide"), *go = c_.block("place");
  b_.CreateCondBr(b_.CreateIsNotNull(c_.begin), divide, go);
  b_.SetInsertPoint(divide);
  Value* quotient = b_.CreateUDiv(c_.begin, lines.blocks);
  b_.CreateBr(go);
  b_.SetInsertPoint(go);
  PHINode* line = b_.CreatePHI(b_.getInt64Ty(), 2);
  line->addIncoming(c_.i64(0), before);
  line->addIncoming(quotient, divide);
  Value* inLine = b_.CreateSub(c_.begin, b_.CreateMul(line, lines.blocks));
  Value* start = b_.CreateMul(line, lines.length);
  return {c_.begin, b_.CreateAdd(start, b_.CreateMul(inLine, c_.i64(ir::reductionBlock))),
          b_.CreateAdd(start, lines.length)};
}

// for (place = from; place.number < stop; place = next block) {
//   to = min(place.point + reductionBlock, place.lineEnd)
//   start; range(place.point, to); finish
// }
BlockPlace LoopEmitter::emitBlocks(const BlockPlace& from, Value* stop, const Lines& lines,
                                   ReductionEmitter& reductions) {
  BasicBlock *before = b_.GetInsertBlock(), *loop = c_.block("block"),
             *after = c_.block("blocksDone");
  b_.CreateCondBr(b_.CreateICmpSLT(from.number, stop), loop, after);
  b_.SetInsertPoint(loop);
  BlockPhis phis(b_, from, before);
  const BlockPlace place = phis.place();
  Value* to = b_.CreateBinaryIntrinsic(
      llvm::Intrinsic::smin, b_.CreateAdd(place.point, c_.i64(ir::reductionBlock)), place.lineEnd);
  reductions.start(place.number, place.point);
  emitRange(place.point, to, &reductions);
  reductions.finish(b_.CreateSub(to, place.point));
  const BlockPlace next = nextBlock(c_, place, to, lines);
  BasicBlock* latch = b_.GetInsertBlock();
  phis.addIncoming(next, latch);
  b_.CreateCondBr(b_.CreateICmpSLT(next.number, stop), loop, after);
  b_.SetInsertPoint(after);
  BlockPhis result(b_, from, before);
  result.addIncoming(next, latch);
  return result.place();
}

void LoopEmitter::emitRange(Value* from, Value* to, ReductionEmitter* reductions) {
  if (c_.plan.dims.size() > 1) {
    emitRows(to, reductions);
  } else {
    emitRow(c_, makeRow(c_.i64(0), {}), from, to, reductions);
  }
}

// point = first; index[last] = first % extent[last], ...
void LoopEmitter::startOdometer(Value* first) {
  const std::size_t rank = c_.plan.dims.size();
  if (rank < 2) return;
  point_ = c_.stackArray(b_.getInt64Ty(), 1);
  b_.CreateStore(first, point_);
  index_.resize(rank);
  Value* rest = first;
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
  if (c_.plan.guards) startEdges(c_, row);
  for (std::size_t a = 0; a < c_.accesses.size(); ++a) {
    const AccessValues& access = c_.accesses[a];
    Value* offset = access.start ? access.start : c_.i64(0);
    for (std::size_t k = 0; k < row.index.size(); ++k)
      if (access.stride[k])
        offset = b_.CreateAdd(offset, b_.CreateMul(row.index[k], access.stride[k]));
    if (access.turnStride && c_.turn)
      offset = b_.CreateAdd(offset, b_.CreateMul(c_.turn, access.turnStride));
    if (access.ring.dim >= 0) {
      Value* at =
          b_.CreateAdd(row.index[static_cast<std::size_t>(access.ring.dim)], access.ring.first);
      offset = b_.CreateAdd(offset,
                            b_.CreateMul(b_.CreateURem(at, access.ring.size), access.ring.stride));
    }
    row.offset.push_back(offset);
    if (c_.plan.accessForm[a] == AccessForm::edged) resolveEdges(c_, row, static_cast<int>(a));
    row.base.push_back(
        b_.CreateGEP(memoryType(b_, access.type, 1), access.pointer, row.offset.back()));
  }
  emitRowValues(c_, row);
  return row;
}

}  // namespace

llvm::Function* emitLoop(ModuleContext& unit, int number, const LoopPlan& plan) {
  return LoopEmitter(unit, number, plan).emit();
}

llvm::Function* emitCombiner(ModuleContext& unit, int number, const LoopPlan& plan, int reduction) {
  return LoopEmitter(unit, number, plan).emitCombiner(reduction);
}

std::string combinerName(const Options& options, int number, int reduction) {
  return loopName(options, number) + "_combine" + std::to_string(reduction);
}

std::string loopName(const Options& options, int number) {
  return options.name + "_loop" + std::to_string(number);
}

}  // namespace parax::codegen::host
