// A matrix, a factor per row and an offset per column: shapes are matched as in NumPy.
#include <parax/parax.h>

#include <iostream>

using namespace parax;

// perRow is a column of shape (rows, 1); perColumn is a row of shape (columns).
Array<double, 2> calibrate(Array<double, 2> matrix, Array<double, 2> perRow,
                           Array<double> perColumn) {
  return matrix * perRow + perColumn;
}

int main() {
  const Array<double, 2> matrix{{1, 2, 3}, {4, 5, 6}}, perRow{{10}, {100}};
  const Array<double> perColumn{0.1, 0.2, 0.3};
  std::cout << acc(calibrate)(matrix, perRow, perColumn) << '\n';
}
