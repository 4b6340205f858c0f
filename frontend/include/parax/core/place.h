// Where the arrays of an accelerated call stand among its arguments: for messages and reports.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace parax::detail {

// {2} is the second argument, {2, 1} its first member, and so on.
struct Place {
  static constexpr int deepest = 4;
  int depth = 0;
  std::uint16_t at[deepest] = {};

  constexpr Place member(std::size_t k) const {
    Place inner = *this;
    if (depth < deepest) inner.at[inner.depth++] = static_cast<std::uint16_t>(k + 1);
    return inner;
  }
};

// One way to call one function: its address stands for the C++ types.
struct Signature {
  std::span<const Place> places;  // of the arguments that are arrays and values
};

}  // namespace parax::detail
