// Appending to a recording; shapes that meet.
#include "frontend/recording/recording.h"

#include <algorithm>

namespace parax::detail {
namespace {

constexpr std::int64_t largestElement = 16;  // bytes

}  // namespace

void Recording::clear() {
  ops.clear();
  shapeOfOp.clear();
  locations.clear();
  shapes.resize(1);
  sizes.clear();
  inputs.clear();
  numbers.clear();
  outputs.clear();
  multiplyAdds.clear();
}

std::int32_t Recording::addInput(ElementType type, std::span<const std::int64_t> extents,
                                 std::int32_t argument) {
  const auto slot = static_cast<std::int32_t>(inputs.size());
  RecordedShape& shape = shapes.emplace_back();
  for (const std::int64_t extent : extents) {
    const int d = shape.rank();
    shape.extents[d] = extent;
    shape.dims.push(sizes.add(ir::Size::input(slot, d), extent));
  }
  inputs.push_back({type, static_cast<std::int32_t>(shapes.size()) - 1, argument});
  return slot;
}

// At later calls its bytes must be countable, too: no product of its extents may saturate.
std::int32_t Recording::addShape(const RecordedShape& shape) {
  ir::Symbol bytes = sizes.literal(largestElement);
  for (const ir::Symbol extent : shape.dims) {
    bytes = sizes.add(ir::Size::Kind::mul, bytes, extent);
    sizes.guard(bytes, 0, ir::largestSize - 1);
  }
  shapes.push_back(shape);
  shapes.back().made = true;
  return static_cast<std::int32_t>(shapes.size()) - 1;
}

std::int32_t Recording::broadcast(std::int32_t a, std::int32_t b) {
  if (a == b || b == 0) return a;
  if (a == 0) return b;
  const RecordedShape &left = shape(a), &right = shape(b);
  const int ra = left.rank(), rb = right.rank();
  RecordedShape joined;
  bool isLeft = ra >= rb, isRight = rb >= ra;
  for (int d = std::max(ra, rb); d > 0; --d) {  // d-th dimension from the end
    const ir::Symbol s = ra < d   ? sizes.classOf(right.dims[rb - d])
                         : rb < d ? sizes.classOf(left.dims[ra - d])
                                  : sizes.meet(left.dims[ra - d], right.dims[rb - d]);
    if (s == ir::none) return ir::none;
    isLeft = isLeft && sizes.classOf(left.dims[ra - d]) == s;
    isRight = isRight && sizes.classOf(right.dims[rb - d]) == s;
    joined.extents[joined.rank()] = sizes.value(s);
    joined.dims.push(s);
  }
  return isLeft ? a : isRight ? b : addShape(joined);
}

ir::Symbol Recording::countOf(std::int32_t number) {
  ir::Symbol count = ir::one;
  for (const ir::Symbol extent : shape(number).dims)
    count = sizes.add(ir::Size::Kind::mul, count, extent);
  return count;
}

ir::Dims Recording::unifiedDims(std::int32_t place) const {
  ir::Dims dims = shapeOf(place).dims;
  for (ir::Symbol& extent : dims) extent = sizes.classOf(extent);
  return dims;
}

std::int32_t Recording::appendNumber(RecordedNumber number, const SourceLocation& where) {
  number.position = append(Op::number, number.value.type, 0, where);
  numbers.push_back(number);
  return number.position;
}

const RecordedNumber& Recording::numberAt(std::int32_t position) const {
  return *std::lower_bound(
      numbers.begin(), numbers.end(), position,
      [](const RecordedNumber& number, std::int32_t at) { return number.position < at; });
}

Scalar Recording::valueAt(std::int32_t position) const {
  const RecordedOp& op = opAt(position);
  if (op.op == Op::number) return numberAt(position).value;
  if (op.op == Op::constant)
    return visitScalarType(op.type,
                           [&]<class T>(T*) { return Scalar::of(static_cast<T>(op.value())); });
  return Scalar::of(likeShapeOf(position).extents[op.part]);
}

}  // namespace parax::detail
