// The operations as callables: name, what they need, the element type of the result by the rules
// for mixed types (written out here again, from the promises, not taken from Parax).
#pragma once

#include "check.h"

namespace parax::conformance {

template <class T>
constexpr const char* anything = nullptr;
template <class T>
constexpr const char* boolOnly =
    std::is_same_v<T, bool> ? nullptr : "needs bool elements: refused by the C++ compiler";

template <class T>
using Itself = T;
template <class T>
using Truth = bool;
template <class T>
using Counted = std::conditional_t<std::is_same_v<T, bool>, std::int64_t, T>;
template <class T>
using Real = std::conditional_t<std::is_floating_point_v<T>, T, double>;
template <class T>
using Total = std::conditional_t<std::is_floating_point_v<T>, T, std::int64_t>;

// Struct, name, what it needs of T, result's element, expression of a (and b).
#define PARAX_UNARY(Struct, text, needs, Result, expression) \
  struct Struct {                                            \
    static constexpr const char* name = text;                \
    template <class T>                                       \
    static constexpr const char* refusal = needs<T>;         \
    template <class T>                                       \
    using Element = Result<T>;                               \
    template <class A>                                       \
    auto operator()(const A& a) const {                      \
      return expression;                                     \
    }                                                        \
  };
#define PARAX_BINARY(Struct, text, needs, Result, expression) \
  struct Struct {                                             \
    static constexpr const char* name = text;                 \
    template <class T>                                        \
    static constexpr const char* refusal = needs<T>;          \
    template <class T>                                        \
    using Element = Result<T>;                                \
    template <class A, class B>                               \
    auto operator()(const A& a, const B& b) const {           \
      return expression;                                      \
    }                                                         \
  };

PARAX_BINARY(Add, "a + b", anything, Counted, a + b)
PARAX_BINARY(Divide, "a / b", anything, Counted, a / b)
PARAX_BINARY(Multiply, "a * b", anything, Counted, a* b)
PARAX_BINARY(Less, "a < b", anything, Truth, a < b)
PARAX_BINARY(Max, "max(a, b)", anything, Itself, max(a, b))

PARAX_UNARY(Sum, "sum", anything, Total, sum(a))
PARAX_UNARY(Smallest, "min(a)", anything, Itself, min(a))
PARAX_UNARY(Largest, "max(a)", anything, Itself, max(a))
PARAX_UNARY(Any, "any", boolOnly, Truth, any(a))
PARAX_UNARY(All, "all", boolOnly, Truth, all(a))

// What stands beside an array decides which element types meet, not the rank.
inline void explainOtherRanks(const std::string& operation, const char* type) {
  for (const int rank : {0, 2, 3})
    Table::instance().explainHole(operation, type, rank,
                                  "the kind of operand does not depend on the rank: see rank 1");
}

// Runs cell(T(), rank constant) for every type that the operation has, in ranks 0 to 3.
template <class Operation, class Cell>
void forEachCell(Cell cell) {
  forEachType([&]<class T>(T type) {
    if constexpr (Operation::template refusal<T> != nullptr) {
      for (int rank = 0; rank < tableRanks; ++rank)
        Table::instance().explainHole(Operation::name, typeName<T>, rank,
                                      Operation::template refusal<T>);
    } else {
      cell(type, std::integral_constant<int, 0>());
      cell(type, std::integral_constant<int, 1>());
      cell(type, std::integral_constant<int, 2>());
      cell(type, std::integral_constant<int, 3>());
    }
  });
  Table::instance().expectNoHoles(Operation::name);
}

}  // namespace parax::conformance
