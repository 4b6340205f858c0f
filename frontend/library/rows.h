// The loops of library mode: an instantiation per operation, type and pattern of repetition.
#pragma once

#include <cstdint>

#include "ir/scalar_ops.h"
#include "parax/core/element_type.h"
#include "parax/core/op.h"

// `out` may be an operand's memory, element for element: iterations do not depend on each other,
// which compilers cannot see when the pointers coincide.
#if defined(__clang__)
#pragma clang diagnostic ignored "-Wpass-failed"  // a wish: calls and divisions stay scalar
#define PARAX_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#else
#define PARAX_INDEPENDENT _Pragma("GCC ivdep")
#endif

namespace parax::library {

// Computes `length` results; operand k is in[k][0..length),
// or the one element in[k][0] if repeats[k].
using Row = void (*)(const void* const* in, const bool* repeats, void* out, std::int64_t length);

// Null: the operation does not exist for the type. `type` is that of the operands (select: of the
// two choices); conversions have the result's type too.
Row arithmeticRow(Op op, ElementType type);
Row comparisonRow(Op op, ElementType type);
Row logicalRow(Op op);
Row selectRow(ElementType type);
Row conversionRow(ElementType from, ElementType to);
Row mathRow(Op op, ElementType type);
// `type` is that of the fields; product types have two of them.
Row fieldRow(ElementType type, int field);
Row packRow(ElementType type);

// An operand that is a row, or one number for the whole row.
template <class T, bool repeated>
struct Stream {
  const T* data;
  T operator[](std::int64_t i) const { return data[i]; }
};
template <class T>
struct Stream<T, true> {
  explicit Stream(const T* one) : value(*one) {}
  T value;
  T operator[](std::int64_t) const { return value; }
};

template <class R, class F, class... Streams>
void fillRow(R* out, std::int64_t length, F f, Streams... streams) {
  PARAX_INDEPENDENT
  for (std::int64_t i = 0; i < length; ++i) out[i] = f(streams[i]...);
}

// F is a stateless function of one, two or three numbers.
template <class A, class R, class F>
void unaryRow(const void* const* in, const bool* repeats, void* out, std::int64_t length) {
  const A* const a = static_cast<const A*>(in[0]);
  R* const r = static_cast<R*>(out);
  if (repeats[0])
    fillRow(r, length, F{}, Stream<A, true>(a));
  else
    fillRow(r, length, F{}, Stream<A, false>{a});
}

template <class A, class B, class R, class F>
void binaryRow(const void* const* in, const bool* repeats, void* out, std::int64_t length) {
  const A* const a = static_cast<const A*>(in[0]);
  const B* const b = static_cast<const B*>(in[1]);
  R* const r = static_cast<R*>(out);
  if (repeats[0] && repeats[1])
    fillRow(r, length, F{}, Stream<A, true>(a), Stream<B, true>(b));
  else if (repeats[0])
    fillRow(r, length, F{}, Stream<A, true>(a), Stream<B, false>{b});
  else if (repeats[1])
    fillRow(r, length, F{}, Stream<A, false>{a}, Stream<B, true>(b));
  else
    fillRow(r, length, F{}, Stream<A, false>{a}, Stream<B, false>{b});
}

// Both ways of the first operand; the others follow
// in binary form, with the first bound in between.
template <class A, class B, class C, class R, class F, bool repeatA, bool repeatB>
void ternaryRowFrom(const A* a, const B* b, const C* c, bool repeatC, R* out, std::int64_t length) {
  if (repeatC)
    fillRow(out, length, F{}, Stream<A, repeatA>{a}, Stream<B, repeatB>{b}, Stream<C, true>{c});
  else
    fillRow(out, length, F{}, Stream<A, repeatA>{a}, Stream<B, repeatB>{b}, Stream<C, false>{c});
}

template <class A, class B, class C, class R, class F>
void ternaryRow(const void* const* in, const bool* repeats, void* out, std::int64_t length) {
  const A* const a = static_cast<const A*>(in[0]);
  const B* const b = static_cast<const B*>(in[1]);
  const C* const c = static_cast<const C*>(in[2]);
  R* const r = static_cast<R*>(out);
  if (repeats[0] && repeats[1])
    ternaryRowFrom<A, B, C, R, F, true, true>(a, b, c, repeats[2], r, length);
  else if (repeats[0])
    ternaryRowFrom<A, B, C, R, F, true, false>(a, b, c, repeats[2], r, length);
  else if (repeats[1])
    ternaryRowFrom<A, B, C, R, F, false, true>(a, b, c, repeats[2], r, length);
  else
    ternaryRowFrom<A, B, C, R, F, false, false>(a, b, c, repeats[2], r, length);
}

}  // namespace parax::library
