// Field by field; what no pass rewrites (symbols, assumptions, slots of numbers) is left out.
#include "compiler/same_program.h"

#include <algorithm>

namespace parax::compiler {
namespace {

template <class T, class Same>
bool equal(const std::vector<T>& a, const std::vector<T>& b, Same same) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), same);
}

bool sameNode(const ir::Node& a, const ir::Node& b) {
  return a.op == b.op && a.type == b.type && a.slot == b.slot && a.bits == b.bits &&
         std::equal(a.operand, a.operand + 3, b.operand) && a.dims == b.dims;
}

bool sameInst(const ir::Inst& a, const ir::Inst& b) {
  return a.op == b.op && a.type == b.type && a.slot == b.slot && a.field == b.field &&
         a.bits == b.bits && std::equal(a.operand, a.operand + 3, b.operand);
}

bool sameAccess(const ir::Access& a, const ir::Access& b) {
  return a.buffer == b.buffer && std::equal(a.axis, a.axis + ir::maxRank, b.axis);
}

bool sameReduction(const ir::Reduction& a, const ir::Reduction& b) {
  return a.op == b.op && a.type == b.type && a.value == b.value && a.result == b.result &&
         a.identity == b.identity && a.combined == b.combined;
}

bool sameBuffer(const ir::Buffer& a, const ir::Buffer& b) {
  return a.kind == b.kind && a.type == b.type && a.slot == b.slot && a.dims == b.dims &&
         a.inPlaceOf == b.inPlaceOf && a.firstLoop == b.firstLoop && a.lastLoop == b.lastLoop &&
         a.block == b.block;
}

bool sameSchedule(const ir::Schedule& a, const ir::Schedule& b) {
  return a.parallel == b.parallel && a.streaming == b.streaming &&
         a.cyclesPerPoint == b.cyclesPerPoint && a.group == b.group;
}

bool sameLoop(const ir::Loop& a, const ir::Loop& b) {
  return a.extents == b.extents && a.hoisted == b.hoisted && equal(a.body, b.body, sameInst) &&
         equal(a.accesses, b.accesses, sameAccess) &&
         equal(a.reductions, b.reductions, sameReduction) && sameSchedule(a.schedule, b.schedule);
}

}  // namespace

bool sameProgram(const ir::Program& a, const ir::Program& b) {
  return a.outputs == b.outputs && equal(a.nodes, b.nodes, sameNode);
}

bool sameProgram(const ir::ParallelProgram& a, const ir::ParallelProgram& b) {
  return a.outputs == b.outputs && a.blocks == b.blocks && a.canFail == b.canFail &&
         equal(a.buffers, b.buffers, sameBuffer) && equal(a.loops, b.loops, sameLoop);
}

}  // namespace parax::compiler
