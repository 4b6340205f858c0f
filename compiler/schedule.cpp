// Decisions per loop from its body.
#include "compiler/schedule.h"

#include <algorithm>

namespace parax::compiler {
namespace {

using ir::Loop;

// Cycles per element and operation of one core with 512-bit vectors, throughput, doubles; they only
// have to be right within a factor of two, to decide when threads pay.
struct Cost {
  Op op;
  double cycles;
};
constexpr double cheapOp = 0.5;
constexpr Cost costs[] = {
    {Op::number, 0}, {Op::constant, 0}, {Op::extent, 0},    {Op::index, 0.25}, {Op::div, 4},
    {Op::rem, 4},    {Op::sqrt, 5},     {Op::exp, 4},       {Op::exp2, 4},     {Op::exp10, 4},
    {Op::log, 5},    {Op::log10, 5},    {Op::cbrt, 5},      {Op::erf, 6},      {Op::hypot, 5},
    {Op::pow, 40},   {Op::fmod, 5},     {Op::remainder, 6}, {Op::left, 0},     {Op::right, 0},
};
constexpr double mathFunction = 12;
constexpr double bytesPerCycle = 16;  // to and from the second-level cache

double cyclesOf(const ir::Inst& inst) {
  if (inst.op == Op::load || inst.op == Op::store)
    return static_cast<double>(sizeOf(inst.type)) / bytesPerCycle;
  for (const Cost& row : costs)
    if (row.op == inst.op) return row.cycles;
  return info(inst.op).has(op_property::math) ? mathFunction : cheapOp;
}

double cyclesPerPoint(const Loop& loop) {
  double cycles = 0;
  for (std::size_t k = static_cast<std::size_t>(loop.body().hoisted); k < loop.body().insts.size();
       ++k)
    cycles += cyclesOf(loop.body().insts[k]);
  return cycles + cheapOp * static_cast<double>(loop.body().reductions.size());
}

// Streaming pays where memory is the limit: the loop stores and computes little.
bool hasStreamingStores(const Loop& loop) {
  constexpr std::size_t maxInstructions = 16;
  const auto varying = loop.body().insts.begin() + loop.body().hoisted;
  const auto computesLong = [](const ir::Inst& i) {
    return info(i.op).has(op_property::math) && i.op != Op::hypot && i.op != Op::fmod &&
           i.op != Op::remainder;
  };
  return !loop.space.empty() &&
         static_cast<std::size_t>(loop.body().insts.end() - varying) <= maxInstructions &&
         std::any_of(varying, loop.body().insts.end(), [](const auto& i) {
    return i.op == Op::store;
  }) && std::none_of(varying, loop.body().insts.end(), computesLong);
}

// Dimensions d and d+1 are one if each access walks both as neighbours in its buffer (dims of
// symbol `one` may lie between) or neither, and no `index` tells them apart.
bool walkedAsOne(const ir::ParallelProgram& program, const Loop& loop, int d) {
  for (const ir::Access& access : loop.body().accesses) {
    if (!access.uses(d) && !access.uses(d + 1)) continue;
    const int outer = access.walkedBy(d), inner = access.walkedBy(d + 1);
    if (outer == ir::none || inner == ir::none || inner <= outer) return false;
    for (int k = outer + 1; k < inner; ++k)
      if (program.buffers[access.buffer].dims[k] != ir::one) return false;
  }
  return std::none_of(loop.body().insts.begin(), loop.body().insts.end(),
                      [&](const ir::Inst& inst) {
    return inst.op == Op::index && (inst.dim == d || inst.dim == d + 1);
  });
}

std::vector<std::int32_t> groups(const ir::ParallelProgram& program, const Loop& loop) {
  std::vector<std::int32_t> group;
  for (std::size_t d = 0; d < loop.space.size(); ++d) {
    const bool joins = d > 0 && walkedAsOne(program, loop, static_cast<int>(d) - 1);
    group.push_back(d == 0 ? 0 : group.back() + (joins ? 0 : 1));
  }
  return group;
}

}  // namespace

void schedule(ir::ParallelProgram& program) {
  for (Loop& loop : program.loops)
    if (loop.isPlain())
      loop.schedule = {.parallel = !loop.space.empty(),
                       .streaming = hasStreamingStores(loop),
                       .cyclesPerPoint = cyclesPerPoint(loop),
                       .group = groups(program, loop)};
}

}  // namespace parax::compiler
