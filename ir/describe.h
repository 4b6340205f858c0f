// The fields of every struct of both IRs, each listed once: equality, hash and the binary form
// follow from it (binary.h).
//
// A visitor is called with fields of any number; `v.line(x)` gets what only says where in the
// user's program something came from.
#pragma once

#include "ir/domain.h"
#include "ir/parallel.h"

namespace parax::ir {

template <class V>
void describe(V& v, Term& x) {
  v(x.index, x.step);
}
template <class V>
void describe(V& v, Index& x) {
  v(x.terms, x.constant, x.shift, x.edge);
}
template <class V>
void describe(V& v, Access& x) {
  v(x.buffer, x.at);
}
template <class V>
void describe(V& v, Inst& x) {
  v(x.op, x.type, x.field, x.reduction, x.operand, x.when, x.number, x.symbol, x.dim, x.access,
    x.part, x.bits);
  v.line(x.ordinal);
}
template <class V>
void describe(V& v, Reduction& x) {
  v(x.op, x.type, x.value, x.into, x.at, x.identity, x.combined);
  v.line(x.ordinal);
}
template <class V>
void describe(V& v, Body& x) {
  v(x.insts, x.hoisted, x.accesses, x.reductions);
}
template <class V>
void describe(V& v, Buffer& x) {
  v(x.kind, x.type, x.slot, x.dims, x.inPlaceOf, x.firstLoop, x.lastLoop, x.block, x.ring);
}
template <class V>
void describe(V& v, Range& x) {
  v(x.lo, x.hi);
}
template <class V>
void describe(V& v, Piece& x) {
  v(x.box, x.rest, x.body);
}
template <class V>
void describe(V& v, Growth& x) {
  v(x.below, x.above, x.less);
}
template <class V>
void describe(V& v, Stage& x) {
  v(x.grow, x.lag, x.lagPerTurn, x.turns, x.pieces);
}
template <class V>
void describe(V& v, Schedule& x) {
  v(x.parallel, x.streaming, x.dynamic, x.cyclesPerPoint, x.group, x.tile, x.walk);
}
template <class V>
void describe(V& v, Loop& x) {
  v(x.space, x.stages, x.schedule);
}
template <class V>
void describe(V& v, Step& x) {
  v(x.kind, x.loop, x.to, x.from, x.result, x.trips, x.until, x.steps, x.carried);
}
template <class V>
void describe(V& v, Refusal& x) {
  v.line(x.kind);
  v.line(x.firstOrdinal);
  v.line(x.secondOrdinal);
  v.line(x.reason);
  v.line(x.blockedBy);
  v.line(x.firstSpace);
  v.line(x.secondSpace);
}
template <class V>
void describe(V& v, Size& x) {
  v(x.kind, x.slot, x.dim, x.left, x.right, x.value);
}
template <class V>
void describe(V& v, ParallelProgram& x) {
  v(x.sizes, x.numbers, x.buffers, x.loops, x.steps, x.outputs, x.blocks, x.canFail);
  v.line(x.refusals);
}

template <class V>
void describe(V& v, Node& x) {
  v(x.op, x.type, x.slot, x.operand[0], x.operand[1], x.operand[2], x.dims, x.bits);
  v.line(x.ordinal);
}
template <class V>
void describe(V& v, Input& x) {
  v(x.type, x.dims);
}
template <class V>
void describe(V& v, Guard& x) {
  v(x.size, x.least, x.most);
}
template <class V>
void describe(V& v, Program& x) {
  v(x.sizes, x.guards, x.inputs, x.numbers, x.nodes, x.outputs);
}

}  // namespace parax::ir
