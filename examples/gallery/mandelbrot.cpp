// Forty iterations for a million points.
#include "gallery.h"

#define main mandelbrotMain  // the example itself; its main is not called
#include "../mandelbrot.cpp"
#undef main

namespace {

void byHand(const double* cx, const double* cy, std::int32_t* counts, std::int64_t n) {
#pragma omp parallel for schedule(dynamic, 1024)
  for (std::int64_t i = 0; i < n; ++i) {
    double x = 0, y = 0;
    int count = 0;
    while (count < iterations && x * x + y * y <= 4) {
      const double next = x * x - y * y + cx[i];
      y = 2 * x * y + cy[i];
      x = next;
      ++count;
    }
    counts[i] = count;
  }
}

gallery::Example make(gallery::Scale scale) {
  const std::int64_t side = 1000, rows = scale.of(side);
  std::vector<double> cx, cy;
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t j = 0; j < side; ++j) {
      cx.push_back(-2 + 2.5 * static_cast<double>(j) / side);
      cy.push_back(-1.25 + 2.5 * static_cast<double>(i) / side);
    }
  const Array<double> real = cx, imaginary = cy;
  // Near the border of the set the last bit decides, and the loop fuses other multiply-adds.
  constexpr gallery::Agreement nearly{.mayDiffer = 2e-3};
  return gallery::example(&escapeTimes, [=](const auto& g) { return g(real, imaginary); },
                          [=, counts = std::vector<std::int32_t>(cx.size())]() mutable -> auto& {
    byHand(real.data(), imaginary.data(), counts.data(), rows * side);
    return counts;
  }, nearly);
}

const gallery::Registration entry(
    {7, "mandelbrot", "40 iterations in a C++ loop",
     "the plain loop stops at each point when it has left, which keeps it from being\n    "
     "vectorised; Parax does all 40 iterations, for several points at a time",
     make});

}  // namespace
