// parax_accuracy: the largest errors of the math functions, in units in the last place.
//
//   parax_accuracy [--samples N]   prints the table of docs/accuracy.md
//   parax_accuracy --check         fails if an error is above the bound in the table below
#include <mpfr.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>
#include <string_view>

#include "ir/vector_math.h"

namespace {

using parax::ElementType;
using parax::Op;

using Unary = int (*)(mpfr_t, const mpfr_t, mpfr_rnd_t);
using Binary = int (*)(mpfr_t, const mpfr_t, const mpfr_t, mpfr_rnd_t);

int logGamma(mpfr_t result, const mpfr_t x, mpfr_rnd_t rounding) {
  int sign;
  return mpfr_lgamma(result, &sign, x, rounding);
}

// One function: arguments are drawn evenly from [low, high], and
// for `wide` also with even exponents from the whole range of the
// type. Bounds are for our own functions, or 4 as libmvec promises.
struct Row {
  Op op;
  Unary unary;
  Binary binary;
  double low, high;
  bool wide;
  double bound32, bound64;
};
const Row rows[] = {
    {Op::exp, mpfr_exp, nullptr, -80, 80, false, 1.15, 1.15},
    {Op::exp2, mpfr_exp2, nullptr, -120, 120, false, 1, 1},
    {Op::exp10, mpfr_exp10, nullptr, -37, 37, false, 1.2, 1.2},
    {Op::expm1, mpfr_expm1, nullptr, -20, 80, false, 4, 4},
    {Op::log, mpfr_log, nullptr, 0.5, 2, true, 0.95, 0.95},
    {Op::log2, mpfr_log2, nullptr, 0.5, 2, true, 1.7, 1.7},
    {Op::log10, mpfr_log10, nullptr, 0.5, 2, true, 1.7, 1.7},
    {Op::log1p, mpfr_log1p, nullptr, -0.9, 10, false, 4, 4},
    {Op::cbrt, mpfr_cbrt, nullptr, -100, 100, true, 0.52, 0.52},
    {Op::sin, mpfr_sin, nullptr, -100, 100, false, 4, 4},
    {Op::cos, mpfr_cos, nullptr, -100, 100, false, 4, 4},
    {Op::tan, mpfr_tan, nullptr, -100, 100, false, 4, 4},
    {Op::asin, mpfr_asin, nullptr, -1, 1, false, 4, 4},
    {Op::acos, mpfr_acos, nullptr, -1, 1, false, 4, 4},
    {Op::atan, mpfr_atan, nullptr, -20, 20, true, 4, 4},
    {Op::sinh, mpfr_sinh, nullptr, -80, 80, false, 4, 4},
    {Op::cosh, mpfr_cosh, nullptr, -80, 80, false, 4, 4},
    {Op::tanh, mpfr_tanh, nullptr, -10, 10, false, 4, 4},
    {Op::asinh, mpfr_asinh, nullptr, -20, 20, true, 4, 4},
    {Op::acosh, mpfr_acosh, nullptr, 1, 100, false, 4, 4},
    {Op::atanh, mpfr_atanh, nullptr, -0.999, 0.999, false, 4, 4},
    {Op::erf, mpfr_erf, nullptr, -6, 6, false, 2.75, 2.25},
    {Op::erfc, mpfr_erfc, nullptr, -6, 9, false, 4, 4},
    {Op::lgamma, logGamma, nullptr, 0.1, 100, true, 0.57, 3.25},
    {Op::tgamma, mpfr_gamma, nullptr, 0.1, 30, false, 0.52, 2.75},
    {Op::pow, nullptr, mpfr_pow, 0.1, 10, false, 4, 4},
    {Op::atan2, nullptr, mpfr_atan2, -10, 10, false, 4, 4},
    {Op::hypot, nullptr, mpfr_hypot, -100, 100, false, 1.25, 1.25},
    {Op::fmod, nullptr, mpfr_fmod, -100, 100, false, 0, 0},
    {Op::remainder, nullptr, mpfr_remainder, -100, 100, false, 0, 0},
};

// Where ours is not used: libmvec's, or libm's.
double libraryBound(Op op, double bound) { return bound == 0 ? 0 : op == Op::tgamma ? 10 : 4; }

class Truth {
 public:
  Truth() { mpfr_inits2(200, x_, y_, result_, difference_, nullptr); }
  ~Truth() { mpfr_clears(x_, y_, result_, difference_, nullptr); }
  Truth(const Truth&) = delete;
  Truth& operator=(const Truth&) = delete;

  // The error of `got` in units in the last place of the true value; 0 where that is no normal
  // number of the type.
  template <class T>
  double error(const Row& row, T x, T y, T got) {
    mpfr_set_d(x_, static_cast<double>(x), MPFR_RNDN);
    mpfr_set_d(y_, static_cast<double>(y), MPFR_RNDN);
    if (row.unary)
      row.unary(result_, x_, MPFR_RNDN);
    else
      row.binary(result_, x_, y_, MPFR_RNDN);
    const T nearest = static_cast<T>(mpfr_get_d(result_, MPFR_RNDN));
    if (!std::isfinite(nearest) || std::fabs(nearest) < std::numeric_limits<T>::min())
      return nearest == got || (nearest != nearest && got != got) ||
                     std::fabs(nearest) < std::numeric_limits<T>::min()
                 ? 0
                 : std::numeric_limits<double>::infinity();
    if (!std::isfinite(got)) return std::numeric_limits<double>::infinity();
    mpfr_sub_d(difference_, result_, static_cast<double>(got), MPFR_RNDN);
    const long exponent = mpfr_get_exp(result_) - std::numeric_limits<T>::digits;
    mpfr_mul_2si(difference_, difference_, -exponent, MPFR_RNDN);
    return std::fabs(mpfr_get_d(difference_, MPFR_RNDN));
  }

 private:
  mpfr_t x_, y_, result_, difference_;
};

template <class T>
double largestError(const Row& row, int samples) {
  Truth truth;
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> even(row.low, row.high);
  std::uniform_real_distribution<double> exponent(std::numeric_limits<T>::min_exponent,
                                                  std::numeric_limits<T>::max_exponent - 1);
  double worst = 0;
  for (int k = 0; k < samples; ++k) {
    const bool wide = row.wide && k % 2 == 1;
    const T x = static_cast<T>(wide ? std::exp2(exponent(random)) : even(random));
    const T y = static_cast<T>(even(random));
    worst = std::max(worst, truth.error(row, x, y, parax::ir::scalarMath(row.op, x, y)));
  }
  return worst;
}

template <class T>
std::string sourceOf(Op op) {
  const auto& f = parax::ir::mathFunction(op, parax::elementTypeOf<T>);
  return f.own ? "Parax" : f.lanes > 1 ? "libmvec" : "libm";
}

}  // namespace

constexpr const char* usage =
    "usage: parax_accuracy [--samples N] [--check]\n"
    "  --samples N  per function and type (20000)\n"
    "  --check      prints only what is above its bound, and fails then; without it: a table\n";

int main(int argc, char** argv) {
  bool check = false;
  int samples = 20000;
  for (int k = 1; k < argc; ++k) {
    const std::string_view word = argv[k];
    if (word == "--check") {
      check = true;
    } else if (word == "--samples" && k + 1 < argc) {
      samples = std::atoi(argv[++k]);
    } else {
      const bool asked = word == "--help" || word == "-h";
      std::fputs(usage, asked ? stdout : stderr);
      return asked ? 0 : 2;
    }
  }
  bool good = true;
  if (!check) std::puts("| function | from | float | double |\n|---|---|---|---|");
  for (const Row& row : rows) {
    const double f32 = largestError<float>(row, samples), f64 = largestError<double>(row, samples);
    const std::string name(parax::name(row.op));
    if (!check)
      std::printf("| `%s` | %s | %.2f | %.2f |\n", name.c_str(), sourceOf<double>(row.op).c_str(),
                  f32, f64);
    const bool own = parax::ir::mathFunction(row.op, ElementType::float64).own;
    const double most32 = own ? row.bound32 : libraryBound(row.op, row.bound32);
    const double most64 = own ? row.bound64 : libraryBound(row.op, row.bound64);
    if (f32 <= most32 && f64 <= most64) continue;
    good = false;
    if (check)
      std::printf("%s: %.3f (float) and %.3f (double) units in the last place, above %g and %g\n",
                  name.c_str(), f32, f64, most32, most64);
  }
  return check && !good ? 1 : 0;
}
