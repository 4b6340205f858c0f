// The shared math functions: every lane is the same function, right at special values, accurate.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "arrays.h"
#include "ir/elementary/widths.h"
#include "ir/vector_math.h"
#include "parax/core/error.h"

namespace parax::ir {
namespace {

using test::bitsOf;

const Op ownOps[] = {Op::exp, Op::exp2, Op::exp10, Op::log, Op::log2, Op::log10, Op::cbrt, Op::erf};

std::vector<Op> mathOps() {
  std::vector<Op> all;
  for (int k = 0; k < opCount; ++k)
    if (info(static_cast<Op>(k)).has(op_property::math)) all.push_back(static_cast<Op>(k));
  return all;
}

long double exact(Op op, long double x) {
  switch (op) {
    case Op::exp: return std::exp(x);
    case Op::exp2: return std::exp2(x);
    case Op::exp10: return ::exp10l(x);
    case Op::log: return std::log(x);
    case Op::log2: return std::log2(x);
    case Op::log10: return std::log10(x);
    case Op::cbrt: return std::cbrt(x);
    case Op::erf: return std::erf(x);
    default: throw std::logic_error("not a math operation");
  }
}

// Ordinary arguments, tiny and huge ones, and what lies near the ends of the functions' ranges.
template <class T>
std::vector<T> arguments() {
  using Limits = std::numeric_limits<T>;
  std::vector<T> list{T(0),    T(-0.0), T(1),  T(-1),  T(709.5),
                      T(-708), T(-745), T(88), T(-87), T(-103)};
  for (T x : {Limits::infinity(), Limits::max(), Limits::min(), Limits::denorm_min()})
    list.push_back(x), list.push_back(-x);
  list.push_back(Limits::quiet_NaN());
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> near(-6, 6), exponent(-300, 300), wide(-700, 700);
  for (int k = 0; k < 4000; ++k) {
    list.push_back(static_cast<T>(near(random)));
    list.push_back(static_cast<T>(wide(random)));
    list.push_back(static_cast<T>(std::pow(10.0, exponent(random))));
  }
  return list;
}

template <class T>
void expectLaneIndependence(Op op) {
  const MathFunction& f = mathFunction(op, elementTypeOf<T>);
  const auto lanes = static_cast<std::size_t>(f.lanes);
  const std::vector<T> all = arguments<T>();
  std::mt19937_64 random(2);
  for (int round = 0; round < 3000; ++round) {
    std::vector<T> x(lanes), y(lanes), result(lanes);
    for (T& lane : x) lane = all[random() % all.size()];
    for (T& lane : y) lane = all[random() % all.size()];
    blockMath(op, x.data(), y.data(), result.data(), f.lanes);
    for (std::size_t k = 0; k < lanes; ++k)
      ASSERT_EQ(bitsOf(result[k]), bitsOf(scalarMath(op, x[k], y[k])))
          << f.symbol << " lane " << k << " at " << x[k] << ", " << y[k];
  }
}

TEST(VectorMath, EveryLaneIsTheScalarForm) {
  for (Op op : mathOps()) {
    expectLaneIndependence<double>(op);
    expectLaneIndependence<float>(op);
  }
}

// Largest errors in units in the last place: ours are known, libmvec promises 4.
double bound(Op op, ElementType type) {
  if (!mathFunction(op, type).own) return 4;
  switch (op) {
    case Op::exp: return 1.15;
    case Op::exp2: return 1;
    case Op::exp10: return 1.2;
    case Op::log: return 0.95;
    case Op::log2: return 1.7;
    case Op::log10: return 1.7;
    case Op::cbrt: return 0.52;
    case Op::erf: return type == ElementType::float64 ? 2.25 : 2.75;
    default: return 4;
  }
}

template <class T>
void expectAccurate(Op op) {
  const double limit = bound(op, elementTypeOf<T>);
  for (T x : arguments<T>()) {
    const long double want = exact(op, x);
    const T got = scalarMath(op, x), nearest = static_cast<T>(want);
    if (!std::isfinite(nearest) || std::fabs(nearest) < std::numeric_limits<T>::min()) {
      // Overflow, NaN and zero are exact; a denormal result is near.
      if (std::isfinite(nearest))
        EXPECT_NEAR(got, nearest, 4 * std::numeric_limits<T>::denorm_min());
      else
        EXPECT_EQ(bitsOf(got), bitsOf(nearest)) << name(op) << " of " << x;
      continue;
    }
    int exponent;
    std::frexp(nearest, &exponent);
    const long double ulp = std::ldexp(1.0L, exponent - std::numeric_limits<T>::digits);
    EXPECT_LE(std::fabs(got - want), limit * ulp) << name(op) << " of " << x;
  }
}

TEST(VectorMath, Accurate) {
  for (Op op : ownOps) {
    expectAccurate<double>(op);
    expectAccurate<float>(op);
  }
}

TEST(VectorMath, PowersOfTenAndTheirLogarithmsAreExact) {
  if (!mathFunction(Op::log10, ElementType::float64).own) GTEST_SKIP() << "libmvec's";
  for (int k = 0; k <= 22; ++k) {
    const double power = std::strtod(("1e" + std::to_string(k)).c_str(), nullptr);
    EXPECT_EQ(scalarMath(Op::log10, power), k);
    EXPECT_EQ(scalarMath(Op::exp10, static_cast<double>(k)), power);
  }
  for (int k = 0; k <= 10; ++k) {
    const float power = std::strtof(("1e" + std::to_string(k)).c_str(), nullptr);
    EXPECT_EQ(scalarMath(Op::log10, power), k);
    EXPECT_EQ(scalarMath(Op::exp10, static_cast<float>(k)), power);
  }
}

// Of every exponent, denormals included: near the true root, and odd.
template <class T>
void expectCubeRoots() {
  using L = std::numeric_limits<T>;
  for (int e = L::min_exponent - L::digits; e < L::max_exponent; ++e)
    for (const T factor :
         {T(1), T(1.1), T(1.25), std::sqrt(T(2)), T(1.5), T(1.7), 2 - L::epsilon()}) {
      const T x = std::ldexp(factor, e), got = scalarMath(Op::cbrt, x);
      if (x == 0) continue;
      const long double right = std::cbrt(static_cast<long double>(x));
      const T unit = std::nextafter(static_cast<T>(right), L::max()) - static_cast<T>(right);
      EXPECT_LE(std::fabs(static_cast<long double>(got) - right), 0.52L * unit) << x << ": " << got;
      EXPECT_EQ(bitsOf(scalarMath(Op::cbrt, -x)), bitsOf(-got)) << x;
    }
  for (T root = 1; root <= 200; ++root) EXPECT_EQ(scalarMath(Op::cbrt, root * root * root), root);
}

TEST(VectorMath, CubeRoots) {
  if (!mathFunction(Op::cbrt, ElementType::float64).own) GTEST_SKIP() << "libmvec's";
  expectCubeRoots<double>();
  expectCubeRoots<float>();
}

// Results never leave the function's range, whatever the rounding.
TEST(VectorMath, ErfStaysBelowOne) {
  for (double x = 3.5; x < 6.5; x += 0x1p-12) EXPECT_LE(scalarMath(Op::erf, x), 1) << x;
  for (float x = 2.5F; x < 4.5F; x += 0x1p-14F) EXPECT_LE(scalarMath(Op::erf, x), 1) << x;
}

// Bits of the results for all arguments, and for functions of two these in another order.
template <class T>
auto resultsOf(Op op, elementary::BlockCall<T> block, void* function) {
  std::vector<T> x = arguments<T>();
  x.resize(x.size() / 16 * 16);
  const std::vector<T> y(x.rbegin(), x.rend());
  std::vector<T> out(x.size());
  block(function, x.data(), info(op).arity == 1 ? nullptr : y.data(), out.data(),
        static_cast<std::int64_t>(x.size()));
  std::vector<decltype(bitsOf(T()))> bits;
  for (T result : out) bits.push_back(bitsOf(result));
  return bits;
}

// A machine with AVX-512 computes what one with AVX2 does.
TEST(VectorMath, OwnFunctionsAgreeBetweenWidths) {
  __builtin_cpu_init();
  if (!__builtin_cpu_supports("avx512dq")) GTEST_SKIP() << "one width only";
  const auto narrow = elementary::functionsForAvx2(), wide = elementary::functionsForAvx512();
  ASSERT_EQ(narrow.size(), wide.size());
  for (std::size_t k = 0; k < narrow.size(); ++k) {
    ASSERT_EQ(narrow[k].op, wide[k].op);
    const Op op = narrow[k].op;
    EXPECT_EQ(resultsOf(op, narrow[k].f64Block, nullptr), resultsOf(op, wide[k].f64Block, nullptr));
    EXPECT_EQ(resultsOf(op, narrow[k].f32Block, nullptr), resultsOf(op, wide[k].f32Block, nullptr));
  }
}

// `whole` for registers of 32 bytes, `half` for 16: the same bits, also of a call and of a block
// that ends in the middle of a register.
template <class T>
void expectSameHalves(Op op, elementary::BlockCall<T> whole, elementary::BlockCall<T> half,
                      void* call) {
  constexpr std::int64_t lanes = 16 / sizeof(T);
  EXPECT_EQ(resultsOf(op, whole, nullptr), resultsOf(op, half, nullptr)) << name(op);
  typedef T V __attribute__((vector_size(16)));
  const std::vector<T> all = arguments<T>();
  const T* const y = info(op).arity == 1 ? nullptr : all.data();
  for (std::size_t from = 0; from + 4 * lanes <= all.size(); from += 97) {
    T odd[3 * lanes], even[4 * lanes];
    half(nullptr, &all[from], y, odd, 3 * lanes);
    whole(nullptr, &all[from], y, even, 4 * lanes);
    V x, second, one;
    std::memcpy(&x, &all[from], sizeof x);
    std::memcpy(&second, all.data(), sizeof second);
    one = y ? reinterpret_cast<V (*)(V, V)>(call)(x, second) : reinterpret_cast<V (*)(V)>(call)(x);
    for (std::int64_t k = 0; k < 3 * lanes; ++k) EXPECT_EQ(bitsOf(odd[k]), bitsOf(even[k]));
    for (std::int64_t k = 0; k < lanes; ++k) EXPECT_EQ(bitsOf(T(one[k])), bitsOf(even[k]));
  }
}

// PARAX_VECTOR_BITS=128 changes no bit of them.
TEST(VectorMath, OwnFunctionsForNarrowVectorsHaveTheSameBits) {
  __builtin_cpu_init();
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) GTEST_SKIP() << "no FMA";
  const auto whole = elementary::functionsForAvx2(), half = elementary::halvesForAvx2();
  ASSERT_EQ(whole.size(), half.size());
  for (std::size_t k = 0; k < whole.size(); ++k) {
    ASSERT_EQ(whole[k].op, half[k].op);
    expectSameHalves(whole[k].op, whole[k].f64Block, half[k].f64Block, half[k].f64);
    expectSameHalves(whole[k].op, whole[k].f32Block, half[k].f32Block, half[k].f32);
  }
}

// Blocks of our own functions take several vectors at a time; calls take one.
TEST(VectorMath, OwnBlocksAgreeWithCalls) {
  if (vectorBytes() == 16) GTEST_SKIP() << "the test above";
  const bool wide = vectorBytes() == 64;
  const elementary::BlockCalls calls =
      wide ? elementary::callsForAvx512() : elementary::callsForAvx2();
  for (const elementary::CompiledFunction& f :
       wide ? elementary::functionsForAvx512() : elementary::functionsForAvx2()) {
    EXPECT_EQ(resultsOf(f.op, f.f64Block, nullptr), resultsOf(f.op, calls.f64, f.f64));
    EXPECT_EQ(resultsOf(f.op, f.f32Block, nullptr), resultsOf(f.op, calls.f32, f.f32));
  }
}

template <class T>
void expectSpecialValues() {
  const T inf = std::numeric_limits<T>::infinity(), nan = std::numeric_limits<T>::quiet_NaN();
  const T minusZero = T(-0.0);
  const struct {
    Op op;
    T x, y;
  } rows[] = {
      {Op::exp, T(0), T(1)},
      {Op::exp, minusZero, T(1)},
      {Op::exp, inf, inf},
      {Op::exp, -inf, T(0)},
      {Op::exp, nan, nan},
      {Op::exp, T(1e4), inf},
      {Op::exp, T(-1e4), T(0)},
      {Op::log, T(1), T(0)},
      {Op::log, T(0), -inf},
      {Op::log, minusZero, -inf},
      {Op::log, T(-1), nan},
      {Op::log, inf, inf},
      {Op::log, nan, nan},
      {Op::log10, T(1), T(0)},
      {Op::log10, T(0), -inf},
      {Op::log10, T(-2), nan},
      {Op::log10, inf, inf},
      {Op::log10, nan, nan},
      {Op::cbrt, T(0), T(0)},
      {Op::cbrt, minusZero, minusZero},
      {Op::cbrt, inf, inf},
      {Op::cbrt, -inf, -inf},
      {Op::cbrt, nan, nan},
      {Op::erf, T(0), T(0)},
      {Op::erf, minusZero, minusZero},
      {Op::erf, inf, T(1)},
      {Op::erf, -inf, T(-1)},
      {Op::erf, nan, nan},
      {Op::exp2, T(-5), T(0.03125)},
      {Op::exp2, T(1e4), inf},
      {Op::exp2, T(-1e4), T(0)},
      {Op::exp2, -inf, T(0)},
      {Op::exp2, nan, nan},
      {Op::exp10, T(1e4), inf},
      {Op::exp10, T(-1e4), T(0)},
      {Op::exp10, inf, inf},
      {Op::exp10, nan, nan},
      {Op::tgamma, T(0), inf},
      {Op::tgamma, minusZero, -inf},
      {Op::tgamma, T(-1), nan},
      {Op::tgamma, T(-170), nan},
      {Op::tgamma, inf, inf},
      {Op::tgamma, -inf, nan},
      {Op::tgamma, nan, nan},
      {Op::tgamma, T(172), inf},
      {Op::tgamma, T(-200.5), T(-0.0)},
      {Op::tgamma, T(-201.5), T(0)},
      {Op::lgamma, T(1), T(0)},
      {Op::lgamma, T(2), T(0)},
      {Op::lgamma, T(0), inf},
      {Op::lgamma, minusZero, inf},
      {Op::lgamma, T(-3), inf},
      {Op::lgamma, inf, inf},
      {Op::lgamma, -inf, inf},
      {Op::lgamma, nan, nan},
      {Op::lgamma, std::numeric_limits<T>::max(), inf},
  };
  for (const auto& row : rows)
    EXPECT_EQ(bitsOf(scalarMath(row.op, row.x)), bitsOf(row.y)) << name(row.op) << " of " << row.x;
}

TEST(VectorMath, SpecialValues) {
  expectSpecialValues<double>();
  expectSpecialValues<float>();
}

// Over the whole range of exponents: neither the squares nor their scaling may lose anything.
template <class T>
void expectHypot() {
  using L = std::numeric_limits<T>;
  const T inf = L::infinity(), nan = L::quiet_NaN();
  for (const T other : {T(0), T(1), T(-2), L::max(), L::denorm_min(), inf, nan}) {
    EXPECT_EQ(scalarMath(Op::hypot, inf, other), inf) << other;
    EXPECT_EQ(scalarMath(Op::hypot, other, -inf), inf) << other;
    EXPECT_EQ(std::isnan(scalarMath(Op::hypot, nan, other)), other != inf) << other;
    if (other == other) {
      EXPECT_EQ(scalarMath(Op::hypot, other, T(0)), std::abs(other)) << other;
    }
  }
  EXPECT_EQ(scalarMath(Op::hypot, L::max(), L::max()), inf);
  EXPECT_EQ(bitsOf(scalarMath(Op::hypot, T(-0.0), T(-0.0))), bitsOf(T(0)));
  for (int e = L::min_exponent - L::digits + 1; e < L::max_exponent; ++e)
    for (const T factor : {T(1), T(0.75), T(0.3), T(1e-3), T(1e-6)}) {
      const T x = std::ldexp(T(0.8), e), y = x * factor;
      const long double right =
          std::hypot(static_cast<long double>(x), static_cast<long double>(y));
      const T found = scalarMath(Op::hypot, x, y);
      const T unit = std::nextafter(static_cast<T>(right), inf) - static_cast<T>(right);
      EXPECT_LE(std::abs(static_cast<long double>(found) - right), 1.25L * unit)
          << x << ", " << y << ": " << found;
    }
}

TEST(VectorMath, Hypot) {
  expectHypot<double>();
  expectHypot<float>();
}

// Numbers of every size, with a bias to whole multiples, halves and their neighbours.
template <class T>
std::vector<std::pair<T, T>> divisions() {
  using L = std::numeric_limits<T>;
  const T special[] = {T(0),     T(-0.0),     L::infinity(), -L::infinity(), L::quiet_NaN(),
                       L::max(), L::lowest(), L::min(),      -L::min(),      L::denorm_min(),
                       T(1),     T(-3),       T(0.1),        L::max() / 2,   L::max() / 3,
                       T(1e30),  T(1) / 3};
  std::vector<std::pair<T, T>> list;
  for (T x : special)
    for (T y : special) list.push_back({x, y});
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> even(1, 2);
  const auto number = [&](int range) {
    const int exponent = static_cast<int>(random() % static_cast<unsigned>(range)) - range / 2;
    return std::ldexp(static_cast<T>(random() % 2 ? even(random) : -even(random)), exponent);
  };
  for (int k = 0; k < 40000; ++k) {
    list.push_back({number(L::max_exponent * 2), number(L::max_exponent * 2)});
    list.push_back({number(40), number(40)});
    list.push_back({L::denorm_min() * static_cast<T>(random() % 99999),
                    L::denorm_min() * static_cast<T>(random() % 999)});
    const T y = k % 2 ? number(40) : static_cast<T>(random() % 999 + 1);
    const T x = y * static_cast<T>(random() % 4000000) / 2;
    list.push_back({x, y});
    list.push_back({std::nextafter(x, T(0)), y});
    list.push_back({std::nextafter(x, L::max()), y});
  }
  return list;
}

template <class T>
void expectExactRemainders() {
  const auto check = [](Op op, T x, T y, T want) {
    const T got = scalarMath(op, x, y);
    if (want == want)
      EXPECT_EQ(bitsOf(got), bitsOf(want)) << name(op) << " of " << x << ", " << y;
    else
      EXPECT_TRUE(got != got) << name(op) << " of " << x << ", " << y;
  };
  for (const auto& [x, y] : divisions<T>()) {
    check(Op::fmod, x, y, std::fmod(x, y));
    check(Op::remainder, x, y, std::remainder(x, y));
  }
}

TEST(VectorMath, RemaindersAreExact) {
  expectExactRemainders<double>();
  expectExactRemainders<float>();
}

// Arguments, evenly and with even exponents, and around what bounds the formulas.
template <class T>
std::vector<T> gammaArguments() {
  std::vector<T> list;
  for (double x : {0.625, 1.0, 2.0, 3.0, 4.0, 8.0, 35.0, 171.0})
    for (int k = -200; k <= 200; ++k) {
      list.push_back(static_cast<T>(x + k * 0x1p-9));
      list.push_back(static_cast<T>(x * (1 + k * 0x1p-22)));
    }
  std::mt19937_64 random(4);
  std::uniform_real_distribution<double> even(0, 30), exponent(-100, 100);
  for (int k = 0; k < 20000; ++k) {
    list.push_back(static_cast<T>(even(random)));
    list.push_back(static_cast<T>(std::exp2(exponent(random))));
  }
  return list;
}

template <class T>
void expectGammaFunctions(double tgammaBound, double lgammaBound) {
  const auto check = [](Op op, T x, long double right, double bound) {
    const T got = scalarMath(op, x), nearest = static_cast<T>(right);
    if (!std::isfinite(nearest)) {
      EXPECT_EQ(got, nearest) << name(op) << " of " << x;
      return;
    }
    int exponent;
    std::frexp(right, &exponent);
    exponent = std::max(exponent, std::numeric_limits<T>::min_exponent);
    const long double unit = std::ldexp(1.0L, exponent - std::numeric_limits<T>::digits);
    EXPECT_LE(std::fabs(got - right), bound * unit) << name(op) << " of " << x << ": " << got;
    EXPECT_EQ(std::signbit(got), std::signbit(right)) << name(op) << " of " << x;
  };
  for (T x : gammaArguments<T>()) {
    check(Op::tgamma, x, std::tgamma(static_cast<long double>(x)), tgammaBound);
    check(Op::lgamma, x, std::lgamma(static_cast<long double>(x)), lgammaBound);
    // Below 0 the bounds are looser, and libm's where digits cancel.
    if (x == std::floor(x)) continue;
    check(Op::tgamma, -x, std::tgamma(static_cast<long double>(-x)),
          std::is_same_v<T, float> ? 0.52 : 5);
    check(Op::lgamma, -x, std::lgamma(static_cast<long double>(-x)), 6);
  }
}

TEST(VectorMath, GammaFunctions) {
  if (!mathFunction(Op::tgamma, ElementType::float64).own) GTEST_SKIP() << "libm's";
  expectGammaFunctions<double>(2.75, 3.25);
  expectGammaFunctions<float>(0.52, 0.57);
}

TEST(VectorMath, FactorialsAreExact) {
  if (!mathFunction(Op::tgamma, ElementType::float64).own) GTEST_SKIP() << "libm's";
  double product = 1;
  for (int k = 1; k <= 22; ++k) {
    EXPECT_EQ(scalarMath(Op::tgamma, static_cast<double>(k)), product) << k;
    EXPECT_EQ(scalarMath(Op::tgamma, static_cast<float>(k)), static_cast<float>(product)) << k;
    product *= k;
  }
}

TEST(VectorMath, OneFunctionPerOperationAndType) {
  const int bytes = vectorBytes();
  EXPECT_TRUE(bytes == 16 || bytes == 32 || bytes == 64);
  for (Op op : mathOps())
    for (ElementType type : {ElementType::float32, ElementType::float64}) {
      const MathFunction& f = mathFunction(op, type);
      EXPECT_NE(f.address, nullptr);
      EXPECT_EQ(&f, &mathFunction(op, type));
      EXPECT_TRUE(f.lanes == 1 || f.lanes * static_cast<int>(sizeOf(type)) == bytes) << f.symbol;
    }
  EXPECT_THROW(mathFunction(Op::add, ElementType::float64), InternalError);
  EXPECT_THROW(mathFunction(Op::exp, ElementType::int32), InternalError);
}

}  // namespace
}  // namespace parax::ir
