// Whether the types of an operation follow its row in the op table.
#include "ir/type_rules.h"

#include <algorithm>

namespace parax::ir {

bool typesFit(Op op, ElementType result, const ElementType* operand) {
  const ElementType* const end = operand + info(op).arity;
  const bool ofProducts = isProduct(result) || std::any_of(operand, end, isProduct);
  const bool takesProducts =
      info(op).kind == OpKind::fields || info(op).kind == OpKind::leaf || op == Op::reduceWith;
  if (ofProducts && !takesProducts) return false;
  const auto all = [](const ElementType* from, const ElementType* to, ElementType type) {
    return std::all_of(from, to, [=](ElementType t) { return t == type; });
  };
  switch (info(op).rule) {
    case TypeRule::given:
    case TypeRule::convert: return true;
    case TypeRule::same: return all(operand, end, result);
    case TypeRule::compare: return result == ElementType::boolean && all(operand, end, *operand);
    case TypeRule::logical: return result == ElementType::boolean && all(operand, end, result);
    case TypeRule::choose:
      return operand[0] == ElementType::boolean && all(operand + 1, end, result);
    case TypeRule::floating: return isFloating(result) && all(operand, end, result);
    case TypeRule::integral: return isInteger(result) && all(operand, end, result);
    case TypeRule::part: return isProduct(*operand) && result == fieldType(*operand);
    case TypeRule::whole:
      return isProduct(result) && fieldCount(result) == info(op).arity &&
             all(operand, end, fieldType(result));
    case TypeRule::numeric: return result != ElementType::boolean && all(operand, end, result);
  }
  __builtin_unreachable();
}

}  // namespace parax::ir
