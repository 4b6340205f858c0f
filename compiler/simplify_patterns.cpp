// Rules about the shape of an expression: equal operands, an operation on another one's result.
#include <limits>

#include "compiler/simplify_rules.h"

namespace parax::compiler {
namespace {

using ir::Node;
using ir::NodeId;

enum class Types { all, integers, notFloats, notUnsigned };

bool contains(Types types, ElementType type) {
  switch (types) {
    case Types::all: return true;
    case Types::integers: return isInteger(type);
    case Types::notFloats: return !isFloating(type);
    case Types::notUnsigned: return !isUnsigned(type);
  }
  __builtin_unreachable();
}

// Both operands are the same node. Not exact for floats: NaN differs from itself, inf - inf is NaN.
struct EqualOperands {
  Op op;
  Types types;
  enum class Result { operand, zero, one } result;  // bool: zero is false, one is true
};
using Same = EqualOperands::Result;
constexpr EqualOperands equalOperands[] = {
    {Op::min, Types::all, Same::operand},        {Op::max, Types::all, Same::operand},
    {Op::logicalAnd, Types::all, Same::operand}, {Op::logicalOr, Types::all, Same::operand},
    {Op::bitAnd, Types::all, Same::operand},     {Op::bitOr, Types::all, Same::operand},
    {Op::bitXor, Types::all, Same::zero},        {Op::sub, Types::integers, Same::zero},
    {Op::eq, Types::notFloats, Same::one},       {Op::ne, Types::notFloats, Same::zero},
    {Op::lt, Types::notFloats, Same::zero},      {Op::le, Types::notFloats, Same::one},
    {Op::gt, Types::notFloats, Same::zero},      {Op::ge, Types::notFloats, Same::one},
};

NodeId matchEqualOperands(Simplifier& simplifier, const Node& node) {
  const NodeId x = node.operand[0];
  if (node.arity() != 2 || x != node.operand[1]) return ir::none;
  for (const EqualOperands& rule : equalOperands) {
    if (rule.op != node.op || !contains(rule.types, simplifier.at(x).type)) continue;
    if (rule.result == Same::operand) return x;
    if (simplifier.mayFail(x)) return ir::none;
    return simplifier.constant({node.type, rule.result == Same::one ? 1u : 0u}, node);
  }
  return ir::none;
}

// outer(inner(...)) equals `result` of the inner operands, or the
// inner node's first operand itself, or the inner node. With NaN,
// only == and != are each other's negation.
struct Nested {
  Op outer, inner;
  Types types;  // of the inner operands
  enum class Form { innerOperand, innerNode, replaceBoth } form;
  Op result;
};
using Form = Nested::Form;
constexpr Nested nested[] = {
    {Op::neg, Op::neg, Types::all, Form::innerOperand, Op::neg},
    {Op::logicalNot, Op::logicalNot, Types::all, Form::innerOperand, Op::logicalNot},
    {Op::bitNot, Op::bitNot, Types::all, Form::innerOperand, Op::bitNot},
    {Op::abs, Op::abs, Types::all, Form::innerNode, Op::abs},
    {Op::abs, Op::neg, Types::notUnsigned, Form::replaceBoth, Op::abs},
    {Op::logicalNot, Op::eq, Types::all, Form::replaceBoth, Op::ne},
    {Op::logicalNot, Op::ne, Types::all, Form::replaceBoth, Op::eq},
    {Op::logicalNot, Op::lt, Types::notFloats, Form::replaceBoth, Op::ge},
    {Op::logicalNot, Op::le, Types::notFloats, Form::replaceBoth, Op::gt},
    {Op::logicalNot, Op::gt, Types::notFloats, Form::replaceBoth, Op::le},
    {Op::logicalNot, Op::ge, Types::notFloats, Form::replaceBoth, Op::lt},
};

NodeId matchNested(Simplifier& simplifier, const Node& node) {
  if (node.arity() != 1) return ir::none;
  const Node inner = simplifier.at(node.operand[0]);
  for (const Nested& rule : nested) {
    if (rule.outer != node.op || rule.inner != inner.op ||
        !contains(rule.types, simplifier.at(inner.operand[0]).type))
      continue;
    if (rule.form == Form::innerOperand) return inner.operand[0];
    if (rule.form == Form::innerNode) return node.operand[0];
    return simplifier.binary(rule.result, inner.operand[0], inner.operand[1], node);
  }
  return ir::none;
}

// x + (-y) = x - y and x - (-y) = x + y, exact also for zeros.
NodeId matchNegatedOperand(Simplifier& simplifier, const Node& node) {
  if (node.op != Op::add && node.op != Op::sub) return ir::none;
  const auto [a, b] = std::pair(node.operand[0], node.operand[1]);
  const Op opposite = node.op == Op::add ? Op::sub : Op::add;
  if (simplifier.at(b).op == Op::neg)
    return simplifier.binary(opposite, a, simplifier.at(b).operand[0], node);
  if (node.op == Op::add && simplifier.at(a).op == Op::neg)
    return simplifier.binary(Op::sub, b, simplifier.at(a).operand[0], node);
  return ir::none;
}

// select(c, x, x) is x; select(not c, a, b) is select(c, b, a).
NodeId matchSelect(Simplifier& simplifier, const Node& node) {
  if (node.op != Op::select) return ir::none;
  const NodeId condition = node.operand[0];
  if (node.operand[1] == node.operand[2])
    return simplifier.mayFail(condition) ? ir::none : simplifier.withDims(node.operand[1], node);
  if (simplifier.at(condition).op != Op::logicalNot) return ir::none;
  Node turned = node;
  turned.operand[0] = simplifier.at(condition).operand[0];
  std::swap(turned.operand[1], turned.operand[2]);
  return simplifier.make(turned);
}

// Whether `to` holds every value of `from`.
bool holdsExactly(ElementType from, ElementType to) {
  return visitScalarType(from, [&]<class From>(From*) {
    return visitScalarType(to, []<class To>(To*) {
      using F = std::numeric_limits<From>;
      using T = std::numeric_limits<To>;
      return F::digits <= T::digits && F::is_signed <= T::is_signed &&
             F::is_integer >= T::is_integer && F::max_exponent <= T::max_exponent;
    });
  });
}

// A cast to the same type, and there and back through a wider one.
NodeId matchCast(Simplifier& simplifier, const Node& node) {
  if (node.op != Op::cast) return ir::none;
  const Node& operand = simplifier.at(node.operand[0]);
  if (operand.type == node.type) return node.operand[0];
  if (operand.op != Op::cast || simplifier.at(operand.operand[0]).type != node.type)
    return ir::none;
  const bool exact = holdsExactly(node.type, operand.type);
  return exact ? operand.operand[0] : ir::none;
}

// A full of rank 0, and a reduction of one element. A user's function stays: what it computes
// before all pairs may be an error.
NodeId matchSingleElement(Simplifier& simplifier, const Node& node) {
  if (node.op == Op::full && node.dims.rank() == 0) return node.operand[0];
  if (info(node.op).kind != OpKind::reduction || simplifier.at(node.operand[0]).dims.rank() != 0 ||
      node.op == Op::reduceWith)
    return ir::none;
  return node.operand[0];
}

// A field of an element that was put together is what was put there.
NodeId matchField(Simplifier& simplifier, const Node& node) {
  if (node.op != Op::field) return ir::none;
  const Node& whole = simplifier.at(node.operand[0]);
  return whole.op == Op::pack ? simplifier.withDims(whole.operand[node.slot], node) : ir::none;
}

// What was only taken apart and put together again: conj(conj(z)).
NodeId matchPack(Simplifier& simplifier, const Node& node) {
  if (node.op != Op::pack) return ir::none;
  NodeId whole = ir::none;
  for (int k = 0; k < node.arity(); ++k) {
    const Node& part = simplifier.at(node.operand[k]);
    if (part.op != Op::field || part.slot != k || (k > 0 && part.operand[0] != whole))
      return ir::none;
    whole = part.operand[0];
  }
  return simplifier.at(whole).type == node.type ? whole : ir::none;
}

}  // namespace

NodeId applyPatternRules(Simplifier& simplifier, const Node& node) {
  for (const auto match : {matchEqualOperands, matchNested, matchNegatedOperand, matchSelect,
                           matchCast, matchSingleElement, matchField, matchPack})
    if (const NodeId id = match(simplifier, node); id != ir::none) return id;
  return ir::none;
}

}  // namespace parax::compiler
