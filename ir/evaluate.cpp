// One pointwise operation on numbers whose types are known at run time only.
#include "ir/evaluate.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "ir/reduction_tree.h"
#include "ir/scalar_ops.h"
#include "parax/core/error.h"

namespace parax::ir {
namespace {

Scalar castTo(ElementType type, const Scalar& x) {
  return visitScalarType(type, [&]<class To>(To*) {
    return visitScalarType(
        x.type, [&]<class From>(From*) { return Scalar::of(convert<To>(x.as<From>())); });
  });
}

template <class T>
Scalar evaluateFma([[maybe_unused]] const Scalar* operand) {
  if constexpr (std::is_floating_point_v<T>)
    return Scalar::of(std::fma(operand[0].as<T>(), operand[1].as<T>(), operand[2].as<T>()));
  else
    throw InternalError("fma of a type that is not floating");
}

// All operands have type T.
template <class T>
std::optional<Scalar> evaluateUniform(Op op, const Scalar* operand) {
  const T a = operand[0].as<T>();
  if (op == Op::fma) return evaluateFma<T>(operand);
  if (info(op).arity == 1) return Scalar::of(evaluateUnary<T>(op, a));
  const T b = operand[1].as<T>();
  if (info(op).rule == TypeRule::compare) return Scalar::of(evaluateCompare<T>(op, a, b));
  if (isDivisionByZero<T>(op, b)) return std::nullopt;
  return Scalar::of(evaluateBinary<T>(op, a, b));
}

}  // namespace

std::optional<Scalar> evaluatePointwise(Op op, ElementType type, const Scalar* operand) {
  if (op == Op::select) return operand[0].as<bool>() ? operand[1] : operand[2];
  if (op == Op::cast) return castTo(type, operand[0]);
  return visitScalarType(operand[0].type,
                         [&]<class T>(T*) { return evaluateUniform<T>(op, operand); });
}

Scalar indexValue(ElementType type, std::int64_t i) { return castTo(type, Scalar::of(i)); }

Scalar loadElement(ElementType type, const void* data, std::int64_t index) {
  Scalar s{type, 0};
  const std::size_t size = sizeOf(type);
  std::memcpy(&s.bits, static_cast<const std::byte*>(data) + static_cast<std::size_t>(index) * size,
              size);
  return s;
}

void storeElement(void* data, std::int64_t index, const Scalar& value) {
  const std::size_t size = sizeOf(value.type);
  std::memcpy(static_cast<std::byte*>(data) + static_cast<std::size_t>(index) * size, &value.bits,
              size);
}

Scalar evaluateReduction(Op op, ElementType type, std::span<const std::int64_t> extents,
                         const void* data) {
  if (std::ranges::count(extents, 0) > 0 && info(op).has(op_property::nonEmpty))
    throw InternalError(std::string(name(op)) + " of an empty array");
  return visitScalarType(type, [&]<class T>(T*) {
    return Scalar::of(reduceArray<T>(
        op, extents, [&](std::int64_t i) { return loadElement(type, data, i).template as<T>(); }));
  });
}

}  // namespace parax::ir
