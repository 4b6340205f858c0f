// A second, direct way to compute an operation, and arrays with the numbers that matter.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <limits>
#include <random>
#include <vector>

#include "frontend/library/operations.h"
#include "ir/scalar_ops.h"
#include "parax/core/scalar.h"

namespace parax::library::test {

using Extents = std::vector<std::int64_t>;

inline std::int64_t product(const Extents& extents) {
  std::int64_t n = 1;
  for (const std::int64_t e : extents) n *= e;
  return n;
}

struct TestArray {
  ElementType type;
  Extents extents;
  std::vector<std::byte> data;

  TestArray(ElementType t, Extents e)
      : type(t),
        extents(std::move(e)),
        data(static_cast<std::size_t>(product(extents)) * sizeOf(t)) {}
  std::int64_t elements() const { return product(extents); }
  Operand operand() const {
    return {type, static_cast<int>(extents.size()), extents.data(), data.data()};
  }
  Scalar at(std::int64_t i) const {
    Scalar s{type, 0};
    std::memcpy(&s.bits, data.data() + static_cast<std::size_t>(i) * sizeOf(type), sizeOf(type));
    return s;
  }
  void set(std::int64_t i, Scalar s) {
    std::memcpy(data.data() + static_cast<std::size_t>(i) * sizeOf(type), &s.bits, sizeOf(type));
  }
};

// Limits, zeros of both signs, NaN and ordinary numbers, in an order that depends on the seed.
template <class T>
T interesting(std::mt19937& random) {
  using Limits = std::numeric_limits<T>;
  if constexpr (std::is_same_v<T, bool>) {
    return random() % 2;
  } else if constexpr (std::is_integral_v<T>) {
    const T special[] = {0, 1, T(-1), 2, Limits::min(), Limits::max(), 7, T(-100)};
    return random() % 3 ? special[random() % 8]
                        : static_cast<T>(random() * std::uint64_t(0x9E3779B9));
  } else {
    const T special[] = {T(0),
                         -T(0),
                         1,
                         -1,
                         Limits::infinity(),
                         -Limits::infinity(),
                         Limits::quiet_NaN(),
                         Limits::denorm_min(),
                         Limits::max(),
                         T(3e9),
                         T(-1e19),
                         T(0.5)};
    return random() % 3 ? special[random() % 12] : static_cast<T>(random()) / T(1 << 24) - T(100);
  }
}

inline TestArray randomArray(ElementType type, const Extents& extents, unsigned seed,
                             bool nonZero = false) {
  TestArray a(type, extents);
  std::mt19937 random(seed);
  visitScalarType(type, [&]<class T>(T*) {
    for (std::int64_t i = 0; i < a.elements(); ++i) {
      T x = interesting<T>(random);
      if (nonZero && x == T(0)) x = T(1);
      a.set(i, Scalar::of(x));
    }
  });
  return a;
}

// Equal bits, except that a NaN is a NaN.
inline bool same(Scalar a, Scalar b) {
  if (a.type == ElementType::float64 && b.type == a.type && std::isnan(a.as<double>()))
    return std::isnan(b.as<double>());
  if (a.type == ElementType::float32 && b.type == a.type && std::isnan(a.as<float>()))
    return std::isnan(b.as<float>());
  return a == b;
}

// One element, straight from the reference.
inline Scalar evaluate(Op op, ElementType result, const Scalar* x) {
  return visitScalarType(x[info(op).arity - 1].type, [&]<class T>(T*) {
    switch (info(op).rule) {
      case TypeRule::compare:
        return Scalar::of(ir::evaluateCompare<T>(op, x[0].as<T>(), x[1].as<T>()));
      case TypeRule::choose: return x[0].as<bool>() ? x[1] : x[2];
      case TypeRule::convert:
        return visitScalarType(
            result, [&]<class To>(To*) { return Scalar::of(ir::convert<To, T>(x[0].as<T>())); });
      default: break;
    }
    if (info(op).arity == 1) return Scalar::of(ir::evaluateUnary<T>(op, x[0].as<T>()));
    if constexpr (std::is_floating_point_v<T>)
      if (op == Op::fma) return Scalar::of(std::fma(x[0].as<T>(), x[1].as<T>(), x[2].as<T>()));
    return Scalar::of(ir::evaluateBinary<T>(op, x[0].as<T>(), x[1].as<T>()));
  });
}

// Where element `linear` of the result's shape comes from in an operand, by NumPy's rule.
inline std::int64_t broadcastIndex(const Extents& result, const Extents& own, std::int64_t linear) {
  std::int64_t index = 0, stride = 1;
  for (std::size_t back = 1; back <= result.size(); ++back) {
    const std::int64_t extent = result[result.size() - back], at = linear % extent;
    linear /= extent;
    if (back > own.size()) continue;
    const std::int64_t ownExtent = own[own.size() - back];
    index += (ownExtent == 1 ? 0 : at) * stride;
    stride *= ownExtent;
  }
  return index;
}

}  // namespace parax::library::test
