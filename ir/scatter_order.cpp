// Scatters of numbers whose type is known at run time only.
#include "ir/scatter_order.h"

#include <vector>

#include "ir/evaluate.h"
#include "ir/reduction_tree.h"

namespace parax::ir {
namespace {

Scalar combined(Op reduction, ElementType type, const Scalar& a, const Scalar& b) {
  const Scalar pair[2] = {a, b};
  return *evaluatePointwise(combineOp(reduction), type, pair);
}

void combineInto(Op reduction, ElementType type, void* target, std::int64_t element,
                 const Scalar& value) {
  storeElement(target, element,
               combined(reduction, type, loadElement(type, target, element), value));
}

}  // namespace

void scatterInOrder(Op reduction, ElementType type, std::span<const ScatterElement> values,
                    std::int64_t count, void* target) {
  const bool byBlocks = count <= mostScatterBins && !inAnyOrder(reduction, type);
  const Scalar identity = visitScalarType(
      type, [&]<class T>(T*) { return Scalar::of(reductionIdentity<T>(reduction)); });
  std::vector<std::byte> block;
  std::int64_t current = 0;
  const auto finish = [&] {
    for (std::int64_t e = 0; current > 0 && e < count; ++e)
      combineInto(reduction, type, target, e, loadElement(type, block.data(), e));
  };
  for (const ScatterElement& value : values) {
    const std::int64_t which = byBlocks ? value.point / scatterBlock : 0;
    if (which != current) {
      finish();
      block.resize(static_cast<std::size_t>(count) * sizeOf(type));
      for (std::int64_t e = 0; e < count; ++e) storeElement(block.data(), e, identity);
      current = which;
    }
    combineInto(reduction, type, current == 0 ? target : block.data(), value.element, value.value);
  }
  finish();
}

}  // namespace parax::ir
