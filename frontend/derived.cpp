// Operations that are made of others.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>

#include "frontend/array_state.h"
#include "frontend/messages.h"
#include "frontend/recording/recorder.h"
#include "runtime/float_mode.h"

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
  if (Recorder* recorder = Recorder::current()) recorder->guardNotEmpty(state, where);
}

void requireCount(const Operand& a, std::int64_t lessThanCount, const char* forWhat,
                  const SourceLocation& where) {
  if (lessThanCount <= 1) return;  // requireElements has checked that there is one
  const ArrayState& state = stateOf(a, where);
  if (state.elements() < lessThanCount)
    throw ShapeError(std::string(forWhat) + ": cannot divide by n - " +
                         std::to_string(lessThanCount) + ", n is " +
                         std::to_string(state.elements()),
                     where);
  if (Recorder* recorder = Recorder::current()) recorder->guardCount(state, lessThanCount, where);
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

namespace {

// A range of integers that is not empty: how many steps it has, unless T cannot hold one of its
// numbers. long double holds every integer up to 2^64, so nothing is rounded.
template <class T>
std::optional<std::uint64_t> stepsOf(double start, double stop, double step) {
  constexpr long double least = std::numeric_limits<T>::min(), most = std::numeric_limits<T>::max();
  if (start < least || start > most) return std::nullopt;
  const bool up = step > 0;
  const long double first = start, stride = std::fabs(step);
  const long double wanted = up ? std::ceil(stop) : std::floor(stop);
  const long double end = up ? std::min(wanted, most + 1) : std::max(wanted, least - 1);
  const auto way = static_cast<std::uint64_t>(std::fabs(end - first) - 1);  // to the last that fits
  const std::uint64_t steps = stride < 0x1p64L ? way / static_cast<std::uint64_t>(stride) : 0;
  const long double last = first + static_cast<long double>(steps) * step;
  if (std::fabs(wanted - last) > stride) return std::nullopt;  // the range goes on beyond T
  return steps;
}

}  // namespace

namespace {

// A call of its own, so that nothing is rounded before the rounding is set.
[[gnu::noinline]] std::int64_t roundedRangeLength(ElementType type, double start, double stop,
                                                  double step, const SourceLocation& where) {
  const std::string what =
      "from " + numberText(start) + " to " + numberText(stop) + " in steps of " + numberText(step);
  const double quotient = (stop - start) / step;
  if (step == 0 || !std::isfinite(start) || !std::isfinite(stop) || std::isnan(quotient))
    throw ArgumentError("arange: there is no range " + what, where);
  if (step > 0 ? start >= stop : start <= stop) return 0;
  const auto counted = [&](double length) {
    if (length > 0x1p62) throw ArgumentError("arange: too many numbers " + what, where);
    return static_cast<std::int64_t>(length);
  };
  if (isFloating(type)) {
    const double length = std::max(1.0, std::ceil(quotient));
    const double last = start + (length - 1) * step;
    const bool roundedUp = length > 1 && (step > 0 ? last >= stop : last <= stop);
    return counted(length) - roundedUp;
  }
  if (start != std::trunc(start) || step != std::trunc(step))
    throw ArgumentError(
        "arange: " + typeWord(type) + " cannot count " + what + ": use a floating type", where);
  const auto steps =
      visitScalarType(type, [&]<class T>(T*) { return stepsOf<T>(start, stop, step); });
  if (!steps)
    throw ArgumentError("arange: " + typeWord(type) + " cannot hold the numbers " + what, where);
  counted(static_cast<double>(*steps));
  return static_cast<std::int64_t>(*steps) + 1;
}

// The same.
[[gnu::noinline]] double stepOf(double first, double last, std::int64_t n, bool isWide) {
  const auto steps = static_cast<double>(n - 1);
  if (n <= 1) return 0;
  return isWide ? last / steps - first / steps : (last - first) / steps;
}

bool isFinite(double number, ElementType type) {
  return std::fabs(number) <= (type == ElementType::float32
                                   ? static_cast<double>(std::numeric_limits<float>::max())
                                   : std::numeric_limits<double>::max());
}

}  // namespace

std::int64_t rangeLength(ElementType type, double start, double stop, double step,
                         const SourceLocation& where) {
  const runtime::StandardFloats floats;
  return roundedRangeLength(type, start, stop, step, where);
}

Handle linspace(ElementType type, double first, double last, std::int64_t n,
                const SourceLocation& where) {
  const Operand size = WeakNumber(n);
  const auto counted = [&](ElementType in) {
    return iota(in, {&size, 1}, 0, where, Counting::rounded);
  };
  // Where the distance is more than the type holds, the second half is counted from the end.
  const bool isWide =
      n > 1 && isFinite(first, type) && isFinite(last, type) && !isFinite(last - first, type);
  const double step = [&] {
    const runtime::StandardFloats floats;
    return stepOf(first, last, n, isWide);
  }();
  const Handle i = counted(type);
  Handle values = multiplyAdd(type, i, WeakNumber(step), WeakNumber(first), where);
  if (isWide) {
    const Handle left = binary(Op::sub, type, WeakNumber(n - 1), i, where);
    const Handle fromEnd =
        multiplyAdd(type, left, WeakNumber(n > 2 ? -step : 0), WeakNumber(last), where);
    if (n == 2) values = fullLike(type, WeakNumber(first), i, where);
    values = select(type, compare(Op::lt, type, i, left, where), values, fromEnd, where);
  }
  const Handle exact = type == ElementType::float64 ? i : counted(ElementType::float64);
  const Handle atEnd =
      compare(Op::eq, ElementType::float64, exact, WeakNumber(n > 1 ? n - 1 : -1), where);
  return select(type, atEnd, WeakNumber(last), values, where);
}

Handle arange(ElementType type, double start, double stop, double step,
              const SourceLocation& where) {
  const Operand size = WeakNumber(rangeLength(type, start, stop, step, where));
  // Integers modulo 2^64: a step may be as large, though no number of the range is.
  const bool floating = isFloating(type);
  const ElementType wide = floating || type == ElementType::uint64 ? type : int64;
  const auto inWide = [&](double x) -> WeakNumber {
    if (floating) return x;
    const double distance = std::fabs(x);  // more is a step that is not taken
    const std::uint64_t whole = distance < 0x1p64 ? static_cast<std::uint64_t>(distance) : 0;
    const std::uint64_t bits = x < 0 ? -whole : whole;
    if (wide == ElementType::uint64) return bits;
    return static_cast<std::int64_t>(bits);
  };
  const Handle number = iota(wide, {&size, 1}, 0, where, Counting::rounded);
  return cast(type, multiplyAdd(wide, number, inWide(step), inWide(start), where), where);
}

}  // namespace parax::detail
