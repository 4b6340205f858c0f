// Small helpers for the interpreter tests: arrays in, elements out.
#pragma once

#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "ir/interpreter.h"

namespace parax::ir::test {

// Owns its elements; std::vector<bool> has no addresses, so the memory is bytes.
template <class T>
struct TestArray {
  std::vector<std::int64_t> extents;
  std::vector<std::byte> bytes;

  TestArray(std::vector<std::int64_t> shape, const std::vector<T>& elements)
      : extents(std::move(shape)), bytes(elements.size() * sizeof(T)) {
    for (std::size_t k = 0; k < elements.size(); ++k) {
      const T element = elements[k];
      std::memcpy(bytes.data() + k * sizeof(T), &element, sizeof(T));
    }
  }
  explicit TestArray(const std::vector<T>& elements)
      : TestArray({static_cast<std::int64_t>(elements.size())}, elements) {}
  ArrayView view() const { return {elementTypeOf<T>, extents, bytes.data()}; }
};

template <class T>
std::vector<T> elements(const ArrayValue& array) {
  std::vector<T> list;
  if (array.type != elementTypeOf<T>) throw std::runtime_error("another element type");
  for (std::size_t k = 0; k * sizeof(T) < array.data.size(); ++k) {
    T element;
    std::memcpy(&element, array.data.data() + k * sizeof(T), sizeof(T));
    list.push_back(element);
  }
  return list;
}

template <class T>
T only(const ArrayValue& array) {
  return elements<T>(array).at(0);
}

// Floats by their bits, so that -0 and +0 differ; all NaNs are one.
template <class T>
std::uint64_t bitsOf(T value) {
  if (value != value) return ~std::uint64_t{0};
  return Scalar::of(value).bits;
}

}  // namespace parax::ir::test
