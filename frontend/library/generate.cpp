// full and iota.
#include <algorithm>

#include "frontend/library/operations.h"
#include "ir/scalar_ops.h"

namespace parax::library {

void full(Scalar value, std::int64_t elements, void* out) {
  visitScalarType(value.type,
                  [&]<class T>(T*) { std::fill_n(static_cast<T*>(out), elements, value.as<T>()); });
}

void iota(ElementType type, std::int64_t outer, std::int64_t extent, std::int64_t inner,
          void* out) {
  visitScalarType(type, [&]<class T>(T*) {
    T* r = static_cast<T*>(out);
    for (std::int64_t k = 0; k < outer; ++k)
      for (std::int64_t i = 0; i < extent; ++i, r += inner)
        std::fill_n(r, inner, ir::convert<T, std::int64_t>(i));
  });
}

}  // namespace parax::library
