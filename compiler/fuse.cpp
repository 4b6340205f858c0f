// Fusion by list scheduling: every loop joins the earliest group that it may join; then loops whose
// results are only needed later move down to their readers, where their arrays can vanish.
//
// Every buffer is written by one loop, before all its readers, so the only dependences are from
// writer to reader; any order that keeps them computes the same.
#include "compiler/fuse.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "compiler/body_writer.h"

namespace parax::compiler {
namespace {

using ir::Loop;
using ir::ParallelProgram;

// Who writes a buffer.
struct Writer {
  std::int32_t loop = ir::none;
  std::int32_t ordinal = ir::none;
  const ir::Access* access = nullptr;        // of the store
  const ir::Reduction* reduction = nullptr;  // instead of a store
};

// One buffer read by a loop that another loop writes.
struct Edge {
  std::int32_t producer, consumer;  // loops
  std::int32_t producerOrdinal, consumerOrdinal;
  bool samePoint;  // and not a reduction's result
  const ir::Reduction* reduction;
};

std::vector<Writer> findWriters(const ParallelProgram& program) {
  std::vector<Writer> writers(program.buffers.size());
  for (std::size_t l = 0; l < program.loops.size(); ++l) {
    const Loop& loop = program.loops[l];
    const auto id = static_cast<std::int32_t>(l);
    for (const ir::Inst& inst : loop.body().insts)
      if (inst.op == Op::store) {
        const ir::Access& access = loop.body().accesses[inst.access];
        writers[access.buffer] = {id, inst.ordinal, &access, nullptr};
      }
    for (const ir::Reduction& reduction : loop.body().reductions)
      writers[reduction.into.buffer] = {id, reduction.ordinal, nullptr, &reduction};
  }
  return writers;
}

// In the order of the consumers.
std::vector<Edge> findEdges(const ParallelProgram& program) {
  const std::vector<Writer> writers = findWriters(program);
  std::vector<Edge> edges;
  for (std::size_t l = 0; l < program.loops.size(); ++l) {
    const Loop& loop = program.loops[l];
    const auto id = static_cast<std::int32_t>(l);
    for (std::size_t k = 0; k < loop.body().insts.size(); ++k) {
      const ir::Inst& inst = loop.body().insts[k];
      if (inst.op != Op::load) continue;
      const bool hoisted = static_cast<std::int32_t>(k) < loop.body().hoisted;  // before any point
      const ir::Access& access = loop.body().accesses[inst.access];
      const Writer& writer = writers[access.buffer];
      if (writer.loop == ir::none || writer.loop == id) continue;
      edges.push_back({writer.loop, id, writer.ordinal, inst.ordinal,
                       writer.access != nullptr && !hoisted && samePoint(*writer.access, access),
                       writer.reduction});
    }
  }
  return edges;
}

bool fusible(const ParallelProgram& program, const Edge& edge) {
  return edge.samePoint &&
         program.loops[edge.producer].extents() == program.loops[edge.consumer].extents();
}

// Assigns loops to groups; the groups in ascending order are the new loops.
class Grouping {
 public:
  explicit Grouping(const ParallelProgram& program)
      : program_(program), edges_(findEdges(program)), groupOf_(program.loops.size(), 0) {}

  std::vector<std::int32_t> run() {
    placeEarly();
    moveLate();
    return groupOf_;
  }

 private:
  void placeEarly() {
    std::map<std::vector<ir::Symbol>, std::vector<std::int32_t>> groupsByExtents;
    std::int32_t groups = 0;
    auto edge = edges_.begin();
    for (std::size_t l = 0; l < groupOf_.size(); ++l) {
      std::int32_t earliest = 0;
      for (; edge != edges_.end() && edge->consumer == static_cast<std::int32_t>(l); ++edge)
        earliest =
            std::max(earliest, groupOf_[edge->producer] + (fusible(program_, *edge) ? 0 : 1));
      auto& candidates = groupsByExtents[program_.loops[l].extents()];
      const auto found = std::lower_bound(candidates.begin(), candidates.end(), earliest);
      groupOf_[l] = found != candidates.end() ? *found : groups;
      if (found == candidates.end()) candidates.push_back(groups++);
    }
  }

  // A loop whose results nobody needs in its own group moves to its first reader's group if they
  // fuse there, unless that would keep an array alive that now vanishes. Loops are visited from the
  // last, so chains move link by link; loops not visited yet are taken to follow.
  void moveLate() {
    std::vector<std::vector<const Edge*>> readers(groupOf_.size()), operands(groupOf_.size());
    for (const Edge& edge : edges_) {
      readers[edge.producer].push_back(&edge);
      operands[edge.consumer].push_back(&edge);
    }
    std::vector<bool> pinned(groupOf_.size());
    for (std::size_t l = 0; l < groupOf_.size(); ++l)
      pinned[l] = !onlyTemporaries(program_.loops[l]);
    for (std::size_t l = groupOf_.size(); l-- > 0;) {
      if (pinned[l] || readers[l].empty()) continue;
      const std::int32_t here = groupOf_[l];
      std::int32_t there = groupOf_[readers[l].front()->consumer];
      for (const Edge* edge : readers[l]) there = std::min(there, groupOf_[edge->consumer]);
      bool moves = there != here;
      for (const Edge* edge : readers[l])
        moves = moves && (groupOf_[edge->consumer] != there || fusible(program_, *edge));
      for (const Edge* edge : operands[l])
        moves = moves && !keepsAlive(*edge, readers[edge->producer], pinned);
      if (moves)
        groupOf_[l] = there;
      else
        pinned[l] = true;
    }
  }

  bool onlyTemporaries(const Loop& loop) const {
    if (!loop.body().reductions.empty()) return false;
    return std::all_of(loop.body().insts.begin(), loop.body().insts.end(),
                       [&](const ir::Inst& inst) {
      return inst.op != Op::store ||
             program_.buffers[loop.body().accesses[inst.access].buffer].kind ==
                 ir::Buffer::Kind::temporary;
    });
  }

  // Whether the operand's array would vanish in its group but for the reader that wants to move: it
  // is no result, all its readers are in its group, and one of them is pinned there.
  bool keepsAlive(const Edge& operand, const std::vector<const Edge*>& readersOfOperand,
                  const std::vector<bool>& pinned) const {
    if (!fusible(program_, operand) || !onlyTemporaries(program_.loops[operand.producer]))
      return false;
    bool anyPinned = false;
    for (const Edge* edge : readersOfOperand) {
      if (groupOf_[edge->consumer] != groupOf_[operand.producer]) return false;
      if (edge->consumer != operand.consumer) anyPinned = anyPinned || pinned[edge->consumer];
    }
    return anyPinned;
  }

  const ParallelProgram& program_;
  std::vector<Edge> edges_;
  std::vector<std::int32_t> groupOf_;
};

// The loops of one group, in program order, as one; first what is hoisted in any of them.
Loop merge(const std::vector<const Loop*>& loops) {
  if (loops.size() == 1) return *loops.front();
  Loop merged;
  merged.space = loops.front()->space;
  BodyWriter writer;
  std::vector<NewIds> newId(loops.size());
  const auto add = [&](std::size_t l, std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k)
      newId[l].push_back(writer.add(writer.renumbered(loops[l]->body(), k, newId[l])));
  };
  for (std::size_t l = 0; l < loops.size(); ++l) add(l, 0, loops[l]->body().hoisted);
  writer.endHoisted();
  for (std::size_t l = 0; l < loops.size(); ++l) {
    add(l, loops[l]->body().hoisted, loops[l]->body().insts.size());
    writer.addReductions(loops[l]->body(), newId[l]);
  }
  merged.body() = writer.take();
  return merged;
}

// One round; false if every loop stayed alone. Fusing whole groups again finds what a loop that
// moved made possible, and makes the pass idempotent.
bool fuseOnce(ParallelProgram& program) {
  const std::vector<std::int32_t> groupOf = Grouping(program).run();
  std::map<std::int32_t, std::vector<const Loop*>> groups;
  for (std::size_t l = 0; l < groupOf.size(); ++l) groups[groupOf[l]].push_back(&program.loops[l]);
  if (groups.size() == program.loops.size()) return false;
  std::vector<Loop> loops;
  for (const auto& [group, members] : groups) loops.push_back(merge(members));
  program.loops = std::move(loops);
  program.runInOrder();
  return true;
}

std::string text(const std::vector<ir::Symbol>& extents) {
  std::string result = "[";
  for (ir::Symbol s : extents) result += (result.size() > 1 ? ", s" : "s") + std::to_string(s);
  return result + "]";
}

std::string_view resultName(Op reduction) {
  switch (reduction) {
    case Op::reduceMin: return "minimum";
    case Op::reduceMax: return "maximum";
    case Op::reduceWith: return "reduction";
    default: return name(reduction);
  }
}

// What keeps the consumer out of a loop that it could join: an operand that is complete only later.
std::int32_t blockerOf(const ParallelProgram& program, const std::vector<Edge>& edges,
                       const Edge& blocked) {
  const auto first = std::lower_bound(
      edges.begin(), edges.end(), blocked.consumer,
      [](const Edge& edge, std::int32_t consumer) { return edge.consumer < consumer; });
  for (auto edge = first; edge != edges.end() && edge->consumer == blocked.consumer; ++edge)
    if (edge->producer > blocked.producer ||
        (edge->producer == blocked.producer && !fusible(program, *edge)))
      return edge->producerOrdinal;
  return ir::none;
}

ir::Refusal refusalOf(const ParallelProgram& program, const std::vector<Edge>& edges,
                      const Edge& edge) {
  using Kind = ir::Refusal::Kind;
  ir::Refusal refusal{Kind::blocked, edge.producerOrdinal, edge.consumerOrdinal, {}};
  refusal.firstSpace = program.loops[edge.producer].extents();
  refusal.secondSpace = program.loops[edge.consumer].extents();
  if (edge.reduction) {
    refusal.kind = Kind::incomplete;
    refusal.reason = "the " + std::string(resultName(edge.reduction->op)) +
                     " must be complete before it is used";
  } else if (refusal.firstSpace != refusal.secondSpace) {
    refusal.kind = Kind::otherSpace;
    refusal.reason = "another iteration space: " + text(refusal.firstSpace) + " and " +
                     text(refusal.secondSpace);
  } else if (!edge.samePoint) {
    refusal.kind = Kind::otherPoint;
    refusal.reason = "read at another point than it is written";
  } else {
    refusal.blockedBy = blockerOf(program, edges, edge);
    refusal.reason = "another operand must be complete before the loop of the second can begin";
  }
  return refusal;
}

void recordRefusals(ParallelProgram& program) {
  program.refusals.clear();
  std::set<std::pair<std::int32_t, std::int32_t>> seen;
  const std::vector<Edge> edges = findEdges(program);
  for (const Edge& edge : edges)
    if (seen.emplace(edge.producerOrdinal, edge.consumerOrdinal).second)
      program.refusals.push_back(refusalOf(program, edges, edge));
}

}  // namespace

void fuse(ParallelProgram& program) {
  if (!program.isStraight()) return;
  while (fuseOnce(program)) {
  }
  recordRefusals(program);
}

}  // namespace parax::compiler
