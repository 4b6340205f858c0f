// What went wrong at an element, as data.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <tuple>

namespace parax::ir {

enum class FailureKind : std::uint8_t {
  division,  // of an integer by zero
  index,     // detail: the index and the extent of the dimension that it is outside of
};

// By turn, operation in program order, point in row-major order. Turns of all repeats are counted
// from 1 as they begin; 0: before the first.
struct Failure {
  FailureKind kind = FailureKind::division;
  std::int32_t ordinal = 0;
  std::int64_t turn = 0;
  std::int64_t point = 0;  // row-major, in the shape of the failing operation
  std::int64_t detail[2] = {0, 0};

  friend bool operator<(const Failure& a, const Failure& b) {
    return std::tie(a.turn, a.ordinal, a.point) < std::tie(b.turn, b.ordinal, b.point);
  }
};

// The error of the first failing element in program order.
struct ElementFailure : std::runtime_error, Failure {
  explicit ElementFailure(const Failure& first)
      : std::runtime_error("element failure"), Failure(first) {}
  ElementFailure(std::int32_t ordinalOfNode, std::int64_t linearIndex)
      : ElementFailure(Failure{.ordinal = ordinalOfNode, .point = linearIndex}) {}
};

}  // namespace parax::ir
