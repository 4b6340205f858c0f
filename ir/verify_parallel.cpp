// The rules that every program in parallel IR keeps, one row each.
#include <algorithm>
#include <iterator>

#include "ir/combiner.h"
#include "ir/parallel.h"
#include "ir/text_parts.h"
#include "ir/type_rules.h"
#include "ir/verify_memory.h"
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
  return std::all_of(list.begin(), list.end(), [&](Symbol s) { return inRange(s, p.symbols); });
}

// ---- the program as a whole; these hold before any loop is looked at ----

bool symbolSourceFits(const ParallelProgram& p, const SymbolSource& s) {
  if (s.kind == SymbolSource::Kind::number)
    return inRange(s.slot, p.numbers) && p.numbers[at(s.slot)] == ElementType::int64;
  return s.slot >= 0 && s.dim >= 0 && s.dim < maxRank;
}

bool outputFits(const ParallelProgram& p, BufferId id) {
  return inRange(id, p.buffers) && p.buffers[at(id)].kind != Buffer::Kind::temporary;
}

// Every output buffer is the result at its slot.
bool outputSlotFits(const ParallelProgram& p, BufferId id) {
  const Buffer& buffer = p.buffers[at(id)];
  return buffer.kind != Buffer::Kind::output ||
         (inRange(buffer.slot, p.outputs) && p.outputs[at(buffer.slot)] == id);
}

template <class Holds>
bool everyBuffer(const ParallelProgram& p, Holds holds) {
  for (std::size_t id = 0; id < p.buffers.size(); ++id)
    if (!holds(p, static_cast<BufferId>(id))) return false;
  return true;
}

struct ProgramRule {
  const char* name;
  const char* message;
  bool (*holds)(const ParallelProgram&);
};

constexpr ProgramRule programRules[] = {
    {"symbolOne", "symbol 0 is the literal 1.",
     [](const ParallelProgram& p) {
  return !p.symbols.empty() && p.symbols[0].kind == SymbolSource::Kind::literalOne;
}},
    {"symbolSource", "A symbol is an extent of an input or a number of type i64.",
     [](const ParallelProgram& p) {
  return std::all_of(p.symbols.begin(), p.symbols.end(),
                     [&](const SymbolSource& s) { return symbolSourceFits(p, s); });
}},
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
};

// ---- one loop ----

struct LoopContext {
  const ParallelProgram& program;
  const Loop& loop;
  const std::vector<std::int32_t>& combiner;  // by instruction
};

bool groupsAscend(const LoopContext& c) {
  const auto& group = c.loop.schedule.group;
  if (group.empty()) return true;
  if (group.size() != c.loop.extents.size() || group[0] != 0) return false;
  return std::adjacent_find(group.begin(), group.end(), [](std::int32_t a, std::int32_t b) {
    return b != a && b != a + 1;
  }) == group.end();
}

// The loop dimensions that an access names exist, walk different dimensions of the buffer and have
// their extents; what no loop dimension walks has extent 1.
bool accessFits(const LoopContext& c, const Access& access) {
  if (!inRange(access.buffer, c.program.buffers)) return false;
  const Dims& dims = c.program.buffers[at(access.buffer)].dims;
  bool walked[maxRank] = {};
  for (std::size_t d = 0; d < maxRank; ++d) {
    const std::int32_t axis = access.axis[d];
    if (axis == none) continue;
    if (d >= c.loop.extents.size() || axis < 0 || axis >= dims.rank() || walked[axis]) return false;
    if (dims[axis] != c.loop.extents[d]) return false;
    walked[axis] = true;
  }
  for (int k = 0; k < dims.rank(); ++k)
    if (!walked[k] && dims[k] != one) return false;
  return true;
}

bool reductionFits(const LoopContext& c, const Reduction& r) {
  const ElementType types[3] = {r.type, r.type, r.type};
  if (info(r.op).kind != OpKind::reduction || !typesFit(r.op, r.type, types)) return false;
  bool fits = inRange(r.result, c.program.buffers);
  forEachValue(r, [&](std::int32_t id) {
    fits = fits && inRange(id, c.loop.body) && c.loop.body[at(id)].op != Op::store &&
           c.loop.body[at(id)].type == fieldType(r.type);
  });
  for (int k = 0; fits && k < r.fields(); ++k) fits = c.combiner[at(r.value[at(k)])] == none;
  if (!fits) return false;
  const Buffer& result = c.program.buffers[at(r.result)];
  return result.type == r.type && result.dims.rank() == 0 && result.kind != Buffer::Kind::input;
}

// The tree goes on after the last point: identity and combiner need nothing of a point.
bool combinerFits(const LoopContext& c, const Reduction& r) {
  if (r.op != Op::reduceWith) return true;
  const std::int32_t combiner = combinerOf(r, c.combiner);
  for (std::size_t k = 0; k < at(r.fields()); ++k) {
    const std::int32_t own = c.combiner[at(r.combined[k])];
    if (r.identity[k] >= c.loop.hoisted) return false;
    if (own == none ? r.combined[k] >= c.loop.hoisted : own != combiner) return false;
  }
  if (combiner == none) return true;
  for (const Inst& inst : c.loop.body)
    if (isParameter(inst.op) && inst.slot == combiner &&
        (inst.type != fieldType(r.type) || inst.field >= r.fields()))
      return false;
  return std::count_if(c.loop.reductions.begin(), c.loop.reductions.end(), [&](const auto& other) {
    return other.op == Op::reduceWith && combinerOf(other, c.combiner) == combiner;
  }) == 1;
}

struct LoopRule {
  const char* name;
  const char* message;
  bool (*holds)(const LoopContext&);
};

constexpr LoopRule loopRules[] = {
    {"extents", "A loop has at most 8 dimensions and its extents are symbols of the program.",
     [](const LoopContext& c) {
  return c.loop.extents.size() <= maxRank && symbolsExist(c.program, c.loop.extents);
}},
    {"hoistedCount", "The hoisted part is the beginning of the body.",
     [](const LoopContext& c) {
  return c.loop.hoisted >= 0 && at(c.loop.hoisted) <= c.loop.body.size();
}},
    {"groups", "There is one group per loop dimension; they ascend from 0.", groupsAscend},
    {"access", "An access walks dimensions of a buffer along loop dimensions of the same extents.",
     [](const LoopContext& c) {
  return std::all_of(c.loop.accesses.begin(), c.loop.accesses.end(),
                     [&](const Access& a) { return accessFits(c, a); });
}},
    {"reduction", "A reduction takes a value of its type and leaves it in a rank-0 buffer.",
     [](const LoopContext& c) {
  return std::all_of(c.loop.reductions.begin(), c.loop.reductions.end(),
                     [&](const Reduction& r) { return reductionFits(c, r); });
}},
    {"reduceWith", "A reduceWith has a hoisted identity and a combiner of its own, of its fields.",
     [](const LoopContext& c) {
  return std::all_of(c.loop.reductions.begin(), c.loop.reductions.end(),
                     [&](const Reduction& r) { return combinerFits(c, r); });
}},
};

// ---- one instruction ----

struct InstContext {
  const ParallelProgram& program;
  const Loop& loop;
  const std::vector<std::int32_t>& combiner;
  std::int32_t id;
  const Inst& inst() const { return loop.body[at(id)]; }
};

bool operationFits(const InstContext& c) {
  const OpKind kind = info(c.inst().op).kind;
  return kind == OpKind::pointwise || kind == OpKind::memory ||
         (kind == OpKind::leaf && c.inst().op != Op::input);
}

bool operandsInOrder(const InstContext& c) {
  for (int k = 0; k < 3; ++k) {
    const std::int32_t operand = c.inst().operand[k];
    if (k >= c.inst().arity() ? operand != none : operand < 0 || operand >= c.id) return false;
    if (k < c.inst().arity() && c.loop.body[at(operand)].op == Op::store) return false;
  }
  return true;
}

const Buffer& bufferOf(const InstContext& c) {
  return c.program.buffers[at(c.loop.accesses[at(c.inst().slot)].buffer)];
}

bool fieldFits(const InstContext& c) {
  const Inst& inst = c.inst();
  if (isParameter(inst.op)) return inst.field >= 0 && !isProduct(inst.type);
  if (inst.op != Op::load && inst.op != Op::store) return inst.field == 0 && !isProduct(inst.type);
  return inst.field >= 0 && inst.field < fieldCount(bufferOf(c).type);
}

bool slotFits(const InstContext& c) {
  const Inst& inst = c.inst();
  switch (inst.op) {
    case Op::number:
      return inRange(inst.slot, c.program.numbers) && c.program.numbers[at(inst.slot)] == inst.type;
    case Op::extent:
      return inRange(inst.slot, c.program.symbols) && inst.type == ElementType::int64;
    case Op::index: return inRange(inst.slot, c.loop.extents) && inst.type != ElementType::boolean;
    case Op::load:
    case Op::store: return inRange(inst.slot, c.loop.accesses);
    default: return true;
  }
}

bool constantFits(const InstContext& c) {
  const Inst& inst = c.inst();
  return inst.op != Op::constant || bitsFit(inst.type, inst.bits);
}

bool typesFollowRow(const InstContext& c) {
  const Inst& inst = c.inst();
  ElementType types[3] = {};
  for (int k = 0; k < inst.arity(); ++k) types[k] = c.loop.body[at(inst.operand[k])].type;
  if (inst.op == Op::store && types[0] != inst.type) return false;
  if (inst.op == Op::load || inst.op == Op::store) return fieldType(bufferOf(c).type) == inst.type;
  return typesFit(inst.op, inst.type, types);
}

bool hoistedIsInvariant(const InstContext& c) {
  const Inst& inst = c.inst();
  if (c.id >= c.loop.hoisted) return true;
  if (inst.op == Op::store || inst.op == Op::index) return false;
  if (inst.op != Op::load) return true;
  const Access& access = c.loop.accesses[at(inst.slot)];
  for (std::size_t d = 0; d < c.loop.extents.size(); ++d)
    if (access.axis[d] != none && c.loop.extents[d] != one) return false;
  return true;
}

// An instruction of a combiner reads its own kind and what is known before the loop.
bool combinerInstFits(const InstContext& c) {
  const std::int32_t combiner = c.combiner[at(c.id)];
  if (isParameter(c.inst().op) && c.inst().slot < 0) return false;
  if (combiner == none) return true;
  if (c.id < c.loop.hoisted || info(c.inst().op).kind == OpKind::memory) return false;
  for (int k = 0; k < c.inst().arity(); ++k) {
    const std::int32_t operand = c.inst().operand[k];
    if (c.combiner[at(operand)] != combiner && operand >= c.loop.hoisted) return false;
  }
  return true;
}

struct InstRule {
  const char* name;
  const char* message;
  bool (*holds)(const InstContext&);
};

constexpr InstRule instRules[] = {
    {"operation",
     "A body holds numbers, constants, extents, pointwise operations, loads, stores, indices.",
     operationFits},
    {"operands", "An instruction's operands are values that stand before it.", operandsInOrder},
    {"slot", "A slot names a number of the same type, a loop dimension or an access.", slotFits},
    {"field", "A field is one that the elements have; values have scalar types.", fieldFits},
    {"constant", "A constant's bits are what its type's memory can hold.", constantFits},
    {"types", "The types follow the op table and the buffers.", typesFollowRow},
    {"hoisted", "A hoisted instruction does not depend on the point and stores nothing.",
     hoistedIsInvariant},
    {"combiner",
     "What depends on left and right is pointwise, not hoisted, and reads only its own kind and "
     "hoisted instructions.",
     combinerInstFits},
};

[[noreturn]] void refuse(const char* rule, const char* message, const std::string& text) {
  throw InternalError("parallel IR breaks the rule '" + std::string(rule) + "': " + message + "\n" +
                      text);
}

void verifyLoop(const ParallelProgram& program, const Loop& loop) {
  const std::vector<std::int32_t> combiner = combinersOf(loop.body);
  for (const LoopRule& rule : loopRules)
    if (!rule.holds({program, loop, combiner}))
      refuse(rule.name, rule.message, printLoop(program, loop));
  for (std::size_t id = 0; id < loop.body.size(); ++id)
    for (const InstRule& rule : instRules)
      if (!rule.holds({program, loop, combiner, static_cast<std::int32_t>(id)}))
        refuse(rule.name, rule.message, printInst(program, loop, id));
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
