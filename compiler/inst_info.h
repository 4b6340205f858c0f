// Questions that several passes ask about the instructions of a loop.
#pragma once

#include "ir/parallel.h"

namespace parax::compiler {

// An integer division whose divisor is not a constant other than zero.
inline bool canFail(const ir::Loop& loop, const ir::Inst& inst) {
  if (!info(inst.op).has(op_property::fails) || !isInteger(inst.type)) return false;
  const ir::Inst& divisor = loop.body[static_cast<std::size_t>(inst.operand[1])];
  return divisor.op != Op::constant || divisor.bits == 0;
}

inline bool canFail(const ir::ParallelProgram& program) {
  for (const ir::Loop& loop : program.loops)
    for (const ir::Inst& inst : loop.body)
      if (canFail(loop, inst)) return true;
  return false;
}

}  // namespace parax::compiler
