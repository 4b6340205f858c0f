// Math functions: blocks through the function whose lane 0 is the scalar form.
#include <algorithm>
#include <array>
#include <utility>

#include "frontend/library/rows.h"
#include "ir/vector_math.h"

namespace parax::library {
namespace {

// Elements that are computed at a time: a multiple of every vector's lanes.
constexpr std::int64_t blockLength = 256;

// `count` elements of an operand from i on, followed by ones, which no function takes exception to,
// up to `whole`: in place, or in `block`.
template <class T>
const T* blockOf(const T* in, bool repeats, std::int64_t i, std::int64_t count, std::int64_t whole,
                 T* block) {
  if (!repeats && count == whole) return in + i;
  if (repeats) {
    std::fill_n(block, whole, *in);
  } else {
    std::copy_n(in + i, count, block);
    std::fill_n(block + count, whole - count, T(1));
  }
  return block;
}

template <Op op, class T>
void mathRowOf(const void* const* in, const bool* repeats, void* out, std::int64_t length) {
  const std::int64_t lanes = ir::mathFunction(op, elementTypeOf<T>).lanes;
  T* const r = static_cast<T*>(out);
  for (std::int64_t i = 0; i < length; i += blockLength) {
    const std::int64_t count = std::min(length - i, blockLength);
    const std::int64_t whole = (count + lanes - 1) / lanes * lanes;
    T blocks[2][blockLength];
    const T* x[2] = {};
    for (int k = 0; k < info(op).arity; ++k)
      x[k] = blockOf(static_cast<const T*>(in[k]), repeats[k], i, count, whole, blocks[k]);
    if (count == whole) {
      ir::blockMath(op, x[0], x[1], r + i, count);
    } else {
      T results[blockLength];
      ir::blockMath(op, x[0], x[1], results, whole);
      std::copy_n(results, count, r + i);
    }
  }
}

template <Op op, class T>
constexpr Row mathRowIfMath() {
  if constexpr (info(op).has(op_property::math))
    return mathRowOf<op, T>;
  else
    return nullptr;
}

// One row per operation; null where it is no math function.
template <class T>
Row mathRowFor(Op op) {
  static constexpr auto rows = []<std::size_t... k>(std::index_sequence<k...>) {
    return std::array<Row, opCount>{mathRowIfMath<static_cast<Op>(k), T>()...};
  }(std::make_index_sequence<opCount>());
  return rows[static_cast<std::size_t>(op)];
}

}  // namespace

Row mathRow(Op op, ElementType type) {
  if (type == ElementType::float64) return mathRowFor<double>(op);
  if (type == ElementType::float32) return mathRowFor<float>(op);
  return nullptr;
}

}  // namespace parax::library
