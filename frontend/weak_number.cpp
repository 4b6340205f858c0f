// C++ numbers beside arrays. long double holds every int64, uint64 and double exactly on x86.
#include "frontend/weak_number.h"

#include <charconv>
#include <cmath>
#include <iterator>
#include <limits>

#include "frontend/words.h"
#include "ir/scalar_ops.h"
#include "runtime/float_mode.h"

namespace parax::detail {
namespace {

static_assert(std::numeric_limits<long double>::digits >= 64, "exact comparisons need 64 bits");

long double exactValue(const WeakNumber& number) {
  switch (number.kind) {
    case WeakNumber::Kind::signedInt: return static_cast<long double>(number.i);
    case WeakNumber::Kind::unsignedInt: return static_cast<long double>(number.u);
    case WeakNumber::Kind::floating:
    case WeakNumber::Kind::complex: return static_cast<long double>(number.f);
  }
  __builtin_unreachable();
}

Threshold constant(bool answer) {
  return {answer ? Threshold::Kind::always : Threshold::Kind::never, {}};
}

// Integers: x < 2.5 is x < 3, and what lies beyond the type's range is decided already.
template <class T>
Threshold integerThreshold(Op op, long double value) {
  if (std::isnan(value)) return constant(op == Op::ne);
  const bool equality = op == Op::eq || op == Op::ne;
  if (equality && value != std::floor(value)) return constant(op == Op::ne);
  const bool up = op == Op::lt || op == Op::ge;
  const long double bound = up ? std::ceil(value) : std::floor(value);
  if (bound > static_cast<long double>(std::numeric_limits<T>::max()))
    return constant(op == Op::lt || op == Op::le || op == Op::ne);
  if (bound < static_cast<long double>(std::numeric_limits<T>::min()))
    return constant(op == Op::gt || op == Op::ge || op == Op::ne);
  return {Threshold::Kind::compare, Scalar::of(static_cast<T>(bound))};
}

// Floats: the neighbour on the right side of a number
// that the type cannot hold; NaN if none equals it.
template <class T>
Threshold floatThreshold(Op op, long double value) {
  T nearest = static_cast<T>(value);
  if (static_cast<long double>(nearest) == value || std::isnan(value))
    return {Threshold::Kind::compare, Scalar::of(nearest)};
  constexpr T infinity = std::numeric_limits<T>::infinity();
  if (op == Op::eq || op == Op::ne) {
    nearest = std::numeric_limits<T>::quiet_NaN();
  } else {
    const bool up = op == Op::lt || op == Op::ge;  // the smallest above; else the largest below
    const bool above = static_cast<long double>(nearest) > value;
    if (up != above) nearest = std::nextafter(nearest, up ? infinity : -infinity);
  }
  return {Threshold::Kind::compare, Scalar::of(nearest)};
}

}  // namespace

std::string numberText(const WeakNumber& number) {
  if (number.kind == WeakNumber::Kind::signedInt) return std::to_string(number.i);
  if (number.kind == WeakNumber::Kind::unsignedInt) return std::to_string(number.u);
  char digits[32];  // the longest has 24
  const auto [end, error] = std::to_chars(std::begin(digits), std::end(digits), number.f);
  return std::string(digits, end);
}

bool fits(const WeakNumber& number, ElementType type) {
  return visitScalarType(type, [&]<class T>(T*) {
    if constexpr (std::is_floating_point_v<T> || std::is_same_v<T, bool>) return true;
    const long double value = exactValue(number);
    return value >= static_cast<long double>(std::numeric_limits<T>::min()) &&
           value <= static_cast<long double>(std::numeric_limits<T>::max());
  });
}

namespace {

// A call of its own, so that nothing is rounded before the rounding is set.
template <class T>
[[gnu::noinline]] Scalar inType(const WeakNumber& number) {
  switch (number.kind) {
    case WeakNumber::Kind::signedInt: return Scalar::of(static_cast<T>(number.i));
    case WeakNumber::Kind::unsignedInt: return Scalar::of(static_cast<T>(number.u));
    case WeakNumber::Kind::floating:
    case WeakNumber::Kind::complex: return Scalar::of(static_cast<T>(number.f));
  }
  __builtin_unreachable();
}

}  // namespace

Scalar toScalar(const WeakNumber& number, ElementType type, const SourceLocation& where,
                const char* remedy) {
  if (number.kind == WeakNumber::Kind::floating && type == ElementType::float64)
    return Scalar::of(number.f);  // the usual case
  if (!fits(number, type))
    throw ArgumentError(
        "the number " + numberText(number) + " does not fit in " + typeWord(type) + ": " + remedy,
        where);
  const runtime::StandardFloats floats;
  return visitScalarType(type, [&]<class T>(T*) { return inType<T>(number); });
}

Threshold threshold(Op op, ElementType type, const WeakNumber& number) {
  const long double value = exactValue(number);
  return visitScalarType(type, [&]<class T>(T*) {
    if constexpr (std::is_floating_point_v<T>)
      return floatThreshold<T>(op, value);
    else
      return integerThreshold<T>(op, value);
  });
}

}  // namespace parax::detail
