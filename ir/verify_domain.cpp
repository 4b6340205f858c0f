// The rules that every program in domain IR keeps, one row each.
#include <algorithm>

#include "ir/combiner.h"
#include "ir/domain.h"
#include "ir/text_parts.h"
#include "ir/type_rules.h"
#include "parax/core/error.h"
#include "parax/core/scalar.h"

namespace parax::ir {
namespace {

template <class T>
bool inRange(std::int32_t index, const std::vector<T>& list) {
  return index >= 0 && static_cast<std::size_t>(index) < list.size();
}

const Node& nodeAt(const Program& program, NodeId id) {
  return program.nodes[static_cast<std::size_t>(id)];
}

bool symbolsExist(const Program& program, const Dims& dims) {
  return std::all_of(dims.begin(), dims.end(), [&](Symbol s) { return inRange(s, program.sizes); });
}

struct Context {
  const Program& program;
  const std::vector<std::int32_t>& combiner;  // by node
};

// Rules about the program as a whole; they hold before any node is looked at.
struct ProgramRule {
  const char* name;
  const char* message;
  bool (*holds)(const Program&);
};

bool sizesFit(const Program& p) {
  for (std::size_t s = 0; s < p.sizes.size(); ++s) {
    if (!sizeFits(p.sizes, s, p.numbers)) return false;
    const Size& size = p.sizes[s];
    if (size.kind != Size::Kind::input) continue;
    if (!inRange(size.slot, p.inputs) ||
        size.dim >= p.inputs[static_cast<std::size_t>(size.slot)].dims.rank())
      return false;
  }
  return true;
}

constexpr ProgramRule programRules[] = {
    {"symbolOne", "symbol 0 is the literal 1.",
     [](const Program& p) { return !p.sizes.empty() && p.sizes[0] == Size::literal(1); }},
    {"size",
     "A size is a literal, an extent of an input, a number of type i64, a result, or an operation "
     "on sizes before it.",
     sizesFit},
    {"sizeOnce", "No two symbols stand for the same expression.",
     [](const Program& p) { return SizeTable(p.sizes).size() == p.sizes.size(); }},
    {"inputDims", "The dims of an input are symbols of the program.",
     [](const Program& p) {
  return std::all_of(p.inputs.begin(), p.inputs.end(),
                     [&](const Input& i) { return symbolsExist(p, i.dims); });
}},
    {"guard", "A guard is about a size of the program, and some value fulfils it.",
     [](const Program& p) {
  return std::all_of(p.guards.begin(), p.guards.end(), [&](const Guard& guard) {
    return inRange(guard.size, p.sizes) && guard.least <= guard.most;
  });
}},
    {"output", "A result is a node of the program.",
     [](const Program& p) {
  return std::all_of(p.outputs.begin(), p.outputs.end(),
                     [&](NodeId id) { return inRange(id, p.nodes); });
}},
};

// Rules about one node; a later one may rely on the earlier ones.
struct NodeRule {
  const char* name;
  const char* message;
  bool (*holds)(const Context&, NodeId);
};

bool operandsInOrder(const Context& c, NodeId id) {
  const Node& node = nodeAt(c.program, id);
  for (int k = 0; k < 3; ++k) {
    const NodeId operand = node.operand[k];
    if (k < node.arity() ? operand < 0 || operand >= id : operand != none) return false;
  }
  return true;
}

bool inputFits(const Context& c, NodeId id) {
  const Node& node = nodeAt(c.program, id);
  if (node.op != Op::input) return true;
  if (!inRange(node.slot, c.program.inputs)) return false;
  const Input& input = c.program.inputs[static_cast<std::size_t>(node.slot)];
  return input.type == node.type && input.dims == node.dims;
}

bool numberFits(const Context& c, NodeId id) {
  const Node& node = nodeAt(c.program, id);
  if (node.op != Op::number) return true;
  return inRange(node.slot, c.program.numbers) && node.dims.rank() == 0 &&
         c.program.numbers[static_cast<std::size_t>(node.slot)] == node.type;
}

bool constantFits(const Context& c, NodeId id) {
  const Node& node = nodeAt(c.program, id);
  if (node.op != Op::constant) return true;
  return node.dims.rank() == 0 && bitsFit(node.type, node.bits);
}

bool extentFits(const Context& c, NodeId id) {
  const Node& node = nodeAt(c.program, id);
  return node.op != Op::extent || (inRange(node.slot, c.program.sizes) && node.dims.rank() == 0 &&
                                   node.type == ElementType::int64);
}

bool generatorFits(const Context& c, NodeId id) {
  const Node& node = nodeAt(c.program, id);
  if (node.op == Op::full) return nodeAt(c.program, node.operand[0]).dims.rank() == 0;
  if (node.op == Op::iota)
    return node.slot >= 0 && node.slot < node.dims.rank() && node.type != ElementType::boolean;
  return true;
}

bool fieldFits(const Context& c, NodeId id) {
  const Node& node = nodeAt(c.program, id);
  return node.op != Op::field ||
         (node.slot >= 0 && node.slot < fieldCount(nodeAt(c.program, node.operand[0]).type));
}

bool leafIsScalar(const Context& c, NodeId id) {
  const Node& node = nodeAt(c.program, id);
  const bool leaf = info(node.op).kind == OpKind::leaf || node.op == Op::iota;
  return !leaf || node.op == Op::input || isParameter(node.op) || !isProduct(node.type);
}

bool typesFollowRow(const Context& c, NodeId id) {
  const Node& node = nodeAt(c.program, id);
  ElementType types[3] = {};
  for (int k = 0; k < node.arity(); ++k) types[k] = nodeAt(c.program, node.operand[k]).type;
  return typesFit(node.op, node.type, types);
}

// Each dimension is the one operand extent that is not 1, or 1 if there is none.
bool dimsBroadcast(const Context& c, NodeId id) {
  const Node& node = nodeAt(c.program, id);
  if (info(node.op).kind != OpKind::pointwise && info(node.op).kind != OpKind::fields) return true;
  int rank = 0;
  for (int k = 0; k < node.arity(); ++k)
    rank = std::max(rank, nodeAt(c.program, node.operand[k]).dims.rank());
  if (rank != node.dims.rank()) return false;
  for (int fromEnd = 1; fromEnd <= rank; ++fromEnd) {
    Symbol extent = one;
    for (int k = 0; k < node.arity(); ++k) {
      const Dims& dims = nodeAt(c.program, node.operand[k]).dims;
      if (dims.rank() < fromEnd) continue;
      const Symbol s = dims[dims.rank() - fromEnd];
      if (s != one && extent != one && s != extent) return false;
      if (s != one) extent = s;
    }
    if (node.dims[rank - fromEnd] != extent) return false;
  }
  return true;
}

// A node of a combiner has one element for each pair, which nobody outside can read.
bool combinerNodeFits(const Context& c, NodeId id) {
  const Node& node = nodeAt(c.program, id);
  const std::int32_t combiner = c.combiner[static_cast<std::size_t>(id)];
  if (isParameter(node.op) && node.slot < 0) return false;
  const auto& outputs = c.program.outputs;
  if (combiner != none && (node.dims.rank() != 0 || info(node.op).kind == OpKind::generator ||
                           std::find(outputs.begin(), outputs.end(), id) != outputs.end()))
    return false;
  for (int k = 0; k < node.arity(); ++k) {
    const std::int32_t read = c.combiner[static_cast<std::size_t>(node.operand[k])];
    const bool isResult = node.op == Op::reduceWith && k == 2;
    if (read != none && read != combiner && !isResult) return false;
  }
  return true;
}

bool reductionFits(const Context& c, NodeId id) {
  const Node& node = nodeAt(c.program, id);
  if (info(node.op).kind != OpKind::reduction) return true;
  if (node.dims.rank() != 0) return false;
  if (node.op != Op::reduceWith) return true;
  for (int k : {1, 2})
    if (nodeAt(c.program, node.operand[k]).dims.rank() != 0) return false;
  const std::int32_t combiner = c.combiner[static_cast<std::size_t>(node.operand[2])];
  for (NodeId other = 0; combiner != none && other < id; ++other) {
    const Node& before = nodeAt(c.program, other);
    if (isParameter(before.op) && before.slot == combiner && before.type != node.type) return false;
    if (before.op == Op::reduceWith &&
        c.combiner[static_cast<std::size_t>(before.operand[2])] == combiner)
      return false;
  }
  return true;
}

constexpr NodeRule nodeRules[] = {
    {"operation", "Loads, stores and indices belong to parallel IR.",
     [](const Context& c, NodeId id) {
  return info(nodeAt(c.program, id).op).kind != OpKind::memory;
}},
    {"operands", "A node has as many operands as its operation, and they stand before it.",
     operandsInOrder},
    {"dims", "The dims of a node are symbols of the program.",
     [](const Context& c, NodeId id) {
  return symbolsExist(c.program, nodeAt(c.program, id).dims);
}},
    {"scalar", "Numbers, constants and indices have scalar types.", leafIsScalar},
    {"input", "An input node has the type and the dims of an input of the program.", inputFits},
    {"number", "A number node has rank 0 and the type of a number of the program.", numberFits},
    {"constant", "A constant has rank 0 and bits that its type's memory can hold.", constantFits},
    {"extent", "An extent has rank 0, type i64, and names a symbol of the program.", extentFits},
    {"types", "The types follow the operation's row in the op table.", typesFollowRow},
    {"field", "A field is one that the product type has.", fieldFits},
    {"generator",
     "full repeats a rank-0 operand; iota counts along one of its dimensions, not in bool.",
     generatorFits},
    {"broadcast", "A pointwise, field or pack node has the dims that its operands broadcast to.",
     dimsBroadcast},
    {"combiner",
     "What depends on left and right is pointwise, field or pack, has rank 0 and is read only by "
     "its "
     "own kind and as the last operand of reduceWith.",
     combinerNodeFits},
    {"reduction",
     "A reduction has rank 0; a reduceWith has an identity of rank 0 and a combiner of its own.",
     reductionFits},
};

[[noreturn]] void refuse(const char* rule, const char* message, const std::string& text) {
  throw InternalError("domain IR breaks the rule '" + std::string(rule) + "': " + message + "\n" +
                      text);
}

}  // namespace

void verify(const Program& program) {
  for (const ProgramRule& rule : programRules)
    if (!rule.holds(program)) refuse(rule.name, rule.message, print(program));
  const std::vector<std::int32_t> combiner = combinersOf(program.nodes);
  for (std::size_t id = 0; id < program.nodes.size(); ++id)
    for (const NodeRule& rule : nodeRules)
      if (!rule.holds({program, combiner}, static_cast<NodeId>(id)))
        refuse(rule.name, rule.message, printNode(program, static_cast<NodeId>(id)));
}

}  // namespace parax::ir
