// The stencils of tests/ir/programs against plain loops over whole arrays, step by step.
#include <gtest/gtest.h>

#include <cmath>

#include "plain_orders.h"
#include "program_results.h"

namespace parax::ir::test {
namespace {

template <class T>
class Plane {
 public:
  Plane(std::int64_t rows, std::int64_t columns, std::vector<T> elements = {})
      : rows_(rows), columns_(columns), list_(std::move(elements)) {
    list_.resize(static_cast<std::size_t>(rows * columns));
  }
  Plane(const Case& c, std::size_t k)
      : Plane(c.extent(k, 0), c.extent(k, 1), c.inputs[k].elements<T>()) {}

  T& operator()(std::int64_t i, std::int64_t j) {
    return list_.at(static_cast<std::size_t>(i * columns_ + j));
  }
  T wrapped(std::int64_t i, std::int64_t j) {
    return (*this)((i + rows_) % rows_, (j + columns_) % columns_);
  }
  bool isInner(std::int64_t i, std::int64_t j) const {
    return i > 0 && i + 1 < rows_ && j > 0 && j + 1 < columns_;
  }
  std::int64_t rows() const { return rows_; }
  std::int64_t columns() const { return columns_; }
  CaseInput result() const { return input<T>({rows_, columns_}, list_); }

  // Calls f with the points of a box, clipped to the plane.
  template <class F>
  void box(std::int64_t top, std::int64_t bottom, std::int64_t left, std::int64_t right, F f) {
    for (std::int64_t i = std::max<std::int64_t>(top, 0); i < std::min(bottom, rows_); ++i)
      for (std::int64_t j = std::max<std::int64_t>(left, 0); j < std::min(right, columns_); ++j)
        f(i, j);
  }
  template <class F>
  void all(F f) {
    box(0, rows_, 0, columns_, f);
  }

 private:
  std::int64_t rows_, columns_;
  std::vector<T> list_;
};

Results harris(const Case& c) {
  Plane<float> a(c, 0);
  const std::int64_t rows = a.rows(), columns = a.columns();
  Plane<float> xx(rows, columns), yy(rows, columns), xy(rows, columns), response(rows, columns);
  const auto weighted = [](float p, float q, float r) { return std::fma(2.0f, q, p) + r; };
  a.all([&](std::int64_t i, std::int64_t j) {
    if (!a.isInner(i, j)) return;
    const float gx = weighted(a(i - 1, j + 1), a(i, j + 1), a(i + 1, j + 1)) -
                     weighted(a(i - 1, j - 1), a(i, j - 1), a(i + 1, j - 1));
    const float gy = weighted(a(i + 1, j - 1), a(i + 1, j), a(i + 1, j + 1)) -
                     weighted(a(i - 1, j - 1), a(i - 1, j), a(i - 1, j + 1));
    xx(i, j) = gx * gx;
    yy(i, j) = gy * gy;
    xy(i, j) = gx * gy;
  });
  const auto sum = [](Plane<float>& p, std::int64_t i, std::int64_t j) {
    float total = 0;
    for (std::int64_t di : {-1, 0, 1}) {
      const float row = (p(i + di, j - 1) + p(i + di, j)) + p(i + di, j + 1);
      total = di < 0 ? row : total + row;
    }
    return total;
  };
  a.all([&](std::int64_t i, std::int64_t j) {
    if (!a.isInner(i, j)) return;
    const float sx = sum(xx, i, j), sy = sum(yy, i, j), sxy = sum(xy, i, j);
    const float trace = sx + sy;
    response(i, j) = (sx * sy - sxy * sxy) - c.numbers[0].as<float>() * (trace * trace);
  });
  return {response.result()};
}

TEST(Programs, Harris) { expectProgram("harris", harris); }

// Rims stay; the buffers change places after each step.
Results laplace(const Case& c) {
  const std::int64_t n = c.extent(0, 0), m = c.extent(0, 1), l = c.extent(0, 2);
  std::vector<float> now = c.inputs[0].elements<float>(), next = c.inputs[1].elements<float>();
  const auto k = c.numbers[0].as<float>();
  for (std::int64_t step = 0; step < c.numbers[1].as<std::int64_t>(); ++step) {
    for (std::int64_t x = 1; x + 1 < n; ++x)
      for (std::int64_t y = 1; y + 1 < m; ++y)
        for (std::int64_t z = 1; z + 1 < l; ++z) {
          const auto from = [&](std::int64_t dx, std::int64_t dy, std::int64_t dz) {
            return now.at(static_cast<std::size_t>(((x + dx) * m + y + dy) * l + z + dz));
          };
          float sum = from(-1, 0, 0) + from(1, 0, 0);
          sum = sum + from(0, -1, 0);
          sum = sum + from(0, 1, 0);
          sum = sum + from(0, 0, -1);
          sum = sum + from(0, 0, 1);
          const float centre = from(0, 0, 0);
          next.at(static_cast<std::size_t>((x * m + y) * l + z)) =
              std::fma(k, sum - 6.0f * centre, centre);
        }
    std::swap(now, next);
  }
  return {input<float>({n, m, l}, now), input<float>({n, m, l}, next)};
}

TEST(Programs, LaplacePlain) { expectProgram("laplace_plain", laplace); }
TEST(Programs, LaplaceBlocked) { expectProgram("laplace_blocked", laplace); }

Results wave(const Case& c) {
  Plane<double> p(c, 0), now(c, 1), f(p.rows(), p.columns());
  const std::int64_t rows = p.rows(), columns = p.columns();
  f.box(1, rows - 1, 1, columns - 1, [&](std::int64_t i, std::int64_t j) {
    const double sum = ((now(i - 1, j) + now(i + 1, j)) + now(i, j - 1)) + now(i, j + 1);
    f(i, j) = std::fma(c.numbers[0].as<double>(), sum - 4 * now(i, j),
                       std::fma(2.0, now(i, j), -p(i, j)));
  });
  f.box(1, rows - 1, 0, 2, [&](auto i, auto j) { f(i, j) = 1; });
  f.box(1, rows - 1, 0, 1,
        [&](auto i, auto j) { f(i, j) = f(i, std::min<std::int64_t>(1, columns - 1)) * 0.5; });
  f.box(1, rows - 1, columns - 1, columns, [&](auto i, auto j) { f(i, j) = now(i, j) * 0.25; });
  f.box(0, 1, 0, columns, [&](auto i, auto j) { f(i, j) = now(i, j); });
  f.box(rows - 1, rows, 0, columns, [&](auto i, auto j) { f(i, j) = -now(i, j); });
  f.box(0, 1, 0, 2, [&](auto i, auto j) { f(i, j) = f(i, j) + 3; });
  f.box(0, 1, columns - 1, columns, [&](auto i, auto j) { f(i, j) = 5; });
  f.box(rows - 1, rows, 0, columns, [&](auto i, auto j) { f(i, j) = std::fma(f(i, j), 2.0, 1.0); });
  return {f.result()};
}

TEST(Programs, Wave) { expectProgram("wave", wave); }

constexpr int ex[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, ey[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
constexpr int opposite[9] = {0, 3, 4, 1, 2, 7, 8, 5, 6};

// What is positive first, then what is negative is taken away.
float momentum(const float (&f)[9], const int (&e)[9]) {
  float sum = 0;
  bool first = true;
  for (int k = 0; k < 9; ++k)
    if (e[k] > 0) sum = first ? f[k] : sum + f[k], first = false;
  for (int k = 0; k < 9; ++k)
    if (e[k] < 0) sum = sum - f[k];
  return sum;
}

float relaxed(int k, float f, float rho, float ux, float uy, float base, float omega) {
  const float weight = k == 0 ? 0.44444445f : k < 5 ? 0.11111111f : 0.027777778f;
  const float x = static_cast<float>(ex[k]) * ux, y = static_cast<float>(ey[k]) * uy;
  const float along = ex[k] == 0 ? y : ey[k] == 0 ? x : x + y;
  const float growth = k == 0 ? base : std::fma(4.5f * along + 3.0f, along, base);
  return std::fma(omega, weight * rho * growth - f, f);
}

Results latticeBoltzmann(const Case& c) {
  std::vector<Plane<float>> from, to;
  for (std::size_t k = 0; k < 9; ++k) from.emplace_back(c, k);
  Plane<std::uint8_t> solid(c, 9);
  for (int k = 0; k < 11; ++k) to.emplace_back(solid.rows(), solid.columns());
  solid.all([&](std::int64_t i, std::int64_t j) {
    float f[9], rho = 0;
    for (int k = 0; k < 9; ++k) {
      f[k] = from[static_cast<std::size_t>(k)].wrapped(i - ey[k], j - ex[k]);
      rho = k == 0 ? f[k] : rho + f[k];
    }
    const float ux = momentum(f, ex) / rho, uy = momentum(f, ey) / rho;
    const float square = std::fma(ux, ux, uy * uy), base = 1.0f - 1.5f * square;
    const bool isSolid = solid(i, j) != 0;
    for (int k = 0; k < 9; ++k)
      to[static_cast<std::size_t>(k)](i, j) =
          isSolid ? f[opposite[k]] : relaxed(k, f[k], rho, ux, uy, base, c.numbers[0].as<float>());
    to[9](i, j) = rho;
    to[10](i, j) = isSolid ? 0.0f : std::sqrt(square);
  });
  Results results;
  for (const Plane<float>& p : to) results.push_back(p.result());
  return results;
}

TEST(Programs, LatticeBoltzmann) { expectProgram("lattice_boltzmann", latticeBoltzmann); }

// The interpreter walks no tiles, but whatever they are, the verifier has to see it.
TEST(Programs, TilesOfAnySize) {
  for (const char* name : {"harris", "laplace_blocked"})
    for (std::int32_t points : {1, 3, 1000}) EXPECT_NO_THROW(withTiles(readProgram(name), points));
}

}  // namespace
}  // namespace parax::ir::test
