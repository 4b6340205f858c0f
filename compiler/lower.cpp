// Lowers nodes to loops in program order.
#include "compiler/lower.h"

#include <algorithm>
#include <span>
#include <vector>

#include "compiler/access_table.h"
#include "compiler/inst_info.h"
#include "ir/combiner.h"

namespace parax::compiler {
namespace {

using ir::BufferId;
using ir::Dims;
using ir::IdList;
using ir::Node;
using ir::NodeId;

// The loop of one node: its dims aligned with those of the arrays it reads.
class LoopBuilder {
 public:
  LoopBuilder(const Dims& dims, std::int32_t ordinal) : dims_(dims), ordinal_(ordinal) {
    for (int d = 0; d < dims.rank(); ++d) {
      loopDim_[d] = dims[d] == ir::one ? ir::none : static_cast<int>(loop_.space.size());
      if (dims[d] != ir::one) loop_.space.push_back({.hi = dims[d]});
    }
  }

  std::int32_t add(ir::Inst inst) {
    if (inst.ordinal == ir::none) inst.ordinal = ordinal_;
    loop_.body().insts.push_back(std::move(inst));
    return static_cast<std::int32_t>(loop_.body().insts.size()) - 1;
  }
  std::int32_t load(BufferId buffer, const Node& node, int field = 0) {
    return add({.op = Op::load,
                .type = fieldType(node.type),
                .field = static_cast<std::uint8_t>(field),
                .access = access(buffer, node.dims)});
  }
  void store(BufferId buffer, const Node& node, std::int32_t value, int field = 0) {
    add({.op = Op::store,
         .type = fieldType(node.type),
         .field = static_cast<std::uint8_t>(field),
         .operand = {value},
         .access = access(buffer, node.dims)});
  }
  // The index along dimension `axis` of an iota, which is broadcast here.
  std::int32_t index(ElementType type, const Dims& dims, int axis) {
    const int d = loopDim_[dims_.rank() - dims.rank() + axis];
    if (dims[axis] == ir::one || d == ir::none) return add({.op = Op::constant, .type = type});
    return add({.op = Op::index, .type = type, .dim = d});
  }
  // The value at `id` came from another operation than the loop's own.
  std::int32_t setOrdinal(std::int32_t id, std::int32_t ordinal) {
    loop_.body().insts[id].ordinal = ordinal;
    return id;
  }
  // An instruction whose operands have got new numbers.
  std::int32_t copy(ir::Inst inst, const std::vector<std::int32_t>& newId) {
    for (std::int32_t& operand : inst.operand) operand = newId[operand];
    return add(std::move(inst));
  }
  void reduce(const Node& node, IdList value, BufferId result, IdList identity = {},
              IdList combined = {}) {
    ir::Reduction reduction{node.op, node.type, std::move(value), {result}, ordinal_};
    reduction.identity = std::move(identity);
    reduction.combined = std::move(combined);
    loop_.body().reductions.push_back(std::move(reduction));
  }
  void endHoisted() { loop_.body().hoisted = static_cast<std::int32_t>(loop_.body().insts.size()); }
  ir::Loop finish() {
    loop_.body().accesses = accesses_.take();
    return std::move(loop_);
  }

 private:
  // Aligned at the last dimension; a dimension of symbol `one` is not walked.
  std::int32_t access(BufferId buffer, const Dims& dims) {
    ir::Access access{.buffer = buffer};
    const int shift = dims_.rank() - dims.rank();
    for (int d = 0; d < dims.rank(); ++d) {
      const int along = loopDim_[shift + d];
      const bool walks = along != ir::none && dims[d] != ir::one;
      access.at.push_back(walks ? ir::Index::of(along) : ir::Index{});
    }
    return accesses_.add(access);
  }

  Dims dims_;
  std::int32_t ordinal_;
  int loopDim_[ir::maxRank] = {};  // of each dimension of the node; none for `one`
  ir::Loop loop_;
  AccessTable accesses_;
};

class Lowering {
 public:
  explicit Lowering(const ir::Program& source)
      : source_(source),
        bufferOf_(source.nodes.size(), ir::none),
        combiner_(ir::combinersOf(source.nodes)) {
    result_.sizes = source.sizes;
    result_.numbers = source.numbers;
    findScalarExpressions();
  }

  ir::ParallelProgram run() {
    const std::vector<bool> needed = neededNodes();
    makeInputBuffers(needed);
    makeOutputBuffers();
    for (std::size_t id = 0; id < source_.nodes.size(); ++id)
      if (needed[id]) lowerNode(static_cast<NodeId>(id));
    for (NodeId id : source_.outputs) result_.outputs.push_back(bufferOf_[id]);
    result_.canFail = canFail(result_);
    return std::move(result_);
  }

 private:
  // A little arithmetic on numbers is repeated in every reader, where it is hoisted: a loop of its
  // own would cost a step of the plan. Failing and expensive operations are done once.
  void findScalarExpressions() {
    constexpr int most = 4;  // operations in one expression
    size_.assign(source_.nodes.size(), most + 1);
    for (std::size_t id = 0; id < source_.nodes.size(); ++id) {
      const Node& node = source_.nodes[id];
      if (combiner_[id] != ir::none) continue;
      if (info(node.op).kind == OpKind::leaf && node.op != Op::input) size_[id] = 0;
      if (info(node.op).kind != OpKind::pointwise || node.dims.rank() > 0 || isExpensive(node))
        continue;
      int size = 1;
      for (int k = 0; k < node.arity(); ++k) size += size_[node.operand[k]];
      if (size <= most) size_[id] = size;
    }
    for (int& size : size_) size = size <= most ? size : 0;
  }
  static bool isExpensive(const Node& node) {
    return node.op == Op::div || node.op == Op::rem || node.op == Op::sqrt ||
           info(node.op).has(op_property::math);
  }
  bool isScalarExpression(NodeId id) const { return size_[id] > 0; }
  // A sign costs nothing where it is used, but a loop and an array of its own where that is over
  // another space: a fused difference negates what is subtracted, which may be a row or one number.
  bool isRepeatedNegation(NodeId id) const {
    return source_.nodes[id].op == Op::neg && bufferOf_[id] == ir::none;
  }

  std::vector<bool> neededNodes() const {
    std::vector<bool> needed(source_.nodes.size(), false);
    for (NodeId id : source_.outputs) needed[id] = true;
    for (std::size_t id = source_.nodes.size(); id-- > 0;)
      for (int k = 0; needed[id] && k < source_.nodes[id].arity(); ++k)
        needed[source_.nodes[id].operand[k]] = true;
    return needed;
  }

  BufferId addBuffer(ir::Buffer::Kind kind, const Node& node, std::int32_t slot) {
    ir::Buffer buffer{.kind = kind, .type = node.type};
    buffer.slot = slot;
    buffer.dims = node.dims;
    result_.buffers.push_back(buffer);
    return static_cast<BufferId>(result_.buffers.size()) - 1;
  }

  // One buffer for each input slot that is needed, however many nodes read it.
  void makeInputBuffers(const std::vector<bool>& needed) {
    std::vector<BufferId> bySlot(source_.inputs.size(), ir::none);
    for (std::size_t id = 0; id < source_.nodes.size(); ++id) {
      const Node& node = source_.nodes[id];
      if (!needed[id] || node.op != Op::input) continue;
      BufferId& buffer = bySlot[node.slot];
      if (buffer == ir::none) buffer = addBuffer(ir::Buffer::Kind::input, node, node.slot);
      bufferOf_[id] = buffer;
    }
  }

  // Results that are the same node name the same buffer;
  // a result that is an input names the input's.
  void makeOutputBuffers() {
    for (std::size_t k = 0; k < source_.outputs.size(); ++k) {
      const NodeId id = source_.outputs[k];
      if (bufferOf_[id] == ir::none)
        bufferOf_[id] =
            addBuffer(ir::Buffer::Kind::output, source_.nodes[id], static_cast<std::int32_t>(k));
    }
  }

  void lowerNode(NodeId id) {
    const Node& node = source_.nodes[id];
    const OpKind kind = info(node.op).kind;
    const bool computes =
        kind == OpKind::pointwise || kind == OpKind::fields || kind == OpKind::reduction;
    const bool repeated =
        !computes || isScalarExpression(id) || node.op == Op::field || node.op == Op::neg;
    if (node.op == Op::input || (repeated && bufferOf_[id] == ir::none)) return;
    if (combiner_[id] != ir::none) return;  // stands in the loop of its reduction
    if (bufferOf_[id] == ir::none) bufferOf_[id] = addBuffer(ir::Buffer::Kind::temporary, node, 0);
    if (node.op == Op::reduceWith) {
      result_.addLoop(reduceWith(id));
    } else if (kind == OpKind::reduction) {
      LoopBuilder loop(source_.nodes[node.operand[0]].dims, node.ordinal);
      loop.reduce(node, fields(loop, node.operand[0]), bufferOf_[id]);
      result_.addLoop(loop.finish());
    } else {
      LoopBuilder loop(node.dims, node.ordinal);
      if (node.op == Op::pack) {
        std::int32_t field[3];
        for (int k = 0; k < node.arity(); ++k) field[k] = value(loop, node.operand[k]);
        for (int k = 0; k < node.arity(); ++k) loop.store(bufferOf_[id], node, field[k], k);
      } else {
        loop.store(bufferOf_[id], node, computes ? computed(loop, node) : inlined(loop, node));
      }
      result_.addLoop(loop.finish());
    }
  }

  std::int32_t computed(LoopBuilder& loop, const Node& node) {
    if (node.op != Op::field) return pointwise(loop, node);
    const NodeId whole = node.operand[0];
    return loop.load(bufferOf_[whole], source_.nodes[whole], node.slot);
  }

  std::int32_t pointwise(LoopBuilder& loop, const Node& node) {
    IdList operand;
    for (int k = 0; k < node.arity(); ++k) operand.push_back(value(loop, node.operand[k]));
    return loop.add(
        {.op = node.op, .type = node.type, .ordinal = node.ordinal, .operand = std::move(operand)});
  }

  // What identity and combiner read is hoisted at once: the tree goes on after the last point.
  ir::Loop reduceWith(NodeId id) {
    const Node& node = source_.nodes[id];
    LoopBuilder loop(source_.nodes[node.operand[0]].dims, node.ordinal);
    const std::span combined(&node.operand[2], 1);
    const ir::CombinerBody body = ir::combinerBody(source_.nodes, combined);
    IdList identity = fields(loop, node.operand[1]);
    std::vector<std::int32_t> outside;  // by slot
    for (const auto& [read, field] : body.outside()) outside.push_back(value(loop, read, field));
    loop.endHoisted();
    IdList element = fields(loop, node.operand[0]);
    std::vector<std::int32_t> newId;
    for (const ir::Inst& inst : body.insts())
      newId.push_back(inst.op == Op::number ? outside[inst.number] : loop.copy(inst, newId));
    IdList result;
    for (std::int32_t inst : body.fieldsOf(combined[0])) result.push_back(newId[inst]);
    loop.reduce(node, std::move(element), bufferOf_[id], std::move(identity), std::move(result));
    return loop.finish();
  }

  IdList fields(LoopBuilder& loop, NodeId id) {
    IdList all;
    for (int k = 0; k < fieldCount(source_.nodes[id].type); ++k) all.push_back(value(loop, id, k));
    return all;
  }

  // A field of an operand at the loop's point. What was put together of scalars is at hand.
  std::int32_t value(LoopBuilder& loop, NodeId id, int field) {
    const Node& node = source_.nodes[id];
    if (!isProduct(node.type)) return value(loop, id);
    if (node.op == Op::pack && node.dims.rank() == 0) return value(loop, node.operand[field]);
    return loop.load(bufferOf_[id], node, field);
  }

  // The element of an operand at the loop's point.
  std::int32_t value(LoopBuilder& loop, NodeId id) {
    const Node& node = source_.nodes[id];
    const OpKind kind = info(node.op).kind;
    if (isScalarExpression(id) || isRepeatedNegation(id)) return pointwise(loop, node);
    if (node.op == Op::input || kind == OpKind::pointwise || kind == OpKind::reduction)
      return loop.load(bufferOf_[id], node);
    if (node.op == Op::field) return loop.setOrdinal(computed(loop, node), node.ordinal);
    return inlined(loop, node);
  }

  // Numbers, constants and generators.
  std::int32_t inlined(LoopBuilder& loop, const Node& node) {
    if (node.op == Op::full) return value(loop, node.operand[0]);
    if (node.op == Op::iota)
      return loop.setOrdinal(loop.index(node.type, node.dims, node.slot), node.ordinal);
    return loop.add({.op = node.op,
                     .type = node.type,
                     .number = node.op == Op::number ? node.slot : ir::none,
                     .symbol = node.op == Op::extent ? node.slot : ir::noSymbol,
                     .bits = node.bits});
  }

  const ir::Program& source_;
  ir::ParallelProgram result_;
  std::vector<BufferId> bufferOf_;
  std::vector<std::int32_t> combiner_;  // by node
  std::vector<int> size_;  // of scalar expressions: their operations; 0: the node is none
};

}  // namespace

ir::ParallelProgram lower(const ir::Program& program) { return Lowering(program).run(); }

}  // namespace parax::compiler
