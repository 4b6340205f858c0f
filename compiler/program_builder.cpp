// Interning of domain nodes and removal of unused ones.
#include "compiler/program_builder.h"

#include <algorithm>
#include <utility>

#include "compiler/hash.h"

namespace parax::compiler {
namespace {

using ir::Node;
using ir::NodeId;

// Commutative operands in ascending order: the form in which nodes are compared.
Node unordered(Node node) {
  if (info(node.op).has(op_property::commutative) && node.operand[0] > node.operand[1])
    std::swap(node.operand[0], node.operand[1]);
  return node;
}

std::uint64_t hashOf(const Node& node) {
  Hash hash;
  hash.add(static_cast<int>(node.op))
      .add(static_cast<int>(node.type))
      .add(node.slot)
      .add(node.bits);
  for (NodeId operand : node.operand) hash.add(operand);
  for (ir::Symbol s : node.dims) hash.add(s);
  return hash.value();
}

bool sameValue(const Node& a, const Node& b) {
  return a.op == b.op && a.type == b.type && a.slot == b.slot && a.bits == b.bits &&
         std::equal(a.operand, a.operand + 3, b.operand) && a.dims == b.dims;
}

}  // namespace

bool canFail(Op op, ElementType type, std::optional<Scalar> divisor) {
  return info(op).has(op_property::fails) && isInteger(type) && !(divisor && divisor->bits != 0);
}

ProgramBuilder::ProgramBuilder(const ir::Program& frame) {
  program_.sizes = frame.sizes;
  program_.guards = frame.guards;
  program_.inputs = frame.inputs;
  program_.numbers = frame.numbers;
  program_.nodes.reserve(frame.nodes.size());
}

NodeId ProgramBuilder::add(const Node& node) {
  const Node key = unordered(node);
  const std::uint64_t hash = hashOf(key);
  const auto [begin, end] = byHash_.equal_range(hash);
  for (auto it = begin; it != end; ++it)
    if (sameValue(key, unordered(at(it->second)))) return it->second;
  const auto id = static_cast<NodeId>(program_.nodes.size());
  bool fails = node.arity() == 2 && canFail(node.op, node.type, constantOf(node.operand[1]));
  for (int k = 0; k < node.arity(); ++k) fails = fails || mayFail(node.operand[k]);
  program_.nodes.push_back(node);
  mayFail_.push_back(fails);
  byHash_.emplace(hash, id);
  return id;
}

NodeId ProgramBuilder::constant(Scalar value, std::int32_t ordinal) {
  Node node{.op = Op::constant, .type = value.type};
  node.ordinal = ordinal;
  node.bits = value.bits;
  return add(node);
}

std::optional<Scalar> ProgramBuilder::constantOf(NodeId id) const {
  const Node* node = &at(id);
  while (node->op == Op::full) node = &at(node->operand[0]);
  if (node->op != Op::constant) return std::nullopt;
  return Scalar{node->type, node->bits};
}

ir::Program ProgramBuilder::finish(std::vector<NodeId> outputs) {
  program_.outputs = std::move(outputs);
  removeUnused(program_);
  return std::move(program_);
}

void removeUnused(ir::Program& program) {
  std::vector<NodeId> newId(program.nodes.size(), ir::none);
  std::vector<bool> used(program.nodes.size(), false);
  for (NodeId id : program.outputs) used[id] = true;
  for (std::size_t id = program.nodes.size(); id-- > 0;) {
    const Node& node = program.nodes[id];
    for (int k = 0; used[id] && k < node.arity(); ++k) used[node.operand[k]] = true;
  }
  NodeId count = 0;
  for (std::size_t id = 0; id < program.nodes.size(); ++id) {
    if (!used[id]) continue;
    Node node = program.nodes[id];
    for (int k = 0; k < node.arity(); ++k) node.operand[k] = newId[node.operand[k]];
    newId[id] = count;
    program.nodes[count++] = node;
  }
  program.nodes.resize(count, Node{.op = Op::constant, .type = ElementType::boolean});
  for (NodeId& id : program.outputs) id = newId[id];
}

}  // namespace parax::compiler
