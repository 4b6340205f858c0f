// Rows: how shapes are merged.
#include "frontend/library/broadcast.h"

#include <gtest/gtest.h>

#include "tests/library/evaluate.h"

namespace parax::library::test {
namespace {

struct Rows {
  std::int64_t count, length;
};

Rows rowsOf(const Extents& result, const Extents& a, const Extents& b) {
  const TestArray x(ElementType::int32, a), y(ElementType::int32, b);
  const Operand operands[] = {x.operand(), y.operand()};
  const RowPlan plan(operands, 2, result.data(), static_cast<int>(result.size()));
  std::int64_t rows = 0;
  plan.forEachRow([&](const std::int64_t* offsets, std::int64_t first) {
    EXPECT_EQ(first, rows * plan.rowLength());
    EXPECT_EQ(offsets[0], broadcastIndex(result, a, first));
    EXPECT_EQ(offsets[1], broadcastIndex(result, b, first));
    ++rows;
  });
  return {rows, plan.rowLength()};
}

void expectRows(const Extents& result, const Extents& a, const Extents& b, std::int64_t count,
                std::int64_t length) {
  const Rows rows = rowsOf(result, a, b);
  EXPECT_EQ(rows.count, count);
  EXPECT_EQ(rows.length, length);
}

TEST(RowPlan, SameShapesAreOneRow) {
  expectRows({4, 5, 6}, {4, 5, 6}, {4, 5, 6}, 1, 120);
  expectRows({}, {}, {}, 1, 1);
  expectRows({1, 1}, {1, 1}, {}, 1, 1);
}

TEST(RowPlan, ScalarsRepeatOverOneRow) {
  expectRows({4, 5, 6}, {4, 5, 6}, {}, 1, 120);
  expectRows({4, 5, 6}, {1, 1, 1}, {4, 5, 6}, 1, 120);
}

TEST(RowPlan, BroadcastDimensionsSplitRows) {
  expectRows({4, 5, 6}, {4, 5, 6}, {6}, 20, 6);
  expectRows({4, 5, 6}, {4, 5, 6}, {5, 6}, 4, 30);
  expectRows({4, 5, 6}, {4, 5, 6}, {4, 1, 1}, 4, 30);
  expectRows({4, 5, 6}, {4, 1, 6}, {5, 1}, 20, 6);
  expectRows({4, 1, 6}, {4, 1, 6}, {4, 1, 6}, 1, 24);
}

TEST(RowPlan, NoElementsNoRows) {
  expectRows({0}, {0}, {}, 0, 0);
  EXPECT_EQ(rowsOf({3, 0, 2}, {3, 0, 2}, {2}).count, 0);
}

TEST(RowPlan, AllRanks) {
  for (int mask = 0; mask < 256; ++mask) {
    Extents full(8, 2), part(8, 2);
    for (std::size_t d = 0; d < 8; ++d)
      if (mask >> d & 1) part[d] = 1;
    const Rows rows = rowsOf(full, full, part);
    EXPECT_EQ(rows.count * rows.length, 256) << "mask " << mask;
  }
}

}  // namespace
}  // namespace parax::library::test
