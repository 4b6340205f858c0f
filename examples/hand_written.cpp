// One loop per example, parallel; compiled with -O3 -march=native.
#include "hand_written.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hand {

void quickstart(const double* x, double* y, std::int64_t n) {
#pragma omp parallel for simd
  for (std::int64_t i = 0; i < n; ++i) y[i] = x[i] + x[i] * x[i];
}

void blackScholes(const double* s, const double* k, const double* r, const double* vol,
                  const double* t, double* put, std::int64_t n) {
  const auto phi = [](double x) { return 0.5 + 0.5 * std::erf(0.707106781 * x); };
#pragma omp parallel for
  for (std::int64_t i = 0; i < n; ++i) {
    const double deviation = vol[i] * std::sqrt(t[i]);
    const double d1 = ((r[i] + 0.5 * vol[i] * vol[i]) * t[i] + std::log10(s[i] / k[i])) / deviation;
    const double discounted = k[i] * std::exp(-r[i] * t[i]);
    const double call = s[i] * phi(d1) - discounted * phi(d1 - deviation);
    put[i] = call - discounted + s[i];
  }
}

void normalise(const double* x, double* z, std::int64_t n) {
  double total = 0, squares = 0;
#pragma omp parallel for simd reduction(+ : total)
  for (std::int64_t i = 0; i < n; ++i) total += x[i];
  const double mean = total / static_cast<double>(n);
#pragma omp parallel for simd reduction(+ : squares)
  for (std::int64_t i = 0; i < n; ++i) squares += (x[i] - mean) * (x[i] - mean);
  const double scale = 1 / std::sqrt(squares / static_cast<double>(n));
#pragma omp parallel for simd
  for (std::int64_t i = 0; i < n; ++i) z[i] = (x[i] - mean) * scale;
}

double pi(std::int64_t n) {
  const double h = 1 / static_cast<double>(n);
  double total = 0;
#pragma omp parallel for simd reduction(+ : total)
  for (std::int64_t i = 0; i < n; ++i) {
    const double x = (static_cast<double>(i) + 0.5) * h;
    total += 4 / (1 + x * x);
  }
  return total * h;
}

Statistics maskedStatistics(const double* x, std::int64_t n) {
  std::int64_t count = 0;
  double total = 0, largest = -std::numeric_limits<double>::infinity();
  bool hot = false, plausible = true;
#pragma omp parallel for reduction(+ : count, total) reduction(max : largest) reduction(|| : hot) \
    reduction(&& : plausible)
  for (std::int64_t i = 0; i < n; ++i) {
    if (x[i] <= -900) continue;
    ++count;
    total += x[i];
    largest = std::max(largest, x[i]);
    hot = hot || x[i] > 45;
    plausible = plausible && x[i] > -90 && x[i] < 60;
  }
  return {count, total / static_cast<double>(count), largest, hot, plausible};
}

void broadcast(const double* m, const double* perRow, const double* perColumn, double* out,
               std::int64_t rows, std::int64_t columns) {
#pragma omp parallel for
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t j = 0; j < columns; ++j)
      out[i * columns + j] = m[i * columns + j] * perRow[i] + perColumn[j];
}

void mandelbrot(const double* cx, const double* cy, std::int32_t* counts, std::int64_t n,
                int iterations) {
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

void relax(double* a, const double* b, double rate, std::int64_t n) {
#pragma omp parallel for simd
  for (std::int64_t i = 0; i < n; ++i) a[i] += rate * (b[i] - a[i]);
}

}  // namespace hand
