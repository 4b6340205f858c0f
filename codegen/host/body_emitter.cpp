// Walks the body's instructions and hands each to the emitter of its kind.
#include "codegen/host/body_emitter.h"

#include "codegen/host/inline_math.h"
#include "codegen/host/math_emitter.h"
#include "codegen/host/memory_emitter.h"
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
  return loop.body[inst.operand[which]].type;
}

// first() and stride tell the points of the lanes.
Division emitReportedDivision(LoopContext& c, const ir::Inst& inst, llvm::ArrayRef<Value*> x,
                              Value* mask, llvm::function_ref<Value*()> first,
                              std::int64_t stride) {
  const Division division = emitDivision(c.b, inst.op, inst.type, x[0], x[1]);
  Value* failing = mask ? c.b.CreateAnd(division.failing, mask) : division.failing;
  const auto* constant = llvm::dyn_cast<llvm::Constant>(failing);
  if (!constant || !constant->isNullValue())
    emitReport(c, Report::element, inst.ordinal, first(), c.i64(stride), failing);
  return division;
}

// The column's index, converted:  i64, i32: column + <0, 1, ...>
// double: (double)column + <0.0, 1.0, ...>, exact below 2^53; float: that, rounded once.
Value* emitColumnIndex(LoopContext& c, ElementType type, const Place& place) {
  Builder& b = c.b;
  Value* column = c.column(place);
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
  const int dim = walkedDim(c.plan, inst.slot);
  Value* index = dim < 0 ? c.i64(0) : row.index[dim];
  return emitPointwise(c.b, Op::cast, inst.type, ElementType::int64, {index});
}

Value* emitScalar(LoopContext& c, const ir::Inst& inst) {
  Builder& b = c.b;
  switch (inst.op) {
    case Op::constant: return constantOf(b, inst.type, inst.bits, 1);
    case Op::extent: return c.slot(c.unit.layout.symbol(inst.slot), b.getInt64Ty());
    case Op::number:
      return fromMemory(b, inst.type,
                        c.slot(c.unit.layout.number(inst.slot), memoryType(b, inst.type, 1)));
    case Op::load: {  // not indexed at all
      Row row{c.i64(0), {}, {}, {}, {}};
      for (const AccessValues& access : c.accesses) {
        row.base.push_back(access.pointer);
        row.offset.push_back(c.i64(0));
      }
      return emitRowLoad(c, inst.slot, inst.field, row);
    }
    default: break;
  }
  llvm::SmallVector<Value*, 3> x;
  for (int k = 0; k < inst.arity(); ++k) x.push_back(c.scalars[inst.operand[k]]);
  return emitOperation(c, inst, x, nullptr, [&] { return c.i64(0); });
}

// Only in the main loop, where the time is spent: the code of a math function is long.
bool isInlined(const LoopContext& c, const ir::Inst& inst, std::span<const Place> places) {
  return c.plan.inlineMath && !places.front().mask && isMath(inst.op) &&
         canInline(inst.op, inst.type, c.lanes());
}

// Elements are loaded whole, at the first load of a
// field, and stored whole, at the last store of one.
class Elements {
 public:
  explicit Elements(std::size_t accesses) : loaded_(accesses), stored_(accesses) {}

  Value* load(LoopContext& c, const ir::Inst& inst, const Row& row, const Place& place) {
    Fields& fields = loaded_[static_cast<std::size_t>(inst.slot)];
    if (fields.empty()) fields = emitLoad(c, inst.slot, row, place);
    return fields[static_cast<unsigned>(inst.field)];
  }
  void store(LoopContext& c, const ir::Inst& inst, const Row& row, const Place& place,
             Value* value) {
    Fields& fields = stored_[static_cast<std::size_t>(inst.slot)];
    fields.push_back(value);  // lower stores them in order
    if (static_cast<int>(fields.size()) == fieldCount(c.accesses[inst.slot].type))
      emitStore(c, inst.slot, row, place, fields);
  }

 private:
  std::vector<Fields> loaded_, stored_;  // by access
};

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
  return emitReportedDivision(c, inst, x, mask, firstPoint, 1).result;
}

Value* emitCombination(LoopContext& c, const ir::Inst& inst, llvm::ArrayRef<Value*> x,
                       Value* mask) {
  if (!isIntegerDivision(inst)) return emitOperation(c, inst, x, mask, {});
  const Division division = emitReportedDivision(c, inst, x, mask, [&] { return c.i64(0); }, 0);
  return c.b.CreateSelect(
      division.failing, llvm::Constant::getNullValue(division.result->getType()), division.result);
}

void emitHoisted(LoopContext& c) {
  const int count = static_cast<int>(c.loop.body.size());
  c.scalars.assign(c.loop.body.size(), nullptr);
  c.splats.assign(c.loop.body.size(), nullptr);
  std::vector<bool> used(c.loop.body.size(), false);
  for (int i = 0; i < count; ++i)
    for (int k = 0; k < c.loop.body[i].arity(); ++k)
      if (!c.plan.isSplat(c.loop, i)) used[c.loop.body[i].operand[k]] = true;
  for (const ir::Reduction& r : c.loop.reductions)
    forEachValue(r, [&](std::int32_t id) { used[id] = true; });
  for (int i = 0; i < count; ++i) {
    if (!c.plan.isSplat(c.loop, i)) continue;
    c.scalars[i] = emitScalar(c, c.loop.body[i]);
    if (used[i]) c.splats[i] = splat(c.b, c.scalars[i], c.lanes());
  }
}

void emitRowValues(LoopContext& c, Row& row) {
  row.value = c.splats;
  if (c.lanes() == 1) return;
  for (int i = 0; i < static_cast<int>(c.loop.body.size()); ++i) {
    const ir::Inst& inst = c.loop.body[i];
    if (c.plan.isSplat(c.loop, i)) continue;
    if (inst.op == Op::load && c.plan.stride[inst.slot] == InnerStride::zero)
      row.value[i] = splat(c.b, emitRowLoad(c, inst.slot, inst.field, row), c.lanes());
    if (inst.op == Op::index && !isInner(c, walkedDim(c.plan, inst.slot)))
      row.value[i] = splat(c.b, emitRowIndex(c, inst, row), c.lanes());
  }
}

std::vector<std::vector<Value*>> emitBody(LoopContext& c, const Row& row,
                                          std::span<const Place> places) {
  std::vector<std::vector<Value*>> values(places.size(), row.value);
  std::vector<bool> all(c.loop.body.size());
  for (int i = 0; i < static_cast<int>(all.size()); ++i)
    all[i] = !c.plan.isSplat(c.loop, i) && !c.plan.combines[i];
  emitInstructions(c, row, places, all, values);
  return values;
}

void emitInstructions(LoopContext& c, const Row& row, std::span<const Place> places,
                      const std::vector<bool>& which, std::vector<std::vector<Value*>>& values) {
  std::vector<Elements> elements(places.size(), Elements(c.accesses.size()));
  for (int i = 0; i < static_cast<int>(c.loop.body.size()); ++i) {
    const ir::Inst& inst = c.loop.body[i];
    if (!which[i] || row.value[i]) continue;
    if (isInlined(c, inst, places)) {
      emitInlined(c, inst, i, values);
      continue;
    }
    for (std::size_t k = 0; k < places.size(); ++k) {
      std::vector<Value*>& value = values[k];
      const Place& place = places[k];
      llvm::SmallVector<Value*, 3> x;
      for (int j = 0; j < inst.arity(); ++j) x.push_back(value[inst.operand[j]]);
      switch (inst.op) {
        case Op::load: value[i] = elements[k].load(c, inst, row, place); break;
        case Op::store: elements[k].store(c, inst, row, place, x[0]); break;
        case Op::index:
          value[i] =
              c.lanes() == 1 ? emitRowIndex(c, inst, row) : emitColumnIndex(c, inst.type, place);
          break;
        default:
          value[i] = emitOperation(c, inst, x, place.mask, [&] { return c.point(row, place); });
      }
    }
  }
}

}  // namespace parax::codegen::host
