// The function of a reduceWith: which nodes or instructions belong to it, and what it computes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ir/parallel.h"
#include "parax/core/scalar.h"

namespace parax::ir {

constexpr bool isParameter(Op op) { return op == Op::left || op == Op::right; }

constexpr std::int32_t combinerNumber(const Node& node) { return node.slot; }
constexpr std::int32_t combinerNumber(const Inst& inst) { return inst.number; }

// By node or instruction: the combiner that it is a part of, that is the slot of the `left` or
// `right` that it depends on; or none. The result of a reduceWith is no part of it.
template <class Item>
std::vector<std::int32_t> combinersOf(const std::vector<Item>& list) {
  std::vector<std::int32_t> combiner(list.size(), none);
  for (std::size_t id = 0; id < list.size(); ++id) {
    const Item& item = list[id];
    if (isParameter(item.op)) combiner[id] = combinerNumber(item);
    if (info(item.op).kind == OpKind::reduction) continue;
    for (int k = 0; k < item.arity() && combiner[id] == none; ++k)  // verifiers come here, too
      if (const auto at = static_cast<std::size_t>(item.operand[k]); at < id)
        combiner[id] = combiner[at];
  }
  return combiner;
}

// The combiner of a reduceWith, given the above for its loop's body; none if it reads no parameter.
inline std::int32_t combinerOf(const Reduction& reduction,
                               const std::vector<std::int32_t>& combiner) {
  for (int k = 0; k < reduction.fields(); ++k) {
    const auto combined = static_cast<std::size_t>(reduction.combined[k]);
    if (combiner[combined] != none) return combiner[combined];
  }
  return none;
}

// A combiner on its own: instructions on fields. `field` and `pack` are gone; left and right are
// one field each.
class CombinerBody {
 public:
  struct Outside {  // a field of something that the combiner reads
    std::int32_t id, field;
  };

  // What is read from outside: a `number` for each field, with a slot of its own.
  void read(std::int32_t id, ElementType type);
  // The combiner's own nodes or instructions, in order.
  void add(std::int32_t id, const Node& node);
  void add(std::int32_t id, const Inst& inst);

  const std::vector<Inst>& insts() const { return insts_; }
  const std::vector<Outside>& outside() const { return outside_; }  // by slot
  // The instructions that stand for a node or instruction, by field.
  const std::vector<std::int32_t>& fieldsOf(std::int32_t id) const {
    return fields_[static_cast<std::size_t>(id)];
  }

 private:
  std::vector<std::int32_t>& entry(std::int32_t id);
  void push(std::int32_t id, const Inst& inst);

  std::vector<Inst> insts_;
  std::vector<Outside> outside_;
  std::vector<std::vector<std::int32_t>> fields_;  // by id
};

// What `combined` needs, out of a list of nodes or instructions.
template <class Item>
CombinerBody combinerBody(const std::vector<Item>& list, std::span<const std::int32_t> combined) {
  const std::vector<std::int32_t> combiner = combinersOf(list);
  std::vector<bool> needed(list.size(), false);
  for (std::int32_t id : combined) needed[static_cast<std::size_t>(id)] = true;
  for (std::size_t id = list.size(); id-- > 0;)
    for (int k = 0; needed[id] && combiner[id] != none && k < list[id].arity(); ++k)
      needed[static_cast<std::size_t>(list[id].operand[k])] = true;
  CombinerBody body;
  for (std::size_t id = 0; id < list.size(); ++id) {
    if (!needed[id]) continue;
    if (combiner[id] == none)
      body.read(static_cast<std::int32_t>(id), list[id].type);
    else
      body.add(static_cast<std::int32_t>(id), list[id]);
  }
  return body;
}

// A combiner with all that it reads, for interpreters.
struct Combiner {
  ElementType type;
  std::vector<Scalar> identity;        // by field
  std::vector<Inst> body;              // left, right, constants and pointwise operations
  std::vector<std::int32_t> combined;  // by field
};

// valueOf(id, field) is the value of what is read from outside. Of a product type, `identity` and
// `combined` are either one id or one for each field.
template <class ValueOf>
Combiner makeCombiner(ElementType type, const CombinerBody& body,
                      std::span<const std::int32_t> identity,
                      std::span<const std::int32_t> combined, ValueOf valueOf) {
  Combiner result{type, {}, body.insts(), {}};
  for (Inst& inst : result.body) {
    if (inst.op != Op::number) continue;
    const CombinerBody::Outside& from = body.outside()[static_cast<std::size_t>(inst.number)];
    inst.op = Op::constant;
    inst.bits = valueOf(from.id, from.field).bits;
  }
  const auto fields = static_cast<std::size_t>(fieldCount(type));
  const int each = static_cast<int>(fields / identity.size());
  for (std::int32_t id : identity)
    for (int field = 0; field < each; ++field) result.identity.push_back(valueOf(id, field));
  for (std::int32_t id : combined)
    for (std::int32_t inst : body.fieldsOf(id)) result.combined.push_back(inst);
  return result;
}

// All elements in the fixed order, to the memory of one. Throws ElementFailure{the first failing
// instruction's ordinal, 0}.
void evaluateReduction(const Combiner& combiner, std::span<const std::int64_t> extents,
                       const void* data, void* result);

}  // namespace parax::ir
