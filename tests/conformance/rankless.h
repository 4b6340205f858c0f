// Typed functions on arrays of any rank: to C++ they all have rank 1, the core knows better. So a
// function is compiled once for each element type.
#pragma once

#include "inputs.h"
#include "untyped.h"

namespace parax::conformance {

template <class A>
Variable variableOf(int rank) {
  constexpr bool isValue = std::is_same_v<A, Value<typename A::Elem>>;
  return {elementTypeOf<typename A::Elem>, isValue ? 0 : rank, isValue};
}

// f(A...), where A are arrays of rank 1, or values.
template <class... A, class F>
Untyped rankless(int rank, F f) {
  using Result = decltype(f(std::declval<A>()...));
  const auto body = [f](std::span<Handle* const> x) -> std::vector<Handle> {
    return [&]<std::size_t... k>(std::index_sequence<k...>) -> std::vector<Handle> {
      return {f(A(std::move(*x[k]))...).handle()};
    }(std::index_sequence_for<A...>());
  };
  return {{variableOf<A>(rank)...}, {}, {variableOf<Result>(rank)}, body};
}

// run(rank) for the ranks that a function is tested in.
template <class F>
void forEachRank(F run) {
  for (const int rank : {0, 1, 2, 3, 8}) run(rank);
}

}  // namespace parax::conformance
