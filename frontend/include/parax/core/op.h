// The operations of Parax: one table, used by the frontend, both IRs, the interpreters and
// emitters.
#pragma once

#include <cstdint>
#include <string_view>

#include "parax/core/api.h"

namespace parax {

// The kind of an operation decides where it may stand:
//   leaf       domain and parallel IR: something that comes from outside (input, number, constant);
//              left and right: what the function of a reduceWith is given; param: what a region is
//              given
//   generator  domain IR: makes an array from scalars and a shape
//   pointwise  domain IR (arrays, broadcast) and parallel IR (scalars)
//   fields     domain IR: takes elements of a product type apart or puts them together; arrays are
//              broadcast
//   reduction  domain IR: a whole array to rank 0; parallel IR: the operation of a Reduction
//   memory     parallel IR only
//   control    bodies only: what owns or ends a region (ir/body.h)
//
// How the result type follows from the operands' types:
//   given      stands in the node
//   same       all operands and the result have one type
//   compare    operands have one type, the result is bool
//   logical    bool operands, bool result
//   choose     (bool, T, T) -> T
//   convert    any -> any
//   floating   as `same`, and the type is float32 or float64
//   numeric    as `same`, and the type is not bool
//   integral   as `same`, and the type is an integer
//   part       a product type -> the type of its fields
//   whole      the fields of a product type -> that type
//
// Properties: commutative; fails (an element can be an error: integer division by zero); math (a
// function of ir/vector_math.h); cheap is the rest.
//
// ROW(enumerator, text, arity, kind, type rule, properties)
#define PARAX_OPS(ROW)                                       \
  ROW(input, "input", 0, leaf, given, 0)                     \
  ROW(number, "number", 0, leaf, given, 0)                   \
  ROW(constant, "constant", 0, leaf, given, 0)               \
  ROW(extent, "extent", 0, leaf, given, 0)                   \
  ROW(left, "left", 0, leaf, given, 0)                       \
  ROW(right, "right", 0, leaf, given, 0)                     \
  ROW(param, "param", 0, leaf, given, 0)                     \
  ROW(full, "full", 1, generator, same, 0)                   \
  ROW(iota, "iota", 0, generator, given, 0)                  \
  ROW(add, "add", 2, pointwise, numeric, commutative)        \
  ROW(sub, "sub", 2, pointwise, numeric, 0)                  \
  ROW(mul, "mul", 2, pointwise, numeric, commutative)        \
  ROW(div, "div", 2, pointwise, numeric, fails)              \
  ROW(rem, "rem", 2, pointwise, integral, fails)             \
  ROW(neg, "neg", 1, pointwise, numeric, 0)                  \
  ROW(abs, "abs", 1, pointwise, numeric, 0)                  \
  ROW(min, "min", 2, pointwise, same, commutative)           \
  ROW(max, "max", 2, pointwise, same, commutative)           \
  ROW(fma, "fma", 3, pointwise, floating, 0)                 \
  ROW(lt, "lt", 2, pointwise, compare, 0)                    \
  ROW(le, "le", 2, pointwise, compare, 0)                    \
  ROW(gt, "gt", 2, pointwise, compare, 0)                    \
  ROW(ge, "ge", 2, pointwise, compare, 0)                    \
  ROW(eq, "eq", 2, pointwise, compare, commutative)          \
  ROW(ne, "ne", 2, pointwise, compare, commutative)          \
  ROW(logicalAnd, "and", 2, pointwise, logical, commutative) \
  ROW(logicalOr, "or", 2, pointwise, logical, commutative)   \
  ROW(logicalNot, "not", 1, pointwise, logical, 0)           \
  ROW(bitAnd, "bitAnd", 2, pointwise, integral, commutative) \
  ROW(bitOr, "bitOr", 2, pointwise, integral, commutative)   \
  ROW(bitXor, "bitXor", 2, pointwise, integral, commutative) \
  ROW(bitNot, "bitNot", 1, pointwise, integral, 0)           \
  ROW(shiftLeft, "shiftLeft", 2, pointwise, integral, 0)     \
  ROW(shiftRight, "shiftRight", 2, pointwise, integral, 0)   \
  ROW(popcount, "popcount", 1, pointwise, integral, 0)       \
  ROW(clz, "clz", 1, pointwise, integral, 0)                 \
  ROW(select, "select", 3, pointwise, choose, 0)             \
  ROW(cast, "cast", 1, pointwise, convert, 0)                \
  ROW(sqrt, "sqrt", 1, pointwise, floating, 0)               \
  ROW(floor, "floor", 1, pointwise, floating, 0)             \
  ROW(ceil, "ceil", 1, pointwise, floating, 0)               \
  ROW(trunc, "trunc", 1, pointwise, floating, 0)             \
  ROW(round, "round", 1, pointwise, floating, 0)             \
  ROW(rint, "rint", 1, pointwise, floating, 0)               \
  ROW(copysign, "copysign", 2, pointwise, floating, 0)       \
  ROW(exp, "exp", 1, pointwise, floating, math)              \
  ROW(exp2, "exp2", 1, pointwise, floating, math)            \
  ROW(exp10, "exp10", 1, pointwise, floating, math)          \
  ROW(expm1, "expm1", 1, pointwise, floating, math)          \
  ROW(log, "log", 1, pointwise, floating, math)              \
  ROW(log2, "log2", 1, pointwise, floating, math)            \
  ROW(log10, "log10", 1, pointwise, floating, math)          \
  ROW(log1p, "log1p", 1, pointwise, floating, math)          \
  ROW(cbrt, "cbrt", 1, pointwise, floating, math)            \
  ROW(sin, "sin", 1, pointwise, floating, math)              \
  ROW(cos, "cos", 1, pointwise, floating, math)              \
  ROW(tan, "tan", 1, pointwise, floating, math)              \
  ROW(asin, "asin", 1, pointwise, floating, math)            \
  ROW(acos, "acos", 1, pointwise, floating, math)            \
  ROW(atan, "atan", 1, pointwise, floating, math)            \
  ROW(sinh, "sinh", 1, pointwise, floating, math)            \
  ROW(cosh, "cosh", 1, pointwise, floating, math)            \
  ROW(tanh, "tanh", 1, pointwise, floating, math)            \
  ROW(asinh, "asinh", 1, pointwise, floating, math)          \
  ROW(acosh, "acosh", 1, pointwise, floating, math)          \
  ROW(atanh, "atanh", 1, pointwise, floating, math)          \
  ROW(erf, "erf", 1, pointwise, floating, math)              \
  ROW(erfc, "erfc", 1, pointwise, floating, math)            \
  ROW(lgamma, "lgamma", 1, pointwise, floating, math)        \
  ROW(tgamma, "tgamma", 1, pointwise, floating, math)        \
  ROW(pow, "pow", 2, pointwise, floating, math)              \
  ROW(atan2, "atan2", 2, pointwise, floating, math)          \
  ROW(hypot, "hypot", 2, pointwise, floating, math)          \
  ROW(fmod, "fmod", 2, pointwise, floating, math)            \
  ROW(remainder, "remainder", 2, pointwise, floating, math)  \
  ROW(field, "field", 1, fields, part, 0)                    \
  ROW(pack, "pack", 2, fields, whole, 0)                     \
  ROW(reduceSum, "sum", 1, reduction, numeric, 0)            \
  ROW(reduceProduct, "product", 1, reduction, numeric, 0)    \
  ROW(reduceMin, "reduceMin", 1, reduction, same, nonEmpty)  \
  ROW(reduceMax, "reduceMax", 1, reduction, same, nonEmpty)  \
  ROW(reduceAny, "any", 1, reduction, logical, 0)            \
  ROW(reduceAll, "all", 1, reduction, logical, 0)            \
  ROW(reduceWith, "reduceWith", 3, reduction, same, 0)       \
  ROW(load, "load", 0, memory, given, 0)                     \
  ROW(store, "store", 1, memory, given, 0)                   \
  ROW(index, "index", 0, memory, given, 0)                   \
  ROW(prefix, "prefix", 1, memory, same, 0)                  \
  ROW(prefixBefore, "prefixBefore", 1, memory, same, 0)      \
  ROW(branch, "if", 1, control, given, 0)                    \
  ROW(forLoop, "loop", anyArity, control, given, 0)          \
  ROW(whileLoop, "while", anyArity, control, given, 0)       \
  ROW(reduceOver, "reduceOver", 1, control, given, 0)        \
  ROW(proceed, "continue", 1, control, given, 0)             \
  ROW(yield, "yield", anyArity, control, given, 0)           \
  ROW(part, "part", 1, control, given, 0)

constexpr std::uint8_t anyArity = 255;

enum class Op : std::uint8_t {
#define ROW(name, text, arity, kind, rule, properties) name,
  PARAX_OPS(ROW)
#undef ROW
};

enum class OpKind : std::uint8_t {
  leaf,
  generator,
  pointwise,
  fields,
  reduction,
  memory,
  control,
};

enum class TypeRule : std::uint8_t {
  given,
  same,
  compare,
  logical,
  choose,
  convert,
  floating,
  numeric,
  integral,
  part,
  whole,
};

namespace op_property {
constexpr std::uint8_t commutative = 1;
constexpr std::uint8_t fails = 2;     // integer types only
constexpr std::uint8_t math = 4;      // a function of ir/vector_math.h
constexpr std::uint8_t nonEmpty = 8;  // an empty operand is an error
}  // namespace op_property

struct OpInfo {
  std::string_view name;  // in the text form and in messages
  std::uint8_t arity;
  OpKind kind;
  TypeRule rule;
  std::uint8_t properties;
  constexpr bool has(std::uint8_t property) const { return (properties & property) != 0; }
};

namespace detail {
using namespace op_property;
constexpr OpInfo opTable[] = {
#define ROW(name, text, arity, kind, rule, properties) \
  {text, arity, OpKind::kind, TypeRule::rule, properties},
    PARAX_OPS(ROW)
#undef ROW
};
}  // namespace detail
constexpr int opCount = sizeof(detail::opTable) / sizeof(detail::opTable[0]);

constexpr const OpInfo& info(Op op) { return detail::opTable[static_cast<int>(op)]; }
constexpr std::string_view name(Op op) { return info(op).name; }

}  // namespace parax
