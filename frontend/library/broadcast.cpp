// Merging of dimensions and the walk over rows.
#include "frontend/library/broadcast.h"

#include <algorithm>

#include "parax/core/error.h"

namespace parax::library {
namespace {

// The extent of an operand along dimension d of the result; missing dimensions are 1.
std::int64_t extentAt(const Operand& operand, int d, int resultRank) {
  const int own = d - (resultRank - operand.rank);
  return own < 0 ? 1 : operand.extents[own];
}

}  // namespace

RowPlan::RowPlan(const Operand* operands, int count, const std::int64_t* resultExtents,
                 int resultRank)
    : count_(count) {
  if (count > maxOperands || resultRank > ir::maxRank)
    throw InternalError("library: too many operands");
  bool moved[maxOperands] = {};
  for (int d = 0; d < resultRank; ++d) {
    const std::int64_t extent = resultExtents[d];
    elements_ *= extent;
    bool moves[maxOperands] = {};
    for (int k = 0; k < count; ++k) {
      const std::int64_t own = extentAt(operands[k], d, resultRank);
      if (own != extent && own != 1) throw InternalError("library: operand does not broadcast");
      moves[k] = own == extent;
    }
    if (extent == 1) continue;
    if (rank_ > 0 && std::equal(moves, moves + count, moved))
      extents_[rank_ - 1] *= extent;
    else
      append(extent, moves);
    std::copy(moves, moves + count, moved);
  }
  if (rank_ == 0) append(1, moved);
  // Strides from the last dimension on, now that the merged extents are known.
  for (int k = 0; k < count; ++k)
    for (std::int64_t d = rank_ - 1, stride = 1; d >= 0; --d)
      if (strides_[k][d]) {
        strides_[k][d] = stride;
        stride *= extents_[d];
      }
}

void RowPlan::append(std::int64_t extent, const bool* moves) {
  for (int k = 0; k < count_; ++k) strides_[k][rank_] = moves[k];
  extents_[rank_++] = extent;
}

void RowPlan::advance(std::int64_t* offsets, std::int64_t* at) const {
  for (int d = rank_ - 2; d >= 0; --d) {
    for (int k = 0; k < count_; ++k) offsets[k] += strides_[k][d];
    if (++at[d] < extents_[d]) return;
    at[d] = 0;
    for (int k = 0; k < count_; ++k) offsets[k] -= strides_[k][d] * extents_[d];
  }
}

}  // namespace parax::library
