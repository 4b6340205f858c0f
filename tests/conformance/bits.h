// A result or argument as plain bits; any NaN is like any other.
#pragma once

#include <parax/parax.h>

#include <string>
#include <vector>

namespace parax::conformance {

struct Leaf {
  std::string type;
  std::vector<std::int64_t> shape;
  std::vector<std::uint64_t> bits;  // one word for each element, or each of its fields
  bool operator==(const Leaf&) const = default;
};
using Flat = std::vector<Leaf>;

// Appends an array in memory.
void flattenMemory(Flat& flat, ElementType type, std::span<const std::int64_t> shape,
                   const void* memory, std::size_t count);

template <Element T, int N>
[[gnu::noinline]] void flatten(Flat& flat, const Array<T, N>& array) {
  const auto elements = array.span();
  flattenMemory(flat, elementTypeOf<T>, array.shape(), elements.data(), elements.size());
}
template <Element T>
[[gnu::noinline]] void flatten(Flat& flat, const Value<T>& value) {
  const T number = value.get();
  flattenMemory(flat, elementTypeOf<T>, {}, &number, 1);
}
template <class T>
[[gnu::noinline]] void flatten(Flat& flat, const T& object) {
  const auto each = [&](const auto&... part) { (flatten(flat, part), ...); };
  if constexpr (std::is_enum_v<T>)
    flat.push_back({"enum", {}, {static_cast<std::uint64_t>(object)}});
  else if constexpr (std::is_arithmetic_v<T>)
    flatten(flat, Value<std::conditional_t<Element<T>, T, double>>(object));
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
