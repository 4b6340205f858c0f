// Fields of product types: an element is an array of two.
#include <array>

#include "frontend/library/rows.h"

namespace parax::library {
namespace {

template <std::size_t k>
struct Field {
  template <class T>
  T operator()(const std::array<T, 2>& element) const {
    return element[k];
  }
};
struct Pack {
  template <class T>
  std::array<T, 2> operator()(T first, T second) const {
    return {first, second};
  }
};

}  // namespace

Row fieldRow(ElementType type, int field) {
  return visitScalarType(type, [field]<class T>(T*) -> Row {
    using Element = std::array<T, 2>;
    return field == 0 ? unaryRow<Element, T, Field<0>> : unaryRow<Element, T, Field<1>>;
  });
}

Row packRow(ElementType type) {
  return visitScalarType(
      type, []<class T>(T*) -> Row { return binaryRow<T, T, std::array<T, 2>, Pack>; });
}

}  // namespace parax::library
