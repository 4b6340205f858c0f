// Fuses products into sums.
#include "compiler/form_fma.h"

#include <vector>

#include "compiler/program_builder.h"

namespace parax::compiler {
namespace {

using ir::Node;
using ir::NodeId;

class FmaFormer {
 public:
  explicit FmaFormer(const ir::Program& source) : source_(source), builder_(source) {}

  std::vector<MultiplyAdd> run(ir::Program& result) {
    std::vector<NodeId> newId;
    newId.reserve(source_.nodes.size());
    for (Node node : source_.nodes) {
      for (int k = 0; k < node.arity(); ++k) node.operand[k] = newId[node.operand[k]];
      newId.push_back(fused(node));
    }
    std::vector<NodeId> outputs;
    for (NodeId id : source_.outputs) outputs.push_back(newId[id]);
    result = builder_.finish(std::move(outputs));
    return std::move(formed_);
  }

 private:
  bool isProduct(NodeId id, const Node& sum) const {
    return builder_.at(id).op == Op::mul && builder_.at(id).dims == sum.dims;
  }

  NodeId fused(const Node& node) {
    if ((node.op != Op::add && node.op != Op::sub) || !isFloating(node.type))
      return builder_.add(node);
    const auto [first, second] = std::pair(node.operand[0], node.operand[1]);
    const bool subtract = node.op == Op::sub;
    if (isProduct(first, node)) {
      const Node product = builder_.at(first);
      formed_.push_back({node.ordinal, product.ordinal, subtract, true});
      return fma(node, product.operand[0], product.operand[1],
                 subtract ? negated(second, node.ordinal) : second);
    }
    if (isProduct(second, node)) {
      const Node product = builder_.at(second);
      formed_.push_back({node.ordinal, product.ordinal, subtract, false});
      const NodeId a = product.operand[0];
      return fma(node, subtract ? negated(a, node.ordinal) : a, product.operand[1], first);
    }
    return builder_.add(node);
  }

  NodeId fma(const Node& sum, NodeId a, NodeId b, NodeId c) {
    Node node = sum;
    node.op = Op::fma;
    node.operand[0] = a, node.operand[1] = b, node.operand[2] = c;
    return builder_.add(node);
  }

  // In the form that simplify would give it, so that nothing is left to do.
  NodeId negated(NodeId id, std::int32_t ordinal) {
    Node node = builder_.at(id);
    if (node.op == Op::neg) return node.operand[0];
    if (node.op == Op::constant) {
      const std::uint64_t sign = node.type == ElementType::float32 ? 1u << 31 : 1ull << 63;
      return builder_.constant({node.type, node.bits ^ sign}, ordinal);
    }
    Node result{.op = Op::neg, .type = node.type};
    result.ordinal = ordinal;
    result.operand[0] = id;
    result.dims = node.dims;
    return builder_.add(result);
  }

  const ir::Program& source_;
  ProgramBuilder builder_;
  std::vector<MultiplyAdd> formed_;
};

}  // namespace

std::vector<MultiplyAdd> formFma(ir::Program& program) {
  ir::Program result;
  std::vector<MultiplyAdd> formed = FmaFormer(program).run(result);
  program = std::move(result);
  return formed;
}

}  // namespace parax::compiler
