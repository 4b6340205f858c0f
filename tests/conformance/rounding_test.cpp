// Rounding and denormals are as promised whatever the caller's thread is set to, and it stays set.
#include <gtest/gtest.h>
#include <xmmintrin.h>

#include <cfenv>
#include <cstring>

#include "modes.h"

namespace parax::conformance {
namespace {

struct Setting {
  const char* name;
  int rounding;
  unsigned flush;  // bits of MXCSR: results to zero 0x8000, operands to zero 0x40
};
constexpr Setting settings[] = {{"upward", FE_UPWARD, 0},
                                {"downward", FE_DOWNWARD, 0},
                                {"towards zero", FE_TOWARDZERO, 0},
                                {"without denormals", FE_TONEAREST, 0x8040},
                                {"upward, without denormals", FE_UPWARD, 0x8040}};

class FloatSetting {
 public:
  explicit FloatSetting(const Setting& setting) {
    std::fesetround(setting.rounding);
    _mm_setcsr(_mm_getcsr() | setting.flush);
  }
  ~FloatSetting() {
    std::fesetround(FE_TONEAREST);
    _mm_setcsr(_mm_getcsr() & ~0x8040u);
  }
};

template <class T>
std::vector<std::uint64_t> bitsOf(const std::vector<T>& numbers) {
  std::vector<std::uint64_t> bits(numbers.size());
  for (std::size_t k = 0; k < numbers.size(); ++k) std::memcpy(&bits[k], &numbers[k], sizeof(T));
  return bits;
}

// f(array) is the same in every setting and every way. The first call of each, which compiles, is
// made in that setting.
template <class F>
void expectSame(const char* what, F f, const Array<double>& in) {
  const auto right = bitsOf(acc(f, Options{.mode = Mode::library, .fma = true})(in).toVector());
  for (const Way& way : ways()) {
    if (!way.options.fma) continue;
    for (const Setting& setting : settings) {
      SCOPED_TRACE(std::string(what) + ", " + way.name + ", " + setting.name);
      const auto g = acc(f, way.options);
      for (int k = 0; k < 2; ++k) {
        std::vector<std::uint64_t> bits;
        unsigned before = 0, after = 0;
        {
          const FloatSetting set(setting);
          before = _mm_getcsr() & 0xe040u;
          bits = bitsOf(g(in).toVector());
          after = _mm_getcsr() & 0xe040u;
        }
        EXPECT_EQ(bits, right);
        EXPECT_EQ(before, after);
      }
    }
  }
  for (const Setting& setting : settings) {
    SCOPED_TRACE(std::string(what) + ", not accelerated, " + setting.name);
    std::vector<std::uint64_t> bits;
    {
      const FloatSetting set(setting);
      bits = bitsOf(f(in).toVector());
    }
    EXPECT_EQ(bits, right);
  }
}

const Array<double> few{0.1, 0.7, 1.3, 2.9, 7.7, 31.3, 100.1, 3e-308, 5e-324};

TEST(Rounding, Arithmetic) {
  expectSame("division", [](Array<double> x) { return 1.0 / (x + 3.0) * x - 0.1; }, few);
  expectSame("denormals", [](Array<double> x) { return x * 3e-308 * 0.25; }, few);
  expectSame("square roots", [](Array<double> x) { return sqrt(x + 0.3); }, few);
}

TEST(Rounding, Functions) {
  expectSame("exp", [](Array<double> x) { return exp(x); }, few);
  expectSame("log", [](Array<double> x) { return log(x); }, few);
  expectSame("sin", [](Array<double> x) { return sin(x); }, few);
  expectSame("cbrt", [](Array<double> x) { return cbrt(x); }, few);
  expectSame("erf", [](Array<double> x) { return erf(x); }, few);
  expectSame("tgamma", [](Array<double> x) { return tgamma(x); }, few);
  expectSame("fmod", [](Array<double> x) { return fmod(x * 1e10, 0.7); }, few);
  expectSame("pow", [](Array<double> x) { return pow(x, 1.7); }, few);
}

TEST(Rounding, Reductions) {
  const Array<double> many = iota<double>(sanitized ? 3000 : 300'000) * 0.1;
  expectSame("sum", [](Array<double> x) { return sum(x) + zeros<double>(1); }, many);
  expectSame("var", [](Array<double> x) { return var(x) + zeros<double>(1); }, many);
  expectSame("reduce", [](Array<double> x) {
    return reduce([](auto a, auto b) { return a + b * 1.1; }, 0.0, x) + zeros<double>(1);
  }, few);
}

// Numbers are rounded to the elements' type on the calling thread.
TEST(Rounding, Numbers) {
  expectSame("float", [](Array<double> x) { return cast<float>(x) * 0.1 + 16777217; }, few);
  expectSame("int64", [](Array<double> x) { return x * 9007199254740993; }, few);
  expectSame("linspace", [](Array<double> x) { return sum(x) + linspace<double>(0, 0.7, 10); },
             few);
  expectSame("arange", [](Array<double> x) { return sum(x) + arange<double>(0, 1, 0.1); }, few);
  expectSame("casts", [](Array<double> x) { return cast<float>(cast<std::int64_t>(x * 1e17)); },
             few);
}

}  // namespace
}  // namespace parax::conformance
