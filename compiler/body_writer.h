// Writes a body from the instructions of others: operands and accesses get their new numbers.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/access_table.h"
#include "ir/parallel.h"

namespace parax::compiler {

using NewIds = std::vector<std::int32_t>;  // by old number

class BodyWriter {
 public:
  // An instruction of another body as it would stand in this one.
  ir::Inst renumbered(const ir::Body& from, std::size_t id, const NewIds& newId) {
    ir::Inst inst = from.insts[id];
    forEachOperand(inst, [&](std::int32_t& operand) { operand = newId[operand]; });
    if (inst.access != ir::none) inst.access = accesses_.add(from.accesses[inst.access]);
    return inst;
  }
  std::int32_t add(ir::Inst inst) {
    body_.insts.push_back(std::move(inst));
    return size() - 1;
  }
  void addReductions(const ir::Body& from, const NewIds& newId) {
    for (ir::Reduction reduction : from.reductions) {
      forEachValue(reduction, [&](std::int32_t& id) { id = newId[id]; });
      body_.reductions.push_back(std::move(reduction));
    }
  }
  void endHoisted() { body_.hoisted = size(); }
  std::int32_t size() const { return static_cast<std::int32_t>(body_.insts.size()); }
  ir::Inst& operator[](std::int32_t id) { return body_.insts[id]; }
  const ir::Access& access(std::int32_t id) const { return accesses_[id]; }

  ir::Body take() {
    body_.accesses = accesses_.take();
    return std::move(body_);
  }

 private:
  ir::Body body_;
  AccessTable accesses_;
};

// The dimensions of a loop that have more than one point.
inline std::vector<bool> varyingDims(const ir::Loop& loop) {
  std::vector<bool> varies;
  for (const ir::Range& range : loop.space)
    varies.push_back(range.lo != ir::noSymbol || range.hi != ir::one);
  return varies;
}

// Bodies with regions stay as they are: what is a repeated value depends on the region.
inline bool hasRegions(const ir::Body& body) {
  for (const ir::Inst& inst : body.insts)
    if (info(inst.op).kind == OpKind::control) return true;
  return false;
}

}  // namespace parax::compiler
