// A matrix, a factor per row and an offset per column: shapes are matched as in NumPy.
#include "gallery.h"
#include "hand_written.h"

using namespace parax;

namespace {

// perRow is a column of shape (rows, 1); perColumn is a row of shape (columns).
Array<double, 2> calibrate(Array<double, 2> matrix, Array<double, 2> perRow,
                           Array<double> perColumn) {
  return matrix * perRow + perColumn;
}

}  // namespace

gallery::Example gallery::broadcast(Scale scale) {
  const std::int64_t rows = scale.of(2000), columns = 2500;
  std::vector<double> factors;
  for (std::int64_t i = 0; i < rows; ++i) factors.push_back(1 + 1e-3 * static_cast<double>(i));
  const Array<double, 2> perRow(std::span<const double>(factors), {rows, 1});
  const Array<double> perColumn = 0.5 * iota<double>(columns);
  const Array<double, 2> matrix = full<double>(2, rows, columns) + perColumn;
  return example("broadcast", "matrix * column + row", &calibrate, [=](const auto& g) {
    return g(matrix, perRow, perColumn);
  }, [=, out = std::vector<double>(static_cast<std::size_t>(rows * columns))]() mutable -> auto& {
    hand::broadcast(matrix.data(), perRow.data(), perColumn.data(), out.data(), rows, columns);
    return out;
  });
}
