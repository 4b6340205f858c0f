// One method per kind of region.
#include "codegen/host/region_emitter.h"

#include <utility>

#include "codegen/host/body_emitter.h"
#include "codegen/host/inline_math.h"
#include "codegen/host/lane_tree.h"

namespace parax::codegen::host {

using llvm::BasicBlock;
using llvm::PHINode;
using llvm::Value;

namespace {

class RegionEmitter {
 public:
  RegionEmitter(LoopContext& c, const Row& row, const Place& place, std::vector<Value*>& value)
      : c_(c),
        b_(c.b),
        insts_(c.loop.body().insts),
        row_(row),
        place_(place),
        value_(value),
        results_(insts_.size()) {}

  void emit() { run(0, place_.mask); }

 private:
  using Values = std::vector<Value*>;
  // A region that was emitted: where its yield stands, and what it yields.
  struct Yielded {
    int end;
    Values values;
  };

  int run(int first, Value* mask);
  void emitOne(int id, Value* mask);
  void emitBranch(int id, Value* mask);
  void emitFor(int id, Value* mask);
  void emitWhile(int id, Value* mask);
  void emitReduceOver(int id, Value* mask);
  Yielded region(int first, Values params, Value* scalar, Value* mask);
  Yielded guarded(int first, Value* mask);
  Values valuesAt(int yield) const;

  Value* both(Value* mask, Value* condition) {
    return mask ? b_.CreateAnd(mask, condition) : condition;
  }
  // Is a lane set?
  Value* any(Value* mask) {
    if (c_.lanes() == 1) return mask;
    Value* bits = b_.CreateBitCast(mask, b_.getIntNTy(static_cast<unsigned>(c_.lanes())));
    return b_.CreateIsNotNull(bits);
  }
  std::vector<PHINode*> startPhis(const Values& start, BasicBlock* before) {
    std::vector<PHINode*> phis;
    for (Value* value : start) {
      phis.push_back(b_.CreatePHI(value->getType(), 2));
      phis.back()->addIncoming(value, before);
    }
    return phis;
  }
  // The trips of the lanes that run longest, and the lanes that run at trip i; null: all of them.
  struct Trips {
    Value* most;
    Value* each;  // null: all lanes the same
  };
  Trips tripsOf(std::int32_t count, Value* mask);
  Value* running(const Trips& trips, Value* i, Value* mask) {
    return trips.each ? both(mask, b_.CreateICmpSLT(splat(b_, i, c_.lanes()), trips.each)) : mask;
  }

  LoopContext& c_;
  Builder& b_;
  const std::vector<ir::Inst>& insts_;
  const Row& row_;
  const Place& place_;
  std::vector<Value*>& value_;
  std::vector<Values> results_;  // of the owners of regions
  const Values* params_ = nullptr;
  Value* scalar_ = nullptr;  // parameter 0, if it is the same for all lanes
};

// Up to the first yield or continue outside of further regions, or to the end: its position.
int RegionEmitter::run(int first, Value* mask) {
  const int count = static_cast<int>(insts_.size());
  for (int id = first; id < count; id = ir::endOf(insts_, id)) {
    const Op op = insts_[id].op;
    if (op == Op::yield || op == Op::proceed) return id;
    if (c_.plan.isSplat(c_.loop, id) || c_.plan.combines[id] || row_.value[id]) continue;
    emitOne(id, mask);
  }
  return count;
}

void RegionEmitter::emitOne(int id, Value* mask) {
  const ir::Inst& inst = insts_[id];
  switch (inst.op) {
    case Op::branch: return emitBranch(id, mask);
    case Op::forLoop: return emitFor(id, mask);
    case Op::whileLoop: return emitWhile(id, mask);
    case Op::reduceOver: return emitReduceOver(id, mask);
    case Op::param:
      value_[id] = (*params_)[static_cast<std::size_t>(inst.part)];
      c_.scalars[id] = inst.part == 0 ? scalar_ : nullptr;
      return;
    case Op::part:
      value_[id] = results_[inst.operand[0]][static_cast<std::size_t>(inst.part)];
      if (inst.when != ir::none)
        value_[id] = b_.CreateSelect(value_[inst.when], value_[id],
                                     llvm::Constant::getNullValue(value_[id]->getType()));
      return;
    default: break;
  }
  if (isInlined(c_, inst, place_)) {
    llvm::SmallVector<Value*, 2> x[2];
    for (int k = 0; k < inst.arity(); ++k) x[k].push_back(value_[inst.operand[k]]);
    value_[id] = emitInlineMath(c_.unit, b_, inst.op, inst.type, x[0], x[1])[0];
    return;
  }
  Place place = place_;
  place.mask = mask;
  if (mask != place_.mask) place.count = nullptr;
  emitInstruction(c_, row_, place, id, value_, nullptr);
}

RegionEmitter::Values RegionEmitter::valuesAt(int yield) const {
  Values list;
  for (std::int32_t id : insts_[yield].operand) list.push_back(value_[id]);
  return list;
}

RegionEmitter::Yielded RegionEmitter::region(int first, Values params, Value* scalar, Value* mask) {
  const Values* outer = std::exchange(params_, &params);
  Value* outerScalar = std::exchange(scalar_, scalar);
  const int end = run(first, mask);
  params_ = outer;
  scalar_ = outerScalar;
  return {end, valuesAt(end)};
}

// if (any lane) { region }     its values are 0 if it was skipped
RegionEmitter::Yielded RegionEmitter::guarded(int first, Value* mask) {
  BasicBlock *before = b_.GetInsertBlock(), *in = c_.block("taken"), *after = c_.block("joined");
  b_.CreateCondBr(any(mask), in, after);
  b_.SetInsertPoint(in);
  Yielded yielded = region(first, {}, nullptr, mask);
  BasicBlock* last = b_.GetInsertBlock();
  b_.CreateBr(after);
  b_.SetInsertPoint(after);
  for (Value*& value : yielded.values) {
    PHINode* phi = b_.CreatePHI(value->getType(), 2);
    phi->addIncoming(llvm::Constant::getNullValue(value->getType()), before);
    phi->addIncoming(value, last);
    value = phi;
  }
  return yielded;
}

void RegionEmitter::emitBranch(int id, Value* mask) {
  Value* condition = value_[insts_[id].operand[0]];
  const Yielded yes = guarded(id + 1, both(mask, condition));
  const Yielded no = guarded(yes.end + 1, both(mask, b_.CreateNot(condition)));
  results_[id].clear();
  for (std::size_t k = 0; k < yes.values.size(); ++k)
    results_[id].push_back(b_.CreateSelect(condition, yes.values[k], no.values[k]));
}

RegionEmitter::Trips RegionEmitter::tripsOf(std::int32_t count, Value* mask) {
  if (c_.scalars[count]) return {c_.scalars[count], nullptr};
  Value* each = value_[count];
  if (c_.lanes() == 1) return {each, nullptr};
  if (row_.value[count]) return {b_.CreateExtractElement(each, c_.i64(0)), nullptr};
  Value* active =
      mask ? b_.CreateSelect(mask, each, llvm::Constant::getNullValue(each->getType())) : each;
  return {b_.CreateIntMaxReduce(active, true), each};
}

// for (i = 0; i < trips; ++i) s = region(i, s)     lanes that are at their end keep theirs
void RegionEmitter::emitFor(int id, Value* mask) {
  const ir::Inst& inst = insts_[id];
  const Trips trips = tripsOf(inst.operand[0], mask);
  Values start;
  for (int k = 1; k < inst.arity(); ++k) start.push_back(value_[inst.operand[k]]);
  BasicBlock *before = b_.GetInsertBlock(), *loop = c_.block("for"), *after = c_.block("forDone");
  b_.CreateCondBr(b_.CreateICmpSGT(trips.most, c_.i64(0)), loop, after);
  b_.SetInsertPoint(loop);
  PHINode* i = b_.CreatePHI(b_.getInt64Ty(), 2);
  i->addIncoming(c_.i64(0), before);
  const std::vector<PHINode*> state = startPhis(start, before);
  Values params = {splat(b_, i, c_.lanes())};
  params.insert(params.end(), state.begin(), state.end());
  Value* active = running(trips, i, mask);
  Yielded next = region(id + 1, params, i, active);
  if (trips.each)
    for (std::size_t k = 0; k < state.size(); ++k)
      next.values[k] = b_.CreateSelect(active, next.values[k], state[k]);
  Value* following = b_.CreateAdd(i, c_.i64(1));
  BasicBlock* latch = b_.GetInsertBlock();
  i->addIncoming(following, latch);
  b_.CreateCondBr(b_.CreateICmpSLT(following, trips.most), loop, after);
  b_.SetInsertPoint(after);
  results_[id].clear();
  for (std::size_t k = 0; k < state.size(); ++k) {
    state[k]->addIncoming(next.values[k], latch);
    PHINode* result = b_.CreatePHI(state[k]->getType(), 2);
    result->addIncoming(start[k], before);
    result->addIncoming(next.values[k], latch);
    results_[id].push_back(result);
  }
}

// do { ...; active &= continue; if (none) break; ...; s = yielded where active }
void RegionEmitter::emitWhile(int id, Value* mask) {
  Values start;
  for (std::int32_t operand : insts_[id].operand) start.push_back(value_[operand]);
  llvm::Type* lanes = registerType(b_, ElementType::boolean, c_.lanes());
  BasicBlock *before = b_.GetInsertBlock(), *loop = c_.block("while"), *go = c_.block("go"),
             *after = c_.block("whileDone");
  b_.CreateBr(loop);
  b_.SetInsertPoint(loop);
  PHINode* running = b_.CreatePHI(lanes, 2);
  running->addIncoming(mask ? mask : llvm::Constant::getAllOnesValue(lanes), before);
  const std::vector<PHINode*> state = startPhis(start, before);
  Values params(state.begin(), state.end());
  const Values* outer = std::exchange(params_, &params);
  Value* outerScalar = std::exchange(scalar_, nullptr);
  const int test = run(id + 1, running);
  Value* active = b_.CreateAnd(running, value_[insts_[test].operand[0]]);
  b_.CreateCondBr(any(active), go, after);
  b_.SetInsertPoint(go);
  const int end = run(test + 1, active);
  params_ = outer;
  scalar_ = outerScalar;
  const Values next = valuesAt(end);
  for (std::size_t k = 0; k < state.size(); ++k)
    state[k]->addIncoming(b_.CreateSelect(active, next[k], state[k]), b_.GetInsertBlock());
  running->addIncoming(active, b_.GetInsertBlock());
  b_.CreateBr(loop);
  b_.SetInsertPoint(after);
  results_[id].assign(state.begin(), state.end());
}

// for (i = 0; i < trips; ++i) tree += region(i)     lanes that are at their end add nothing
void RegionEmitter::emitReduceOver(int id, Value* mask) {
  const ir::Inst& inst = insts_[id];
  const Trips trips = tripsOf(inst.operand[0], mask);
  LaneTree tree(c_, inst.reduction, inst.type);
  value_[id] = tree.emit(trips.most, [&](Value* i) {
    Value* active = running(trips, i, mask);
    const Yielded next = region(id + 1, {splat(b_, i, c_.lanes())}, i, active);
    return trips.each ? b_.CreateSelect(active, next.values[0], tree.neutral()) : next.values[0];
  });
  Value* count = trips.each ? trips.each : splat(b_, trips.most, c_.lanes());
  Value* isEmpty = b_.CreateICmpSLE(count, llvm::Constant::getNullValue(count->getType()));
  value_[id] = b_.CreateSelect(isEmpty, tree.identity(), value_[id]);
}

}  // namespace

void emitRegions(LoopContext& c, const Row& row, const Place& place, std::vector<Value*>& value) {
  RegionEmitter(c, row, place, value).emit();
}

}  // namespace parax::codegen::host
