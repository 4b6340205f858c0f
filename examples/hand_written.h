// The examples as plain C++ loops with OpenMP, the way one writes them without thinking twice.
#pragma once

#include <cstdint>

namespace hand {

void quickstart(const double* x, double* y, std::int64_t n);
void blackScholes(const double* s, const double* k, const double* r, const double* vol,
                  const double* t, double* put, std::int64_t n);
void normalise(const double* x, double* z, std::int64_t n);
double pi(std::int64_t n);

struct Statistics {
  std::int64_t count;
  double mean, largest;
  bool anyHot, allPlausible;
};
Statistics maskedStatistics(const double* x, std::int64_t n);

// out[i][j] = m[i][j] * perRow[i] + perColumn[j]
void broadcast(const double* m, const double* perRow, const double* perColumn, double* out,
               std::int64_t rows, std::int64_t columns);
void mandelbrot(const double* cx, const double* cy, std::int32_t* counts, std::int64_t n,
                int iterations);
void relax(double* a, const double* b, double rate, std::int64_t n);

}  // namespace hand
