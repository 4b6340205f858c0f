// The part of the parallel verifier that looks at buffers over all loops.
#include "ir/verify_memory.h"

#include <algorithm>
#include <limits>

#include "ir/verify_steps.h"
#include "ir/verify_tiles.h"

namespace parax::ir {
namespace {

std::size_t at(std::int32_t index) { return static_cast<std::size_t>(index); }

// A load (or a store) of a loop: where it stands and what it touches.
struct Touch {
  std::size_t stage, piece;
  std::int32_t position;
  Op op;
  const Access* access;
};

std::vector<Touch> touches(const Loop& loop, BufferId buffer) {
  std::vector<Touch> list;
  for (std::size_t s = 0; s < loop.stages.size(); ++s)
    for (std::size_t p = 0; p < loop.stages[s].pieces.size(); ++p) {
      const Body& body = loop.stages[s].pieces[p].body;
      for (std::size_t k = 0; k < body.insts.size(); ++k) {
        const Inst& inst = body.insts[k];
        if (inst.op != Op::load && inst.op != Op::store) continue;
        const Access& access = body.accesses[at(inst.access)];
        if (access.buffer == buffer)
          list.push_back({s, p, static_cast<std::int32_t>(k), inst.op, &access});
      }
    }
  return list;
}

bool reducesInto(const Loop& loop, BufferId buffer) {
  bool found = false;
  forEachBody(loop, [&](const Body& body) {
    for (const Reduction& r : body.reductions) found = found || r.into.buffer == buffer;
  });
  return found;
}

// Onto what is there.
bool scattersInto(const Loop& loop, BufferId buffer) {
  bool found = false;
  forEachBody(loop, [&](const Body& body) {
    for (const Reduction& r : body.reductions)
      found = found || (r.into.buffer == buffer && !r.at.empty());
  });
  return found;
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

// The first and the last loop that uses a buffer; first > last: none does.
struct Span {
  std::int32_t first = std::numeric_limits<std::int32_t>::max(), last = -1;
  void add(std::int32_t loop) {
    first = std::min(first, loop);
    last = std::max(last, loop);
  }
};

// The loops of a repeat; a buffer that is read there before it is written.
struct RepeatUse {
  Span loops;
  bool used = false, readFirst = false;
};

RepeatUse useIn(const ParallelProgram& p, const Step& repeat, BufferId buffer) {
  RepeatUse use;
  forEachStep(repeat.steps, [&](const Step& step) {
    if (step.kind != Step::Kind::loop) return;
    const Loop& loop = p.loops[at(step.loop)];
    use.loops.add(step.loop);
    const auto list = touches(loop, buffer);
    if (!use.used && !list.empty()) use.readFirst = list.front().op == Op::load;
    use.used = use.used || uses(loop, buffer);
  });
  return use;
}

// What outlives a turn of a repeat is used in all of it.
Span usedIn(const ParallelProgram& p, BufferId buffer) {
  Span span;
  for (std::size_t l = 0; l < p.loops.size(); ++l)
    if (uses(p.loops[l], buffer)) span.add(static_cast<std::int32_t>(l));
  for (const Step& step : p.steps) {
    if (step.kind != Step::Kind::repeat) continue;
    const RepeatUse use = useIn(p, step, buffer);
    const Span& loops = use.loops;
    if (use.used && (use.readFirst || span.first < loops.first || span.last > loops.last)) {
      span.add(loops.first);
      span.add(loops.last);
    }
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

// By a loop or a copy; the memory may come from another buffer that changes places with it.
bool isWritten(const ParallelProgram& p, BufferId id) {
  bool written = std::any_of(p.loops.begin(), p.loops.end(),
                             [=](const Loop& loop) { return writes(loop, id); });
  forEachStep(p.steps, [&](const Step& step) {
    written = written || step.to == id;
    for (const auto& [to, from] : step.carried) written = written || to == id;
  });
  return written;
}

bool isCondition(const ParallelProgram& p, BufferId id) {
  bool found = false;
  forEachStep(p.steps, [&](const Step& step) { found = found || step.until == id; });
  return found;
}

bool resultsAreWritten(const ParallelProgram& p) {
  return everyBuffer(p, [&](BufferId id, const Buffer& buffer) {
    const bool wanted = buffer.kind == Buffer::Kind::output ||
                        (buffer.kind == Buffer::Kind::temporary && isCondition(p, id));
    return !wanted || isWritten(p, id);
  });
}

// A load sees a store of an earlier step, or of an earlier instruction at the same point.
bool writtenBeforeRead(const ParallelProgram& p) {
  return everyBuffer(p, [&](BufferId id, const Buffer& buffer) {
    if (buffer.kind == Buffer::Kind::input) return true;
    bool fits = true, written = false;
    forEachStep(p.steps, [&](const Step& step) {
      if (written || !fits) return;
      if (step.kind != Step::Kind::loop) {
        written = step.to == id;
        fits = step.from != id;
        return;
      }
      const Loop& loop = p.loops[at(step.loop)];
      const auto list = touches(loop, id);
      fits = (list.empty() || list.front().op == Op::store) && !scattersInto(loop, id);
      written = !list.empty() || reducesInto(loop, id);
    });
    return fits;
  });
}

// One index: from 0 to 1, or from hi - 1 to hi.
bool isSingle(const ParallelProgram& p, const Range& range) {
  return range.lo == noSymbol ? range.hi == one
                              : p.sizes[at(range.lo)] == Size::of(Size::Kind::sub, range.hi, one);
}

const Piece& pieceOf(const Loop& loop, const Touch& touch) {
  return loop.stages[touch.stage].pieces[touch.piece];
}

// The dimensions along which two touches can stand at different points and meet.
std::vector<bool> varyingDims(const ParallelProgram& p, const Loop& loop, const Touch& a,
                              const Touch& b) {
  std::vector<bool> varies(loop.space.size(), true);
  for (int d = 0; loop.isPlain() && d < loop.rank(); ++d) varies[at(d)] = loop.extent(d) != one;
  const std::vector<Range>& box = pieceOf(loop, a).box;
  if (a.piece != b.piece && !varies.empty()) varies.back() = false;
  for (std::size_t d = 0; a.piece == b.piece && d < box.size(); ++d)
    varies[d] = varies[d] && !isSingle(p, box[d]);
  return varies;
}

// Each at its own point, one in a box and the other in the rest of the same box.
bool standApart(const Loop& loop, const Touch& a, const Touch& b) {
  const Piece &x = pieceOf(loop, a), &y = pieceOf(loop, b);
  if (x.rest == y.rest || !(*a.access == *b.access)) return false;
  const Touch& rest = x.rest ? a : b;
  const std::vector<Range>& box = loop.stages[rest.stage].pieces[rest.piece - 1].box;
  return box == (x.rest ? y : x).box &&
         meetingOf(*a.access, *b.access, std::vector<bool>(loop.space.size(), true)) ==
             Meeting::withinPoint;
}

// The turns' planes of a local that two stages store to.
bool planesDiffer(const Loop& loop, const Touch& a, const Touch& b) {
  const auto planes = [&](const Touch& touch) -> std::pair<std::int64_t, std::int64_t> {
    const Index& index = touch.access->at[0];
    const std::int64_t turns = index.terms.empty() ? 1 : loop.stages[touch.stage].turns;
    return {index.constant, index.constant + turns - 1};
  };
  if (a.access->at.size() != loop.space.size() + 1 || !isPlane(a.access->at[0]) ||
      !isPlane(b.access->at[0]))
    return false;
  const auto [firstA, lastA] = planes(a);
  const auto [firstB, lastB] = planes(b);
  return lastA < firstB || lastB < firstA;
}

// Whether a store and another access keep apart: in one piece different points, in one stage
// different rows; what one stage stores to a local, later ones load. A store whose index is
// computed and that alone touches its buffer is its maker's responsibility.
bool keepApart(const ParallelProgram& p, const Loop& loop, const Touch& store, const Touch& other,
               bool alone) {
  if (standApart(loop, store, other)) return true;
  if (store.stage != other.stage)
    return p.buffers[at(store.access->buffer)].kind == Buffer::Kind::local &&
           (other.op == Op::load ? other.stage > store.stage : planesDiffer(loop, store, other));
  const bool turns = store.access->uses(turnIndex) && !(*store.access == *other.access);
  if (turns) return other.op == Op::load;  // another turn's; verify_tiles.cpp looks at it
  const std::vector<bool> varies = varyingDims(p, loop, store, other);
  if (meetingOf(*store.access, *other.access, varies) != Meeting::anywhere) return true;
  return alone && store.access->usesOperands() && *store.access == *other.access;
}

bool pointsAreIndependent(const ParallelProgram& p, const Loop& loop, BufferId id) {
  const auto list = touches(loop, id);
  if (reducesInto(loop, id)) return list.empty();
  for (const Touch& store : list)
    for (const Touch& other : list)
      if (store.op == Op::store && !keepApart(p, loop, store, other, list.size() == 1))
        return false;
  return true;
}

bool allPointsAreIndependent(const ParallelProgram& p) {
  return everyBuffer(p, [&](BufferId id, const Buffer&) {
    return std::all_of(p.loops.begin(), p.loops.end(),
                       [&](const Loop& loop) { return pointsAreIndependent(p, loop, id); });
  });
}

// Nobody sees a local outside of its loop.
bool localsStayInside(const ParallelProgram& p) {
  return everyBuffer(p, [&](BufferId id, const Buffer& buffer) {
    const auto users = std::count_if(p.loops.begin(), p.loops.end(),
                                     [=](const Loop& loop) { return uses(loop, id); });
    return buffer.kind != Buffer::Kind::local || users <= 1;
  });
}

bool reductionsHaveOwnResults(const ParallelProgram& p) {
  bool own = true;
  for (const Loop& loop : p.loops)
    forEachBody(loop, [&](const Body& body) {
      for (std::size_t a = 0; a < body.reductions.size(); ++a)
        for (std::size_t b = 0; b < a; ++b)
          own = own && body.reductions[a].into.buffer != body.reductions[b].into.buffer;
    });
  return own;
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

bool readsIn(const ParallelProgram& p, const Step& step, BufferId buffer) {
  bool found = step.kind == Step::Kind::loop ? !touches(p.loops[at(step.loop)], buffer).empty()
                                             : names(step, buffer);
  for (const Step& inner : step.steps) found = found || readsIn(p, inner, buffer);
  return found;
}

// Where a loop writes the result, it reads the input before that and at the same element only.
bool readsBeforeTaking(const Loop& loop, BufferId from, BufferId id) {
  const auto reads = touches(loop, from), own = touches(loop, id);
  return own.empty() || std::all_of(reads.begin(), reads.end(), [&](const Touch& read) {
    return read.position < own.front().position && read.access->at == own.front().access->at;
  });
}

// Steps after the first that writes the result do not read the input; those of a repeat come
// before each other.
bool takenOverAfterLastRead(const ParallelProgram& p, BufferId id) {
  const BufferId from = p.buffers[at(id)].inPlaceOf;
  if (from == none) return true;
  bool taken = false;
  for (const auto& [step, repeat] : placedSteps(p.steps)) {
    const bool isLoop = step->kind == Step::Kind::loop;
    if (step->kind == Step::Kind::repeat) continue;
    if (taken && readsIn(p, *step, from)) return false;
    const bool takes = isLoop ? writes(p.loops[at(step->loop)], id) : names(*step, id);
    if (takes && repeat && readsIn(p, *repeat, from)) return false;
    if (isLoop && !readsBeforeTaking(p.loops[at(step->loop)], from, id)) return false;
    taken = taken || takes;
  }
  return true;
}

bool blocksFit(const ParallelProgram& p) {
  return everyBuffer(p, [&](BufferId id, const Buffer& buffer) {
    if (buffer.block == none) return true;
    bool named = false;
    forEachStep(p.steps, [&](const Step& step) { named = named || names(step, id); });
    if (named) return false;
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
    {"known", "Sizes that steps make are made once, outside of repeats, before a step needs them.",
     sizesAreKnown},
    {"readOnlyInput", "No loop writes an input buffer.", inputsAreReadOnly},
    {"writtenResult", "Every output buffer and every condition is written.", resultsAreWritten},
    {"writeFirst", "A buffer that is not an input is written before it is read.",
     writtenBeforeRead},
    {"independentPoints", "No point reads or writes what another point of the loop writes.",
     allPointsAreIndependent},
    {"local", "A local is used in one loop.", localsStayInside},
    {"ring", "A tile's stages find what they load: computed before, large enough, and still kept.",
     tilesFit},
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
    {"block",
     "A temporary's block exists, its lifetime covers the loops that use it, and no other steps "
     "do.",
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
