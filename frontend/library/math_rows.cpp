// exp, log, log10, erf: whole vectors through the function whose lane 0 is the scalar form.
#include <algorithm>
#include <cstring>

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

// Applies `address` to the length elements at `in`, vector by vector; the last one is filled up
// with 1, which no function takes exception to.
#define PARAX_VECTOR_LOOP(name, bytes, isa)                                  \
  template <class T>                                                         \
  __attribute__((target(isa))) void name(void* address, const T* in, T* out, \
                                         std::int64_t length) {              \
    using Vector = typename VectorOf<T, bytes>::Type;                        \
    constexpr std::int64_t lanes = bytes / sizeof(T);                        \
    const auto function = reinterpret_cast<Vector (*)(Vector)>(address);     \
    std::int64_t i = 0;                                                      \
    Vector x;                                                                \
    for (; i + lanes <= length; i += lanes) {                                \
      std::memcpy(&x, in + i, bytes);                                        \
      x = function(x);                                                       \
      std::memcpy(out + i, &x, bytes);                                       \
    }                                                                        \
    if (i == length) return;                                                 \
    T last[lanes];                                                           \
    std::fill(last, last + lanes, T(1));                                     \
    std::copy(in + i, in + length, last);                                    \
    std::memcpy(&x, last, bytes);                                            \
    x = function(x);                                                         \
    std::memcpy(last, &x, bytes);                                            \
    std::copy(last, last + (length - i), out + i);                           \
  }
PARAX_VECTOR_LOOP(vectors16, 16, "sse2")
PARAX_VECTOR_LOOP(vectors32, 32, "avx2")
PARAX_VECTOR_LOOP(vectors64, 64, "avx512f")
#undef PARAX_VECTOR_LOOP

template <Op op, class T>
void mathRowOf(const void* const* in, const bool* repeats, void* out, std::int64_t length) {
  const T* const x = static_cast<const T*>(in[0]);
  T* const r = static_cast<T*>(out);
  if (repeats[0]) {
    std::fill_n(r, length, ir::scalarMath(op, *x));
    return;
  }
  const ir::MathFunction& f = ir::mathFunction(op, elementTypeOf<T>);
  switch (f.lanes * static_cast<int>(sizeof(T))) {
    case 64: return vectors64(f.address, x, r, length);
    case 32: return vectors32(f.address, x, r, length);
    case 16: return vectors16(f.address, x, r, length);
    default:
      for (std::int64_t i = 0; i < length; ++i) r[i] = ir::scalarMath(op, x[i]);
  }
}

template <class T>
Row mathRowFor(Op op) {
  switch (op) {
    case Op::exp: return mathRowOf<Op::exp, T>;
    case Op::log: return mathRowOf<Op::log, T>;
    case Op::log10: return mathRowOf<Op::log10, T>;
    case Op::erf: return mathRowOf<Op::erf, T>;
    default: return nullptr;
  }
}

}  // namespace

Row mathRow(Op op, ElementType type) {
  if (type == ElementType::float64) return mathRowFor<double>(op);
  if (type == ElementType::float32) return mathRowFor<float>(op);
  return nullptr;
}

}  // namespace parax::library
