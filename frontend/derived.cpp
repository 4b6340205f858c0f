// Operations that are made of others.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "frontend/array_state.h"
#include "frontend/messages.h"
#include "frontend/recording/recorder.h"

namespace parax::detail {
namespace {

constexpr ElementType int64 = ElementType::int64;

Handle productOfExtents(const Operand& a, int rank, const SourceLocation& where) {
  if (rank == 0) return makeNumber(Scalar::of(std::int64_t{1}));
  Handle total = extentValue(a, 0, where);
  for (int d = 1; d < rank; ++d)
    total = binary(Op::mul, int64, total, extentValue(a, d, where), where);
  return total;
}

// The number of every element in row-major order.
Handle positions(const Operand& a, int rank, const SourceLocation& where) {
  if (rank == 0) return makeNumber(Scalar::of(std::int64_t{0}));
  Handle number = iotaLike(int64, a, 0, where);
  for (int d = 1; d < rank; ++d) {
    number = binary(Op::mul, int64, number, extentValue(a, d, where), where);
    number = binary(Op::add, int64, number, iotaLike(int64, a, d, where), where);
  }
  return number;
}

}  // namespace

Handle power(ElementType type, const Operand& a, std::uint64_t exponent,
             const SourceLocation& where) {
  if (exponent == 0) return fullLike(type, WeakNumber(1), a, where);
  const Handle base = cast(type, a, where);
  Handle result = base;
  for (int bit = 62 - std::countl_zero(exponent); bit >= 0; --bit) {
    result = binary(Op::mul, type, result, result, where);
    if (exponent >> bit & 1) result = binary(Op::mul, type, result, base, where);
  }
  return result;
}

void requireElements(const Operand& a, const char* forWhat, const SourceLocation& where) {
  const ArrayState& state = stateOf(a, where);
  if (state.elements() == 0)
    throw ShapeError(
        std::string(forWhat) + " of an empty array, shape " + shapeText(state.shapeSpan()), where);
  if (Recorder* recorder = Recorder::current()) recorder->assumeNotEmpty(state, where);
}

Handle elementCountValue(const Operand& a, const char* forWhat, const SourceLocation& where) {
  requireElements(a, forWhat, where);
  return productOfExtents(a, stateOf(a, where).rank, where);
}

void requireBroadcast(Op op, const Operand& a, const Operand& b, const SourceLocation& where) {
  if (a.isNumber || b.isNumber) return;
  const auto x = stateOf(a, where).shapeSpan(), y = stateOf(b, where).shapeSpan();
  for (std::size_t d = 1; d <= std::min(x.size(), y.size()); ++d) {
    const std::int64_t m = x[x.size() - d], n = y[y.size() - d];
    if (m != n && m != 1 && n != 1) throw shapesDoNotMatch(op, x, y, where);
  }
}

void requireSameShape(const char* forWhat, const Operand& a, const Operand& b,
                      const SourceLocation& where) {
  const ArrayState &x = stateOf(a, where), &y = stateOf(b, where);
  if (std::ranges::equal(x.shapeSpan(), y.shapeSpan())) return;
  throw ShapeError(std::string(forWhat) + ": the shapes " + shapeText(x.shapeSpan()) + " and " +
                       shapeText(y.shapeSpan()) + " do not match",
                   where);
}

Handle firstEqual(const Operand& a, const Operand& value, const SourceLocation& where) {
  const ArrayState& state = stateOf(a, where);
  Handle hit = binary(Op::eq, state.type, a, value, where);
  if (isFloating(state.type))
    hit = binary(Op::logicalOr, ElementType::boolean, hit, binary(Op::ne, state.type, a, a, where),
                 where);
  const Handle number = positions(a, state.rank, where);
  constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max();
  return reduce(Op::reduceMin, int64, select(int64, hit, number, WeakNumber(none), where), where);
}

Handle largest(ElementType type, const Operand& a, const SourceLocation& where) {
  const ArrayState& state = stateOf(a, where);
  if (state.elements() == 0) {
    for (int d = 0; d < state.rank; ++d)
      if (state.traced()) Recorder::of(state, where).readExtent(state, d);
    return makeNumber(Scalar{type, 0});
  }
  return reduce(Op::reduceMax, type, a, where);
}

std::int64_t rangeLength(ElementType type, double start, double stop, double step,
                         const SourceLocation& where) {
  const std::string what = "from " + std::to_string(start) + " to " + std::to_string(stop) +
                           " in steps of " + std::to_string(step);
  double length = std::ceil((stop - start) / step);
  if (step == 0 || !std::isfinite(length) || length > 0x1p62)
    throw ArgumentError("arange: there is no range " + what, where);
  if (length <= 0) return 0;
  const auto last = [&] { return start + (length - 1) * step; };
  if (step > 0 ? last() >= stop : last() <= stop) --length;  // the quotient was rounded up
  if (isFloating(type)) return static_cast<std::int64_t>(length);
  if (start != std::trunc(start) || step != std::trunc(step))
    throw ArgumentError(
        "arange: " + typeWord(type) + " cannot count " + what + ": use a floating type", where);
  const bool fits = visitScalarType(type, [&]<class T>(T*) {
    const auto holds = [](double x) {  // the limits are powers of two, or one less
      return x >= static_cast<double>(std::numeric_limits<T>::min()) &&
             x < std::ldexp(1.0, std::numeric_limits<T>::digits);
    };
    return holds(start) && holds(last());
  });
  if (!fits)
    throw ArgumentError("arange: " + typeWord(type) + " cannot hold the numbers " + what, where);
  return static_cast<std::int64_t>(length);
}

}  // namespace parax::detail
