// A row of a stage: its pieces in order, each where its box has points. Indices count from the
// first point of the space.
//
//   rows:   for each unit: the row with these outer indices
//   tiles:  for each unit: for (p = first; p < last; ++p) for each stage, for each turn:
//             the rows of the stage's part of the tile at p - lag - turn * lagPerTurn
#include "codegen/host/stage_emitter.h"

#include <llvm/IR/Intrinsics.h>

#include "codegen/host/counted_loop.h"
#include "codegen/host/row_emitter.h"
#include "codegen/tiles.h"

namespace parax::codegen::host {

using llvm::BasicBlock;
using llvm::Value;

namespace {

struct Span {
  Value *lo, *hi;
};

class StageEmitter {
 public:
  StageEmitter(LoopContext& c, std::span<PieceCode> pieces,
               const std::function<Value*(ir::Symbol)>& symbol)
      : c_(c), b_(c.b), loop_(c.loop), pieces_(pieces), symbol_(symbol) {
    boxes_ = boxOf(loop_.space);
    for (const ir::Stage& stage : loop_.stages)
      for (const ir::Piece& piece : stage.pieces) pieceBoxes_.push_back(boxOf(piece.box));
  }

  void emitRows();
  void emitTiles();

 private:
  Value* smaller(Value* a, Value* b) {
    return b_.CreateBinaryIntrinsic(llvm::Intrinsic::smin, a, b);
  }
  Value* larger(Value* a, Value* b) {
    return b_.CreateBinaryIntrinsic(llvm::Intrinsic::smax, a, b);
  }
  std::vector<Span> boxOf(const std::vector<ir::Range>& ranges);
  std::vector<Value*> split(Value* number, const std::vector<Value*>& extents);
  template <class Then>
  void emitIf(Value* condition, const Then& then);

  void emitStageRow(std::size_t stage, const std::vector<Value*>& index, const Span& row);
  Span segment(const std::vector<Span>& box, const std::vector<Value*>& index, const Span& row);
  void emitSegment(PieceCode& code, const std::vector<Value*>& index, Value* from, Value* to);
  std::size_t firstPiece(std::size_t stage) const;

  std::vector<Span> tileOf(Value* unit);
  Span grown(std::size_t stage, std::size_t d, const Span& tile, Value* turn);
  void emitWalk(const std::vector<Span>& tile);
  void emitTurns(std::size_t stage, const std::vector<Span>& tile, Value* position);
  void emitBox(std::size_t stage, const std::vector<Span>& box);

  LoopContext& c_;
  Builder& b_;
  const ir::Loop& loop_;
  std::span<PieceCode> pieces_;
  const std::function<Value*(ir::Symbol)>& symbol_;
  std::vector<Span> boxes_;                    // of the space
  std::vector<std::vector<Span>> pieceBoxes_;  // of all stages, in order; empty: all
};

// From the space's first index on.
std::vector<Span> StageEmitter::boxOf(const std::vector<ir::Range>& ranges) {
  std::vector<Span> box;
  for (std::size_t d = 0; d < ranges.size(); ++d) {
    const auto at = [&](ir::Symbol s) {
      Value* value = s == ir::noSymbol ? c_.i64(0) : symbol_(s);
      return c_.lows[d] ? b_.CreateSub(value, c_.lows[d]) : value;
    };
    box.push_back({at(ranges[d].lo), at(ranges[d].hi)});
  }
  return box;
}

std::vector<Value*> StageEmitter::split(Value* number, const std::vector<Value*>& extents) {
  std::vector<Value*> index(extents.size());
  for (std::size_t k = extents.size(); k-- > 0; number = b_.CreateUDiv(number, extents[k]))
    index[k] = b_.CreateURem(number, extents[k]);
  return index;
}

template <class Then>
void StageEmitter::emitIf(Value* condition, const Then& then) {
  BasicBlock *yes = c_.block("then"), *after = c_.block("endIf");
  b_.CreateCondBr(condition, yes, after);
  b_.SetInsertPoint(yes);
  then();
  b_.CreateBr(after);
  b_.SetInsertPoint(after);
}

std::size_t StageEmitter::firstPiece(std::size_t stage) const {
  std::size_t first = 0;
  for (std::size_t s = 0; s < stage; ++s) first += loop_.stages[s].pieces.size();
  return first;
}

// Where a piece has points of a row, which has some.
Span StageEmitter::segment(const std::vector<Span>& box, const std::vector<Value*>& index,
                           const Span& row) {
  if (box.empty()) return row;
  const int column = rowDim(loop_);
  Value* inside = b_.getTrue();
  Span cut = row;
  for (std::size_t d = 0; d < box.size(); ++d) {
    if (static_cast<int>(d) == column) {
      cut.lo = smaller(larger(row.lo, box[d].lo), row.hi);
      cut.hi = larger(smaller(row.hi, box[d].hi), cut.lo);
      continue;
    }
    inside = b_.CreateAnd(inside, b_.CreateICmpSGE(index[d], box[d].lo));
    inside = b_.CreateAnd(inside, b_.CreateICmpSLT(index[d], box[d].hi));
  }
  return {b_.CreateSelect(inside, cut.lo, row.lo), b_.CreateSelect(inside, cut.hi, row.lo)};
}

// `index`: by loop dimension, but for the columns.
void StageEmitter::emitSegment(PieceCode& code, const std::vector<Value*>& index, Value* from,
                               Value* to) {
  emitIf(b_.CreateICmpSLT(from, to), [&] {
    Value* number = c_.i64(0);
    const int column = rowDim(loop_);
    std::vector<Value*> walked;
    for (std::size_t d = 0; d < index.size(); ++d) {
      number = b_.CreateMul(number, b_.CreateSub(boxes_[d].hi, boxes_[d].lo));
      if (static_cast<int>(d) != column) number = b_.CreateAdd(number, index[d]);
    }
    for (const std::vector<std::int32_t>& dims : code.c.plan.dims)
      if (dims.back() != column) walked.push_back(index[static_cast<std::size_t>(dims.back())]);
    code.c.turn = c_.turn;
    emitRow(code.c, code.makeRow(number, walked), from, to, nullptr);
  });
}

void StageEmitter::emitStageRow(std::size_t stage, const std::vector<Value*>& index,
                                const Span& row) {
  const std::vector<ir::Piece>& pieces = loop_.stages[stage].pieces;
  Span before{};
  for (std::size_t p = 0; p < pieces.size(); ++p) {
    PieceCode& code = pieces_[firstPiece(stage) + p];
    if (!pieces[p].rest) {
      before = segment(pieceBoxes_[firstPiece(stage) + p], index, row);
      emitSegment(code, index, before.lo, before.hi);
      continue;
    }
    // What lies before and behind: one code for both.
    countedLoop(c_, "side", c_.i64(0), c_.i64(2), c_.i64(1), [&](Value* side) {
      Value* first = b_.CreateIsNull(side);
      emitSegment(code, index, b_.CreateSelect(first, row.lo, before.hi),
                  b_.CreateSelect(first, before.lo, row.hi));
    });
  }
}

void StageEmitter::emitRows() {
  const int column = std::max(rowDim(loop_), 0);
  std::vector<Value*> extents;
  for (int d = 0; d < std::min(column, loop_.rank()); ++d) {
    const Span& box = boxes_[static_cast<std::size_t>(d)];
    extents.push_back(b_.CreateSub(box.hi, box.lo));
  }
  c_.turn = c_.i64(0);
  countedLoop(c_, "unit", c_.begin, c_.end, c_.i64(1), [&](Value* unit) {
    std::vector<Value*> index = split(unit, extents);
    index.resize(loop_.space.size(), c_.i64(0));
    const Span row =
        rowDim(loop_) < 0 ? Span{c_.i64(0), c_.i64(1)} : boxes_[static_cast<std::size_t>(column)];
    emitStageRow(0, index, row);
  });
}

// ---- tiles ----

std::vector<Span> StageEmitter::tileOf(Value* unit) {
  std::vector<Span> tile = boxes_;
  for (std::size_t d = tile.size(); d-- > 0;) {
    if (!isCut(loop_, d)) continue;
    Value* size = c_.i64(loop_.schedule.tile[d]);
    Value* count =
        b_.CreateUDiv(b_.CreateAdd(boxes_[d].hi, c_.i64(loop_.schedule.tile[d] - 1)), size);
    tile[d].lo = b_.CreateMul(b_.CreateURem(unit, count), size);
    tile[d].hi = smaller(b_.CreateAdd(tile[d].lo, size), boxes_[d].hi);
    unit = b_.CreateUDiv(unit, count);
  }
  return tile;
}

// What a turn of a stage computes of a tile.
Span StageEmitter::grown(std::size_t stage, std::size_t d, const Span& tile, Value* turn) {
  const ir::Stage& s = loop_.stages[stage];
  if (!isCut(loop_, d) || s.grow.empty()) return tile;
  const ir::Growth& grow = s.grow[d];
  const auto by = [&](std::int32_t points) {
    Value* less = b_.CreateMul(turn, c_.i64(grow.less));
    return larger(b_.CreateSub(c_.i64(points), less), c_.i64(0));
  };
  return {larger(b_.CreateSub(tile.lo, by(grow.below)), boxes_[d].lo),
          smaller(b_.CreateAdd(tile.hi, by(grow.above)), boxes_[d].hi)};
}

void StageEmitter::emitTiles() {
  countedLoop(c_, "tile", c_.begin, c_.end, c_.i64(1), [&](Value* unit) {
    const std::vector<Span> tile = tileOf(unit);
    std::vector<Value*> first;
    for (std::size_t d = 0; d < tile.size(); ++d)
      first.push_back(isCut(loop_, d) ? tile[d].lo : nullptr);
    for (PieceCode& code : pieces_) code.placeLocals(first);
    emitWalk(tile);
  });
}

// Along the columns of a row there is no walk: the stages do all of the tile, one after the other.
void StageEmitter::emitWalk(const std::vector<Span>& tile) {
  const auto walk = static_cast<std::size_t>(loop_.schedule.walk);
  if (loop_.schedule.walk == rowDim(loop_)) {
    for (std::size_t s = 0; s < loop_.stages.size(); ++s) emitTurns(s, tile, nullptr);
    return;
  }
  std::int64_t lag = 0;
  for (const ir::Stage& s : loop_.stages)
    lag = std::max<std::int64_t>(lag, s.lag + std::int64_t{s.turns - 1} * s.lagPerTurn);
  const ir::Growth grow = isCut(loop_, walk) ? mostGrowth(loop_, walk) : ir::Growth{};
  Value* first = larger(b_.CreateSub(tile[walk].lo, c_.i64(grow.below)), boxes_[walk].lo);
  Value* last = smaller(b_.CreateAdd(tile[walk].hi, c_.i64(grow.above)), boxes_[walk].hi);
  countedLoop(c_, "walk", first, b_.CreateAdd(last, c_.i64(lag)), c_.i64(1), [&](Value* position) {
    for (std::size_t s = 0; s < loop_.stages.size(); ++s) emitTurns(s, tile, position);
  });
}

// `position`: of the first stage; null: there is no walk.
void StageEmitter::emitTurns(std::size_t stage, const std::vector<Span>& tile, Value* position) {
  const ir::Stage& s = loop_.stages[stage];
  countedLoop(c_, "turn", c_.i64(0), c_.i64(s.turns), c_.i64(1), [&](Value* turn) {
    c_.turn = turn;
    std::vector<Span> box;
    for (std::size_t d = 0; d < tile.size(); ++d) box.push_back(grown(stage, d, tile[d], turn));
    if (!position) return emitBox(stage, box);
    Span& walk = box[static_cast<std::size_t>(loop_.schedule.walk)];
    Value* own = b_.CreateSub(
        position, b_.CreateAdd(c_.i64(s.lag), b_.CreateMul(turn, c_.i64(s.lagPerTurn))));
    Value* inside = b_.CreateAnd(b_.CreateICmpSGE(own, walk.lo), b_.CreateICmpSLT(own, walk.hi));
    walk = {own, b_.CreateAdd(own, c_.i64(1))};
    emitIf(inside, [&] { emitBox(stage, box); });
  });
}

// All rows of a box.
void StageEmitter::emitBox(std::size_t stage, const std::vector<Span>& box) {
  const int column = rowDim(loop_);
  std::vector<Value*> extents;
  Value* count = c_.i64(1);
  for (std::size_t d = 0; d < box.size(); ++d) {
    extents.push_back(static_cast<int>(d) == column ? c_.i64(1)
                                                    : b_.CreateSub(box[d].hi, box[d].lo));
    count = b_.CreateMul(count, extents.back());
  }
  countedLoop(c_, "rowOfBox", c_.i64(0), count, c_.i64(1), [&](Value* number) {
    std::vector<Value*> index = split(number, extents);
    for (std::size_t d = 0; d < box.size(); ++d) index[d] = b_.CreateAdd(index[d], box[d].lo);
    const Span row =
        column < 0 ? Span{c_.i64(0), c_.i64(1)} : box[static_cast<std::size_t>(column)];
    emitStageRow(stage, index, row);
  });
}

}  // namespace

void emitStages(LoopContext& c, std::span<PieceCode> pieces,
                const std::function<Value*(ir::Symbol)>& symbol) {
  StageEmitter emitter(c, pieces, symbol);
  if (c.plan.form == LoopForm::rows)
    emitter.emitRows();
  else
    emitter.emitTiles();
}

}  // namespace parax::codegen::host
