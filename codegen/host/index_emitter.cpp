// Indices as sums, edges as in ir/access.h (resolveEdge).
#include "codegen/host/index_emitter.h"

#include <limits>

#include <llvm/IR/MDBuilder.h>

#include "codegen/host/report_emitter.h"

namespace parax::codegen::host {

using ir::Edge;
using llvm::BasicBlock;
using llvm::Value;

namespace {

struct Resolved {
  Value* index;
  Value* outside;  // null: never
};

// The loop's dimension d as a walked one; -1: its only index is 0.
int walkedDim(const LoopPlan& plan, std::int32_t d) {
  for (std::size_t k = 0; k < plan.dims.size(); ++k)
    if (innermost(plan.dims[k]) == d) return static_cast<int>(k);
  return -1;
}

bool isInner(const LoopPlan& plan, std::int32_t d) {
  return !plan.dims.empty() && innermost(plan.dims.back()) == d;
}

class EdgeEmitter {
 public:
  EdgeEmitter(LoopContext& c, int lanes) : c_(c), b_(c.b), lanes_(lanes) {}

  Resolved resolve(Edge edge, Value* i, Value* extent) {
    Value* wide = splat(b_, extent, lanes_);
    switch (edge) {
      case Edge::inside: return {i, nullptr};
      case Edge::clamp: {
        Value* low = b_.CreateBinaryIntrinsic(llvm::Intrinsic::smin, i,
                                              splat(b_, b_.CreateSub(extent, c_.i64(1)), lanes_));
        return {b_.CreateBinaryIntrinsic(llvm::Intrinsic::smax, low, number(0)), isEmpty(extent)};
      }
      case Edge::wrap: return {wrap(i, extent), isEmpty(extent)};
      case Edge::reflect: return {reflect(i, extent), isEmpty(extent)};
      default: return {i, b_.CreateICmpUGE(i, wide)};
    }
  }

 private:
  Value* number(std::int64_t x) { return splat(b_, c_.i64(x), lanes_); }
  Value* isEmpty(Value* extent) { return splat(b_, b_.CreateICmpEQ(extent, c_.i64(0)), lanes_); }
  // The smallest period is 1: nobody divides by 0.
  Value* period(Value* extent) {
    return splat(b_, b_.CreateBinaryIntrinsic(llvm::Intrinsic::smax, extent, c_.i64(1)), lanes_);
  }
  // (i % p + p) % p
  Value* modulo(Value* i, Value* p) {
    return b_.CreateSRem(b_.CreateAdd(b_.CreateSRem(i, p), p), p);
  }

  // near, or where some lane is still outside: far(). A division takes long, and few need it.
  Value* nearOr(Value* near, Value* extent, llvm::function_ref<Value*()> far) {
    Value* outside = b_.CreateICmpUGE(near, splat(b_, extent, lanes_));
    BasicBlock *before = b_.GetInsertBlock(), *divide = c_.block("far"), *go = c_.block("near");
    b_.CreateCondBr(lanes_ == 1 ? outside : b_.CreateOrReduce(outside), divide, go,
                    llvm::MDBuilder(b_.getContext()).createBranchWeights(1, 1 << 10));
    b_.SetInsertPoint(divide);
    Value* result = far();
    BasicBlock* last = b_.GetInsertBlock();
    b_.CreateBr(go);
    b_.SetInsertPoint(go);
    llvm::PHINode* merged = b_.CreatePHI(near->getType(), 2);
    merged->addIncoming(near, before);
    merged->addIncoming(result, last);
    return merged;
  }

  // Mostly one period away at most.
  Value* wrap(Value* i, Value* extent) {
    Value* wide = splat(b_, extent, lanes_);
    Value* up = b_.CreateSelect(b_.CreateICmpSLT(i, number(0)), b_.CreateAdd(i, wide), i);
    Value* near = b_.CreateSelect(b_.CreateICmpSGE(up, wide), b_.CreateSub(up, wide), up);
    return nearOr(near, extent, [&] { return modulo(i, period(extent)); });
  }

  Value* reflect(Value* i, Value* extent) {
    Value* wide = splat(b_, extent, lanes_);
    Value* twice = b_.CreateMul(b_.CreateSub(extent, c_.i64(1)), c_.i64(2));
    Value* up = b_.CreateSelect(b_.CreateICmpSLT(i, number(0)), b_.CreateNeg(i), i);
    Value* near =
        b_.CreateSelect(b_.CreateICmpSGE(up, wide), b_.CreateSub(splat(b_, twice, lanes_), up), up);
    return nearOr(near, extent, [&] {
      Value* there = modulo(i, period(twice));
      return b_.CreateSelect(b_.CreateICmpSLT(there, wide), there,
                             b_.CreateSub(period(twice), there));
    });
  }

  LoopContext& c_;
  Builder& b_;
  int lanes_;
};

// The part of an index that a whole row has, in column 0: constant, shift, outer dimensions.
Value* rowIndex(LoopContext& c, int access, int k, const Row* row) {
  const ir::Index& index = c.loop.body().accesses[access].at[k];
  Value* sum = c.i64(index.constant);
  if (Value* shift = c.accesses[access].shift[k]) sum = c.b.CreateAdd(sum, shift);
  for (const ir::Term& term : index.terms) {
    if (!isLoopIndex(term) || !row) continue;
    const int walked = walkedDim(c.plan, term.index);
    if (walked < 0) continue;
    Value* at = isInner(c.plan, term.index) ? nullptr : row->index[walked];
    if (Value* low = c.lows[term.index]) at = at ? c.b.CreateAdd(at, low) : low;
    if (at) sum = c.b.CreateAdd(sum, c.b.CreateMul(at, c.i64(term.step)));
  }
  return sum;
}

// ceil(x / step), rounded up by less than step.
Value* ceilDiv(LoopContext& c, Value* x, std::int64_t step) {
  if (step == 1) return x;
  Builder& b = c.b;
  Value* quotient = b.CreateSDiv(x, c.i64(step));
  Value* rest = b.CreateSRem(x, c.i64(step));
  return b.CreateAdd(quotient, b.CreateZExt(b.CreateICmpSGT(rest, c.i64(0)), b.getInt64Ty()));
}

// The columns in which 0 <= first + step * column < extent:
//   step > 0: from ceil(-first / step) to ceil((extent - first) / step)
//   step < 0: from ceil((first - extent + 1) / -step) to ceil((first + 1) / -step)
void narrow(LoopContext& c, Row& row, Value* first, std::int64_t step, Value* extent) {
  Builder& b = c.b;
  Value *from, *to;
  if (step > 0) {
    from = ceilDiv(c, b.CreateNeg(first), step);
    to = ceilDiv(c, b.CreateSub(extent, first), step);
  } else {
    Value* after = b.CreateAdd(first, c.i64(1));
    from = ceilDiv(c, b.CreateSub(after, extent), -step);
    to = ceilDiv(c, after, -step);
  }
  row.insideFrom = b.CreateBinaryIntrinsic(llvm::Intrinsic::smax, row.insideFrom, from);
  row.insideTo = b.CreateBinaryIntrinsic(llvm::Intrinsic::smin, row.insideTo, to);
}

class ElementsEmitter {
 public:
  ElementsEmitter(LoopContext& c, const ir::Inst& inst, const IndexPlace& at,
                  llvm::ArrayRef<Value*> operands)
      : c_(c), b_(c.b), inst_(inst), at_(at), operands_(operands) {}

  LaneElements emit() {
    const auto& indices = c_.loop.body().accesses[inst_.access].at;
    const AccessValues& values = c_.accesses[inst_.access];
    LaneElements elements{splat(b_, c_.i64(0), at_.lanes), nullptr};
    for (int k = 0; k < static_cast<int>(indices.size()); ++k) {
      Value* i = index(indices[k], k);
      const Resolved resolved =
          EdgeEmitter(c_, at_.lanes).resolve(indices[k].edge, i, values.extent[k]);
      if (indices[k].edge == Edge::fail)
        fail(i, values.extent[k], resolved.outside, elements.outside);
      if (resolved.outside)
        elements.outside =
            elements.outside ? b_.CreateOr(elements.outside, resolved.outside) : resolved.outside;
      Value* unit = splat(b_, values.unit[k], at_.lanes);
      elements.offset = b_.CreateAdd(elements.offset, b_.CreateMul(resolved.index, unit));
    }
    return elements;
  }

 private:
  Value* index(const ir::Index& index, int k) {
    Value* sum = splat(b_, rowIndex(c_, inst_.access, k, at_.row), at_.lanes);
    for (const ir::Term& term : index.terms) {
      Value* x = nullptr;
      if (isOperandIndex(term))
        x = operands_[static_cast<std::size_t>(term.index - ir::operandIndex(0))];
      else if (at_.place && isLoopIndex(term) && isInner(c_.plan, term.index))
        x = columns();
      if (!x) continue;
      if (term.step != 1) x = b_.CreateMul(x, splat(b_, c_.i64(term.step), at_.lanes));
      sum = b_.CreateAdd(sum, x);
    }
    return sum;
  }

  Value* columns() {
    Value* first = splat(b_, c_.column(*at_.place), at_.lanes);
    if (at_.lanes == 1) return first;
    return b_.CreateAdd(first, b_.CreateStepVector(first->getType()));
  }

  // The first dimension that an index is outside of tells.
  void fail(Value* i, Value* extent, Value* outside, Value* before) {
    if (before) outside = b_.CreateAnd(outside, b_.CreateNot(before));
    if (at_.mask) outside = b_.CreateAnd(outside, at_.mask);
    Value* point = at_.place ? c_.point(*at_.row, *at_.place) : c_.i64(0);
    emitReport(c_, {Report::Kind::index, inst_.ordinal, point, c_.i64(1), i, extent}, outside);
  }

  LoopContext& c_;
  Builder& b_;
  const ir::Inst& inst_;
  const IndexPlace& at_;
  llvm::ArrayRef<Value*> operands_;
};

}  // namespace

void startEdges(LoopContext& c, Row& row) {
  row.isInside.resize(c.accesses.size());
  row.insideFrom = c.i64(0);
  row.insideTo = c.i64(std::numeric_limits<std::int64_t>::max());
}

void resolveEdges(LoopContext& c, Row& row, int access) {
  Builder& b = c.b;
  const ir::Access& a = c.loop.body().accesses[access];
  const AccessValues& values = c.accesses[access];
  const auto which = static_cast<std::size_t>(access);
  for (int k = 0; k < static_cast<int>(a.at.size()); ++k) {
    const ir::Index& index = a.at[k];
    if (index.edge == Edge::inside) continue;
    Value* first = rowIndex(c, access, k, &row);
    if (!isResolvedPerRow(c.plan, index)) {
      if (c.plan.splitsRows[which])
        narrow(c, row, first, stepOf(index, innermost(c.plan.dims.back())), values.extent[k]);
      continue;
    }
    const Resolved resolved = EdgeEmitter(c, 1).resolve(index.edge, first, values.extent[k]);
    row.offset[which] = b.CreateAdd(row.offset[which], b.CreateMul(resolved.index, values.unit[k]));
    Value* inside = b.CreateNot(resolved.outside);
    Value*& all = row.isInside[which];
    all = all ? b.CreateAnd(all, inside) : inside;
  }
  if (c.plan.splitsRows[which] && row.isInside[which])
    row.insideTo = b.CreateSelect(row.isInside[which], row.insideTo, row.insideFrom);
}

LaneElements emitElements(LoopContext& c, const ir::Inst& inst, const IndexPlace& at,
                          llvm::ArrayRef<Value*> operands) {
  return ElementsEmitter(c, inst, at, operands).emit();
}

}  // namespace parax::codegen::host
