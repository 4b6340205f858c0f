// The rules behind LoopPlan: what collapses, how wide vectors are, when a body counts as cheap.
#include "codegen/host/loop_plan.h"

#include <algorithm>
#include <bit>
#include <set>

#include "codegen/host/stages.h"
#include "ir/combiner.h"
#include "ir/reduction_tree.h"
#include "ir/vector_math.h"

namespace parax::codegen::host {
namespace {

using ir::none;

// May dimensions d and e (the next one that is not of extent one) be walked with one stride?
bool collapsible(const ir::ParallelProgram& program, const ir::Loop& loop, int d, int e) {
  return std::ranges::all_of(loop.accesses, [&](const ir::Access& access) {
    const int outer = access.axis[d], inner = access.axis[e];
    if (outer == none || inner == none) return outer == inner;
    const ir::Dims& dims = program.buffers[access.buffer].dims;
    for (int k = outer + 1; k < inner; ++k)
      if (dims[k] != ir::one) return false;
    return inner > outer && dims[inner] == loop.extents[e];
  });
}

std::vector<std::vector<std::int32_t>> walkedDims(const ir::ParallelProgram& program,
                                                  const ir::Loop& loop) {
  std::vector<bool> indexed(loop.extents.size(), false);
  for (const ir::Inst& inst : loop.body)
    if (inst.op == Op::index) indexed[inst.slot] = true;
  const std::vector<std::int32_t>& group = loop.schedule.group;
  std::vector<std::vector<std::int32_t>> dims;
  for (int d = 0; d < static_cast<int>(loop.extents.size()); ++d) {
    if (loop.extents[d] == ir::one) continue;
    const int before = dims.empty() ? none : dims.back().back();
    const bool same = before != none && !group.empty() && group[before] == group[d] &&
                      !indexed[before] && !indexed[d] && collapsible(program, loop, before, d);
    if (same)
      dims.back().push_back(d);
    else
      dims.push_back({d});
  }
  return dims;
}

InnerStride innerStride(const ir::ParallelProgram& program, const LoopPlan& plan,
                        const ir::Access& access) {
  if (plan.dims.empty()) return InnerStride::zero;
  const int axis = access.axis[innermost(plan.dims.back())];
  if (axis == none) return InnerStride::zero;
  const ir::Dims& dims = program.buffers[access.buffer].dims;
  const bool last =
      std::all_of(dims.begin() + axis + 1, dims.end(), [](ir::Symbol s) { return s == ir::one; });
  return last ? InnerStride::one : InnerStride::other;
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
  for (int i = 0; i < static_cast<int>(loop.body.size()); ++i) {
    const ir::Inst& inst = loop.body[i];
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
  for (const ir::Reduction& r : loop.reductions)
    cost.widest = std::max(cost.widest, sizeOf(fieldType(r.type)));
  return cost;
}

// Functions that only libm has, and 64-bit division, which no CPU has for vectors.
bool isOneByOne(const ir::Loop& loop, const ir::Inst& inst) {
  if (info(inst.op).has(op_property::math)) return ir::mathFunction(inst.op, inst.type).lanes == 1;
  return info(inst.op).has(op_property::fails) && isInteger(inst.type) && sizeOf(inst.type) == 8 &&
         loop.body[inst.operand[1]].op != Op::constant;
}

std::vector<Op> oneByOne(const ir::Loop& loop, const LoopPlan& plan) {
  std::set<Op> found;
  for (int i = 0; plan.lanes > 1 && i < static_cast<int>(loop.body.size()); ++i)
    if (!plan.isSplat(loop, i) && isOneByOne(loop, loop.body[i])) found.insert(loop.body[i].op);
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
    for (std::int32_t value : stage.kept) bytes += sizeOf(loop.body[value].type);
    for (std::int32_t value : stage.functions) bytes += sizeOf(loop.body[value].type);
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
  for (const ir::Reduction& r : loop.reductions)
    if (!isFree(r)) available -= interleaved * inTree(r) * r.fields();
  const auto sharing = static_cast<int>(std::ranges::count_if(loop.reductions, isFree));
  const unsigned share =
      sharing > 0 && available > sharing ? static_cast<unsigned>(available / sharing) : 1;
  std::vector<LoopPlan::Accumulators> counts;
  for (const ir::Reduction& r : loop.reductions) {
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
  const int pointers = std::max(1, static_cast<int>(loop.accesses.size()));
  for (plan.interleaved = maxInterleaved; plan.interleaved >= 1; plan.interleaved /= 2) {
    plan.accumulators = shareRegisters(loop, plan.lanes, plan.interleaved, available);
    int total = 0;
    for (std::size_t k = 0; k < loop.reductions.size(); ++k)
      total += plan.accumulators[k].all * loop.reductions[k].fields();
    const bool fits = total <= available && plan.interleaved * pointers <= maxPointers;
    if (!fits && plan.interleaved > 1) continue;
    plan.registers = total <= available;
    break;
  }
  if (plan.registers)
    plan.unroll = std::ranges::max(plan.accumulators, {}, &LoopPlan::Accumulators::each).each;
}

}  // namespace

LoopPlan planLoop(const ir::ParallelProgram& program, const ir::Loop& loop, const Options& options,
                  int vectorBytes) {
  LoopPlan plan;
  plan.dims = walkedDims(program, loop);
  for (std::int32_t combiner : ir::combinersOf(loop.body))
    plan.combines.push_back(combiner != none);
  for (const ir::Access& access : loop.accesses)
    plan.stride.push_back(innerStride(program, plan, access));
  const BodyCost cost = bodyCost(loop, plan);
  if (plan.dims.empty()) {
    plan.scalarReason = "it runs once";
  } else {
    plan.lanes = vectorBytes / static_cast<int>(cost.widest);
    // A vector is at most the tree's lanes: those of complex<double> are half of one of AVX-512.
    for (const ir::Reduction& r : loop.reductions)
      plan.lanes = std::min(plan.lanes, static_cast<int>(ir::reductionLanes(r.type)));
  }
  plan.oneByOne = oneByOne(loop, plan);
  plan.spills = cost.math > 0 || cost.instructions > 16;
  // Error reports and checks branch: one copy of those bodies is enough.
  const bool simple = cost.math == 0 && !cost.fails && !options.checked;
  if (plan.lanes > 1 && simple)
    plan.unroll = cost.instructions <= 6 ? 4 : cost.instructions <= 16 ? 2 : 1;
  if (plan.lanes > 1 && cost.math > 0 && !cost.fails && !options.checked) {
    plan.unroll = 2;  // the functions of two vectors overlap
    plan.inlineMath = cost.math <= maxInlined(vectorBytes) && !cost.longMath;
    plan.quickRegisters = plan.inlineMath && vectorBytes == 64 && cost.instructions <= 64;
    if (!plan.inlineMath) planStrip(program, loop, cost, plan);
  }
  // Few accesses: each pointer is a register and an addition.
  plan.pointers = plan.lanes > 1 && simple && loop.accesses.size() <= 6;
  plan.streaming = loop.schedule.streaming && plan.lanes > 1 &&
                   (simple || plan.inlineMath || plan.strip > 0) && cost.stores &&
                   cost.instructions <= 16 && loop.reductions.empty();
  if (!loop.reductions.empty()) planReductions(loop, cost, simple, vectorBytes, plan);
  return plan;
}

}  // namespace parax::codegen::host
