// The text form of bodies and accesses: print.
#include <algorithm>

#include "ir/parallel.h"
#include "ir/text_parts.h"

namespace parax::ir {
namespace {

std::string_view edgeWord(Edge edge) { return edgeNames[static_cast<std::size_t>(edge)]; }

std::string indexName(std::int32_t index) {
  return index == turnIndex ? "t" : "i" + std::to_string(index);
}

// Programs that verify refuses are printed, too: the most negative number has no std::abs.
std::uint64_t magnitude(std::int64_t number) {
  return number < 0 ? -static_cast<std::uint64_t>(number) : static_cast<std::uint64_t>(number);
}

std::string printTerm(const Term& term, std::span<const std::int32_t> operands) {
  const std::uint64_t steps = magnitude(term.step);
  std::string text = steps == 1 ? "" : std::to_string(steps) + " * ";
  if (!isOperandIndex(term)) return text + indexName(term.index);
  const auto k = static_cast<std::size_t>(term.index - operandIndex(0));
  return text + (k < operands.size() ? "%" + std::to_string(operands[k]) : "?");
}

// `operands` are the instructions that computed indices name.
std::string printIndex(const Index& index, std::span<const std::int32_t> operands) {
  std::string text;
  const auto add = [&](bool minus, const std::string& what) {
    if (text.empty())
      text = (minus ? "-" : "") + what;
    else
      text += (minus ? " - " : " + ") + what;
  };
  for (const Term& term : index.terms) {
    if (text.empty() && term.step < 0) text = "0";  // a sign belongs to a number only
    add(term.step < 0, printTerm(term, operands));
  }
  if (index.shift != noSymbol) add(false, printSymbol(index.shift));
  if (index.constant != 0 || text.empty())
    add(index.constant < 0, std::to_string(magnitude(index.constant)));
  if (index.edge != Edge::inside) text += " " + std::string(edgeWord(index.edge));
  return text;
}

bool endsWithType(Op op) {
  return op != Op::branch && op != Op::forLoop && op != Op::whileLoop && op != Op::yield &&
         op != Op::proceed;
}

bool hasName(Op op) { return op != Op::store && op != Op::yield && op != Op::proceed; }

std::string printMemory(const ParallelProgram& program, const Body& body, const Inst& inst) {
  const std::size_t value = inst.op == Op::store ? 1 : 0;
  const auto at = static_cast<std::size_t>(inst.access);
  if (at >= body.accesses.size()) return " ?";
  const Access& access = body.accesses[at];
  const std::span<const std::int32_t> operands = inst.operand;
  const std::span indices = operands.subspan(std::min(value, operands.size()));
  const auto buffer = static_cast<std::size_t>(access.buffer);
  const bool whole = buffer >= program.buffers.size() || !isProduct(program.buffers[buffer].type);
  std::string text = " " + printAccess(access, indices);
  if (!whole || inst.field != 0) text += "." + std::to_string(inst.field);
  if (value == 1 && !operands.empty()) text += ", %" + std::to_string(operands[0]);
  if (hasConstantEdge(access) && !indices.empty()) text += " or %" + std::to_string(indices.back());
  return text;
}

}  // namespace

std::string printAccess(const Access& access, std::span<const std::int32_t> operands) {
  std::string text = "b" + std::to_string(access.buffer) + "[";
  for (std::size_t k = 0; k < access.at.size(); ++k)
    text += (k > 0 ? ", " : "") + printIndex(access.at[k], operands);
  return text + "]";
}

std::string printInst(const ParallelProgram& program, const Body& body, std::size_t id) {
  const Inst& inst = body.insts[id];
  std::string text;
  if (hasName(inst.op)) text = "%" + std::to_string(id) + " = ";
  text += name(inst.op);
  switch (inst.op) {
    case Op::number: text += " " + std::to_string(inst.number); break;
    case Op::left:
    case Op::right:
      text += " " + std::to_string(inst.number);
      if (inst.field != 0) text += " field " + std::to_string(inst.field);
      break;
    case Op::constant: text += " " + printNumber(inst.type, inst.bits); break;
    case Op::extent: text += " " + printSymbol(inst.symbol); break;
    case Op::index: text += " " + indexName(inst.dim); break;
    case Op::load:
    case Op::store: text += printMemory(program, body, inst); break;
    case Op::param: text += " " + std::to_string(inst.part); break;
    case Op::part: text += " " + std::to_string(inst.part) + " of"; break;
    case Op::reduceOver:
    case Op::prefix:
    case Op::prefixBefore: text += " " + std::string(name(inst.reduction)); break;
    default: break;
  }
  if (inst.arity() > 0 && inst.op != Op::load && inst.op != Op::store)
    text += " " + printValues(inst.operand);
  if (inst.when != none) text += " when %" + std::to_string(inst.when);
  if (endsWithType(inst.op)) text += " : " + std::string(name(inst.type));
  return regionsOf(inst.op) > 0 ? text + " {" : text;
}

namespace {

std::string printReduction(const Reduction& r) {
  std::vector<std::int32_t> values(r.value.begin(), r.value.end());
  values.insert(values.end(), r.identity.begin(), r.identity.end());
  values.insert(values.end(), r.combined.begin(), r.combined.end());
  return "reduce " + std::string(name(r.op)) + " " + printValues(values) + " -> " +
         printAccess(r.into, r.at) + " : " + std::string(name(r.type)) + "\n";
}

}  // namespace

std::string printBody(const ParallelProgram& program, const Body& body, int depth) {
  std::string text;
  std::vector<int> open;  // regions that are still to be closed, by owner
  const auto indent = [&] { return std::string(2 * (depth + open.size()), ' '); };
  for (std::size_t k = 0; k < body.insts.size(); ++k) {
    if (k > 0 && static_cast<std::int32_t>(k) == body.hoisted) text += indent() + "---\n";
    const Inst& inst = body.insts[k];
    text += indent() + printInst(program, body, k) + "\n";
    if (const int regions = regionsOf(inst.op); regions > 0) open.push_back(regions);
    if (inst.op != Op::yield || open.empty()) continue;
    const bool last = --open.back() == 0;
    if (last) open.pop_back();
    const std::size_t level = static_cast<std::size_t>(depth) + open.size() - (last ? 0 : 1);
    text += std::string(2 * level, ' ') + (last ? "}\n" : "} else {\n");
  }
  if (body.hoisted > 0 && body.hoisted == static_cast<std::int32_t>(body.insts.size()))
    text += indent() + "---\n";
  for (const Reduction& r : body.reductions) text += indent() + printReduction(r);
  return text;
}

}  // namespace parax::ir
