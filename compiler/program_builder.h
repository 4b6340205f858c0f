// Builds a domain program node by node; equal nodes are interned, so equality is identity.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "ir/domain.h"
#include "parax/core/scalar.h"

namespace parax::compiler {

class ProgramBuilder {
 public:
  explicit ProgramBuilder(const ir::Program& frame);  // everything but the nodes is taken over

  // The node itself, or the earlier one that computes the same. Operands of commutative operations
  // count as unordered (the payload of a NaN is not specified).
  ir::NodeId add(const ir::Node& node);
  ir::NodeId constant(Scalar value, std::int32_t ordinal);

  const ir::Node& at(ir::NodeId id) const { return program_.nodes[static_cast<std::size_t>(id)]; }
  std::optional<Scalar> constantOf(ir::NodeId id) const;  // of a constant, or of a full of one
  bool mayFail(ir::NodeId id) const { return mayFail_[static_cast<std::size_t>(id)]; }

  ir::Program finish(std::vector<ir::NodeId> outputs);  // without the nodes that no output needs

 private:
  ir::Program program_;
  std::vector<bool> mayFail_;  // the node or one that it depends on
  std::unordered_multimap<std::uint64_t, ir::NodeId> byHash_;
};

// Drops the nodes that no output needs.
void removeUnused(ir::Program& program);

// Whether an element of this operation can be an error; `divisor` if it is known.
bool canFail(Op op, ElementType type, std::optional<Scalar> divisor);

}  // namespace parax::compiler
