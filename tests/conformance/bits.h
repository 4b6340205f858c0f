// A result or argument as plain bits; any NaN is like any other.
#pragma once

#include <parax/parax.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

namespace parax::conformance {

struct Leaf {
  std::string type;
  std::vector<std::int64_t> shape;
  std::vector<std::uint64_t> bits;  // one word for each element
  bool operator==(const Leaf&) const = default;
};
using Flat = std::vector<Leaf>;

template <class T>
std::uint64_t bitsOf(T value) {
  if constexpr (std::is_floating_point_v<T>)
    if (std::isnan(value)) value = std::numeric_limits<T>::quiet_NaN();
  if constexpr (sizeof(T) > 8) return bitsOf(static_cast<double>(value));
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, std::min(sizeof(T), sizeof(bits)));
  return bits;
}

template <Element T, int N>
[[gnu::noinline]] void flatten(Flat& flat, const Array<T, N>& array) {
  const auto shape = array.shape();
  Leaf leaf{std::string(name(elementTypeOf<T>)), {shape.begin(), shape.end()}, {}};
  for (const T element : array.span()) leaf.bits.push_back(bitsOf(element));
  flat.push_back(std::move(leaf));
}
template <Element T>
[[gnu::noinline]] void flatten(Flat& flat, const Value<T>& value) {
  flat.push_back({std::string(name(elementTypeOf<T>)), {}, {bitsOf(value.get())}});
}
template <class T>
[[gnu::noinline]] void flatten(Flat& flat, const T& object) {
  const auto each = [&](const auto&... part) { (flatten(flat, part), ...); };
  if constexpr (std::is_enum_v<T>)
    flat.push_back({"enum", {}, {static_cast<std::uint64_t>(object)}});
  else if constexpr (std::is_arithmetic_v<T>)
    flat.push_back({"number", {}, {bitsOf(object)}});
  else if constexpr (detail::IsTuple<T>::value)
    std::apply(each, object);
  else
    std::apply(each, Fields<T>::tie(object));
}

// A copy that shares no memory, so that it may be written in place.
template <class T>
[[gnu::noinline]] T unshared(const T& object) {
  if constexpr (requires { T(object.span(), object.shape()); })
    return T(object.span(), object.shape());
  else
    return object;
}

std::string argumentsText(const Flat& arguments);  // " f64[ 3 4 ] i32[ ]"

// "" or the first difference.
std::string difference(const Flat& expected, const Flat& found);

}  // namespace parax::conformance
