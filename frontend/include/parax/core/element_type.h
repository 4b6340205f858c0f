// The element types of arrays and values: one row each, and what the rest of Parax asks about them.
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "parax/core/api.h"

namespace parax {

// One row per scalar type: enumerator, C++ type, name in the IR's text form, kind.
#define PARAX_SCALAR_TYPES(ROW)                  \
  ROW(boolean, bool, "bool", boolean)            \
  ROW(int8, std::int8_t, "i8", signedInt)        \
  ROW(int16, std::int16_t, "i16", signedInt)     \
  ROW(int32, std::int32_t, "i32", signedInt)     \
  ROW(int64, std::int64_t, "i64", signedInt)     \
  ROW(uint8, std::uint8_t, "u8", unsignedInt)    \
  ROW(uint16, std::uint16_t, "u16", unsignedInt) \
  ROW(uint32, std::uint32_t, "u32", unsignedInt) \
  ROW(uint64, std::uint64_t, "u64", unsignedInt) \
  ROW(float32, float, "f32", floating)           \
  ROW(float64, double, "f64", floating)

// One row per product type: an element is a few fields of one scalar type, one after the other in
// memory. Only `field`, `pack` and reductions with a function know them; everything else is done to
// the fields.
// Enumerator, C++ type, name in the IR's text form, type of the fields, how many.
#define PARAX_PRODUCT_TYPES(ROW)                         \
  ROW(complex64, std::complex<float>, "c64", float32, 2) \
  ROW(complex128, std::complex<double>, "c128", float64, 2)

enum class ElementType : std::uint8_t {
#define ROW(name, type, text, kind) name,
  PARAX_SCALAR_TYPES(ROW)
#undef ROW
#define ROW(name, type, text, field, count) name,
      PARAX_PRODUCT_TYPES(ROW)
#undef ROW
};

enum class ElementKind : std::uint8_t { boolean, signedInt, unsignedInt, floating, product };

struct ElementTypeInfo {
  std::string_view name;  // in the text form and in messages
  std::size_t size;       // bytes of one element in memory
  ElementKind kind;
  ElementType field;  // of a scalar: itself
  int fields;
};

constexpr ElementTypeInfo elementTypeTable[] = {
#define ROW(name, type, text, kind) {text, sizeof(type), ElementKind::kind, ElementType::name, 1},
    PARAX_SCALAR_TYPES(ROW)
#undef ROW
#define ROW(name, type, text, field, count) \
  {text, sizeof(type), ElementKind::product, ElementType::field, count},
        PARAX_PRODUCT_TYPES(ROW)
#undef ROW
};
constexpr int elementTypeCount = sizeof(elementTypeTable) / sizeof(elementTypeTable[0]);
constexpr int scalarTypeCount = static_cast<int>(ElementType::float64) + 1;

constexpr int maxFields = [] {
  int most = 1;
  for (const ElementTypeInfo& type : elementTypeTable)
    most = type.fields > most ? type.fields : most;
  return most;
}();

constexpr const ElementTypeInfo& info(ElementType type) {
  return elementTypeTable[static_cast<int>(type)];
}
constexpr std::string_view name(ElementType type) { return info(type).name; }
constexpr std::size_t sizeOf(ElementType type) { return info(type).size; }
constexpr bool isFloating(ElementType type) { return info(type).kind == ElementKind::floating; }
constexpr bool isUnsigned(ElementType type) { return info(type).kind == ElementKind::unsignedInt; }
constexpr bool isInteger(ElementType type) {
  return info(type).kind == ElementKind::signedInt || isUnsigned(type);
}
constexpr bool isProduct(ElementType type) { return info(type).kind == ElementKind::product; }
// What a parameter of 64 bits holds; everything else is in memory.
constexpr bool isInlineScalar(ElementType type, int rank) { return rank == 0 && !isProduct(type); }
constexpr ElementType fieldType(ElementType type) { return info(type).field; }
constexpr int fieldCount(ElementType type) { return info(type).fields; }

// elementTypeOf<T> is the enumerator of a C++ type; isElement<T> says whether there is one.
template <class T>
struct ElementTypeOf {};
#define ROW(name, type, text, kind)                         \
  template <>                                               \
  struct ElementTypeOf<type> {                              \
    static constexpr ElementType value = ElementType::name; \
  };
PARAX_SCALAR_TYPES(ROW)
#undef ROW
#define ROW(name, type, text, field, count)                 \
  template <>                                               \
  struct ElementTypeOf<type> {                              \
    static constexpr ElementType value = ElementType::name; \
  };
PARAX_PRODUCT_TYPES(ROW)
#undef ROW
// C++ has two integer types of 64 bits: the other one means the same elements.
template <>
struct ElementTypeOf<long long> : ElementTypeOf<std::int64_t> {};
template <>
struct ElementTypeOf<unsigned long long> : ElementTypeOf<std::uint64_t> {};

template <class T>
concept Element = requires { ElementTypeOf<T>::value; };

template <Element T>
constexpr ElementType elementTypeOf = ElementTypeOf<T>::value;

// Two C++ types for the same elements: long and long long.
template <class T, class U>
concept SameElement = Element<T> && Element<U> && elementTypeOf<T> == elementTypeOf<U>;

// Calls f with a null pointer of the C++ type that a scalar `type` stands for: the only type switch
// needed.
template <class F>
decltype(auto) visitScalarType(ElementType type, F&& f) {
  switch (type) {
#define ROW(name, cppType, text, kind) \
  case ElementType::name: return f(static_cast<cppType*>(nullptr));
    PARAX_SCALAR_TYPES(ROW)
#undef ROW
    default: __builtin_unreachable();
  }
}

}  // namespace parax
