// full and iota.
#include <algorithm>

#include "frontend/library/operations.h"
#include "ir/scalar_ops.h"

namespace parax::library {

void full(Scalar value, std::int64_t elements, void* out) {
  visitElementType(
      value.type, [&]<class T>(T*) { std::fill_n(static_cast<T*>(out), elements, value.as<T>()); });
}

void iota(ElementType type, std::int64_t elements, void* out) {
  visitElementType(type, [&]<class T>(T*) {
    T* const r = static_cast<T*>(out);
    for (std::int64_t i = 0; i < elements; ++i) r[i] = ir::convert<T, std::int64_t>(i);
  });
}

}  // namespace parax::library
