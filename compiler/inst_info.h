// Questions that several passes ask about the instructions of a loop.
#pragma once

#include "ir/parallel.h"

namespace parax::compiler {

// An integer division whose divisor is not a constant other than zero, or an index that may be
// outside.
inline bool canFail(const ir::Body& body, const ir::Inst& inst) {
  if (inst.access != ir::none)
    for (const ir::Index& index : body.accesses[static_cast<std::size_t>(inst.access)].at)
      if (index.edge == ir::Edge::fail) return true;
  if (!info(inst.op).has(op_property::fails) || !isInteger(inst.type)) return false;
  const ir::Inst& divisor = body.insts[static_cast<std::size_t>(inst.operand[1])];
  return divisor.op != Op::constant || divisor.bits == 0;
}

inline bool canFail(const ir::ParallelProgram& program) {
  bool fails = false;
  for (const ir::Loop& loop : program.loops)
    forEachBody(loop, [&](const ir::Body& body) {
      for (const ir::Inst& inst : body.insts) fails = fails || canFail(body, inst);
    });
  return fails;
}

}  // namespace parax::compiler
