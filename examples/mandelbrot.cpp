// How long points of the plane stay near zero under z = z * z + c: a C++ loop around array
// statements. Points that have left go on to infinity, which does no harm.
#include <parax/parax.h>

#include <iostream>
#include <string>
#include <vector>

using namespace parax;

constexpr int iterations = 40;

Array<std::int32_t> escapeTimes(Array<double> cx, Array<double> cy) {
  auto x = 0.0 * cx, y = 0.0 * cy;
  auto count = cast<std::int32_t>(x);
  for (int k = 0; k < iterations; ++k) {
    auto xx = x * x, yy = y * y;
    count += cast<std::int32_t>(xx + yy <= 4);
    y = 2 * x * y + cy;
    x = xx - yy + cx;
  }
  return count;
}

int main() {
  constexpr int columns = 72, rows = 25;
  std::vector<double> cx, cy;
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) {
      cx.push_back(-2.1 + 2.8 * j / (columns - 1));
      cy.push_back(-1.2 + 2.4 * i / (rows - 1));
    }
  const Array<std::int32_t> counts = acc(escapeTimes)(Array<double>(cx), Array<double>(cy));
  std::string picture;
  for (const std::int32_t count : counts.span()) {
    picture += " .:-=+*#%@"[count * 9 / iterations];
    if (picture.size() % (columns + 1) == columns) picture += '\n';
  }
  std::cout << picture;
}
