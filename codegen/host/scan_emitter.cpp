// A unit is a block of a row; its lines are walked in order, all vectors of a line at once.
//
//   first pass:   carry over the lines; total[unit] = the last carry
//   second pass:  line = prefixes by doubling; line = carry + line; carry = its last element
//                 value = offset[unit] + line; then the rest of the body
//
// What a prefix starts with changes no bit of what follows, so no line is a special case.
#include "codegen/host/scan_emitter.h"

#include <llvm/IR/Intrinsics.h>

#include "codegen/host/body_emitter.h"
#include "codegen/host/counted_loop.h"
#include "codegen/host/memory_emitter.h"
#include "codegen/host/reduction_emitter.h"
#include "codegen/host/scan_parts.h"
#include "codegen/units.h"
#include "ir/reduction_tree.h"
#include "parax/core/scalar.h"

namespace parax::codegen::host {

using llvm::BasicBlock;
using llvm::PHINode;
using llvm::Value;

namespace {

class ScanEmitter {
 public:
  ScanEmitter(LoopContext& c, MakeRow makeRow)
      : c_(c), b_(c.b), makeRow_(makeRow), parts_(scanParts(c.loop.body())) {}

  void emit();

 private:
  // A prefix on its way through a block, in vectors.
  struct State {
    Value* carry;   // in all lanes
    Value* before;  // the last lane is the value at the point before
  };
  using States = std::vector<State>;
  struct Unit {
    Value *number, *block, *from, *to;
  };
  const ir::Inst& inst(std::size_t k) const {
    return c_.loop.body().insts[static_cast<std::size_t>(parts_.prefixes[k])];
  }
  std::int64_t step() const;
  void emitUnit(const Unit& unit, const Row& row);
  States start();
  void emitTotals(const Unit& unit, const Row& row);
  void emitValues(const Unit& unit, const Row& row);
  States emitSteps(Value* from, Value* to, const Row& row, const States& start, bool last);
  States emitStep(Value* column, Value* count, const Row& row, States states, bool last);
  std::vector<Value*> emitPrefix(std::size_t k, std::vector<Value*> x, State& state, bool last);
  void doubleLine(const ir::Inst& prefix, std::span<Value*> x);
  Value* combine(const ir::Inst& prefix, Value* x, Value* y) {
    return combineBuiltIn(b_, prefix.reduction, prefix.type, x, y);
  }
  Value* lastLane(Value* x) {
    return b_.CreateShuffleVector(
        x, std::vector<int>(static_cast<std::size_t>(c_.lanes()), c_.lanes() - 1));
  }
  Value* constant(const ir::Inst& prefix, bool neutral);
  Value* load(std::size_t k, int which);

  LoopContext& c_;
  Builder& b_;
  MakeRow makeRow_;
  ScanParts parts_;
  std::vector<Value*> blocks_;  // per prefix: total, offset and value before of each unit
  std::vector<Value*> own_;     // per prefix: those of the unit
  std::vector<Value*> offset_;  // per prefix: in all lanes
};

// Points of an iteration: whole lines of every prefix.
std::int64_t ScanEmitter::step() const {
  std::int64_t longest = 1;
  for (std::size_t k = 0; k < parts_.prefixes.size(); ++k)
    longest = std::max(longest, ir::reductionLanes(inst(k).type));
  return longest;
}

Value* ScanEmitter::constant(const ir::Inst& prefix, bool neutral) {
  const Scalar value = visitScalarType(prefix.type, [&]<class T>(T*) {
    return Scalar::of(neutral ? ir::neutralElement<T>(prefix.reduction)
                              : ir::reductionIdentity<T>(prefix.reduction));
  });
  return constantOf(b_, prefix.type, value.bits, 1);
}

void ScanEmitter::emit() {
  Value* width = c_.extents.back();
  Value* blocks = b_.CreateUDiv(b_.CreateAdd(width, c_.i64(ir::reductionBlock - 1)),
                                c_.i64(ir::reductionBlock));
  std::vector<Value*> first;
  for (std::size_t k = 0; k < parts_.prefixes.size(); ++k) {
    blocks_.push_back(
        c_.slot(c_.unit.layout.prefix(c_.number, static_cast<int>(k)), b_.getPtrTy()));
    // Of the first block of a row.
    first.push_back(c_.stackArray(memoryType(b_, inst(k).type, 1), scanValues));
    for (bool neutral : {true, false})
      b_.CreateStore(toMemory(b_, inst(k).type, constant(inst(k), neutral)),
                     b_.CreateGEP(memoryType(b_, inst(k).type, 1), first[k],
                                  c_.i64(neutral ? scanOffset : scanBefore)));
  }
  countedLoop(c_, "unit", c_.begin, c_.end, c_.i64(1), [&](Value* number) {
    Value* row = b_.CreateUDiv(number, blocks);
    Value* block = b_.CreateURem(number, blocks);
    Value* from = b_.CreateMul(block, c_.i64(ir::reductionBlock));
    Value* to = b_.CreateBinaryIntrinsic(llvm::Intrinsic::umin,
                                         b_.CreateAdd(from, c_.i64(ir::reductionBlock)), width);
    std::vector<Value*> index(c_.extents.size() - 1);
    Value* rest = row;
    for (std::size_t k = index.size(); k-- > 0; rest = b_.CreateUDiv(rest, c_.extents[k]))
      index[k] = b_.CreateURem(rest, c_.extents[k]);
    own_.clear();
    for (std::size_t k = 0; k < parts_.prefixes.size(); ++k) {
      Value* own = b_.CreateGEP(memoryType(b_, inst(k).type, 1), blocks_[k],
                                b_.CreateMul(number, c_.i64(scanValues)));
      own_.push_back(b_.CreateSelect(b_.CreateIsNull(block), first[k], own));
    }
    emitUnit({number, block, from, to}, makeRow_(b_.CreateMul(row, width), std::move(index)));
  });
}

// One of a unit's three values.
Value* ScanEmitter::load(std::size_t k, int which) {
  llvm::Type* element = memoryType(b_, inst(k).type, 1);
  Value* raw = b_.CreateLoad(element, b_.CreateGEP(element, own_[k], c_.i64(which)));
  return splat(b_, fromMemory(b_, inst(k).type, raw), c_.lanes());
}

void ScanEmitter::emitUnit(const Unit& unit, const Row& row) {
  BasicBlock *totals = c_.block("totals"), *values = c_.block("values"), *done = c_.block("done");
  b_.CreateCondBr(b_.CreateIsNotNull(b_.CreateAnd(c_.flags, c_.i64(totalsFlag))), totals, values);
  b_.SetInsertPoint(totals);
  emitTotals(unit, row);
  b_.CreateBr(done);
  b_.SetInsertPoint(values);
  emitValues(unit, row);
  b_.CreateBr(done);
  b_.SetInsertPoint(done);
}

ScanEmitter::States ScanEmitter::start() {
  States states;
  for (std::size_t k = 0; k < parts_.prefixes.size(); ++k) {
    Value* neutral = splat(b_, constant(inst(k), true), c_.lanes());
    states.push_back({neutral, neutral});
  }
  return states;
}

// Nobody asks for the total of a block that is not whole: it is the last one of its row.
void ScanEmitter::emitTotals(const Unit& unit, const Row& row) {
  BasicBlock *whole = c_.block("wholeBlock"), *done = c_.block("totalDone");
  Value* count = b_.CreateSub(unit.to, unit.from);
  b_.CreateCondBr(b_.CreateICmpEQ(count, c_.i64(ir::reductionBlock)), whole, done);
  b_.SetInsertPoint(whole);
  const States states = emitSteps(unit.from, unit.to, row, start(), false);
  for (std::size_t k = 0; k < states.size(); ++k) {
    Value* total = b_.CreateExtractElement(states[k].carry, std::uint64_t{0});
    Value* at = b_.CreateMul(unit.number, c_.i64(scanValues));
    b_.CreateStore(toMemory(b_, inst(k).type, total),
                   b_.CreateGEP(memoryType(b_, inst(k).type, 1), blocks_[k], at));
  }
  b_.CreateBr(done);
  b_.SetInsertPoint(done);
}

void ScanEmitter::emitValues(const Unit& unit, const Row& row) {
  States states = start();
  offset_.clear();
  for (std::size_t k = 0; k < states.size(); ++k) {
    offset_.push_back(load(k, scanOffset));
    states[k].before = load(k, scanBefore);
  }
  Value* count = b_.CreateSub(unit.to, unit.from);
  Value* whole = b_.CreateAdd(unit.from, b_.CreateAnd(count, c_.i64(-step())));
  states = emitSteps(unit.from, whole, row, states, true);
  BasicBlock *rest = c_.block("rest"), *done = c_.block("valuesDone");
  b_.CreateCondBr(b_.CreateICmpNE(whole, unit.to), rest, done);
  b_.SetInsertPoint(rest);
  emitStep(whole, b_.CreateSub(unit.to, whole), row, states, true);
  b_.CreateBr(done);
  b_.SetInsertPoint(done);
}

// for (column = from; column != to; column += step) whole lines
ScanEmitter::States ScanEmitter::emitSteps(Value* from, Value* to, const Row& row,
                                           const States& start, bool last) {
  BasicBlock *before = b_.GetInsertBlock(), *loop = c_.block("line"),
             *after = c_.block("linesDone");
  b_.CreateCondBr(b_.CreateICmpNE(from, to), loop, after);
  b_.SetInsertPoint(loop);
  PHINode* column = b_.CreatePHI(b_.getInt64Ty(), 2);
  column->addIncoming(from, before);
  const auto phis = [&] {
    States list;
    for (const State& s : start) {
      PHINode* carry = b_.CreatePHI(s.carry->getType(), 2);
      PHINode* previous = b_.CreatePHI(s.before->getType(), 2);
      carry->addIncoming(s.carry, before);
      previous->addIncoming(s.before, before);
      list.push_back({carry, previous});
    }
    return list;
  };
  const auto close = [](const States& list, const States& next, BasicBlock* block) {
    for (std::size_t k = 0; k < list.size(); ++k) {
      llvm::cast<PHINode>(list[k].carry)->addIncoming(next[k].carry, block);
      llvm::cast<PHINode>(list[k].before)->addIncoming(next[k].before, block);
    }
  };
  const States entering = phis();
  const States next = emitStep(column, nullptr, row, entering, last);
  Value* following = b_.CreateAdd(column, c_.i64(step()));
  BasicBlock* latch = b_.GetInsertBlock();
  column->addIncoming(following, latch);
  close(entering, next, latch);
  b_.CreateCondBr(b_.CreateICmpNE(following, to), loop, after);
  b_.SetInsertPoint(after);
  const States left = phis();
  close(left, next, latch);
  return left;
}

// `count`: points that are left; null: all. `last`: the second pass.
ScanEmitter::States ScanEmitter::emitStep(Value* column, Value* count, const Row& row,
                                          States states, bool last) {
  std::vector<Place> places;
  for (std::int64_t offset = 0; offset < step(); offset += c_.lanes()) {
    Place place{.column = column, .offset = offset};
    if (count) {
      Value* left = b_.CreateBinaryIntrinsic(llvm::Intrinsic::smax,
                                             b_.CreateSub(count, c_.i64(offset)), c_.i64(0));
      place.count = b_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, left, c_.i64(c_.lanes()));
      place.mask = emitTailMask(c_, place.count);
    }
    places.push_back(place);
  }
  std::vector<std::vector<Value*>> values(places.size(), row.value);
  emitInstructions(c_, row, places, last ? parts_.before : parts_.operands, values);
  for (std::size_t k = 0; k < parts_.prefixes.size(); ++k) {
    std::vector<Value*> x;
    for (const auto& value : values)
      x.push_back(value[static_cast<std::size_t>(inst(k).operand[0])]);
    const std::vector<Value*> prefix = emitPrefix(k, std::move(x), states[k], last);
    for (std::size_t v = 0; last && v < values.size(); ++v)
      values[v][static_cast<std::size_t>(parts_.prefixes[k])] = prefix[v];
  }
  if (last) emitInstructions(c_, row, places, parts_.after, values);
  return states;
}

std::vector<Value*> ScanEmitter::emitPrefix(std::size_t k, std::vector<Value*> x, State& state,
                                            bool last) {
  const auto line = static_cast<std::size_t>(ir::reductionLanes(inst(k).type) / c_.lanes());
  for (std::size_t first = 0; first < x.size(); first += line) {
    const std::span own = std::span(x).subspan(first, line);
    doubleLine(inst(k), own);
    for (Value*& v : own) v = combine(inst(k), state.carry, v);
    state.carry = lastLane(own.back());
  }
  if (!last) return x;
  for (Value*& v : x) v = combine(inst(k), offset_[k], v);
  if (inst(k).op == Op::prefix) return x;
  std::vector<int> shifted;
  for (int e = 0; e < c_.lanes(); ++e) shifted.push_back(c_.lanes() - 1 + e);
  for (Value*& v : x) {
    Value* own = v;
    v = b_.CreateShuffleVector(state.before, own, shifted);
    state.before = own;
  }
  return x;
}

// Level `half`: the upper halves of groups take the last element of the lower ones.
void ScanEmitter::doubleLine(const ir::Inst& prefix, std::span<Value*> x) {
  for (int half = 1; half < c_.lanes(); half *= 2) {
    std::vector<int> from;
    std::vector<llvm::Constant*> upper;
    for (int e = 0; e < c_.lanes(); ++e) {
      from.push_back(e & half ? (e & ~(2 * half - 1)) + half - 1 : e);
      upper.push_back(b_.getInt1((e & half) != 0));
    }
    for (Value*& v : x)
      v = b_.CreateSelect(llvm::ConstantVector::get(upper),
                          combine(prefix, b_.CreateShuffleVector(v, from), v), v);
  }
  for (std::size_t half = 1; half < x.size(); half *= 2)
    for (std::size_t j = 0; j < x.size(); ++j)
      if (j & half) x[j] = combine(prefix, lastLane(x[(j & ~(2 * half - 1)) + half - 1]), x[j]);
}

}  // namespace

void emitScan(LoopContext& c, MakeRow makeRow) { ScanEmitter(c, makeRow).emit(); }

}  // namespace parax::codegen::host
