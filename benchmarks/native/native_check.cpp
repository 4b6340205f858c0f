// Checks every variant of every family against a scalar loop; exits with 1 if one is wrong.
#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <random>
#include <vector>

#include "kernels.h"
#include "programs.h"

namespace {

using std::int64_t;

constexpr int64_t sizes[] = {0, 1, 7, 64, 1000, 100003};
constexpr int threadCounts[] = {1, 2, 3};
constexpr int offsets[] = {0, 1};  // elements by which arrays miss their natural alignment

int failures = 0;
int checks = 0;

template <class T>
constexpr long double epsilon = std::numeric_limits<T>::epsilon();

template <class T>
std::vector<T> uniform(int64_t n, double low, double high, unsigned seed) {
  std::mt19937_64 generator(seed);
  std::uniform_real_distribution<double> draw(low, high);
  std::vector<T> values(n);
  for (T& value : values) value = static_cast<T>(draw(generator));
  return values;
}

void expect(bool good, const char* family, const char* variant, int64_t n, int threads,
            long double error) {
  ++checks;
  if (good) return;
  ++failures;
  std::printf("FAIL %s, %s: n=%lld threads=%d error=%Lg\n", family, variant,
              static_cast<long long>(n), threads, error);
}

// What a number is compared in.
template <class T>
struct WideOf {
  using type = long double;
};
template <class T>
struct WideOf<std::complex<T>> {
  using type = std::complex<long double>;
};
template <class T>
using Wide = typename WideOf<T>::type;

// The largest |got - want(i)| / scale(i); a NaN counts as infinite.
template <class T, class Want, class Scale>
long double worst(const T* got, int64_t n, const Want& want, const Scale& scale) {
  long double error = 0;
  for (int64_t i = 0; i < n; ++i) {
    const long double e = std::abs(want(i) - Wide<T>(got[i])) / scale(i);
    if (!(e <= error)) error = std::isnan(e) ? HUGE_VALL : e;
  }
  return error;
}

// Runs body(n, threads, offset) over all cases.
template <class Body>
void forCases(const Body& body) {
  for (int64_t n : sizes)
    for (int threads : threadCounts)
      for (int offset : offsets) body(n, threads, offset);
}

// An output of n elements between guards that must survive.
template <class T>
class Guarded {
 public:
  Guarded(int64_t n, int offset) : n_(n), offset_(offset), data_(n + offset + 1, guard) {}
  T* get() { return data_.data() + offset_; }
  bool intact() const {
    return data_[n_ + offset_] == guard && (offset_ == 0 || data_[0] == guard);
  }

 private:
  static constexpr T guard = -12345;
  int64_t n_;
  int offset_;
  std::vector<T> data_;
};

template <class T>
void checkBlackScholes(const char* family) {
  const int64_t most = 100004;
  const auto s = uniform<T>(most, 5, 200, 1), k = uniform<T>(most, 5, 200, 2);
  const auto r = uniform<T>(most, 0, 0.6, 3), vol = uniform<T>(most, 0.05, 0.9, 4);
  const auto t = uniform<T>(most, 0.05, 3, 5);
  std::vector<long double> put(most);
  for (int64_t i = 0; i < most; ++i) {
    const long double S = s[i], K = k[i], R = r[i], V = vol[i], Y = t[i], D = V * std::sqrt(Y);
    const long double d1 = ((R + V * V / 2) * Y + std::log10(S / K)) / D;
    const auto normal = [](long double x) {
      return 0.5L + 0.5L * std::erf(static_cast<long double>(T(0.707106781)) * x);
    };
    const long double F = K * std::exp(-R * Y);
    put[i] = S * normal(d1) - F * normal(d1 - D) - F + S;
  }
  for (const auto& variant : native::blackScholesVariants<T>()) {
    forCases([&](int64_t n, int threads, int o) {
      Guarded<T> out(n, o);
      variant.run(&s[o], &k[o], &r[o], &vol[o], &t[o], out.get(), n, threads);
      const long double error = worst(out.get(), n, [&](int64_t i) {
        return put[i + o];
      }, [&](int64_t i) -> long double { return s[i + o] + k[i + o]; });
      expect(error <= 4 * epsilon<T> && out.intact(), family, variant.name, n, threads, error);
    });
  }
}

template <class T>
void checkAxpby(const char* family) {
  const auto x = uniform<T>(100004, -1, 1, 6), y = uniform<T>(100004, -1, 1, 7);
  const T a = T(1.25), b = T(-0.7);
  for (const auto& variant : native::axpbyVariants<T>()) {
    forCases([&](int64_t n, int threads, int o) {
      Guarded<T> out(n, o);
      variant.run(a, &x[o], b, &y[o], out.get(), n, threads);
      const auto want = [&](int64_t i) -> long double {
        return static_cast<long double>(a) * x[i + o] + static_cast<long double>(b) * y[i + o];
      };
      const long double error = worst(out.get(), n, want, [](int64_t) { return 1.0L; });
      expect(error <= 2 * epsilon<T> && out.intact(), family, variant.name, n, threads, error);
    });
  }
}

template <class T>
void checkSum(const char* family) {
  const auto x = uniform<T>(100004, 0, 1, 8);
  for (const auto& variant : native::sumVariants<T>()) {
    forCases([&](int64_t n, int threads, int o) {
      long double want = 0;
      for (int64_t i = 0; i < n; ++i) want += x[i + o];
      const T got = variant.run(&x[o], n, threads);
      const long double error = std::fabs(got - want) / (want + 1);
      expect(error <= std::sqrt(n + 4.0L) * epsilon<T>, family, variant.name, n, threads, error);
    });
  }
}

void checkSummary() {
  const auto x = uniform<double>(100004, -1, 1, 16);
  for (const auto& variant : native::summaryVariants()) {
    forCases([&](int64_t n, int threads, int o) {
      const auto got = variant.run(&x[o], n, threads);
      long double want = 0;
      for (int64_t i = 0; i < n; ++i) want += x[i + o];
      const long double error = std::fabs(got.sum - want);
      const auto first = x.begin() + o;
      const bool bounds = n == 0 || (got.min == *std::min_element(first, first + n) &&
                                     got.max == *std::max_element(first, first + n));
      expect(bounds && error <= (n + 4.0L) * epsilon<double>, "sum, min, max", variant.name, n,
             threads, error);
    });
  }
}

long double tenSteps(long double x, long double y) {
  return (((((x + y) * x - y) * 0.5L + x) * y - 0.25L) * x + 1.5L) * y;
}

void checkTen() {
  const auto x = uniform<double>(100004, -1, 1, 9), y = uniform<double>(100004, -1, 1, 10);
  const auto check = [&](const char* family, const char* name, const double* got, bool intact,
                         int64_t n, int threads, int o) {
    const long double error = worst(got, n, [&](int64_t i) { return tenSteps(x[i + o], y[i + o]); },
                                    [](int64_t) { return 1.0L; });
    expect(error <= 8 * epsilon<double> && intact, family, name, n, threads, error);
  };
  forCases([&](int64_t n, int threads, int o) {
    for (const auto& variant : native::fusedTenVariants()) {
      Guarded<double> out(n, o);
      variant.run(&x[o], &y[o], out.get(), n, threads);
      check("fused ten", variant.name, out.get(), out.intact(), n, threads, o);
    }
    for (const auto& variant : native::allocatingTenVariants()) {
      Guarded<double> out(n, o);
      variant.run(&x[o], &y[o], out.get(), n, threads);
      check("allocating ten", variant.name, out.get(), out.intact(), n, threads, o);
    }
    for (const auto& variant : native::statementTenVariants()) {
      Guarded<double> out(n, o), scratch(n, o);
      variant.run(&x[o], &y[o], out.get(), scratch.get(), n, threads);
      const bool intact = out.intact() && scratch.intact();
      check("statement ten", variant.name, out.get(), intact, n, threads, o);
    }
    for (const auto& variant : native::freshTenVariants()) {
      const native::Fresh out = variant.run(&x[o], &y[o], n, threads);
      check("fresh ten", variant.name, out.get(), true, n, threads, o);
    }
  });
}

void checkFreshAxpby() {
  const auto x = uniform<double>(400000, -1, 1, 11), y = uniform<double>(400000, -1, 1, 12);
  for (const auto& variant : native::freshAxpbyVariants()) {
    const auto check = [&](int64_t n, int threads, int o) {
      const native::Fresh out = variant.run(1.25, &x[o], -0.7, &y[o], n, threads);
      const auto want = [&](int64_t i) -> long double {
        return 1.25L * x[i + o] + static_cast<long double>(-0.7) * y[i + o];
      };
      const long double error = worst(out.get(), n, want, [](int64_t) { return 1.0L; });
      expect(error <= 2 * epsilon<double>, "fresh axpby", variant.name, n, threads, error);
    };
    forCases(check);
    check(399999, 2, 1);  // beyond the size from which blocks are huge pages
  }
}

template <class T>
std::vector<std::complex<T>> uniformComplex(int64_t n, unsigned seed) {
  const auto parts = uniform<T>(2 * n, -1, 1, seed);
  std::vector<std::complex<T>> values(n);
  for (int64_t i = 0; i < n; ++i) values[i] = {parts[2 * i], parts[2 * i + 1]};
  return values;
}

template <class T>
void checkComplex(const char* family) {
  using Complex = std::complex<T>;
  const auto x = uniformComplex<T>(100004, 14), y = uniformComplex<T>(100004, 15);
  const auto wide = [](Complex z) { return Wide<Complex>(z); };
  const auto one = [](int64_t) { return 1.0L; };
  for (const auto& variant : native::complexMultiplyAddVariants<T>()) {
    forCases([&](int64_t n, int threads, int o) {
      Guarded<Complex> out(n, o);
      variant.run(&x[o], &y[o], out.get(), n, threads);
      const auto want = [&](int64_t i) { return wide(x[i + o]) * wide(y[i + o]) + wide(x[i + o]); };
      const long double error = worst(out.get(), n, want, one);
      expect(error <= 4 * epsilon<T> && out.intact(), family, variant.name, n, threads, error);
    });
  }
  for (const auto& variant : native::complexAbsVariants<T>()) {
    forCases([&](int64_t n, int threads, int o) {
      Guarded<T> out(n, o);
      variant.run(&x[o], out.get(), n, threads);
      const auto want = [&](int64_t i) { return std::abs(wide(x[i + o])); };
      const long double error = worst(out.get(), n, want, want);
      expect(error <= 2 * epsilon<T> && out.intact(), family, variant.name, n, threads, error);
    });
  }
  for (const auto& variant : native::complexSumVariants<T>()) {
    forCases([&](int64_t n, int threads, int o) {
      Wide<Complex> want = 0;
      for (int64_t i = 0; i < n; ++i) want += wide(x[i + o]);
      const long double error = std::abs(want - wide(variant.run(&x[o], n, threads)));
      expect(error <= (n + 4.0L) * epsilon<T>, family, variant.name, n, threads, error);
    });
  }
}

void checkAddSquare() {
  const auto x = uniform<double>(100004, -1, 1, 13);
  forCases([&](int64_t n, int threads, int o) {
    Guarded<double> out(n, o);
    native::addSquare(&x[o], out.get(), n);
    const auto want = [&](int64_t i) -> long double {
      return x[i + o] + static_cast<long double>(x[i + o]) * x[i + o];
    };
    const long double error = worst(out.get(), n, want, [](int64_t) { return 1.0L; });
    expect(error <= 2 * epsilon<double> && out.intact(), "add square", "loop", n, threads, error);
  });
}

// Runs body(rows, columns, threads) over shapes around the widths of vectors and blocks.
template <class Body>
void forShapes(const Body& body) {
  constexpr int64_t shapes[][2] = {{1, 1},  {2, 5},   {3, 3},     {4, 16},  {5, 17},  {6, 49},
                                   {9, 64}, {20, 31}, {33, 100},  {41, 65}, {64, 33}, {7, 257},
                                   {50, 2}, {1, 300}, {130, 600}, {12, 160}};
  for (const auto& shape : shapes)
    for (int threads : threadCounts) body(shape[0], shape[1], threads);
}

void checkColumnSums() {
  forShapes([](int64_t rows, int64_t columns, int threads) {
    const auto a = uniform<float>(rows * columns, 0, 1, 17);
    Guarded<float> out(columns, 1);
    native::columnSums(a.data(), rows, columns, out.get(), threads);
    const auto want = [&](int64_t c) {
      long double sum = 0;
      for (int64_t r = 0; r < rows; ++r) sum += a[r * columns + c];
      return sum;
    };
    const long double error = worst(out.get(), columns, want, want);
    const bool good = error <= (rows + 1.0L) * epsilon<float> && out.intact();
    expect(good, "column sums", "vectors", columns, threads, error);
  });
}

void checkPrefixSum() {
  const auto a = uniform<double>(100004, 0, 1, 18);
  forCases([&](int64_t n, int threads, int o) {
    Guarded<double> out(n, o);
    native::prefixSum(&a[o], n, out.get(), threads);
    long double sum = 0;
    const auto want = [&](int64_t i) { return sum += a[i + o]; };
    const auto scale = [&](int64_t) { return sum + 1; };
    const long double error = worst(out.get(), n, want, scale);
    const bool good = error <= (n + 4.0L) * epsilon<double> && out.intact();
    expect(good, "prefix sum", "blocks", n, threads, error);
  });
}

// One step of the Laplace iteration; the sums are rounded as they are written.
void laplaceStep(const std::vector<float>& a, std::vector<float>& b, int64_t n) {
  for (int64_t i = 1; i < n - 1; ++i)
    for (int64_t j = 1; j < n - 1; ++j)
      for (int64_t k = 1; k < n - 1; ++k) {
        const float* p = &a[(i * n + j) * n + k];
        const float x = p[-n * n] + p[n * n], y = p[-n] + p[n], z = p[-1] + p[1];
        b[(i * n + j) * n + k] = (x + y + z) * (1.0f / 6);
      }
}

void checkLaplace() {
  const auto check = [](int64_t n, int steps, int threads, bool blocked) {
    // The faces of the two grids differ, so that a step that reads the wrong ones is seen.
    const auto a = uniform<float>(n * n * n, 0, 1, 19), b = uniform<float>(n * n * n, 0, 1, 20);
    auto from = a, to = b, x = a, y = b;
    for (int step = 0; step < steps; ++step, std::swap(from, to)) laplaceStep(from, to, n);
    const float* got = (blocked ? native::laplace3dBlocked : native::laplace3d)(x.data(), y.data(),
                                                                                n, steps, threads);
    const bool right = got == (steps % 2 == 0 ? x : y).data();
    expect(right && std::equal(from.begin(), from.end(), got), "laplace",
           blocked ? "blocked in time" : "step by step", n, threads, steps);
  };
  for (int64_t n : {1, 2, 3, 4, 10, 18, 19, 35, 66})
    for (int steps : {0, 1, 2, 4, 5, 6, 13})
      for (int threads : threadCounts)
        for (bool blocked : {false, true}) check(n, steps, threads, blocked);
  check(230, 5, 2, true);  // several tiles per thread
}

// The response at every pixel, one array after the other.
std::vector<long double> harrisOf(const std::vector<float>& image, int64_t rows, int64_t columns) {
  std::vector<long double> xx(rows * columns), yy(xx), xy(xx), out(xx);
  const auto overInterior = [&](const auto& body) {
    for (int64_t r = 1; r < rows - 1; ++r)
      for (int64_t c = 1; c < columns - 1; ++c) body(r * columns + c);
  };
  overInterior([&](int64_t i) {
    long double x = 0, y = 0;
    for (int k = -1; k <= 1; ++k) {
      const long double weight = k == 0 ? 2 : 1;
      x += weight * (static_cast<long double>(image[i + columns + k]) - image[i - columns + k]);
      y += weight *
           (static_cast<long double>(image[i + k * columns + 1]) - image[i + k * columns - 1]);
    }
    xx[i] = x * x / 144, yy[i] = y * y / 144, xy[i] = x * y / 144;
  });
  overInterior([&](int64_t i) {
    const auto box = [&](const std::vector<long double>& v) {
      long double sum = 0;
      for (int64_t at : {i - columns, i, i + columns}) sum += v[at - 1] + v[at] + v[at + 1];
      return sum;
    };
    const long double a = box(xx), b = box(yy), c = box(xy);
    out[i] = a * b - c * c - 0.04L * (a + b) * (a + b);
  });
  return out;
}

void checkHarris() {
  forShapes([](int64_t rows, int64_t columns, int threads) {
    const auto image = uniform<float>(rows * columns, 0, 1, 21);
    const auto want = harrisOf(image, rows, columns);
    for (int o : {0, 1, 4, 8, 12}) {  // one of them is on a cache line
      Guarded<float> out(rows * columns, o);
      native::harris(image.data(), rows, columns, out.get(), threads);
      const long double error = worst(out.get(), rows * columns, [&](int64_t i) { return want[i]; },
                                      [](int64_t) { return 1.0L; });
      const bool good = error <= 16 * epsilon<float> && out.intact();
      expect(good, "harris", "fused", rows * columns, threads, error);
    }
  });
}

void checkMandelbrot() {
  forShapes([](int64_t rows, int64_t columns, int threads) {
    for (int limit : {0, 1, 7, 100}) {
      Guarded<std::int32_t> out(rows * columns, 1);
      native::mandelbrot(rows, columns, limit, out.get(), threads);
      int64_t others = 0;
      for (int64_t i = 0; i < rows * columns; ++i) {
        const double cr = 3.0 * static_cast<double>(i % columns) / columns - 2.25;
        const double ci = 2.5 * static_cast<double>(i / columns) / rows - 1.25;
        double zr = 0, zi = 0;
        std::int32_t count = 0;
        for (; count < limit && zr * zr + zi * zi <= 4; ++count) {
          const double next = zr * zr - zi * zi + cr;
          zi = 2 * zr * zi + ci;
          zr = next;
        }
        others += out.get()[i] != count;
      }
      // Near the border of the set the last bit decides, and the kernel fuses multiply-adds.
      expect(others * 1000 <= rows * columns && out.intact(), "mandelbrot", "blocks of steps",
             rows * columns, threads, static_cast<long double>(others));
    }
  });
}

}  // namespace

int main() {
  checkBlackScholes<double>("black-scholes double");
  checkBlackScholes<float>("black-scholes float");
  checkAxpby<double>("axpby double");
  checkAxpby<float>("axpby float");
  checkSum<double>("sum double");
  checkSum<float>("sum float");
  checkSummary();
  checkTen();
  checkFreshAxpby();
  checkAddSquare();
  checkComplex<double>("complex double");
  checkComplex<float>("complex float");
  checkColumnSums();
  checkPrefixSum();
  checkLaplace();
  checkHarris();
  checkMandelbrot();
  std::printf("%d checks, %d failures\n", checks, failures);
  return failures == 0 && checks > 0 ? 0 : 1;
}
