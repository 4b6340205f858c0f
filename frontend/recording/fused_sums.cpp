// Fused multiply-adds in a recording: one operation that takes over the operands of a product.
#include "frontend/multiply_adds.h"

#include "frontend/recording/recorder.h"

namespace parax::detail {

int negatedFactor(int firstRank, int secondRank) {
  return firstRank > 0 && secondRank == 0 ? 1 : 0;
}

Placed Recorder::operandAt(std::int32_t position, int which) const {
  const std::int32_t place = recording_->operandOf(position, which);
  return {place, recording_->shapeAt(place)};
}

Handle Recorder::multiplyAdd(Op op, std::int32_t product, const TypedOperand& other,
                             bool productFirst, const SourceLocation& where) {
  const ElementType type = recording_->opAt(product).type;
  const std::int32_t productShape = recording_->shapeAt(product);
  Placed placed[] = {operandAt(product, 0), operandAt(product, 1), place(other, where)};
  const std::int32_t otherShape = placed[2].shape;
  const std::int32_t shape = productFirst ? broadcast(productShape, otherShape, op, where)
                                          : broadcast(otherShape, productShape, op, where);
  if (op == Op::sub) {
    const auto rank = [&](const Placed& p) { return recording_->shape(p.shape).rank(); };
    Placed& term = placed[productFirst ? 2 : negatedFactor(rank(placed[0]), rank(placed[1]))];
    term.position = append(Op::neg, type, term.shape, where, {&term, 1});
    recording_->ops.back().part = partOfNext;
  }
  const std::int32_t position = append(Op::fma, type, shape, where, placed);
  recording_->multiplyAdds.push_back({position, product, op == Op::sub, productFirst});
  return result(position);
}

// A number is read back in the middle of expressions: their products will be computed, and the
// factors as well, which a sum may want afterwards.
void Recorder::keepFactors() {
  const auto keep = [&](std::int32_t product, Handle* factors) {
    if (!holders_[static_cast<std::size_t>(product)]) return;
    for (int k = 0; k < 2; ++k) {
      const std::int32_t position = operandAt(product, k).position;
      if (position < 0) {
        factors[k] = inputs_[static_cast<std::size_t>(~position)];
        continue;
      }
      const auto at = static_cast<std::size_t>(position);
      const Op op = recording_->opAt(position).op;
      if (op == Op::number || op == Op::constant)
        factors[k] = makeNumber(recording_->valueAt(position));
      else
        factors[k] = holders_[at] ? retained(*holders_[at]) : result(position);
    }
  };
  MultiplyAdds::keepRecorded(*thread_, outer_.factors, keep);
}

}  // namespace parax::detail
