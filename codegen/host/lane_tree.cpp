// Accumulators in turn, blocks by a binary counter.
#include "codegen/host/lane_tree.h"

#include "ir/reduction_tree.h"
#include "parax/core/scalar.h"

namespace parax::codegen::host {

using llvm::BasicBlock;
using llvm::PHINode;
using llvm::Value;

namespace {

constexpr int maxLevels = 54;  // of pairs of blocks: more elements than an index can count

// for (k = 0; k < count; ++k) body(k)
void emitCounted(LoopContext& c, Value* count, llvm::function_ref<void(Value*)> body) {
  Builder& b = c.b;
  BasicBlock *before = b.GetInsertBlock(), *loop = c.block("counted"), *after = c.block("counts");
  b.CreateCondBr(b.CreateICmpSGT(count, c.i64(0)), loop, after);
  b.SetInsertPoint(loop);
  PHINode* k = b.CreatePHI(b.getInt64Ty(), 2);
  k->addIncoming(c.i64(0), before);
  body(k);
  Value* next = b.CreateAdd(k, c.i64(1));
  k->addIncoming(next, b.GetInsertBlock());
  b.CreateCondBr(b.CreateICmpSLT(next, count), loop, after);
  b.SetInsertPoint(after);
}

}  // namespace

LaneTree::LaneTree(LoopContext& c, Op reduction, ElementType type)
    : c_(c),
      b_(c.b),
      reduction_(reduction),
      type_(type),
      lanes_(ir::inAnyOrder(reduction, type) ? 1 : ir::reductionLanes(type)),
      vector_(memoryType(c.b, type, c.lanes())),
      accumulators_(c.stackArray(vector_, lanes_)),
      levels_(lanes_ == 1 ? nullptr : c.stackArray(vector_, maxLevels)) {}

Value* LaneTree::neutral() const {
  const Scalar value = visitScalarType(
      type_, [&]<class T>(T*) { return Scalar::of(ir::neutralElement<T>(reduction_)); });
  return constantOf(b_, type_, value.bits, c_.lanes());
}

Value* LaneTree::identity() const {
  const Scalar value = visitScalarType(
      type_, [&]<class T>(T*) { return Scalar::of(ir::reductionIdentity<T>(reduction_)); });
  return constantOf(b_, type_, value.bits, c_.lanes());
}

Value* LaneTree::combine(Value* x, Value* y) {
  return emitPointwise(b_, ir::combineOp(reduction_), type_, type_, {x, y});
}

Value* LaneTree::address(Value* array, Value* index) { return b_.CreateGEP(vector_, array, index); }

Value* LaneTree::load(Value* array, Value* index) {
  return fromMemory(
      b_, type_, b_.CreateAlignedLoad(vector_, address(array, index), llvm::Align(sizeOf(type_))));
}

void LaneTree::store(Value* value, Value* array, Value* index) {
  b_.CreateAlignedStore(toMemory(b_, type_, value), address(array, index),
                        llvm::Align(sizeOf(type_)));
}

// accumulators = neutral; for (k < count) accumulators[k % lanes] op= element(first + k)
// lane j with lane j + half, until one is left
Value* LaneTree::emitBlock(Value* first, Value* count, llvm::function_ref<Value*(Value*)> element) {
  for (std::int64_t j = 0; j < lanes_; ++j) store(neutral(), accumulators_, c_.i64(j));
  emitCounted(c_, count, [&](Value* k) {
    Value* value = element(b_.CreateAdd(first, k));
    Value* at = b_.CreateAnd(k, c_.i64(lanes_ - 1));
    store(combine(load(accumulators_, at), value), accumulators_, at);
  });
  std::vector<Value*> lane;
  for (std::int64_t j = 0; j < lanes_; ++j) lane.push_back(load(accumulators_, c_.i64(j)));
  for (std::size_t half = lane.size() / 2; half >= 1; half /= 2)
    for (std::size_t j = 0; j < half; ++j) lane[j] = combine(lane[j], lane[j + half]);
  return lane[0];
}

// level = 0
// while (number & (1 << level)) block = levels[level++] with block
// levels[level] = block
void LaneTree::push(Value* number, Value* block) {
  BasicBlock *before = b_.GetInsertBlock(), *loop = c_.block("carry"), *pair = c_.block("pair"),
             *after = c_.block("carried");
  b_.CreateBr(loop);
  b_.SetInsertPoint(loop);
  PHINode *level = b_.CreatePHI(b_.getInt64Ty(), 2), *carried = b_.CreatePHI(block->getType(), 2);
  level->addIncoming(c_.i64(0), before);
  carried->addIncoming(block, before);
  Value* bit = b_.CreateAnd(b_.CreateLShr(number, level), c_.i64(1));
  b_.CreateCondBr(b_.CreateIsNotNull(bit), pair, after);
  b_.SetInsertPoint(pair);
  carried->addIncoming(combine(load(levels_, level), carried), pair);
  level->addIncoming(b_.CreateAdd(level, c_.i64(1)), pair);
  b_.CreateBr(loop);
  b_.SetInsertPoint(after);
  store(carried, levels_, level);
}

// The odd ones, from the smallest up: sum = levels[level] with sum.
Value* LaneTree::total(Value* blocks) {
  store(neutral(), accumulators_, c_.i64(0));
  Value* levels = b_.CreateSub(
      c_.i64(64), b_.CreateBinaryIntrinsic(llvm::Intrinsic::ctlz, blocks, b_.getFalse()));
  emitCounted(c_, levels, [&](Value* level) {
    BasicBlock *add = c_.block("odd"), *after = c_.block("even");
    Value* bit = b_.CreateAnd(b_.CreateLShr(blocks, level), c_.i64(1));
    b_.CreateCondBr(b_.CreateIsNotNull(bit), add, after);
    b_.SetInsertPoint(add);
    Value* sum = load(accumulators_, c_.i64(0));
    store(combine(load(levels_, level), sum), accumulators_, c_.i64(0));
    b_.CreateBr(after);
    b_.SetInsertPoint(after);
  });
  return load(accumulators_, c_.i64(0));
}

// Blocks one after the other, then their total.
Value* LaneTree::emit(Value* count, llvm::function_ref<Value*(Value*)> element) {
  if (lanes_ == 1) return emitBlock(c_.i64(0), count, element);
  count = b_.CreateBinaryIntrinsic(llvm::Intrinsic::smax, count, c_.i64(0));
  Value* blocks = b_.CreateUDiv(b_.CreateAdd(count, c_.i64(ir::reductionBlock - 1)),
                                c_.i64(ir::reductionBlock));
  emitCounted(c_, blocks, [&](Value* number) {
    Value* first = b_.CreateMul(number, c_.i64(ir::reductionBlock));
    Value* here = b_.CreateBinaryIntrinsic(llvm::Intrinsic::smin, b_.CreateSub(count, first),
                                           c_.i64(ir::reductionBlock));
    push(number, emitBlock(first, here, element));
  });
  return total(blocks);
}

}  // namespace parax::codegen::host
