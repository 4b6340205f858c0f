// Rules about constant operands. Constants that fill an array count as constants.
#include <cmath>
#include <limits>

#include "compiler/simplify_rules.h"
#include "ir/evaluate.h"

namespace parax::compiler {
namespace {

using ir::Node;
using ir::NodeId;

enum class Side { left, right };
enum class Types { floats, integers, numbers, signedNumbers, bools };
enum class Result { other, negatedOther, notOther, theConstant };

bool contains(Types types, ElementType type) {
  switch (types) {
    case Types::floats: return isFloating(type);
    case Types::integers: return isInteger(type);
    case Types::numbers: return type != ElementType::boolean;
    case Types::signedNumbers: return type != ElementType::boolean && !isUnsigned(type);
    case Types::bools: return type == ElementType::boolean;
  }
  __builtin_unreachable();
}

// An operation with one constant operand and what it equals. Commutative operations have their
// constant on the right. Exact: x + -0 and x - 0 are x for every x, but 0 + -0 is 0; x * 0 is not 0
// for NaN, infinities and negative x.
struct ConstantRule {
  Op op;
  Side side;
  Types types;
  double constant;
  Result result;
};
constexpr ConstantRule constantRules[] = {
    {Op::add, Side::right, Types::floats, -0.0, Result::other},
    {Op::add, Side::right, Types::integers, 0, Result::other},
    {Op::sub, Side::right, Types::numbers, 0, Result::other},
    {Op::sub, Side::left, Types::floats, -0.0, Result::negatedOther},
    {Op::sub, Side::left, Types::integers, 0, Result::negatedOther},
    {Op::mul, Side::right, Types::numbers, 1, Result::other},
    {Op::mul, Side::right, Types::signedNumbers, -1, Result::negatedOther},
    {Op::mul, Side::right, Types::integers, 0, Result::theConstant},
    {Op::div, Side::right, Types::numbers, 1, Result::other},
    {Op::div, Side::right, Types::signedNumbers, -1, Result::negatedOther},
    {Op::logicalAnd, Side::right, Types::bools, 1, Result::other},
    {Op::logicalAnd, Side::right, Types::bools, 0, Result::theConstant},
    {Op::logicalOr, Side::right, Types::bools, 0, Result::other},
    {Op::logicalOr, Side::right, Types::bools, 1, Result::theConstant},
    {Op::eq, Side::right, Types::bools, 1, Result::other},
    {Op::eq, Side::right, Types::bools, 0, Result::notOther},
    {Op::ne, Side::right, Types::bools, 0, Result::other},
    {Op::ne, Side::right, Types::bools, 1, Result::notOther},
};

Scalar convertTo(ElementType type, double value) {
  const Scalar from = Scalar::of(value);
  return *ir::evaluatePointwise(Op::cast, type, &from);
}

NodeId resultOf(Simplifier& simplifier, Result result, NodeId other, Scalar constant,
                const Node& node) {
  if (result == Result::theConstant)
    return simplifier.mayFail(other) ? ir::none : simplifier.constant(constant, node);
  const NodeId kept = simplifier.withDims(other, node);
  if (kept == ir::none || result == Result::other) return kept;
  return simplifier.unary(result == Result::notOther ? Op::logicalNot : Op::neg, kept, node);
}

// x / c = x * (1 / c) to the last bit if 1 / c is a number of the type: c is a power of two.
NodeId divideByPowerOfTwo(Simplifier& simplifier, const Node& node, Scalar divisor) {
  return visitScalarType(node.type, [&]<class T>(T*) -> NodeId {
    if constexpr (std::is_floating_point_v<T>) {
      const T c = divisor.as<T>();
      int exponent;
      if (!std::isnormal(c) || !std::isnormal(1 / c)) return ir::none;
      if (std::fabs(std::frexp(c, &exponent)) != T(0.5)) return ir::none;
      Node scalar = node;
      scalar.dims = {};
      const NodeId reciprocal = simplifier.constant(Scalar::of(1 / c), scalar);
      const NodeId operand = simplifier.withDims(reciprocal, simplifier.at(node.operand[1]));
      return simplifier.binary(Op::mul, node.operand[0], operand, node);
    } else {
      return ir::none;
    }
  });
}

// select(true, a, b) is a. An arm that is dropped must not be able to fail.
NodeId selectByConstant(Simplifier& simplifier, const Node& node, bool condition) {
  const auto [kept, dropped] = condition ? std::pair(node.operand[1], node.operand[2])
                                         : std::pair(node.operand[2], node.operand[1]);
  return simplifier.mayFail(dropped) ? ir::none : simplifier.withDims(kept, node);
}

}  // namespace

// Pointwise operations on constants only. Math functions are left to run time: their last bit
// belongs to the machine that runs the code.
NodeId foldConstants(Simplifier& simplifier, const Node& node) {
  if (info(node.op).kind != OpKind::pointwise || info(node.op).has(op_property::math))
    return ir::none;
  Scalar operand[3];
  for (int k = 0; k < node.arity(); ++k) {
    const std::optional<Scalar> constant = simplifier.constantOf(node.operand[k]);
    if (!constant) return ir::none;
    operand[k] = *constant;
  }
  const std::optional<Scalar> value = ir::evaluatePointwise(node.op, node.type, operand);
  return value ? simplifier.constant(*value, node) : ir::none;
}

NodeId applyConstantRules(Simplifier& simplifier, const Node& node) {
  if (info(node.op).kind != OpKind::pointwise || node.arity() < 2) return ir::none;
  const std::optional<Scalar> left = simplifier.constantOf(node.operand[0]);
  if (node.op == Op::select)
    return left ? selectByConstant(simplifier, node, left->as<bool>()) : ir::none;
  const std::optional<Scalar> right = simplifier.constantOf(node.operand[1]);
  if (node.arity() != 2 || !(left || right)) return ir::none;
  for (const ConstantRule& rule : constantRules) {
    const std::optional<Scalar>& constant = rule.side == Side::left ? left : right;
    if (rule.op != node.op || !constant || !contains(rule.types, constant->type) ||
        *constant != convertTo(constant->type, rule.constant))
      continue;
    const NodeId other = node.operand[rule.side == Side::left ? 1 : 0];
    return resultOf(simplifier, rule.result, other, *constant, node);
  }
  if (node.op == Op::div && right) return divideByPowerOfTwo(simplifier, node, *right);
  return ir::none;
}

}  // namespace parax::compiler
