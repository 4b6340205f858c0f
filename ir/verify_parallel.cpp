// The rules that every program in parallel IR keeps, one row each: steps, loops, stages and pieces.
#include <algorithm>

#include "ir/parallel.h"
#include "ir/text_parts.h"
#include "ir/verify_body.h"
#include "ir/verify_memory.h"
#include "ir/verify_steps.h"
#include "parax/core/error.h"

namespace parax::ir {
namespace {

std::size_t at(std::int32_t index) { return static_cast<std::size_t>(index); }

template <class T>
bool inRange(std::int32_t index, const std::vector<T>& list) {
  return index >= 0 && at(index) < list.size();
}

template <class List>
bool symbolsExist(const ParallelProgram& p, const List& list) {
  return std::all_of(list.begin(), list.end(), [&](Symbol s) { return inRange(s, p.sizes); });
}

bool rangesExist(const ParallelProgram& p, const std::vector<Range>& ranges) {
  return std::all_of(ranges.begin(), ranges.end(), [&](const Range& range) {
    return inRange(range.hi, p.sizes) && (range.lo == noSymbol || inRange(range.lo, p.sizes));
  });
}

// ---- the program as a whole; these hold before any loop is looked at ----

bool sizesFit(const ParallelProgram& p) {
  for (std::size_t s = 0; s < p.sizes.size(); ++s)
    if (!sizeFits(p.sizes, s, p.numbers)) return false;
  return true;
}

bool isKept(Buffer::Kind kind) {
  return kind == Buffer::Kind::input || kind == Buffer::Kind::output;
}

bool outputFits(const ParallelProgram& p, BufferId id) {
  return inRange(id, p.buffers) && isKept(p.buffers[at(id)].kind);
}

// Every output buffer is the result at its slot.
bool outputSlotFits(const ParallelProgram& p, BufferId id) {
  const Buffer& buffer = p.buffers[at(id)];
  return buffer.kind != Buffer::Kind::output ||
         (inRange(buffer.slot, p.outputs) && p.outputs[at(buffer.slot)] == id);
}

bool ringFits(const ParallelProgram& p, BufferId id) {
  const Buffer& buffer = p.buffers[at(id)];
  return buffer.ring == 0 || (buffer.ring > 0 && buffer.kind == Buffer::Kind::local);
}

template <class Holds>
bool everyBuffer(const ParallelProgram& p, Holds holds) {
  for (std::size_t id = 0; id < p.buffers.size(); ++id)
    if (!holds(p, static_cast<BufferId>(id))) return false;
  return true;
}

bool sameShape(const ParallelProgram& p, BufferId a, BufferId b) {
  return inRange(a, p.buffers) && inRange(b, p.buffers) &&
         p.buffers[at(a)].type == p.buffers[at(b)].type &&
         p.buffers[at(a)].dims == p.buffers[at(b)].dims;
}

bool isScalarOf(const ParallelProgram& p, BufferId id, ElementType type) {
  return inRange(id, p.buffers) && p.buffers[at(id)].type == type &&
         p.buffers[at(id)].dims.rank() == 0;
}

// Buffers of one shape change places: those that get memory are those that give it.
bool carriedFits(const ParallelProgram& p, const Step& step) {
  std::vector<BufferId> to, from;
  for (const auto& [gets, gives] : step.carried) {
    if (!sameShape(p, gets, gives) || p.buffers[at(gets)].kind == Buffer::Kind::input) return false;
    to.push_back(gets);
    from.push_back(gives);
  }
  std::sort(to.begin(), to.end());
  std::sort(from.begin(), from.end());
  return to == from && std::adjacent_find(to.begin(), to.end()) == to.end();
}

bool stepFits(const ParallelProgram& p, const Step& step) {
  switch (step.kind) {
    case Step::Kind::loop: return inRange(step.loop, p.loops);
    case Step::Kind::copy:
      return sameShape(p, step.to, step.from) && p.buffers[at(step.to)].kind != Buffer::Kind::input;
    case Step::Kind::size: return step.result >= 0 && isScalarOf(p, step.from, ElementType::int64);
    case Step::Kind::rotate: return carriedFits(p, step);
    case Step::Kind::repeat:
      return inRange(step.trips, p.sizes) && carriedFits(p, step) &&
             (step.until == none || isScalarOf(p, step.until, ElementType::boolean));
  }
  return false;
}

// Nobody sees a local outside of its loop.
bool namesLocal(const ParallelProgram& p, const Step& step) {
  for (std::size_t id = 0; id < p.buffers.size(); ++id)
    if (p.buffers[id].kind == Buffer::Kind::local && names(step, static_cast<BufferId>(id)))
      return true;
  return false;
}

bool stepsFit(const ParallelProgram& p) {
  bool fit = true;
  forEachStep(p.steps,
              [&](const Step& step) { fit = fit && stepFits(p, step) && !namesLocal(p, step); });
  return fit;
}

bool everyLoopRunsInOneStep(const ParallelProgram& p) {
  std::vector<int> count(p.loops.size());
  forEachStep(p.steps, [&](const Step& step) {
    if (step.kind == Step::Kind::loop) ++count[at(step.loop)];
  });
  return std::all_of(count.begin(), count.end(), [](int n) { return n == 1; });
}

struct ProgramRule {
  const char* name;
  const char* message;
  bool (*holds)(const ParallelProgram&);
};

constexpr ProgramRule programRules[] = {
    {"symbolOne", "symbol 0 is the literal 1.",
     [](const ParallelProgram& p) { return !p.sizes.empty() && p.sizes[0] == Size::literal(1); }},
    {"size",
     "A size is a literal, an extent of an input, a number of type i64, a result, or an operation "
     "on sizes before it.",
     sizesFit},
    {"sizeOnce", "No two symbols stand for the same expression.",
     [](const ParallelProgram& p) { return SizeTable(p.sizes).size() == p.sizes.size(); }},
    {"bufferDims", "The dims of a buffer are symbols of the program.",
     [](const ParallelProgram& p) {
  return everyBuffer(p, [](const ParallelProgram& q, BufferId id) {
    return symbolsExist(q, q.buffers[at(id)].dims);
  });
}},
    {"result", "A result is an input or output buffer.",
     [](const ParallelProgram& p) {
  return std::all_of(p.outputs.begin(), p.outputs.end(),
                     [&](BufferId id) { return outputFits(p, id); });
}},
    {"outputSlot", "An output buffer is the result at its slot.",
     [](const ParallelProgram& p) { return everyBuffer(p, outputSlotFits); }},
    {"ring", "Only a local is a ring.",
     [](const ParallelProgram& p) { return everyBuffer(p, ringFits); }},
    {"step",
     "A copy has two buffers of one shape, a size a rank-0 i64, a repeat a number of trips, "
     "perhaps a rank-0 bool, and buffers of one shape that change places; inputs are not written, "
     "locals not seen.",
     stepsFit},
    {"loopStep", "Every loop stands in one step.", everyLoopRunsInOneStep},
};

// ---- one loop ----

struct LoopContext {
  const ParallelProgram& program;
  const Loop& loop;
};

bool groupsAscend(const LoopContext& c) {
  const auto& group = c.loop.schedule.group;
  if (group.empty()) return true;
  if (group.size() != c.loop.space.size() || group[0] != 0) return false;
  return std::adjacent_find(group.begin(), group.end(), [](std::int32_t a, std::int32_t b) {
    return b != a && b != a + 1;
  }) == group.end();
}

bool pieceFits(const LoopContext& c, const Stage& stage, std::size_t p) {
  const Piece& piece = stage.pieces[p];
  if (piece.rest) return p > 0 && piece.box.empty() && !stage.pieces[p - 1].rest;
  return (piece.box.empty() || piece.box.size() == c.loop.space.size()) &&
         rangesExist(c.program, piece.box);
}

// Counts that tiles are made of: what is beyond is a mistake, and would take for ever to look at.
bool isCount(std::int32_t n) {
  constexpr std::int32_t most = 1024;
  return n >= 0 && n <= most;
}

bool growsFit(const LoopContext& c, const Stage& stage) {
  return (stage.grow.empty() || stage.grow.size() == c.loop.space.size()) &&
         std::all_of(stage.grow.begin(), stage.grow.end(), [](const Growth& grow) {
    return isCount(grow.below) && isCount(grow.above) && isCount(grow.less);
  });
}

bool stagesFit(const LoopContext& c) {
  return !c.loop.stages.empty() &&
         std::all_of(c.loop.stages.begin(), c.loop.stages.end(), [&](const Stage& stage) {
    if (stage.pieces.empty() || stage.turns < 1 || !isCount(stage.turns) || !isCount(stage.lag) ||
        !isCount(stage.lagPerTurn) || !growsFit(c, stage))
      return false;
    for (std::size_t p = 0; p < stage.pieces.size(); ++p)
      if (!pieceFits(c, stage, p)) return false;
    return true;
  });
}

bool tilesFit(const LoopContext& c) {
  const Schedule& schedule = c.loop.schedule;
  if (schedule.tile.empty()) return c.loop.stages.size() == 1 && c.loop.stages[0].turns == 1;
  return schedule.tile.size() == c.loop.space.size() && schedule.walk >= 0 &&
         at(schedule.walk) < c.loop.space.size() &&
         std::all_of(schedule.tile.begin(), schedule.tile.end(), [](auto n) { return n >= 0; });
}

struct LoopRule {
  const char* name;
  const char* message;
  bool (*holds)(const LoopContext&);
};

constexpr LoopRule loopRules[] = {
    {"extents", "A loop has at most 8 dimensions and its ranges are symbols of the program.",
     [](const LoopContext& c) {
  return c.loop.space.size() <= maxRank && rangesExist(c.program, c.loop.space);
}},
    {"stages",
     "A loop has stages, a stage pieces; boxes and growths are given for all dimensions or none; "
     "turns, lags and growths are small; `rest` follows a box.",
     stagesFit},
    {"groups", "There is one group per loop dimension; they ascend from 0.", groupsAscend},
    {"tiles", "Several stages are walked in tiles, along a dimension of the loop.", tilesFit},
};

[[noreturn]] void refuse(const char* rule, const char* message, const std::string& text) {
  throw InternalError("parallel IR breaks the rule '" + std::string(rule) + "': " + message + "\n" +
                      text);
}

void verifyLoop(const ParallelProgram& program, const Loop& loop) {
  for (const LoopRule& rule : loopRules)
    if (!rule.holds({program, loop})) refuse(rule.name, rule.message, printLoop(program, loop, 1));
  for (const Stage& stage : loop.stages)
    for (const Piece& piece : stage.pieces)
      if (const auto broken = firstBrokenBodyRule(program, loop, piece.body))
        refuse(broken->rule, broken->message, broken->text);
}

}  // namespace

void verify(const ParallelProgram& program) {
  for (const ProgramRule& rule : programRules)
    if (!rule.holds(program)) refuse(rule.name, rule.message, print(program));
  for (const Loop& loop : program.loops) verifyLoop(program, loop);
  if (const MemoryRule* rule = firstBrokenMemoryRule(program))
    refuse(rule->name, rule->message, print(program));
}

}  // namespace parax::ir
