// A combiner in its fields, and pair by pair.
#include "ir/combiner.h"

#include <algorithm>
#include <optional>

#include "ir/evaluate.h"
#include "ir/interpreter.h"
#include "ir/reduction_tree.h"

namespace parax::ir {

std::vector<std::int32_t>& CombinerBody::entry(std::int32_t id) {
  const auto at = static_cast<std::size_t>(id);
  if (fields_.size() <= at) fields_.resize(at + 1);
  return fields_[at];
}

void CombinerBody::push(std::int32_t id, const Inst& inst) {
  entry(id).push_back(static_cast<std::int32_t>(insts_.size()));
  insts_.push_back(inst);
}

void CombinerBody::read(std::int32_t id, ElementType type) {
  for (int field = 0; field < fieldCount(type); ++field) {
    Inst inst{.op = Op::number, .type = fieldType(type)};
    inst.number = static_cast<std::int32_t>(outside_.size());
    outside_.push_back({id, field});
    push(id, inst);
  }
}

void CombinerBody::add(std::int32_t id, const Node& node) {
  std::vector<std::int32_t>& fields = entry(id);
  if (node.op == Op::field) {
    fields = {fieldsOf(node.operand[0])[static_cast<std::size_t>(node.slot)]};
  } else if (node.op == Op::pack) {
    for (int k = 0; k < node.arity(); ++k) fields.push_back(fieldsOf(node.operand[k]).front());
  } else {
    for (int field = 0; field < fieldCount(node.type); ++field) {
      Inst inst{.op = node.op,
                .type = fieldType(node.type),
                .field = static_cast<std::uint8_t>(field),
                .ordinal = node.ordinal,
                .operand = IdList({node.operand, static_cast<std::size_t>(node.arity())}),
                .bits = node.bits};
      if (isParameter(node.op)) inst.number = node.slot;
      add(id, inst);
    }
  }
}

void CombinerBody::add(std::int32_t id, const Inst& inst) {
  Inst own = inst;
  for (int k = 0; k < inst.arity(); ++k) own.operand[k] = fieldsOf(inst.operand[k]).front();
  push(id, own);
}

namespace {

using Element = std::array<Scalar, maxFields>;

class CombinerRun {
 public:
  explicit CombinerRun(const Combiner& combiner)
      : combiner_(combiner), values_(combiner.body.size()) {}

  Element combine(const Element& left, const Element& right) {
    for (std::size_t k = 0; k < values_.size(); ++k) {
      const Inst& inst = combiner_.body[k];
      switch (inst.op) {
        case Op::left: values_[k] = left[static_cast<std::size_t>(inst.field)]; break;
        case Op::right: values_[k] = right[static_cast<std::size_t>(inst.field)]; break;
        case Op::constant: values_[k] = {inst.type, inst.bits}; break;
        default: values_[k] = pointwise(inst);
      }
    }
    Element combined;
    for (std::size_t f = 0; f < combiner_.combined.size(); ++f)
      combined[f] = values_[static_cast<std::size_t>(combiner_.combined[f])];
    return combined;
  }

  void check() const {
    if (failing_) throw ElementFailure(*failing_, 0);
  }

 private:
  Scalar pointwise(const Inst& inst) {
    Scalar operand[3];
    for (int k = 0; k < inst.arity(); ++k)
      operand[k] = values_[static_cast<std::size_t>(inst.operand[k])];
    const std::optional<Scalar> value = evaluatePointwise(inst.op, inst.type, operand);
    if (!value) failing_ = std::min(failing_.value_or(inst.ordinal), inst.ordinal);
    return value.value_or(Scalar{inst.type, 0});
  }

  const Combiner& combiner_;
  std::vector<Scalar> values_;  // by instruction
  std::optional<std::int32_t> failing_;
};

}  // namespace

void evaluateReduction(const Combiner& combiner, std::span<const std::int64_t> extents,
                       const void* data, void* result) {
  CombinerRun run(combiner);
  const ElementType field = fieldType(combiner.type);
  const std::size_t fields = combiner.identity.size();
  const auto at = [&](std::size_t f, std::int64_t i) {
    return i * static_cast<std::int64_t>(fields) + static_cast<std::int64_t>(f);
  };
  Element identity;
  std::copy(combiner.identity.begin(), combiner.identity.end(), identity.begin());
  const Element total = reduceArray<Element>(reductionLanes(combiner.type), identity,
                                             [&](const Element& a, const Element& b) {
    return run.combine(a, b);
  }, extents, [&](std::int64_t i) {
    Element element;
    for (std::size_t f = 0; f < fields; ++f) element[f] = loadElement(field, data, at(f, i));
    return element;
  });
  run.check();
  for (std::size_t f = 0; f < fields; ++f) storeElement(result, at(f, 0), total[f]);
}

}  // namespace parax::ir
