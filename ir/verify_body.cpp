// The rules that every body keeps, one row each.
#include "ir/verify_body.h"

#include <algorithm>
#include <limits>

#include "ir/combiner.h"
#include "ir/text_parts.h"
#include "ir/type_rules.h"
#include "ir/verify_regions.h"

namespace parax::ir {
namespace {

std::size_t at(std::int32_t index) { return static_cast<std::size_t>(index); }

template <class T>
bool inRange(std::int32_t index, const std::vector<T>& list) {
  return index >= 0 && at(index) < list.size();
}

// ---- the body as a whole ----

struct BodyContext {
  const ParallelProgram& program;
  const Loop& loop;
  const Body& body;
  const std::vector<std::int32_t>& combiner;  // by instruction
  const Regions& regions;
};

bool termFits(const BodyContext& c, const Term& term) {
  if (term.step == 0 || term.index < 0) return false;
  return isOperandIndex(term) || term.index == turnIndex || at(term.index) < c.loop.space.size();
}

// A plain loop that walks a dimension has its extent; what it does not walk has extent 1. Of other
// indices that are `inside` the maker has proved it.
bool indexFits(const BodyContext& c, const Index& index, Symbol extent) {
  if (index.shift != noSymbol && !inRange(index.shift, c.program.sizes)) return false;
  if (!std::all_of(index.terms.begin(), index.terms.end(),
                   [&](const Term& term) { return termFits(c, term); }))
    return false;
  if (!std::is_sorted(index.terms.begin(), index.terms.end(),
                      [](const Term& a, const Term& b) { return a.index < b.index; }))
    return false;
  if (!index.isPlain() || !c.loop.isPlain()) return true;
  return extent == (index.terms.empty() ? one : c.loop.extent(index.terms[0].index));
}

// So small that sums of a few of them do not overflow.
bool isSmall(const Index& index) {
  constexpr std::int64_t most = std::int64_t{1} << 60;
  return index.constant >= -most && index.constant <= most &&
         std::none_of(index.terms.begin(), index.terms.end(), [](const Term& term) {
    return term.step == std::numeric_limits<std::int32_t>::min();
  });
}

bool accessFits(const BodyContext& c, const Access& access) {
  if (!inRange(access.buffer, c.program.buffers)) return false;
  const Dims& dims = c.program.buffers[at(access.buffer)].dims;
  if (access.at.size() != at(dims.rank())) return false;
  for (int k = 0; k < dims.rank(); ++k)
    if (!isSmall(access.at[at(k)]) || !indexFits(c, access.at[at(k)], dims[k])) return false;
  return true;
}

// Each list has one instruction per field.
bool fieldsFit(const BodyContext& c, const Reduction& r, const IdList& list) {
  return list.size() == at(r.fields()) &&
         std::all_of(list.begin(), list.end(), [&](std::int32_t id) {
    return inRange(id, c.body.insts) && c.regions.hasValue(id) && c.regions.isTop(id) &&
           c.body.insts[at(id)].type == fieldType(r.type);
  });
}

bool isIndexValue(const BodyContext& c, std::int32_t id) {
  return inRange(id, c.body.insts) && c.regions.hasValue(id) && c.regions.isTop(id) &&
         c.combiner[at(id)] == none && c.body.insts[at(id)].type == ElementType::int64;
}

bool reductionFits(const BodyContext& c, const Reduction& r) {
  const ElementType types[3] = {r.type, r.type, r.type};
  if (info(r.op).kind != OpKind::reduction || !typesFit(r.op, r.type, types)) return false;
  if (!fieldsFit(c, r, r.value) || !accessFits(c, r.into)) return false;
  for (std::int32_t id : r.value)
    if (c.combiner[at(id)] != none) return false;
  if (at(r.into.operands()) != r.at.size() || (!r.at.empty() && isProduct(r.type))) return false;
  for (std::int32_t id : r.at)
    if (!isIndexValue(c, id)) return false;
  const Buffer& result = c.program.buffers[at(r.into.buffer)];
  return result.type == r.type && result.kind != Buffer::Kind::input &&
         (!r.at.empty() || r.into.isPlain());
}

// The tree goes on after the last point: identity and combiner need nothing of a point.
bool combinerFits(const BodyContext& c, const Reduction& r) {
  if (r.op != Op::reduceWith) return r.identity.empty() && r.combined.empty();
  if (!fieldsFit(c, r, r.identity) || !fieldsFit(c, r, r.combined)) return false;
  const std::int32_t combiner = combinerOf(r, c.combiner);
  for (int k = 0; k < r.fields(); ++k) {
    const std::int32_t own = c.combiner[at(r.combined[k])];
    if (r.identity[k] >= c.body.hoisted) return false;
    if (own == none ? r.combined[k] >= c.body.hoisted : own != combiner) return false;
  }
  if (combiner == none) return true;
  for (const Inst& inst : c.body.insts)
    if (isParameter(inst.op) && inst.number == combiner &&
        (inst.type != fieldType(r.type) || inst.field >= r.fields()))
      return false;
  return std::count_if(c.body.reductions.begin(), c.body.reductions.end(), [&](const auto& other) {
    return other.op == Op::reduceWith && combinerOf(other, c.combiner) == combiner;
  }) == 1;
}

struct BodyRule {
  const char* name;
  const char* message;
  bool (*holds)(const BodyContext&);
};

template <bool (*fits)(const BodyContext&, const Reduction&)>
bool everyReduction(const BodyContext& c) {
  return std::all_of(c.body.reductions.begin(), c.body.reductions.end(),
                     [&](const Reduction& r) { return fits(c, r); });
}

constexpr BodyRule bodyRules[] = {
    {"hoistedCount", "The hoisted part is the beginning of the body.",
     [](const BodyContext& c) {
  return c.body.hoisted >= 0 && at(c.body.hoisted) <= c.body.insts.size();
}},
    {"access",
     "An access has one index per dimension of a buffer; a plain one walks a dimension along a "
     "loop "
     "dimension of the same extent.",
     [](const BodyContext& c) {
  return std::all_of(c.body.accesses.begin(), c.body.accesses.end(),
                     [&](const Access& a) { return accessFits(c, a); });
}},
    {"reduction", "A reduction takes a value of its type and leaves it in a buffer of that type.",
     everyReduction<reductionFits>},
    {"reduceWith", "A reduceWith has a hoisted identity and a combiner of its own, of its fields.",
     everyReduction<combinerFits>},
};

// ---- one instruction ----

struct InstContext : BodyContext {
  std::int32_t id;
  const Inst& inst() const { return body.insts[at(id)]; }
};

bool operationFits(const InstContext& c) {
  const OpKind kind = info(c.inst().op).kind;
  return kind == OpKind::pointwise || kind == OpKind::memory || kind == OpKind::control ||
         (kind == OpKind::leaf && c.inst().op != Op::input);
}

bool operandCountFits(const InstContext& c) {
  const Inst& inst = c.inst();
  if (inst.op != Op::load && inst.op != Op::store) {
    const int arity = info(inst.op).arity;
    return arity == anyArity || inst.arity() == arity;
  }
  if (!inRange(inst.access, c.body.accesses)) return true;  // the next rule's
  const Access& access = c.body.accesses[at(inst.access)];
  return inst.arity() == access.operands() + (inst.op == Op::store ? 1 : 0) +
                             (inst.op == Op::load && hasConstantEdge(access) ? 1 : 0);
}

bool operandsInOrder(const InstContext& c) {
  if (!operandCountFits(c)) return false;
  bool fit = true;
  forEachOperand(c.inst(), [&](std::int32_t operand) {
    fit = fit && operand >= 0 && operand < c.id && c.regions.sees(c.id, operand) &&
          (c.regions.hasValue(operand) || c.inst().op == Op::part);
  });
  return fit;
}

const Access& accessOf(const InstContext& c) { return c.body.accesses[at(c.inst().access)]; }
const Buffer& bufferOf(const InstContext& c) { return c.program.buffers[at(accessOf(c).buffer)]; }

bool isMemory(Op op) { return op == Op::load || op == Op::store; }

bool fieldFits(const InstContext& c) {
  const Inst& inst = c.inst();
  if (isProduct(inst.type)) return false;
  if (isMemory(inst.op)) return inst.field < fieldCount(bufferOf(c).type);
  return isParameter(inst.op) || inst.field == 0;
}

bool attributesFit(const InstContext& c) {
  const Inst& inst = c.inst();
  switch (inst.op) {
    case Op::number:
      return inRange(inst.number, c.program.numbers) &&
             c.program.numbers[at(inst.number)] == inst.type;
    case Op::extent:
      return inRange(inst.symbol, c.program.sizes) && inst.type == ElementType::int64;
    case Op::index:
      return (inst.dim == turnIndex || inRange(inst.dim, c.loop.space)) &&
             inst.type != ElementType::boolean;
    case Op::load: return inRange(inst.access, c.body.accesses);
    case Op::store:
      return inRange(inst.access, c.body.accesses) &&
             std::all_of(accessOf(c).at.begin(), accessOf(c).at.end(), [](const Index& index) {
        return index.edge == Edge::inside || index.edge == Edge::fail;
      });
    default: return true;
  }
}

bool constantFits(const InstContext& c) {
  const Inst& inst = c.inst();
  return inst.op != Op::constant || bitsFit(inst.type, inst.bits);
}

bool typesFollowRow(const InstContext& c) {
  const Inst& inst = c.inst();
  const auto typeOf = [&](std::int32_t id) { return c.body.insts[at(id)].type; };
  if (inst.when != none && typeOf(inst.when) != ElementType::boolean) return false;
  if (isMemory(inst.op)) {
    const int first = inst.op == Op::store ? 1 : 0;
    if (first == 1 && typeOf(inst.operand[0]) != inst.type) return false;
    for (int k = 0; k < accessOf(c).operands(); ++k)
      if (typeOf(inst.operand[first + k]) != ElementType::int64) return false;
    if (inst.op == Op::load && hasConstantEdge(accessOf(c)) &&
        typeOf(inst.operand.back()) != inst.type)
      return false;
    return fieldType(bufferOf(c).type) == inst.type;
  }
  if (info(inst.op).kind == OpKind::control) return true;  // regions' rules
  ElementType types[3] = {};
  for (int k = 0; k < inst.arity(); ++k) types[k] = typeOf(inst.operand[k]);
  return typesFit(inst.op, inst.type, types);
}

bool dependsOnPoint(const InstContext& c, const Access& access) {
  for (int d = 0; d < c.loop.rank(); ++d)
    if (access.uses(d) && !(c.loop.isPlain() && c.loop.extent(d) == one)) return true;
  return access.uses(turnIndex);
}

bool hoistedIsInvariant(const InstContext& c) {
  const Inst& inst = c.inst();
  if (c.id >= c.body.hoisted) return true;
  if (inst.op == Op::store || inst.op == Op::index || inst.op == Op::prefix ||
      inst.op == Op::prefixBefore || info(inst.op).kind == OpKind::control)
    return false;
  return inst.op != Op::load || !dependsOnPoint(c, accessOf(c));
}

// An instruction of a combiner reads its own kind and what is known before the loop.
bool combinerInstFits(const InstContext& c) {
  const std::int32_t combiner = c.combiner[at(c.id)];
  if (isParameter(c.inst().op) && c.inst().number < 0) return false;
  if (combiner == none) return true;
  const OpKind kind = info(c.inst().op).kind;
  if (c.id < c.body.hoisted || kind == OpKind::memory || kind == OpKind::control ||
      c.inst().when != none)
    return false;
  for (std::int32_t operand : c.inst().operand)
    if (c.combiner[at(operand)] != combiner && operand >= c.body.hoisted) return false;
  return true;
}

struct InstRule {
  const char* name;
  const char* message;
  bool (*holds)(const InstContext&);
};

constexpr InstRule instRules[] = {
    {"operation",
     "A body holds numbers, constants, extents, pointwise operations, loads, stores, indices, "
     "scans and regions.",
     operationFits},
    {"operands", "An instruction's operands are values that stand before it, where it sees them.",
     operandsInOrder},
    {"slot",
     "A number, size, loop dimension or access exists and has the type; edges are for loads.",
     attributesFit},
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

}  // namespace

std::optional<BrokenRule> firstBrokenBodyRule(const ParallelProgram& program, const Loop& loop,
                                              const Body& body) {
  if (!Regions::balanced(body))
    return BrokenRule{"regions", "Every region ends with one yield.", printBody(program, body, 1)};
  const Regions regions(body);
  const std::vector<std::int32_t> combiner = combinersOf(body.insts);
  const BodyContext context{program, loop, body, combiner, regions};
  for (const BodyRule& rule : bodyRules)
    if (!rule.holds(context))
      return BrokenRule{rule.name, rule.message, printLoop(program, loop, 1)};
  for (std::size_t id = 0; id < body.insts.size(); ++id) {
    for (const InstRule& rule : instRules)
      if (!rule.holds({context, static_cast<std::int32_t>(id)}))
        return BrokenRule{rule.name, rule.message, printInst(program, body, id)};
    if (!regions.fits(static_cast<std::int32_t>(id)))
      return BrokenRule{"region",
                        "Parameters, results and conditions of a region have the types and the "
                        "number of what they stand for.",
                        printInst(program, body, id)};
  }
  return std::nullopt;
}

}  // namespace parax::ir
