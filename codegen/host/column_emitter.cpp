// Rows of a lane are added one after the other to an array as wide as a strip. Lanes come in
// bit-reversed order: so those that halving combines are neighbours, and few arrays are alive.
//
//   for each unit (class, row, block, strip) {
//     for (i = 0; i < leaves; ++i) {
//       lane = class + classes * reversed(i); sums = arrays[popcount(i)]
//       sums = neutral; for (e = lane; e < count; e += modulus) sums op= row e of the block
//       for each trailing one of i: the array below op= this one
//     }
//     partial row = arrays[0]
//   }
#include "codegen/host/column_emitter.h"

#include <llvm/IR/Intrinsics.h>

#include <bit>

#include "codegen/host/body_emitter.h"
#include "codegen/host/counted_loop.h"
#include "codegen/host/loop_form.h"
#include "codegen/host/memory_emitter.h"
#include "codegen/host/reduction_emitter.h"
#include "codegen/units.h"

namespace parax::codegen::host {

using llvm::Value;

namespace {

class ColumnEmitter {
 public:
  ColumnEmitter(LoopContext& c, MakeRow makeRow)
      : c_(c), b_(c.b), makeRow_(makeRow), lanes_(sharedLanes(c.loop.body())) {}

  void emit();

 private:
  struct Sums {
    const ir::Reduction& reduction;
    Value* arrays;  // one per level of the lanes' tree, `width_` apart
    Value* partial;
  };
  struct Unit {
    Value *lane, *row, *block, *column;  // lane: its class
    Value *first, *count;                // elements of the output
    Value* columns;
  };
  Value* size(int slot) { return c_.slot(slot, b_.getInt64Ty()); }
  Value* extent(std::size_t from, std::size_t to);
  std::vector<Value*> indices(Value* number, std::size_t from, std::size_t to);
  Unit unitOf(Value* number);
  void emitUnit(const Unit& unit);
  void emitLane(const Unit& unit, Value* lane, Value* level);
  void emitPass(const Unit& unit, Value* element, int rows, Value* level);
  void emitVectors(const Unit& unit, std::span<const Row> rows, Value* level, Value* at,
                   Value* count);
  void emitCombine(const Unit& unit, Value* level);
  void storeResult(const Unit& unit);
  Value* array(const Sums& s, Value* level, Value* at);
  llvm::Align align(const Sums& s) const { return llvm::Align(sizeOf(s.reduction.type)); }
  Value* vectorStep() { return c_.i64(c_.lanes()); }

  LoopContext& c_;
  Builder& b_;
  MakeRow makeRow_;
  std::int64_t lanes_;
  std::int64_t width_ = 0;
  std::vector<Sums> sums_;
  Value *length_ = nullptr, *strip_ = nullptr, *classes_ = nullptr;  // of the call
  Value *modulus_ = nullptr, *strips_ = nullptr, *reduced_ = nullptr;
  Value *rows_ = nullptr, *blocksPerLine_ = nullptr, *blocks_ = nullptr;
};

// The product of walked dimensions.
Value* ColumnEmitter::extent(std::size_t from, std::size_t to) {
  Value* product = c_.i64(1);
  for (std::size_t k = from; k < to; ++k) product = b_.CreateMul(product, c_.extents[k]);
  return product;
}

std::vector<Value*> ColumnEmitter::indices(Value* number, std::size_t from, std::size_t to) {
  std::vector<Value*> list(to - from);
  for (std::size_t k = to; k-- > from;) {
    list[k - from] = k == from ? number : b_.CreateURem(number, c_.extents[k]);
    if (k > from) number = b_.CreateUDiv(number, c_.extents[k]);
  }
  return list;
}

void ColumnEmitter::emit() {
  const std::size_t outer = static_cast<std::size_t>(c_.plan.outerDims);
  length_ = size(c_.unit.layout.line(c_.number));
  strip_ = size(c_.unit.layout.strip(c_.number));
  classes_ = size(c_.unit.layout.classes(c_.number));
  modulus_ = b_.CreateBinaryIntrinsic(llvm::Intrinsic::umax, c_.i64(lanes_), classes_);
  rows_ = extent(0, outer);
  reduced_ = extent(outer, c_.extents.size() - 1);
  const auto parts = [&](Value* whole, Value* part) {
    return b_.CreateUDiv(b_.CreateAdd(whole, b_.CreateSub(part, c_.i64(1))), part);
  };
  strips_ = parts(c_.extents.back(), strip_);
  blocksPerLine_ = parts(length_, c_.i64(ir::reductionBlock));
  blocks_ = b_.CreateMul(b_.CreateUDiv(reduced_, length_), blocksPerLine_);
  width_ = mostColumns(c_.loop) + c_.lanes();
  const int levels = std::bit_width(static_cast<std::uint64_t>(lanes_));
  for (const ir::Reduction& r : c_.loop.body().reductions)
    sums_.push_back({r, c_.stackArray(memoryType(b_, r.type, 1), levels * width_),
                     c_.slot(c_.unit.layout.partial(c_.number, static_cast<int>(sums_.size())),
                             b_.getPtrTy())});
  countedLoop(c_, "unit", c_.begin, c_.end, c_.i64(1),
              [&](Value* number) { emitUnit(unitOf(number)); });
}

ColumnEmitter::Unit ColumnEmitter::unitOf(Value* number) {
  const auto split = [&](Value* by) {
    Value* rest = b_.CreateURem(number, by);
    number = b_.CreateUDiv(number, by);
    return rest;
  };
  Unit u{};
  u.column = b_.CreateMul(split(strips_), strip_);
  u.block = split(blocks_);
  u.row = split(rows_);
  u.lane = number;
  Value* line = b_.CreateUDiv(u.block, blocksPerLine_);
  Value* inLine = b_.CreateMul(b_.CreateURem(u.block, blocksPerLine_), c_.i64(ir::reductionBlock));
  u.first = b_.CreateAdd(b_.CreateMul(line, length_), inLine);
  u.count = b_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, b_.CreateSub(length_, inLine),
                                     c_.i64(ir::reductionBlock));
  u.columns = b_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, strip_,
                                       b_.CreateSub(c_.extents.back(), u.column));
  return u;
}

// lanes = min(lanes, bit_ceil(count)): those above are empty; at least one for each class
void ColumnEmitter::emitUnit(const Unit& unit) {
  llvm::Type* i64 = b_.getInt64Ty();
  Value* used = b_.CreateShl(
      c_.i64(1), b_.CreateSub(c_.i64(64), b_.CreateIntrinsic(llvm::Intrinsic::ctlz, {i64},
                                                             {b_.CreateSub(unit.count, c_.i64(1)),
                                                              b_.getFalse()})));
  used = b_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, used, c_.i64(lanes_));
  Value* leaves =
      b_.CreateUDiv(b_.CreateBinaryIntrinsic(llvm::Intrinsic::umax, used, classes_), classes_);
  // (reversed >> 1) >> (63 - log2(leaves))
  Value* shift = b_.CreateIntrinsic(llvm::Intrinsic::ctlz, {i64}, {leaves, b_.getTrue()});
  countedLoop(c_, "lane", c_.i64(0), leaves, c_.i64(1), [&](Value* i) {
    Value* reversed = b_.CreateUnaryIntrinsic(llvm::Intrinsic::bitreverse, i);
    reversed = b_.CreateLShr(b_.CreateLShr(reversed, c_.i64(1)), shift);
    Value* level = b_.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, i);
    emitLane(unit, b_.CreateAdd(unit.lane, b_.CreateMul(reversed, classes_)), level);
    Value* ones = b_.CreateIntrinsic(llvm::Intrinsic::cttz, {i64}, {b_.CreateNot(i), b_.getTrue()});
    countedLoop(c_, "halve", c_.i64(0), ones, c_.i64(1),
                [&](Value* k) { emitCombine(unit, b_.CreateSub(level, k)); });
  });
  storeResult(unit);
}

Value* ColumnEmitter::array(const Sums& s, Value* level, Value* at) {
  Value* index = b_.CreateAdd(b_.CreateMul(level, c_.i64(width_)), at);
  return b_.CreateGEP(memoryType(b_, s.reduction.type, 1), s.arrays, index);
}

void ColumnEmitter::emitLane(const Unit& unit, Value* lane, Value* level) {
  countedLoop(c_, "clear", c_.i64(0), unit.columns, vectorStep(), [&](Value* at) {
    for (const Sums& s : sums_)
      b_.CreateAlignedStore(neutralValue(b_, s.reduction.op, s.reduction.type, c_.lanes()),
                            array(s, level, at), align(s));
  });
  Value* from = lane;
  if (const int jam = c_.plan.jam; jam > 1) {
    Value* step = b_.CreateMul(modulus_, c_.i64(jam));
    Value* last = b_.CreateSub(unit.count, b_.CreateSub(step, modulus_));
    countedLoop(c_, "rows", from, last, step, [&](Value* e) { emitPass(unit, e, jam, level); });
    // As many whole steps as began before `last`.
    Value* span = b_.CreateBinaryIntrinsic(
        llvm::Intrinsic::smax,
        b_.CreateSub(b_.CreateAdd(last, b_.CreateSub(step, c_.i64(1))), from), c_.i64(0));
    from = b_.CreateAdd(from, b_.CreateMul(b_.CreateUDiv(span, step), step));
  }
  countedLoop(c_, "row", from, unit.count, modulus_,
              [&](Value* e) { emitPass(unit, e, 1, level); });
}

// Rows element, element + modulus, ...
void ColumnEmitter::emitPass(const Unit& unit, Value* element, int rows, Value* level) {
  const std::size_t outer = static_cast<std::size_t>(c_.plan.outerDims);
  std::vector<Row> list;
  for (int k = 0; k < rows; ++k) {
    Value* e = b_.CreateAdd(unit.first, element);
    if (k > 0) e = b_.CreateAdd(e, b_.CreateMul(modulus_, c_.i64(k)));
    std::vector<Value*> index = indices(unit.row, 0, outer);
    std::ranges::copy(indices(e, outer, c_.extents.size() - 1), std::back_inserter(index));
    Value* number = b_.CreateAdd(b_.CreateMul(unit.row, reduced_), e);
    list.push_back(makeRow_(b_.CreateMul(number, c_.extents.back()), std::move(index)));
  }
  Value* whole = b_.CreateAnd(unit.columns, c_.i64(-c_.lanes()));
  countedLoop(c_, "column", c_.i64(0), whole, vectorStep(),
              [&](Value* at) { emitVectors(unit, list, level, at, nullptr); });
  if (c_.lanes() == 1) return;
  countedLoop(c_, "masked", whole, unit.columns, vectorStep(), [&](Value* at) {
    emitVectors(unit, list, level, at, b_.CreateSub(unit.columns, at));
  });
}

// `count`: active lanes; null: all. What inactive ones add nobody reads.
void ColumnEmitter::emitVectors(const Unit& unit, std::span<const Row> rows, Value* level,
                                Value* at, Value* count) {
  Place place{.column = b_.CreateAdd(unit.column, at)};
  if (count) {
    place.mask = emitTailMask(c_, count);
    place.count = count;
  }
  std::vector<Value*> sum;
  for (const Sums& s : sums_)
    sum.push_back(b_.CreateAlignedLoad(memoryType(b_, s.reduction.type, c_.lanes()),
                                       array(s, level, at), align(s)));
  for (const Row& row : rows) {
    const auto values = emitBody(c_, row, {&place, 1});
    for (std::size_t k = 0; k < sums_.size(); ++k) {
      const ir::Reduction& r = sums_[k].reduction;
      Value* value = toMemory(b_, r.type, values[0][static_cast<std::size_t>(r.value[0])]);
      sum[k] = combineBuiltIn(b_, r.op, r.type, sum[k], value);
    }
  }
  for (std::size_t k = 0; k < sums_.size(); ++k)
    b_.CreateAlignedStore(sum[k], array(sums_[k], level, at), align(sums_[k]));
}

// arrays[level - 1] op= arrays[level]
void ColumnEmitter::emitCombine(const Unit& unit, Value* level) {
  Value* below = b_.CreateSub(level, c_.i64(1));
  countedLoop(c_, "combine", c_.i64(0), unit.columns, vectorStep(), [&](Value* at) {
    for (const Sums& s : sums_) {
      llvm::Type* type = memoryType(b_, s.reduction.type, c_.lanes());
      Value* x = b_.CreateAlignedLoad(type, array(s, below, at), align(s));
      Value* y = b_.CreateAlignedLoad(type, array(s, level, at), align(s));
      b_.CreateAlignedStore(combineBuiltIn(b_, s.reduction.op, s.reduction.type, x, y),
                            array(s, below, at), align(s));
    }
  });
}

void ColumnEmitter::storeResult(const Unit& unit) {
  Value* row = b_.CreateAdd(b_.CreateMul(unit.row, blocks_), unit.block);
  row = b_.CreateAdd(b_.CreateMul(row, classes_), unit.lane);
  Value* first = b_.CreateAdd(b_.CreateMul(row, c_.extents.back()), unit.column);
  for (const Sums& s : sums_) {
    Value* to = b_.CreateGEP(memoryType(b_, s.reduction.type, 1), s.partial, first);
    b_.CreateMemCpy(
        to, align(s), s.arrays, align(s),
        b_.CreateMul(unit.columns, c_.i64(static_cast<std::int64_t>(sizeOf(s.reduction.type)))));
  }
}

}  // namespace

void emitColumns(LoopContext& c, MakeRow makeRow) { ColumnEmitter(c, makeRow).emit(); }

}  // namespace parax::codegen::host
