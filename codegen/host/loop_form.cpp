// The rules behind WalkOrder.
#include "codegen/host/loop_form.h"

#include <algorithm>

#include "codegen/units.h"
#include "ir/combiner.h"
#include "parax/core/error.h"

namespace parax::codegen::host {
namespace {

[[noreturn]] void refuse(const char* what) {
  throw InternalError("the code generator has no form for " + std::string(what));
}

bool isOne(const ir::Loop& loop, int d) {
  return ir::isOnePoint(loop.space[static_cast<std::size_t>(d)]);
}

void requireForm(const ir::Loop& loop) {
  if (hasPieces(loop))
    ir::forEachBody(loop, [](const ir::Body& body) {
      if (!body.reductions.empty()) refuse("reductions in loops of several pieces");
      if (prefixesOf(body) > 0) refuse("prefixes in loops of several pieces");
    });
  if (prefixesOf(loop.body()) > 0 && loop.rank() == 0) refuse("prefixes of one point");
  for (const ir::Reduction& r : loop.body().reductions) {
    if (!r.at.empty()) refuse("reductions into computed indices");
    for (int d = 0; d < loop.rank(); ++d)
      if (!isOne(loop, d) && r.into.uses(d) != isKept(loop, d))
        refuse("reductions of one loop along different dimensions");
  }
}

bool canFail(const ir::Body& body) {
  for (const ir::Access& access : body.accesses)
    for (const ir::Index& index : access.at)
      if (index.edge == ir::Edge::fail) return true;
  return std::ranges::any_of(body.insts, [](const ir::Inst& inst) {
    return info(inst.op).has(op_property::fails) && !isFloating(inst.type);
  });
}

// The last dimension that has more than one point, if it is kept; or none.
int columnOf(const ir::Loop& loop) {
  for (int d = loop.rank(); d-- > 0;)
    if (!isOne(loop, d)) return isKept(loop, d) ? d : ir::none;
  return ir::none;
}

bool hasColumnForm(const ir::Body& body) {
  return sharedLanes(body) > 0 && std::ranges::none_of(body.reductions, [](const auto& r) {
    return r.op == Op::reduceWith;
  });
}

}  // namespace

std::int64_t sharedLanes(const ir::Body& body) {
  std::int64_t lanes = 1;
  for (const ir::Reduction& r : body.reductions) {
    if (ir::inAnyOrder(r.op, r.type)) continue;
    const std::int64_t own = ir::reductionLanes(r.type);
    if (lanes != 1 && lanes != own) return 0;
    lanes = own;
  }
  return lanes;
}

WalkOrder walkOrder(const ir::Loop& loop, const std::function<bool(int, int)>& collapsible) {
  requireForm(loop);
  WalkOrder order;
  const bool reduces = !loop.body().reductions.empty();
  order.firstColumn = loop.rank();
  if (reduces) order.form = LoopForm::blocks;
  if (prefixesOf(loop.body()) > 0) order.form = LoopForm::scan;
  if (hasPieces(loop)) {
    order.form = loop.schedule.tile.empty() ? LoopForm::rows : LoopForm::tiles;
    order.firstColumn = std::max(rowDim(loop), 0);
    for (int d = 0; d < loop.rank(); ++d) order.dims.push_back(d);
    return order;
  }
  if (reduces && hasColumnForm(loop.body()) && columnOf(loop) != ir::none) {
    order.form = LoopForm::columns;
    order.firstColumn = columnOf(loop);
    for (int d = order.firstColumn; d-- > 0;) {
      if (isOne(loop, d)) continue;
      if (!isKept(loop, d) || !collapsible(d, order.firstColumn)) break;
      order.firstColumn = d;
    }
  }
  for (int d = 0; d < order.firstColumn; ++d)
    if (!reduces || isKept(loop, d)) order.dims.push_back(d);
  order.outer = static_cast<int>(order.dims.size());
  for (int d = 0; reduces && d < order.firstColumn; ++d)
    if (!isKept(loop, d)) order.dims.push_back(d);
  for (int d = order.firstColumn; d < loop.rank(); ++d) order.dims.push_back(d);
  // Reports number points in the loop's own order.
  if (canFail(loop.body()) && !std::ranges::is_sorted(order.dims))
    refuse("reductions along inner dimensions of what can fail");
  return order;
}

}  // namespace parax::codegen::host
