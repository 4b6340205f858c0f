// A matrix with a column and a row, bound by memory.
#include "gallery.h"

#define main broadcastMain  // the example itself; its main is not called
#include "../broadcast.cpp"
#undef main

namespace {

void byHand(const double* m, const double* perRow, const double* perColumn, double* out,
            std::int64_t rows, std::int64_t columns) {
#pragma omp parallel for
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t j = 0; j < columns; ++j)
      out[i * columns + j] = m[i * columns + j] * perRow[i] + perColumn[j];
}

gallery::Example make(gallery::Scale scale) {
  const std::int64_t rows = scale.of(2000), columns = 2500;
  std::vector<double> factors;
  for (std::int64_t i = 0; i < rows; ++i) factors.push_back(1 + 1e-3 * static_cast<double>(i));
  const Array<double, 2> perRow(std::span<const double>(factors), {rows, 1});
  const Array<double> perColumn = 0.5 * iota<double>(columns);
  const Array<double, 2> matrix = full<double>(2, rows, columns) + perColumn;
  return gallery::example(&calibrate, [=](const auto& g) {
    return g(matrix, perRow, perColumn);
  }, [=, out = std::vector<double>(static_cast<std::size_t>(rows * columns))]() mutable -> auto& {
    byHand(matrix.data(), perRow.data(), perColumn.data(), out.data(), rows, columns);
    return out;
  });
}

const gallery::Registration entry(
    {6, "broadcast", "matrix * column + row",
     "bound by memory: Parax writes a large result past the caches, the plain loop's\n    "
     "stores read each line first",
     make});

}  // namespace
