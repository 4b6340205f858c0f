// Math functions: whole vectors through the function whose lane 0 is the scalar form.
#include <algorithm>
#include <array>
#include <utility>

#include "frontend/library/rows.h"
#include "ir/vector_math.h"

namespace parax::library {
namespace {

// The operands of a function of one or two arguments.
template <class T>
struct Arguments {
  const T* in[2];
  bool repeats[2];
  int count;
  T one[2][64 / sizeof(T)];  // a vector of operand k: repeated, or the rest of a row

  void fillRepeated() {
    for (int k = 0; k < count; ++k)
      if (repeats[k]) std::fill(std::begin(one[k]), std::end(one[k]), *in[k]);
  }
  // A whole vector from element i on.
  const T* vector(int k, std::int64_t i) const { return repeats[k] ? one[k] : in[k] + i; }
  // The last elements of a row, filled up with 1, which no function takes exception to.
  const T* rest(int k, std::int64_t i, std::int64_t length) {
    if (repeats[k]) return one[k];
    std::fill(std::begin(one[k]), std::end(one[k]), T(1));
    std::copy(in[k] + i, in[k] + length, one[k]);
    return one[k];
  }
};

template <Op op, class T>
void mathRowOf(const void* const* in, const bool* repeats, void* out, std::int64_t length) {
  Arguments<T> x;
  x.count = info(op).arity;
  for (int k = 0; k < x.count; ++k) {
    x.in[k] = static_cast<const T*>(in[k]);
    x.repeats[k] = repeats[k];
  }
  x.fillRepeated();
  T* const r = static_cast<T*>(out);
  const std::int64_t lanes = ir::mathFunction(op, elementTypeOf<T>).lanes;
  for (std::int64_t i = 0; i < length; i += lanes) {
    const bool whole = i + lanes <= length;
    const T* arguments[2] = {};
    for (int k = 0; k < x.count; ++k) arguments[k] = whole ? x.vector(k, i) : x.rest(k, i, length);
    T result[64 / sizeof(T)];
    ir::vectorMath(op, arguments, result);
    std::copy_n(result, std::min(lanes, length - i), r + i);
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
