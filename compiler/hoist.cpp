// A stable partition of each body.
#include "compiler/hoist.h"

#include <vector>

#include "compiler/access_table.h"
#include "compiler/inst_info.h"
#include "ir/combiner.h"

namespace parax::compiler {
namespace {

// By instruction: the same value at every point. No loop of rank > 0 stores to what it loads
// without axes (all points would write it), so such a load is the same before the loop.
std::vector<bool> invariants(const ir::Loop& loop) {
  std::vector<bool> invariant(loop.body.size(), false);
  for (std::size_t k = 0; k < loop.body.size(); ++k) {
    const ir::Inst& inst = loop.body[k];
    if (inst.op == Op::index || inst.op == Op::store || ir::isParameter(inst.op) ||
        canFail(loop, inst))
      continue;
    if (inst.op == Op::load && !withoutAxes(loop.accesses[inst.slot])) continue;
    bool all = true;
    for (int i = 0; i < inst.arity(); ++i) all = all && invariant[inst.operand[i]];
    invariant[k] = all;
  }
  return invariant;
}

void hoistLoop(ir::Loop& loop) {
  if (loop.extents.empty()) return;
  const std::vector<bool> invariant = invariants(loop);
  std::vector<std::int32_t> newId(loop.body.size());
  std::vector<ir::Inst> body;
  body.reserve(loop.body.size());
  for (const bool front : {true, false}) {
    for (std::size_t k = 0; k < loop.body.size(); ++k) {
      if (invariant[k] != front) continue;
      ir::Inst inst = loop.body[k];
      for (int i = 0; i < inst.arity(); ++i) inst.operand[i] = newId[inst.operand[i]];
      newId[k] = static_cast<std::int32_t>(body.size());
      body.push_back(inst);
    }
    if (front) loop.hoisted = static_cast<std::int32_t>(body.size());
  }
  loop.body = std::move(body);
  for (ir::Reduction& reduction : loop.reductions)
    forEachValue(reduction, [&](std::int32_t& id) { id = newId[id]; });
}

}  // namespace

void hoist(ir::ParallelProgram& program) {
  for (ir::Loop& loop : program.loops) hoistLoop(loop);
}

}  // namespace parax::compiler
