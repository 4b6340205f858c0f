// The skeleton: every node is made canonical, folded, matched with the rules, interned.
#include "compiler/simplify.h"

#include <set>
#include <utility>

#include "compiler/simplify_rules.h"
#include "ir/combiner.h"

namespace parax::compiler {
namespace {

using ir::Node;
using ir::NodeId;

// A scalar that was made an array only to fit: if another operand has the result's dims, the scalar
// itself broadcasts to them.
void useScalarsOfFulls(const Simplifier& simplifier, Node& node) {
  for (int k = 0; k < node.arity(); ++k) {
    const Node& operand = simplifier.at(node.operand[k]);
    if (operand.op != Op::full) continue;
    bool determined = false;
    for (int other = 0; other < node.arity(); ++other)
      determined =
          determined || (other != k && simplifier.at(node.operand[other]).dims == node.dims);
    if (determined) node.operand[k] = operand.operand[0];
  }
}

// Constants stand on the right; other operands keep their order.
void orderOperands(const Simplifier& simplifier, Node& node) {
  const bool commutes = info(node.op).has(op_property::commutative);
  if (commutes && simplifier.constantOf(node.operand[0]) && !simplifier.constantOf(node.operand[1]))
    std::swap(node.operand[0], node.operand[1]);
}

// The nodes of combiners that can fail. A division there is an error only if there is a pair, so it
// must not lose its left and right: (x - x) / (x - x) is no 0 / 0.
std::vector<bool> failingCombiners(const ir::Program& program) {
  const std::vector<std::int32_t> combiner = ir::combinersOf(program.nodes);
  std::set<std::int32_t> failing;
  for (std::size_t id = 0; id < combiner.size(); ++id) {
    const Node& node = program.nodes[id];
    if (combiner[id] != ir::none && info(node.op).has(op_property::fails) && isInteger(node.type))
      failing.insert(combiner[id]);
  }
  std::vector<bool> nodes(combiner.size(), false);
  for (std::size_t id = 0; id < combiner.size() && !failing.empty(); ++id)
    nodes[id] = failing.contains(combiner[id]);
  return nodes;
}

}  // namespace

bool Simplifier::isInCombiner(NodeId id) {
  while (inCombiner_.size() <= static_cast<std::size_t>(id)) {
    const Node& node = at(static_cast<NodeId>(inCombiner_.size()));
    bool in = ir::isParameter(node.op);
    if (info(node.op).kind != OpKind::reduction)
      for (int k = 0; k < node.arity(); ++k) in = in || inCombiner_[node.operand[k]];
    inCombiner_.push_back(in);
  }
  return inCombiner_[static_cast<std::size_t>(id)];
}

NodeId Simplifier::make(Node node) {
  if (info(node.op).kind == OpKind::pointwise) {
    useScalarsOfFulls(*this, node);
    orderOperands(*this, node);
  }
  for (const auto apply : {foldConstants, applyConstantRules, applyPatternRules})
    if (const NodeId id = apply(*this, node); id != ir::none) return id;
  return builder_.add(node);
}

NodeId Simplifier::withDims(NodeId id, const Node& like) {
  if (at(id).dims == like.dims) return id;
  if (at(id).op == Op::full) id = at(id).operand[0];
  if (at(id).dims.rank() != 0) return ir::none;
  if (like.dims.rank() == 0) return id;
  Node full{.op = Op::full, .type = at(id).type};
  full.ordinal = like.ordinal;
  full.operand[0] = id;
  full.dims = like.dims;
  return builder_.add(full);
}

NodeId Simplifier::constant(Scalar value, const Node& like) {
  return withDims(builder_.constant(value, like.ordinal), like);
}

NodeId Simplifier::unary(Op op, NodeId operand, const Node& like) {
  return binary(op, operand, ir::none, like);
}

NodeId Simplifier::binary(Op op, NodeId a, NodeId b, const Node& like) {
  Node node{.op = op, .type = like.type};
  node.ordinal = like.ordinal;
  node.operand[0] = a;
  node.operand[1] = b;
  node.dims = like.dims;
  return make(node);
}

void simplify(ir::Program& program) {
  Simplifier simplifier(program);
  const std::vector<bool> pairOnly = failingCombiners(program);
  std::vector<NodeId> newId;
  newId.reserve(program.nodes.size());
  for (std::size_t id = 0; id < program.nodes.size(); ++id) {
    Node node = program.nodes[id];
    for (int k = 0; k < node.arity(); ++k) node.operand[k] = newId[node.operand[k]];
    NodeId made = simplifier.make(node);
    if (pairOnly[id] && !simplifier.isInCombiner(made)) made = simplifier.keep(node);
    newId.push_back(made);
  }
  std::vector<NodeId> outputs;
  for (NodeId id : program.outputs) outputs.push_back(newId[id]);
  program = simplifier.finish(std::move(outputs));
}

}  // namespace parax::compiler
