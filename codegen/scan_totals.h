// Between the two passes of a scan: what comes before each block of a row.
#pragma once

#include "codegen/backend.h"
#include "ir/scan_order.h"

namespace parax::codegen {

// `values` has scanValues elements for each block; the totals of all but the last are there.
template <class T>
void scanBlockTotals(Op reduction, std::int64_t blocks, T* values) {
  using Element = std::conditional_t<std::is_same_v<T, bool>, std::uint8_t, T>;
  ir::withCombine<T>(reduction, [&](const auto& combine) {
    const auto elements = [&](Element a, Element b) {
      return static_cast<Element>(combine(static_cast<T>(a), static_cast<T>(b)));
    };
    ir::Scan<Element, decltype(elements)> scan(ir::reductionLanes(elementTypeOf<T>), elements);
    for (std::int64_t b = 1; b < blocks; ++b) {
      const T* last = values + (b - 1) * scanValues;
      T* own = values + b * scanValues;
      own[scanOffset] = static_cast<T>(scan.push(static_cast<Element>(last[scanTotal])));
      own[scanBefore] =
          b == 1 ? last[scanTotal] : static_cast<T>(combine(last[scanOffset], last[scanTotal]));
    }
    return 0;
  });
}

}  // namespace parax::codegen
