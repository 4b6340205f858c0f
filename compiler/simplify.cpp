// The skeleton: every node is made canonical, folded, matched with the rules, interned.
#include "compiler/simplify.h"

#include <utility>

#include "compiler/simplify_rules.h"

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

// Constants stand on the right. Other operands keep their order: formFma fuses the first product.
void orderOperands(const Simplifier& simplifier, Node& node) {
  const bool commutes = info(node.op).has(op_property::commutative);
  if (commutes && simplifier.constantOf(node.operand[0]) && !simplifier.constantOf(node.operand[1]))
    std::swap(node.operand[0], node.operand[1]);
}

}  // namespace

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
  std::vector<NodeId> newId;
  newId.reserve(program.nodes.size());
  for (Node node : program.nodes) {
    for (int k = 0; k < node.arity(); ++k) node.operand[k] = newId[node.operand[k]];
    newId.push_back(simplifier.make(node));
  }
  std::vector<NodeId> outputs;
  for (NodeId id : program.outputs) outputs.push_back(newId[id]);
  program = simplifier.finish(std::move(outputs));
}

}  // namespace parax::compiler
