// Stages as loops over a strip; what crosses between them lies in small arrays on the stack.
#include "codegen/host/strip_emitter.h"

#include "codegen/host/body_emitter.h"
#include "codegen/host/math_emitter.h"
#include "codegen/host/reduction_emitter.h"

namespace parax::codegen::host {

using llvm::BasicBlock;
using llvm::Value;

StripEmitter::StripEmitter(LoopContext& c, const Row& row, ReductionEmitter* reductions)
    : c_(c),
      b_(c.b),
      row_(row),
      reductions_(reductions),
      stages_(stagesOf(c.unit.program, c.loop, c.plan)) {
  arrays_.resize(c.loop.body().insts.size());
}

// for each stage {
//   for (from = 0; from != count; from += step) { its instructions }
//   its functions
// }
void StripEmitter::emit(Value* column, Value* count, bool streaming) {
  for (const Stage& stage : stages_) {
    if (stage.hasLoop()) emitLoop(stage, column, count, streaming);
    for (std::int32_t value : stage.functions) emitFunction(value, column, count);
  }
}

void StripEmitter::emitLoop(const Stage& stage, Value* column, Value* count, bool streaming) {
  BasicBlock *before = b_.GetInsertBlock(), *loop = c_.block("stage"), *after = c_.block("staged");
  b_.CreateBr(loop);
  b_.SetInsertPoint(loop);
  llvm::PHINode* from = b_.CreatePHI(b_.getInt64Ty(), 2);
  from->addIncoming(c_.i64(0), before);
  std::vector<Place> places;
  Value* first = b_.CreateAdd(column, from);
  for (std::int64_t k = 0; k < c_.plan.unroll; ++k)
    places.push_back({first, k * c_.lanes(), nullptr, nullptr, streaming});
  std::vector<std::vector<Value*>> values(places.size(), row_.value);
  for (std::size_t k = 0; k < places.size(); ++k)
    for (std::int32_t value : stage.given) {
      const ElementType type = c_.loop.body().insts[value].type;
      Value* raw =
          b_.CreateAlignedLoad(memoryType(b_, type, c_.lanes()),
                               address(value, from, places[k].offset), llvm::Align(sizeOf(type)));
      values[k][value] = fromMemory(b_, type, raw);
    }
  emitInstructions(c_, row_, places, stage.computed, values);
  for (std::size_t k = 0; k < places.size(); ++k)
    for (std::int32_t value : stage.kept) {
      const ElementType type = c_.loop.body().insts[value].type;
      b_.CreateAlignedStore(toMemory(b_, type, values[k][value]),
                            address(value, from, places[k].offset), llvm::Align(sizeOf(type)));
    }
  if (reductions_ && &stage == &stages_.back())
    for (std::size_t k = 0; k < places.size(); ++k) reductions_->add(row_, places[k], values[k]);
  Value* next = b_.CreateAdd(from, c_.i64(std::int64_t{c_.plan.unroll} * c_.lanes()));
  from->addIncoming(next, b_.GetInsertBlock());
  b_.CreateCondBr(b_.CreateICmpNE(next, count), loop, after);
  b_.SetInsertPoint(after);
}

void StripEmitter::emitFunction(std::int32_t value, Value* column, Value* count) {
  const ir::Inst& inst = c_.loop.body().insts[value];
  llvm::SmallVector<Value*, 2> x;
  for (int k = 0; k < inst.arity(); ++k) x.push_back(argument(inst.operand[k], column));
  emitMathBlock(c_.unit, b_, inst.op, inst.type, x, array(value), count);
}

Value* StripEmitter::argument(std::int32_t value, Value* column) {
  if (!isReadInPlace(c_.unit.program, c_.loop, c_.plan, value)) return array(value);
  const ir::Inst& inst = c_.loop.body().insts[value];
  return b_.CreateGEP(memoryType(b_, inst.type, 1), row_.base[inst.access], column);
}

Value* StripEmitter::array(std::int32_t value) {
  if (!arrays_[value])
    arrays_[value] = c_.stackArray(memoryType(b_, c_.loop.body().insts[value].type, 1),
                                   std::int64_t{c_.plan.strip} * c_.lanes());
  return arrays_[value];
}

Value* StripEmitter::address(std::int32_t value, Value* from, std::int64_t offset) {
  llvm::Type* element = memoryType(b_, c_.loop.body().insts[value].type, 1);
  return b_.CreateGEP(element, b_.CreateGEP(element, array(value), from), c_.i64(offset));
}

}  // namespace parax::codegen::host
