// A stable partition of each body.
#include "compiler/hoist.h"

#include <vector>

#include "compiler/body_writer.h"
#include "compiler/inst_info.h"
#include "ir/combiner.h"

namespace parax::compiler {
namespace {

// Whether the loop stores to what a load reads.
bool isStored(const ir::Body& body, const ir::Access& loaded, const std::vector<bool>& varies) {
  for (const ir::Inst& inst : body.insts)
    if (inst.op == Op::store &&
        meetingOf(body.accesses[inst.access], loaded, varies) != ir::Meeting::never)
      return true;
  return false;
}

// By instruction: the same value at every point.
std::vector<bool> invariants(const ir::Body& body, const std::vector<bool>& varies) {
  std::vector<bool> invariant(body.insts.size(), false);
  for (std::size_t k = 0; k < body.insts.size(); ++k) {
    const ir::Inst& inst = body.insts[k];
    const OpKind kind = info(inst.op).kind;
    const bool isLoad = inst.op == Op::load;
    if ((kind == OpKind::memory && !isLoad) || ir::isParameter(inst.op) || canFail(body, inst))
      continue;
    if (isLoad) {
      const ir::Access& access = body.accesses[inst.access];
      if (!isFixed(access) || isStored(body, access, varies)) continue;
    }
    invariant[k] = true;
    forEachOperand(inst, [&](std::int32_t id) { invariant[k] = invariant[k] && invariant[id]; });
  }
  return invariant;
}

void hoistLoop(ir::Loop& loop) {
  if (!loop.isPlain() || loop.space.empty() || hasRegions(loop.body())) return;
  ir::Body& body = loop.body();
  const std::vector<bool> invariant = invariants(body, varyingDims(loop));
  NewIds newId(body.insts.size());
  BodyWriter writer;
  for (const bool front : {true, false}) {
    for (std::size_t k = 0; k < body.insts.size(); ++k)
      if (invariant[k] == front) newId[k] = writer.add(writer.renumbered(body, k, newId));
    if (front) writer.endHoisted();
  }
  writer.addReductions(body, newId);
  body = writer.take();
}

}  // namespace

void hoist(ir::ParallelProgram& program) {
  for (ir::Loop& loop : program.loops) hoistLoop(loop);
}

}  // namespace parax::compiler
