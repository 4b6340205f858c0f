// Chooses the form of each load and store.
#include "codegen/host/element_cache.h"

#include <algorithm>
#include <optional>

namespace parax::codegen::host {

using llvm::Value;

namespace {

// Where all computed indices are the same for all lanes, and inside: the row with its access moved.
std::optional<Row> movedRow(LoopContext& c, const ir::Inst& inst, const Row& row) {
  const ir::Access& access = c.loop.body().accesses[inst.access];
  const AccessValues& values = c.accesses[inst.access];
  const std::size_t firstIndex = inst.op == Op::store ? 1 : 0;
  Value* offset = row.offset[inst.access];
  for (std::size_t k = 0; k < access.at.size(); ++k) {
    if (access.at[k].edge != ir::Edge::inside) return std::nullopt;
    for (const ir::Term& term : access.at[k].terms) {
      if (!isOperandIndex(term)) continue;
      const auto operand = firstIndex + static_cast<std::size_t>(term.index - ir::operandIndex(0));
      Value* index = c.scalars[inst.operand[operand]];
      if (!index) return std::nullopt;
      Value* elements = c.b.CreateMul(c.b.CreateMul(index, c.i64(term.step)), values.unit[k]);
      offset = c.b.CreateAdd(offset, elements);
    }
  }
  Row moved = row;
  moved.offset[inst.access] = offset;
  moved.base[inst.access] = c.b.CreateGEP(memoryType(c.b, values.type, 1), values.pointer, offset);
  return moved;
}

bool isFoundByIndex(const LoopContext& c, const ir::Inst& inst, const Place& place) {
  const AccessForm form = c.plan.accessForm[inst.access];
  return form == AccessForm::general || (form == AccessForm::edged && !place.inside);
}

}  // namespace

Value* ElementCache::load(LoopContext& c, const ir::Inst& inst, const Row& row,
                          const Place& place) {
  Fields& fields = loaded_[static_cast<std::size_t>(inst.access)];
  if (fields.empty()) fields = emitLoad(c, inst.access, row, place);
  return fields[static_cast<unsigned>(inst.field)];
}

void ElementCache::store(LoopContext& c, const ir::Inst& inst, const Row& row, const Place& place,
                         Value* value) {
  Fields& fields = stored_[static_cast<std::size_t>(inst.access)];
  fields.push_back(value);
  if (static_cast<int>(fields.size()) < fieldCount(c.accesses[inst.access].type)) return;
  emitStore(c, inst.access, row, place, fields);
  fields.clear();
}

void ElementCache::forget(const LoopContext& c, int access) {
  const auto& accesses = c.loop.body().accesses;
  for (std::size_t k = 0; k < loaded_.size(); ++k)
    if (accesses[k].buffer == accesses[static_cast<std::size_t>(access)].buffer) loaded_[k].clear();
}

Value* emitElementLoad(LoopContext& c, const ir::Inst& inst, const Row& row, const Place& place,
                       llvm::ArrayRef<Value*> x, ElementCache* cache) {
  const auto field = static_cast<unsigned>(inst.field);
  if (isFoundByIndex(c, inst, place)) {
    const bool general = c.plan.accessForm[inst.access] == AccessForm::general;
    if (const auto moved = general ? movedRow(c, inst, row) : std::nullopt)
      return emitLoad(c, inst.access, *moved, place)[field];
    return emitGeneralLoad(c, inst, row, place, x);
  }
  return cache ? cache->load(c, inst, row, place) : emitLoad(c, inst.access, row, place)[field];
}

void emitElementStore(LoopContext& c, const ir::Inst& inst, const Row& row, const Place& place,
                      llvm::ArrayRef<Value*> x, ElementCache* cache) {
  if (cache) cache->forget(c, inst.access);
  const bool byIndex = isFoundByIndex(c, inst, place);
  const bool general = c.plan.accessForm[inst.access] == AccessForm::general;
  const auto moved = general ? movedRow(c, inst, row) : std::nullopt;
  if (byIndex && !moved) return emitGeneralStore(c, inst, row, place, x);
  if (cache && c.plan.storedWhole[static_cast<std::size_t>(inst.access)])
    return cache->store(c, inst, row, place, x[0]);
  const Row& at = moved ? *moved : row;
  if (isProduct(c.accesses[inst.access].type))
    emitFieldStore(c, inst.access, inst.field, at, place, x[0]);
  else
    emitStore(c, inst.access, at, place, {x[0]});
}

}  // namespace parax::codegen::host
