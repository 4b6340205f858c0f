// What the rules of simplify work with: one node whose operands are simplified already.
#pragma once

#include "compiler/program_builder.h"

namespace parax::compiler {

class Simplifier {
 public:
  explicit Simplifier(const ir::Program& frame) : builder_(frame) {}

  ir::NodeId make(ir::Node node);  // the simplest form of the node
  ir::NodeId keep(const ir::Node& node) { return builder_.add(node); }  // as it is
  bool isInCombiner(ir::NodeId id);  // does it depend on left or right?

  // What rules build their results with. `like` is the node that is replaced: the result has its
  // dims and its ordinal. withDims gives none if `id` cannot stand for an array of these dims.
  ir::NodeId withDims(ir::NodeId id, const ir::Node& like);
  ir::NodeId constant(Scalar value, const ir::Node& like);
  ir::NodeId unary(Op op, ir::NodeId operand, const ir::Node& like);
  ir::NodeId binary(Op op, ir::NodeId a, ir::NodeId b, const ir::Node& like);

  const ir::Node& at(ir::NodeId id) const { return builder_.at(id); }
  bool mayFail(ir::NodeId id) const { return builder_.mayFail(id); }
  std::optional<Scalar> constantOf(ir::NodeId id) const { return builder_.constantOf(id); }
  ir::Program finish(std::vector<ir::NodeId> outputs) {
    return builder_.finish(std::move(outputs));
  }

 private:
  ProgramBuilder builder_;
  std::vector<bool> inCombiner_;  // by node, as far as asked for
};

// Each gives the node's replacement, or none if no rule applies.
ir::NodeId foldConstants(Simplifier& simplifier, const ir::Node& node);
ir::NodeId applyConstantRules(Simplifier& simplifier, const ir::Node& node);
ir::NodeId applyPatternRules(Simplifier& simplifier, const ir::Node& node);

}  // namespace parax::compiler
