// The part of the parallel verifier that looks at buffers over all loops.
#include "ir/verify_memory.h"

#include <algorithm>
#include <iterator>
#include <limits>

namespace parax::ir {
namespace {

std::size_t at(std::int32_t index) { return static_cast<std::size_t>(index); }

// A load (or a store) of a loop: where it stands and what it touches.
struct Touch {
  std::int32_t position;
  Op op;
  const Access* access;
};

std::vector<Touch> touches(const Loop& loop, BufferId buffer) {
  std::vector<Touch> list;
  for (std::size_t k = 0; k < loop.body.size(); ++k) {
    const Inst& inst = loop.body[k];
    if (inst.op != Op::load && inst.op != Op::store) continue;
    const Access& access = loop.accesses[at(inst.slot)];
    if (access.buffer == buffer) list.push_back({static_cast<std::int32_t>(k), inst.op, &access});
  }
  return list;
}

bool reducesInto(const Loop& loop, BufferId buffer) {
  return std::any_of(loop.reductions.begin(), loop.reductions.end(),
                     [=](const Reduction& r) { return r.result == buffer; });
}

bool stores(const Loop& loop, BufferId buffer) {
  const auto list = touches(loop, buffer);
  return std::any_of(list.begin(), list.end(), [](const Touch& t) { return t.op == Op::store; });
}

bool writes(const Loop& loop, BufferId buffer) {
  return stores(loop, buffer) || reducesInto(loop, buffer);
}

bool uses(const Loop& loop, BufferId buffer) {
  return !touches(loop, buffer).empty() || reducesInto(loop, buffer);
}

bool sameElement(const Access& a, const Access& b) {
  return std::equal(std::begin(a.axis), std::end(a.axis), std::begin(b.axis));
}

// The first and the last loop that uses a buffer; first > last: none does.
struct Span {
  std::int32_t first = std::numeric_limits<std::int32_t>::max(), last = -1;
};
Span usedIn(const ParallelProgram& p, BufferId buffer) {
  Span span;
  for (std::size_t l = 0; l < p.loops.size(); ++l)
    if (uses(p.loops[l], buffer)) {
      span.first = std::min(span.first, static_cast<std::int32_t>(l));
      span.last = static_cast<std::int32_t>(l);
    }
  return span;
}

template <class Holds>
bool everyBuffer(const ParallelProgram& p, Holds holds) {
  for (std::size_t id = 0; id < p.buffers.size(); ++id)
    if (!holds(static_cast<BufferId>(id), p.buffers[id])) return false;
  return true;
}

bool inputsAreReadOnly(const ParallelProgram& p) {
  return everyBuffer(p, [&](BufferId id, const Buffer& buffer) {
    return buffer.kind != Buffer::Kind::input ||
           std::none_of(p.loops.begin(), p.loops.end(),
                        [=](const Loop& loop) { return writes(loop, id); });
  });
}

bool resultsAreWritten(const ParallelProgram& p) {
  return everyBuffer(p, [&](BufferId id, const Buffer& buffer) {
    return buffer.kind != Buffer::Kind::output ||
           std::any_of(p.loops.begin(), p.loops.end(),
                       [=](const Loop& loop) { return writes(loop, id); });
  });
}

// A load sees a store of an earlier loop or of an earlier instruction at the same point.
bool writtenBeforeRead(const ParallelProgram& p) {
  return everyBuffer(p, [&](BufferId id, const Buffer& buffer) {
    if (buffer.kind == Buffer::Kind::input) return true;
    for (const Loop& loop : p.loops) {
      const auto list = touches(loop, id);
      if (!list.empty() && list.front().op == Op::load) return false;
      if (!list.empty() || reducesInto(loop, id)) return true;
    }
    return true;
  });
}

bool pointsAreIndependent(const Loop& loop, BufferId id) {
  if (!stores(loop, id)) return touches(loop, id).empty() || !reducesInto(loop, id);
  if (reducesInto(loop, id)) return false;
  const auto list = touches(loop, id);
  const Access& first = *list.front().access;
  for (std::size_t d = 0; d < loop.extents.size(); ++d)
    if (first.axis[d] == none && loop.extents[d] != one) return false;  // two points, one element
  return std::all_of(list.begin(), list.end(),
                     [&](const Touch& t) { return sameElement(*t.access, first); });
}

bool allPointsAreIndependent(const ParallelProgram& p) {
  return everyBuffer(p, [&](BufferId id, const Buffer&) {
    return std::all_of(p.loops.begin(), p.loops.end(),
                       [=](const Loop& loop) { return pointsAreIndependent(loop, id); });
  });
}

bool reductionsHaveOwnResults(const ParallelProgram& p) {
  return std::all_of(p.loops.begin(), p.loops.end(), [](const Loop& loop) {
    for (std::size_t a = 0; a < loop.reductions.size(); ++a)
      for (std::size_t b = 0; b < a; ++b)
        if (loop.reductions[a].result == loop.reductions[b].result) return false;
    return true;
  });
}

bool inPlaceFits(const ParallelProgram& p, BufferId id) {
  const BufferId from = p.buffers[at(id)].inPlaceOf;
  if (from == none) return true;
  if (from < 0 || at(from) >= p.buffers.size()) return false;
  const Buffer &taker = p.buffers[at(id)], &giver = p.buffers[at(from)];
  if (taker.kind != Buffer::Kind::output || giver.kind != Buffer::Kind::input) return false;
  if (taker.type != giver.type || !(taker.dims == giver.dims) || p.canFail) return false;
  const bool isResult = std::count(p.outputs.begin(), p.outputs.end(), from) > 0;
  const auto takers = std::count_if(p.buffers.begin(), p.buffers.end(),
                                    [=](const Buffer& b) { return b.inPlaceOf == from; });
  return !isResult && takers == 1;
}

// In the loop that first writes the result, the input is read before that and at the same element
// only; later loops do not read it.
bool takenOverAfterLastRead(const ParallelProgram& p, BufferId id) {
  const BufferId from = p.buffers[at(id)].inPlaceOf;
  if (from == none) return true;
  bool taken = false;
  for (const Loop& loop : p.loops) {
    const auto reads = touches(loop, from), own = touches(loop, id);
    if (taken && !reads.empty()) return false;
    taken = taken || writes(loop, id);
    if (own.empty()) continue;
    for (const Touch& read : reads)
      if (read.position > own.front().position || !sameElement(*read.access, *own.front().access))
        return false;
  }
  return true;
}

bool blocksFit(const ParallelProgram& p) {
  return everyBuffer(p, [&](BufferId id, const Buffer& buffer) {
    if (buffer.block == none) return true;
    const Span used = usedIn(p, id);
    return buffer.kind == Buffer::Kind::temporary && buffer.block >= 0 && buffer.block < p.blocks &&
           (used.last < 0 || (buffer.firstLoop <= used.first && used.last <= buffer.lastLoop));
  });
}

bool sharersNeverMeet(const ParallelProgram& p) {
  for (std::size_t a = 0; a < p.buffers.size(); ++a)
    for (std::size_t b = 0; b < a; ++b) {
      if (p.buffers[a].block == none || p.buffers[a].block != p.buffers[b].block) continue;
      const Span x = usedIn(p, static_cast<BufferId>(a)), y = usedIn(p, static_cast<BufferId>(b));
      if (x.first <= y.last && y.first <= x.last) return false;
    }
  return true;
}

constexpr MemoryRule memoryRules[] = {
    {"readOnlyInput", "No loop writes an input buffer.", inputsAreReadOnly},
    {"writtenResult", "Every output buffer is written.", resultsAreWritten},
    {"writeFirst", "A buffer that is not an input is written before it is read.",
     writtenBeforeRead},
    {"independentPoints", "No point reads or writes what another point of the loop writes.",
     allPointsAreIndependent},
    {"ownResult", "Two reductions of a loop have two results.", reductionsHaveOwnResults},
    {"inPlace",
     "Only an output takes over an input's memory: of the same type and dims, no result itself, "
     "taken once, in a program that cannot fail.",
     [](const ParallelProgram& p) {
  return everyBuffer(p, [&](BufferId id, const Buffer&) { return inPlaceFits(p, id); });
}},
    {"inPlaceOrder", "Memory is taken over after the last read of the input at that element.",
     [](const ParallelProgram& p) {
  return everyBuffer(p, [&](BufferId id, const Buffer&) { return takenOverAfterLastRead(p, id); });
}},
    {"block", "A temporary's block exists and its lifetime covers the loops that use it.",
     blocksFit},
    {"sharedBlock", "Temporaries that share a block are never alive in the same loop.",
     sharersNeverMeet},
};

}  // namespace

const MemoryRule* firstBrokenMemoryRule(const ParallelProgram& program) {
  for (const MemoryRule& rule : memoryRules)
    if (!rule.holds(program)) return &rule;
  return nullptr;
}

}  // namespace parax::ir
