// Walks the body's instructions and hands each to the emitter of its kind.
#include "codegen/host/body_emitter.h"

#include "codegen/host/element_cache.h"
#include "codegen/host/inline_math.h"
#include "codegen/host/math_emitter.h"
#include "codegen/host/memory_emitter.h"
#include "codegen/host/region_emitter.h"
#include "codegen/host/report_emitter.h"

namespace parax::codegen::host {

using llvm::Value;

namespace {

bool isMath(Op op) { return info(op).has(op_property::math); }
bool isIntegerDivision(const ir::Inst& inst) {
  return info(inst.op).has(op_property::fails) && isInteger(inst.type);
}

ElementType operandType(const ir::Loop& loop, const ir::Inst& inst) {
  const int which = inst.op == Op::select ? 1 : 0;
  return loop.body().insts[inst.operand[which]].type;
}

// first() and stride tell the points of the lanes.
Division emitReportedDivision(LoopContext& c, const ir::Inst& inst, llvm::ArrayRef<Value*> x,
                              Value* mask, llvm::function_ref<Value*()> first,
                              std::int64_t stride) {
  const Division division = emitDivision(c.b, inst.op, inst.type, x[0], x[1]);
  Value* failing = mask ? c.b.CreateAnd(division.failing, mask) : division.failing;
  const auto* constant = llvm::dyn_cast<llvm::Constant>(failing);
  if (!constant || !constant->isNullValue())
    emitReport(c, {Report::Kind::division, inst.ordinal, first(), c.i64(stride)}, failing);
  return division;
}

// The column's index, converted:  i64, i32: column + <0, 1, ...>
// double: (double)column + <0.0, 1.0, ...>, exact below 2^53; float: that, rounded once.
Value* emitColumnIndex(LoopContext& c, ElementType type, const Place& place) {
  Builder& b = c.b;
  Value* column = c.column(place);
  if (Value* low = c.lows[innermost(c.plan.dims.back())]) column = b.CreateAdd(column, low);
  const ElementType work = isFloating(type)  ? ElementType::float64
                           : isInteger(type) ? type
                                             : ElementType::int64;
  std::vector<llvm::Constant*> numbers;
  for (int k = 0; k < c.lanes(); ++k) {
    llvm::Type* scalar = registerType(b, work, 1);
    numbers.push_back(isFloating(work) ? llvm::ConstantFP::get(scalar, k)
                                       : llvm::ConstantInt::get(scalar, static_cast<unsigned>(k)));
  }
  llvm::Constant* lanes = llvm::ConstantVector::get(numbers);
  Value* first = emitPointwise(b, Op::cast, work, ElementType::int64, {column});
  Value* index = emitPointwise(b, Op::add, work, work, {splat(b, first, c.lanes()), lanes});
  return emitPointwise(b, Op::cast, type, work, {index});
}

// The walked dimension that is loop dimension d; -1: d has extent one.
int walkedDim(const LoopPlan& plan, int d) {
  for (int k = 0; k < static_cast<int>(plan.dims.size()); ++k)
    if (plan.dims[k].back() == d) return k;
  return -1;
}

bool isInner(const LoopContext& c, int dim) {
  return dim >= 0 && dim + 1 == static_cast<int>(c.plan.dims.size());
}

Value* emitRowIndex(LoopContext& c, const ir::Inst& inst, const Row& row) {
  const int dim = walkedDim(c.plan, inst.dim);
  Value* index = inst.dim == ir::turnIndex && c.turn ? c.turn : dim < 0 ? c.i64(0) : row.index[dim];
  if (dim >= 0 && c.lows[inst.dim]) index = c.b.CreateAdd(index, c.lows[inst.dim]);
  return emitPointwise(c.b, Op::cast, inst.type, ElementType::int64, {index});
}

// `mask`: whether it runs; null: it does.
Value* emitScalar(LoopContext& c, const ir::Inst& inst, Value* mask) {
  Builder& b = c.b;
  switch (inst.op) {
    case Op::constant: return constantOf(b, inst.type, inst.bits, 1);
    case Op::extent: return c.slot(c.unit.layout.symbol(inst.symbol), b.getInt64Ty());
    case Op::number:
      return fromMemory(b, inst.type,
                        c.slot(c.unit.layout.number(inst.number), memoryType(b, inst.type, 1)));
    case Op::load: {  // not indexed by the loop
      llvm::SmallVector<Value*, 3> indices;
      for (std::int32_t id : inst.operand) indices.push_back(c.scalars[id]);
      if (c.plan.accessForm[inst.access] != AccessForm::affine)
        return emitHoistedLoad(c, inst, indices, mask);
      const AccessValues& access = c.accesses[inst.access];
      Row row{c.i64(0), {}, {}, {}, {}};
      row.base.resize(c.accesses.size());
      row.offset.resize(c.accesses.size());
      row.offset[inst.access] = access.start ? access.start : c.i64(0);
      row.base[inst.access] =
          access.start ? b.CreateGEP(memoryType(b, access.type, 1), access.pointer, access.start)
                       : access.pointer;
      return emitRowLoad(c, inst.access, inst.field, row, mask);
    }
    default: break;
  }
  llvm::SmallVector<Value*, 3> x;
  for (int k = 0; k < inst.arity(); ++k) x.push_back(c.scalars[inst.operand[k]]);
  return emitOperation(c, inst, x, mask, [&] { return c.i64(0); });
}

// 0 where an instruction does not run.
Value* valueWhere(LoopContext& c, Value* active, Value* value) {
  if (!active) return value;
  return c.b.CreateSelect(active, value, llvm::Constant::getNullValue(value->getType()));
}

Value* emitLoadPerRow(LoopContext& c, const ir::Inst& inst, const Row& row) {
  Value* inside = row.isInside.empty() ? nullptr : row.isInside[inst.access];
  Value* value = emitRowLoad(c, inst.access, inst.field, row, inside);
  if (!inside) return value;
  const bool constant = hasConstantEdge(c.loop.body().accesses[inst.access]);
  return c.b.CreateSelect(
      inside, value,
      constant ? c.scalars[inst.operand.back()] : llvm::Constant::getNullValue(value->getType()));
}

void emitInlined(LoopContext& c, const ir::Inst& inst, int i,
                 std::vector<std::vector<Value*>>& values) {
  llvm::SmallVector<Value*, 2> x[2];
  for (int k = 0; k < inst.arity(); ++k)
    for (const std::vector<Value*>& value : values) x[k].push_back(value[inst.operand[k]]);
  const auto results = emitInlineMath(c.unit, c.b, inst.op, inst.type, x[0], x[1]);
  for (std::size_t k = 0; k < values.size(); ++k) values[k][i] = results[k];
}

}  // namespace

Value* emitOperation(LoopContext& c, const ir::Inst& inst, llvm::ArrayRef<Value*> x, Value* mask,
                     llvm::function_ref<Value*()> firstPoint) {
  if (isMath(inst.op)) return emitMath(c.unit, c.b, inst.op, inst.type, x);
  if (!isIntegerDivision(inst))
    return emitPointwise(c.b, inst.op, inst.type, operandType(c.loop, inst), x);
  const Division division = emitReportedDivision(c, inst, x, mask, firstPoint, 1);
  if (!c.plan.guards) return division.result;
  return c.b.CreateSelect(
      division.failing, llvm::Constant::getNullValue(division.result->getType()), division.result);
}

Value* emitCombination(LoopContext& c, const ir::Inst& inst, llvm::ArrayRef<Value*> x,
                       Value* mask) {
  if (!isIntegerDivision(inst)) return emitOperation(c, inst, x, mask, {});
  const Division division = emitReportedDivision(c, inst, x, mask, [&] { return c.i64(0); }, 0);
  return c.b.CreateSelect(
      division.failing, llvm::Constant::getNullValue(division.result->getType()), division.result);
}

void emitHoisted(LoopContext& c) {
  const int count = static_cast<int>(c.loop.body().insts.size());
  c.scalars.assign(c.loop.body().insts.size(), nullptr);
  c.splats.assign(c.loop.body().insts.size(), nullptr);
  std::vector<bool> used(c.loop.body().insts.size(), false);
  for (int i = 0; i < count; ++i)
    forEachOperand(c.loop.body().insts[i], [&](std::int32_t id) {
      if (!c.plan.isSplat(c.loop, i)) used[id] = true;
    });
  for (const ir::Reduction& r : c.loop.body().reductions)
    forEachValue(r, [&](std::int32_t id) { used[id] = true; });
  for (int i = 0; i < count; ++i) {
    if (!c.plan.isSplat(c.loop, i)) continue;
    const ir::Inst& inst = c.loop.body().insts[i];
    Value* active = inst.when == ir::none ? nullptr : c.scalars[inst.when];
    c.scalars[i] = valueWhere(c, active, emitScalar(c, inst, active));
    if (used[i]) c.splats[i] = splat(c.b, c.scalars[i], c.lanes());
  }
}

void emitRowValues(LoopContext& c, Row& row) {
  row.value = c.splats;
  if (c.lanes() == 1) return;
  for (int i = 0; i < static_cast<int>(c.loop.body().insts.size()); ++i) {
    const ir::Inst& inst = c.loop.body().insts[i];
    if (c.plan.isSplat(c.loop, i)) continue;
    if (c.plan.loadedPerRow[i]) row.value[i] = splat(c.b, emitLoadPerRow(c, inst, row), c.lanes());
    if (inst.op == Op::index && !isInner(c, walkedDim(c.plan, inst.dim)))
      row.value[i] = splat(c.b, emitRowIndex(c, inst, row), c.lanes());
  }
}

std::vector<std::vector<Value*>> emitBody(LoopContext& c, const Row& row,
                                          std::span<const Place> places) {
  std::vector<std::vector<Value*>> values(places.size(), row.value);
  std::vector<bool> all(c.loop.body().insts.size());
  for (int i = 0; i < static_cast<int>(all.size()); ++i)
    all[i] = !c.plan.isSplat(c.loop, i) && !c.plan.combines[i];
  emitInstructions(c, row, places, all, values);
  return values;
}

void emitInstructions(LoopContext& c, const Row& row, std::span<const Place> places,
                      const std::vector<bool>& which, std::vector<std::vector<Value*>>& values) {
  if (c.plan.regions) {
    for (std::size_t k = 0; k < places.size(); ++k) emitRegions(c, row, places[k], values[k]);
    return;
  }
  std::vector<ElementCache> elements(places.size(), ElementCache(c.accesses.size()));
  for (int i = 0; i < static_cast<int>(c.loop.body().insts.size()); ++i) {
    const ir::Inst& inst = c.loop.body().insts[i];
    if (!which[i] || row.value[i]) continue;
    if (isInlined(c, inst, places.front())) {
      emitInlined(c, inst, i, values);
      continue;
    }
    for (std::size_t k = 0; k < places.size(); ++k)
      emitInstruction(c, row, places[k], i, values[k], &elements[k]);
  }
}

void emitInstruction(LoopContext& c, const Row& row, const Place& everywhere, int i,
                     std::vector<Value*>& value, ElementCache* cache) {
  const ir::Inst& inst = c.loop.body().insts[i];
  Place place = everywhere;
  Value* active = inst.when == ir::none ? nullptr : value[inst.when];
  if (active) {
    place.mask = place.mask ? c.b.CreateAnd(place.mask, active) : active;
    place.count = nullptr;
    place.maybeNone = true;
  }
  llvm::SmallVector<Value*, 3> x;
  for (std::int32_t id : inst.operand) x.push_back(value[id]);
  switch (inst.op) {
    case Op::load:
      value[i] = emitElementLoad(c, inst, row, place, x, active ? nullptr : cache);
      break;
    case Op::store: return emitElementStore(c, inst, row, place, x, cache);
    case Op::index:
      value[i] = c.lanes() == 1 ? emitRowIndex(c, inst, row) : emitColumnIndex(c, inst.type, place);
      break;
    default: value[i] = emitOperation(c, inst, x, place.mask, [&] { return c.point(row, place); });
  }
  value[i] = valueWhere(c, active, value[i]);
}

bool isInlined(const LoopContext& c, const ir::Inst& inst, const Place& place) {
  return c.plan.inlineMath && !place.mask && isMath(inst.op) && inst.when == ir::none &&
         canInline(inst.op, inst.type, c.lanes());
}

}  // namespace parax::codegen::host
