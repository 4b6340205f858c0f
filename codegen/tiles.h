// Tiles of a loop with several stages, and the memory of its locals: per thread, as large as a tile
// with its growth.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "ir/parallel.h"

namespace parax::codegen {

// The dimension along which rows go: the last one with more than the point 0; none: there is none.
inline int rowDim(const ir::Loop& loop) {
  for (int d = loop.rank(); d-- > 0;)
    if (!ir::isOnePoint(loop.space[static_cast<std::size_t>(d)])) return d;
  return ir::none;
}

// More than one body, or one for a box only.
inline bool hasPieces(const ir::Loop& loop) {
  return loop.stages.size() > 1 || loop.stages[0].turns > 1 || loop.stages[0].pieces.size() > 1 ||
         !loop.stages[0].pieces[0].box.empty();
}

inline bool isCut(const ir::Loop& loop, std::size_t d) {
  return !loop.schedule.tile.empty() && loop.schedule.tile[d] > 0;
}

// The largest growth of any stage.
inline ir::Growth mostGrowth(const ir::Loop& loop, std::size_t d) {
  ir::Growth most;
  for (const ir::Stage& stage : loop.stages)
    if (!stage.grow.empty()) {
      most.below = std::max(most.below, stage.grow[d].below);
      most.above = std::max(most.above, stage.grow[d].above);
    }
  return most;
}

inline std::vector<ir::BufferId> localsOf(const ir::ParallelProgram& program,
                                          const ir::Loop& loop) {
  std::vector<ir::BufferId> list;
  ir::forEachBody(loop, [&](const ir::Body& body) {
    for (const ir::Access& access : body.accesses)
      if (program.buffers[static_cast<std::size_t>(access.buffer)].kind == ir::Buffer::Kind::local)
        list.push_back(access.buffer);
  });
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
  return list;
}

// Rings are kept where a tile is walked row by row; elsewhere a local has the whole tile.
inline bool isRing(const ir::Loop& loop, const ir::Buffer& local) {
  return local.ring > 0 && loop.schedule.walk != rowDim(loop);
}

// Dimension k of a local as the loop's; -1: the turns.
inline int spaceDim(const ir::Loop& loop, const ir::Buffer& local, int k) {
  return k - (local.dims.rank() - loop.rank());
}

// The elements that a local keeps along its dimension k: a number, or that of a symbol.
struct LocalExtent {
  std::int64_t number;
  ir::Symbol symbol = ir::noSymbol;
};
inline LocalExtent localExtent(const ir::Loop& loop, const ir::Buffer& local, int k) {
  const int d = spaceDim(loop, local, k);
  if (d < 0) return {0, local.dims[k]};
  if (d == loop.schedule.walk && isRing(loop, local)) return {local.ring};
  const auto at = static_cast<std::size_t>(d);
  if (!isCut(loop, at)) return {0, local.dims[k]};
  const ir::Growth grow = mostGrowth(loop, at);
  return {loop.schedule.tile[at] + grow.below + grow.above};
}

// Locals lie one after the other, in the order of their numbers.
constexpr std::int64_t localAlign = 64;

// Bytes of all locals.
template <class ValueOf>
std::int64_t localBytes(const ir::ParallelProgram& program, const ir::Loop& loop,
                        const ValueOf& valueOf) {
  std::int64_t bytes = 0;
  for (ir::BufferId id : localsOf(program, loop)) {
    const ir::Buffer& local = program.buffers[static_cast<std::size_t>(id)];
    auto own = static_cast<std::int64_t>(sizeOf(local.type));
    for (int k = 0; k < local.dims.rank(); ++k) {
      const LocalExtent extent = localExtent(loop, local, k);
      own *= extent.symbol == ir::noSymbol ? extent.number : valueOf(extent.symbol);
    }
    bytes += (own + localAlign - 1) / localAlign * localAlign;
  }
  return bytes;
}

}  // namespace parax::codegen
