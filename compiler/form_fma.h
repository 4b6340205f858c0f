// The one place where multiply-adds are fused: it decides the bits of a program.
#pragma once

#include <vector>

#include "ir/domain.h"

namespace parax::compiler {

// One that was formed, for explain: ordinals of the recorded operations.
struct MultiplyAdd {
  std::int32_t sum, product;
  bool subtracts;     // the sum is a difference
  bool productFirst;  // a * b + c, not c + a * b
};

// Floats only; the product must have the sum's dims, so that no work is repeated:
//   add(mul(a, b), c) -> fma(a, b, c)         sub(mul(a, b), c) -> fma(a, b, neg c)
//   add(c, mul(a, b)) -> fma(a, b, c)         sub(c, mul(a, b)) -> fma(neg a, b, c)
// If both operands are products the first one fuses. A product with other uses is computed twice.
// Depends on the expression only, not on loops or on who else uses the product.
std::vector<MultiplyAdd> formFma(ir::Program& program);

}  // namespace parax::compiler
