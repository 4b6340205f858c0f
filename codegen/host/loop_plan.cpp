// The rules behind LoopPlan: what collapses, how wide vectors are, when a body counts as cheap.
#include "codegen/host/loop_plan.h"

#include <algorithm>
#include <bit>
#include <set>

#include "codegen/host/loop_form.h"
#include "codegen/host/stages.h"
#include "codegen/units.h"
#include "ir/combiner.h"
#include "ir/reduction_tree.h"
#include "ir/vector_math.h"

namespace parax::codegen::host {
namespace {

using ir::none;

// May dimensions d and e (the next one that is not of extent one) be walked with one stride?
bool collapsible(const ir::ParallelProgram& program, const ir::Loop& loop, int d, int e) {
  if (loop.space[d].lo != ir::noSymbol || loop.space[e].lo != ir::noSymbol) return false;
  return std::ranges::all_of(loop.body().accesses, [&](const ir::Access& access) {
    if (!access.uses(d) && !access.uses(e)) return true;
    const int outer = access.walkedBy(d), inner = access.walkedBy(e);
    if (outer == none || inner == none) return false;
    const ir::Dims& dims = program.buffers[access.buffer].dims;
    for (int k = outer + 1; k < inner; ++k)
      if (dims[k] != ir::one) return false;
    return inner > outer && dims[inner] == loop.extent(e);
  });
}

bool hasRegions(const ir::Body& body) {
  return std::ranges::any_of(body.insts,
                             [](const ir::Inst& inst) { return ir::isRegionOwner(inst.op); });
}

// May dimensions d and e be walked as one? General forms ask for the coordinates one by one.
class Neighbours {
 public:
  Neighbours(const ir::ParallelProgram& program, const ir::Loop& loop)
      : program_(program),
        loop_(loop),
        plain_(!hasRegions(loop.body()) &&
               std::ranges::all_of(
                   loop.body().accesses,
                   [](const auto& access) { return formOf(access) == AccessForm::affine; })),
        indexed_(loop.space.size(), false) {
    for (const ir::Inst& inst : loop.body().insts)
      if (inst.op == Op::index && inst.dim < loop.rank()) indexed_[inst.dim] = true;
  }
  bool operator()(int d, int e) const {
    const std::vector<std::int32_t>& group = loop_.schedule.group;
    if (!plain_ || group.empty() || group[d] != group[e] || indexed_[d] || indexed_[e] || d > e)
      return false;
    for (int k = d + 1; k < e; ++k)
      if (!isOnePoint(loop_.space[k])) return false;
    return collapsible(program_, loop_, d, e);
  }

 private:
  const ir::ParallelProgram& program_;
  const ir::Loop& loop_;
  bool plain_;
  std::vector<bool> indexed_;
};

void planWalk(const ir::ParallelProgram& program, const ir::Loop& loop, LoopPlan& plan) {
  const Neighbours neighbours(program, loop);
  const WalkOrder order = walkOrder(loop, neighbours);
  plan.form = order.form;
  plan.firstColumn = order.firstColumn;
  for (std::size_t k = 0; k < order.dims.size(); ++k) {
    const std::int32_t d = order.dims[k];
    // Rows of prefixes are those of the loop.
    const bool isRow = plan.form == LoopForm::scan && d + 1 == loop.rank();
    if (isOnePoint(loop.space[d]) && !isRow) continue;
    const bool alone = isRow || hasPieces(loop);
    const bool sameKind =
        plan.form != LoopForm::columns || plan.dims.empty() ||
        (d != order.firstColumn && isKept(loop, plan.dims.back().back()) == isKept(loop, d));
    if (!plan.dims.empty() && sameKind && !alone && neighbours(plan.dims.back().back(), d))
      plan.dims.back().push_back(d);
    else
      plan.dims.push_back({d});
    if (static_cast<int>(k) < order.outer) plan.outerDims = static_cast<int>(plan.dims.size());
  }
}

InnerStride innerStride(const ir::ParallelProgram& program, const LoopPlan& plan,
                        const ir::Access& access) {
  if (plan.dims.empty()) return InnerStride::zero;
  const std::int32_t d = innermost(plan.dims.back());
  if (!access.uses(d)) return InnerStride::zero;
  const ir::Dims& dims = program.buffers[access.buffer].dims;
  int walked = 0, last = none;
  for (int k = 0; k < dims.rank(); ++k) {
    const std::int64_t step = stepOf(access.at[k], d);
    walked += step != 0;
    if (step == 1) last = k;
  }
  const bool next =
      walked == 1 && last != none &&
      std::all_of(dims.begin() + last + 1, dims.end(), [](ir::Symbol s) { return s == ir::one; });
  return next ? InnerStride::one : InnerStride::other;
}

bool failsOutside(const ir::Access& access) {
  return std::ranges::any_of(access.at,
                             [](const ir::Index& index) { return index.edge == ir::Edge::fail; });
}

// What runs for every point of a row, and meets the same element or none of the buffer.
bool isLoadedPerRow(const ir::Loop& loop, const LoopPlan& plan, int i) {
  const ir::Inst& inst = loop.body().insts[i];
  if (inst.op != Op::load || plan.isSplat(loop, i) || inst.when != none) return false;
  const ir::Access& access = loop.body().accesses[inst.access];
  return plan.stride[inst.access] == InnerStride::zero &&
         plan.accessForm[inst.access] != AccessForm::general && !failsOutside(access) &&
         (!hasConstantEdge(access) || plan.isSplat(loop, inst.operand.back()));
}

void planForms(const ir::Loop& loop, LoopPlan& plan) {
  const ir::Body& body = loop.body();
  const int count = static_cast<int>(body.insts.size());
  for (const ir::Access& access : body.accesses) {
    plan.accessForm.push_back(formOf(access));
    plan.guards |= plan.accessForm.back() != AccessForm::affine;
  }
  plan.regions = hasRegions(body);
  plan.splitsRows.assign(body.accesses.size(), false);
  plan.loadedPerRow.assign(body.insts.size(), false);
  for (int i = 0; i < count; i = ir::endOf(body.insts, i))
    plan.loadedPerRow[i] = isLoadedPerRow(loop, plan, i);
  for (int i = 0; i < count; ++i) {
    const ir::Inst& inst = body.insts[i];
    plan.guards |= inst.when != none || plan.regions;
    const bool inBody = (inst.op == Op::load || inst.op == Op::store) && !plan.isSplat(loop, i);
    if (inBody && plan.accessForm[inst.access] == AccessForm::edged && !plan.loadedPerRow[i])
      plan.splitsRows[inst.access] = plan.edges = true;
  }
}

std::vector<bool> storedWhole(const ir::ParallelProgram& program, const ir::Body& body) {
  std::vector<bool> whole;
  const bool plain = !hasRegions(body);
  for (std::size_t k = 0; k < body.accesses.size(); ++k) {
    const ir::BufferId buffer = body.accesses[k].buffer;
    const int fields = fieldCount(program.buffers[buffer].type);
    int next = 0;
    bool inOrder = plain && formOf(body.accesses[k]) == AccessForm::affine;
    for (const ir::Inst& inst : body.insts) {
      if (inst.op != Op::load && inst.op != Op::store) continue;
      const auto access = static_cast<std::size_t>(inst.access);
      if (inst.op == Op::store && access == k)
        inOrder = inOrder && inst.field == next++ % fields && inst.when == none;
      else if (body.accesses[access].buffer == buffer)
        inOrder = inOrder && next % fields == 0;
    }
    whole.push_back(inOrder && next % fields == 0);
  }
  return whole;
}

// Whether a load comes after a store that it may meet: then it is not repeated or moved.
bool readsBack(const ir::Body& body) {
  std::set<ir::BufferId> stored;
  for (const ir::Inst& inst : body.insts) {
    if (inst.op != Op::load && inst.op != Op::store) continue;
    const ir::BufferId buffer = body.accesses[inst.access].buffer;
    if (inst.op == Op::store)
      stored.insert(buffer);
    else if (stored.contains(buffer))
      return true;
  }
  return false;
}

// Inside of the buffers there is nothing but affine accesses.
bool simpleInside(const ir::Loop& loop, const LoopPlan& plan) {
  return std::ranges::none_of(loop.body().insts, [](const ir::Inst& inst) {
    return inst.when != none;
  }) && std::ranges::count(plan.accessForm, AccessForm::general) == 0;
}

// More math functions than this are not written out: compile time grows, and without the registers
// of AVX-512 run time, too.
int maxInlined(int vectorBytes) { return vectorBytes == 64 ? 8 : 1; }

struct BodyCost {
  int instructions = 0;
  int math = 0;           // calls
  bool longMath = false;  // one of our own that is not written out: for blocks it is faster
  bool fails = false, stores = false;
  std::size_t widest = 1, narrowestMath = 8;  // bytes
};

BodyCost bodyCost(const ir::Loop& loop, const LoopPlan& plan) {
  BodyCost cost;
  for (int i = 0; i < static_cast<int>(loop.body().insts.size()); ++i) {
    const ir::Inst& inst = loop.body().insts[i];
    if (plan.isSplat(loop, i)) continue;
    cost.instructions += !ir::isParameter(inst.op);
    if (info(inst.op).has(op_property::math)) {
      const ir::MathFunction& f = ir::mathFunction(inst.op, inst.type);
      cost.longMath |= f.own && !f.isShort;
      ++cost.math;
      cost.narrowestMath = std::min(cost.narrowestMath, sizeOf(inst.type));
    }
    cost.fails |= info(inst.op).has(op_property::fails) && !isFloating(inst.type);
    cost.stores |= inst.op == Op::store;
    cost.widest = std::max(cost.widest, sizeOf(inst.type));
  }
  for (const ir::Reduction& r : loop.body().reductions)
    cost.widest = std::max(cost.widest, sizeOf(fieldType(r.type)));
  return cost;
}

// Functions that only libm has, and 64-bit division, which no CPU has for vectors.
bool isOneByOne(const ir::Loop& loop, const ir::Inst& inst) {
  if (info(inst.op).has(op_property::math)) return ir::mathFunction(inst.op, inst.type).lanes == 1;
  return info(inst.op).has(op_property::fails) && isInteger(inst.type) && sizeOf(inst.type) == 8 &&
         loop.body().insts[inst.operand[1]].op != Op::constant;
}

std::vector<Op> oneByOne(const ir::Loop& loop, const LoopPlan& plan) {
  std::set<Op> found;
  for (int i = 0; plan.lanes > 1 && i < static_cast<int>(loop.body().insts.size()); ++i)
    if (!plan.isSplat(loop, i) && isOneByOne(loop, loop.body().insts[i]))
      found.insert(loop.body().insts[i].op);
  return {found.begin(), found.end()};
}

// As many vectors as leave the strip's arrays in the first-level
// cache, a power of two. An iteration is whole vectors of every
// function, also where their type is narrower than the loop's widest.
void planStrip(const ir::ParallelProgram& program, const ir::Loop& loop, const BodyCost& cost,
               LoopPlan& plan) {
  constexpr int cacheBytes = 16384, shortest = 4, longest = 16;
  std::size_t bytes = 0;
  for (const Stage& stage : stagesOf(program, loop, plan)) {
    for (std::int32_t value : stage.kept) bytes += sizeOf(loop.body().insts[value].type);
    for (std::int32_t value : stage.functions) bytes += sizeOf(loop.body().insts[value].type);
  }
  if (bytes == 0) return;  // all functions are in combiners
  const int fitting = cacheBytes / (plan.lanes * static_cast<int>(bytes));
  const int iteration = static_cast<int>(cost.widest / cost.narrowestMath);
  if (fitting < shortest) return;
  plan.unroll = iteration;
  plan.strip = std::min(static_cast<int>(std::bit_floor(static_cast<unsigned>(fitting))), longest);
}

// Reductions that follow the tree need all its lanes; the others share the registers that are left,
// a power of two each, as an iteration is one. One mask is enough for bool.
std::vector<LoopPlan::Accumulators> shareRegisters(const ir::Loop& loop, int lanes, int interleaved,
                                                   int available) {
  const auto inTree = [&](const ir::Reduction& r) {
    return static_cast<int>(ir::reductionLanes(r.type)) / lanes;
  };
  const auto isFree = [](const ir::Reduction& r) { return ir::inAnyOrder(r.op, r.type); };
  for (const ir::Reduction& r : loop.body().reductions)
    if (!isFree(r)) available -= interleaved * inTree(r) * r.fields();
  const auto sharing = static_cast<int>(std::ranges::count_if(loop.body().reductions, isFree));
  const unsigned share =
      sharing > 0 && available > sharing ? static_cast<unsigned>(available / sharing) : 1;
  std::vector<LoopPlan::Accumulators> counts;
  for (const ir::Reduction& r : loop.body().reductions) {
    const int block = inTree(r);
    if (!isFree(r)) {
      counts.push_back({block, interleaved * block});
    } else if (r.type == ElementType::boolean) {
      counts.push_back({1, 1});
    } else {
      const int all = std::min(static_cast<int>(std::bit_floor(share)), interleaved * block);
      counts.push_back({std::min(all, block), all});
    }
  }
  return counts;
}

// As many interleaved blocks as fit into the registers, with a pointer per block and access.
void planReductions(const ir::Loop& loop, const BodyCost& cost, bool simple, int vectorBytes,
                    LoopPlan& plan) {
  constexpr int maxInterleaved = 4, maxPointers = 8;
  if (plan.strip == 0) plan.unroll = 1;
  plan.scratch = plan.dims.size() > 1;
  if (plan.scratch || !simple || plan.lanes == 1 || cost.instructions > 12) return;
  const int available = vectorBytes == 64 ? 24 : 12;
  const int pointers = std::max(1, static_cast<int>(loop.body().accesses.size()));
  for (plan.interleaved = maxInterleaved; plan.interleaved >= 1; plan.interleaved /= 2) {
    plan.accumulators = shareRegisters(loop, plan.lanes, plan.interleaved, available);
    int total = 0;
    for (std::size_t k = 0; k < loop.body().reductions.size(); ++k)
      total += plan.accumulators[k].all * loop.body().reductions[k].fields();
    const bool fits = total <= available && plan.interleaved * pointers <= maxPointers;
    if (!fits && plan.interleaved > 1) continue;
    plan.registers = total <= available;
    break;
  }
  if (plan.registers)
    plan.unroll = std::ranges::max(plan.accumulators, {}, &LoopPlan::Accumulators::each).each;
}

// Every piece is a loop over the same space, whose dimensions are walked one by one.
void planParts(const ir::ParallelProgram& program, const ir::Loop& loop, const Options& options,
               int vectorBytes, LoopPlan& plan) {
  ir::forEachBody(loop, [&](const ir::Body& body) {
    ir::Loop own;
    own.space = loop.space;
    own.body() = body;
    plan.parts.push_back({own, planLoop(program, own, options, vectorBytes)});
  });
  const LoopPlan& first = plan.parts[0].plan;
  plan.lanes = first.lanes;
  plan.unroll = first.unroll;
  plan.scalarReason = first.scalarReason;
  for (const LoopPlan::Part& part : plan.parts) {
    plan.spills |= part.plan.spills;
    plan.quickRegisters |= part.plan.quickRegisters;
  }
}

}  // namespace

AccessForm formOf(const ir::Access& access) {
  if (access.usesOperands()) return AccessForm::general;
  return std::ranges::all_of(access.at,
                             [](const ir::Index& index) { return index.edge == ir::Edge::inside; })
             ? AccessForm::affine
             : AccessForm::edged;
}

bool isResolvedPerRow(const LoopPlan& plan, const ir::Index& index) {
  return index.edge != ir::Edge::inside &&
         (plan.dims.empty() || stepOf(index, innermost(plan.dims.back())) == 0);
}

LoopPlan planLoop(const ir::ParallelProgram& program, const ir::Loop& loop, const Options& options,
                  int vectorBytes) {
  LoopPlan plan;
  planWalk(program, loop, plan);
  if (hasPieces(loop)) {
    planParts(program, loop, options, vectorBytes, plan);
    return plan;
  }
  for (std::int32_t combiner : ir::combinersOf(loop.body().insts))
    plan.combines.push_back(combiner != none);
  for (const ir::Access& access : loop.body().accesses)
    plan.stride.push_back(innerStride(program, plan, access));
  plan.storedWhole = storedWhole(program, loop.body());
  planForms(loop, plan);
  const BodyCost cost = bodyCost(loop, plan);
  if (plan.dims.empty()) {
    plan.scalarReason = "it runs once";
  } else {
    plan.lanes = vectorBytes / static_cast<int>(cost.widest);
    // A vector is at most the tree's lanes: those of complex<double> are half of one of AVX-512.
    for (const ir::Reduction& r : loop.body().reductions)
      plan.lanes = std::min(plan.lanes, static_cast<int>(ir::reductionLanes(r.type)));
  }
  plan.oneByOne = oneByOne(loop, plan);
  plan.spills = cost.math > 0 || cost.instructions > 16;
  // Error reports and checks branch: one copy of those bodies is enough.
  const bool simple = cost.math == 0 && !cost.fails && !options.checked && !plan.guards;
  // So do forms whose code is long; where rows are split, the part inside has none.
  const bool splits = plan.edges && !plan.regions && simpleInside(loop, plan);
  if (plan.lanes > 1 && (simple || (splits && cost.math == 0 && !cost.fails && !options.checked)))
    plan.unroll = cost.instructions <= 6 ? 4 : cost.instructions <= 16 ? 2 : 1;
  if (plan.lanes > 1 && cost.math > 0 && !cost.fails && !options.checked) {
    plan.unroll = plan.regions ? 1 : 2;  // the functions of two vectors overlap
    plan.inlineMath = cost.math <= maxInlined(vectorBytes) && !cost.longMath;
    plan.quickRegisters = plan.inlineMath && vectorBytes == 64 && cost.instructions <= 64;
    if (!plan.inlineMath && !plan.guards && !readsBack(loop.body()))
      planStrip(program, loop, cost, plan);
  }
  // Few accesses: each pointer is a register and an addition.
  plan.pointers = plan.lanes > 1 && simple && loop.body().accesses.size() <= 6;
  plan.streaming = loop.schedule.streaming && plan.lanes > 1 &&
                   (simple || plan.inlineMath || plan.strip > 0) && cost.stores && !plan.guards &&
                   cost.instructions <= 16 && plan.form == LoopForm::points;
  if (plan.form == LoopForm::blocks) planReductions(loop, cost, simple, vectorBytes, plan);
  if (plan.form == LoopForm::columns) plan.jam = cost.instructions <= 8 ? 4 : 1;
  return plan;
}

}  // namespace parax::codegen::host
