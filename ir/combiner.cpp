// A combiner, pair by pair.
#include "ir/combiner.h"

#include <algorithm>
#include <optional>

#include "ir/evaluate.h"
#include "ir/interpreter.h"
#include "ir/reduction_tree.h"

namespace parax::ir {
namespace {

class CombinerRun {
 public:
  explicit CombinerRun(const Combiner& combiner)
      : combiner_(combiner), values_(combiner.body.size()) {}

  Scalar combine(const Scalar& left, const Scalar& right) {
    for (std::size_t k = 0; k < values_.size(); ++k) {
      const Inst& inst = combiner_.body[k];
      switch (inst.op) {
        case Op::left: values_[k] = left; break;
        case Op::right: values_[k] = right; break;
        case Op::constant: values_[k] = {inst.type, inst.bits}; break;
        default: values_[k] = pointwise(inst);
      }
    }
    return values_[static_cast<std::size_t>(combiner_.combined)];
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

Scalar evaluateReduction(const Combiner& combiner, std::int64_t elements, const void* data) {
  CombinerRun run(combiner);
  const ElementType type = combiner.identity.type;
  const Scalar total = visitScalarType(type, [&]<class T>(T*) {
    return Scalar::of(reduceAll<T>(combiner.identity.as<T>(), [&](T a, T b) {
      return run.combine(Scalar::of(a), Scalar::of(b)).template as<T>();
    }, elements, [&](std::int64_t i) { return loadElement(type, data, i).template as<T>(); }));
  });
  run.check();
  return total;
}

}  // namespace parax::ir
