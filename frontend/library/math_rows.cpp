// Math functions: whole vectors through the function whose lane 0 is the scalar form.
#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "frontend/library/rows.h"
#include "ir/vector_math.h"

namespace parax::library {
namespace {

// A vector type of `bytes`; functions on it are called with the convention of the CPU's extension
// that has such registers, which the target attributes below switch on.
template <class T, int bytes>
struct VectorOf {
  typedef T Type __attribute__((vector_size(bytes)));
};

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

// Applies `address` to `length` elements, vector by vector.
#define PARAX_VECTOR_LOOP(name, bytes, isa)                                                        \
  template <class T>                                                                               \
  __attribute__((target(isa))) void name(void* address, Arguments<T>& x, T* out,                   \
                                         std::int64_t length) {                                    \
    using V = typename VectorOf<T, bytes>::Type;                                                   \
    constexpr std::int64_t lanes = bytes / sizeof(T);                                              \
    V a, b, r;                                                                                     \
    for (std::int64_t i = 0; i < length; i += lanes) {                                             \
      const bool whole = i + lanes <= length;                                                      \
      std::memcpy(&a, whole ? x.vector(0, i) : x.rest(0, i, length), bytes);                       \
      if (x.count == 1) {                                                                          \
        r = reinterpret_cast<V (*)(V)>(address)(a);                                                \
      } else {                                                                                     \
        std::memcpy(&b, whole ? x.vector(1, i) : x.rest(1, i, length), bytes);                     \
        r = reinterpret_cast<V (*)(V, V)>(address)(a, b);                                          \
      }                                                                                            \
      std::memcpy(out + i, &r, static_cast<std::size_t>(std::min(lanes, length - i)) * sizeof(T)); \
    }                                                                                              \
  }
PARAX_VECTOR_LOOP(vectors16, 16, "sse2")
PARAX_VECTOR_LOOP(vectors32, 32, "avx2")
PARAX_VECTOR_LOOP(vectors64, 64, "avx512f")
#undef PARAX_VECTOR_LOOP

template <Op op, class T>
void mathRowOf(const void* const* in, const bool* repeats, void* out, std::int64_t length) {
  constexpr int arity = info(op).arity;
  Arguments<T> x;
  x.count = arity;
  for (int k = 0; k < arity; ++k) {
    x.in[k] = static_cast<const T*>(in[k]);
    x.repeats[k] = repeats[k];
  }
  x.fillRepeated();
  T* const r = static_cast<T*>(out);
  const ir::MathFunction& f = ir::mathFunction(op, elementTypeOf<T>);
  switch (f.lanes * static_cast<int>(sizeof(T))) {
    case 64: return vectors64(f.address, x, r, length);
    case 32: return vectors32(f.address, x, r, length);
    case 16: return vectors16(f.address, x, r, length);
    default: break;
  }
  const auto at = [&](int k, std::int64_t i) {
    return k < arity ? x.in[k][repeats[k] ? 0 : i] : T(0);
  };
  for (std::int64_t i = 0; i < length; ++i) r[i] = ir::scalarMath(op, at(0, i), at(1, i));
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
