// How long points of the plane stay near zero under z = z * z + c: a C++ loop around array
// statements. Points that have left go on to infinity, which does no harm.
#include "gallery.h"
#include "hand_written.h"

using namespace parax;

namespace {

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

}  // namespace

gallery::Example gallery::mandelbrot(Scale scale) {
  const std::int64_t side = 1000, rows = scale.of(side);
  std::vector<double> cx, cy;
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t j = 0; j < side; ++j) {
      cx.push_back(-2 + 2.5 * static_cast<double>(j) / side);
      cy.push_back(-1.25 + 2.5 * static_cast<double>(i) / side);
    }
  const Array<double> real = cx, imaginary = cy;
  // Near the border of the set the last bit decides, and the loop fuses other multiply-adds.
  constexpr Agreement nearly{.mayDiffer = 2e-3};
  return example("mandelbrot", "40 iterations in a C++ loop", &escapeTimes, [=](const auto& g) {
    return g(real, imaginary);
  }, [=, counts = std::vector<std::int32_t>(cx.size())]() mutable -> auto& {
    hand::mandelbrot(real.data(), imaginary.data(), counts.data(), rows * side, iterations);
    return counts;
  }, nearly);
}
