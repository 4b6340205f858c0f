// A broadcast as rows: runs in which an operand advances by one element or repeats one.
#pragma once

#include <cstddef>
#include <cstdint>

#include "frontend/library/operations.h"
#include "ir/dims.h"

namespace parax::library {

constexpr int maxOperands = 3;

// Neighbouring dimensions in which all operands move
// alike are merged: same-shape operands are one row.
class RowPlan {
 public:
  RowPlan(const Operand* operands, int count, const std::int64_t* resultExtents, int resultRank);

  std::int64_t elements() const { return elements_; }
  std::int64_t rowLength() const { return extents_[rank_ - 1]; }
  bool repeats(int operand) const { return strides_[operand][rank_ - 1] == 0; }

  // Calls row(offsets, first): per operand the offset of its first element, and the row's place in
  // the result, all in elements.
  template <class F>
  void forEachRow(F&& row) const {
    if (elements_ == 0) return;
    std::int64_t offsets[maxOperands] = {}, at[ir::maxRank] = {};
    const std::int64_t length = rowLength();
    for (std::int64_t first = 0;;) {
      row(static_cast<const std::int64_t*>(offsets), first);
      first += length;
      if (first >= elements_) return;
      advance(offsets, at);
    }
  }

 private:
  void advance(std::int64_t* offsets, std::int64_t* at) const;
  void append(std::int64_t extent, const bool* moves);

  int rank_ = 0, count_;
  std::int64_t elements_ = 1;
  std::int64_t extents_[ir::maxRank + 1] = {};
  std::int64_t strides_[maxOperands][ir::maxRank + 1] = {};  // in elements; 0: repeats
};

}  // namespace parax::library
