// Errors of ranges and indices: numbers that do not fit, steps and counts that make no sense.
#include <limits>

#include "expect_error.h"

namespace parax::errors {
namespace {

// The last number of iota<T>(n) has to fit, at the first call and when a trace is replayed.
template <class T>
void iotaHolds(std::int64_t largest, const char* type) {
  for (const Mode& mode : modes) {
    SCOPED_TRACE(mode.name);
    const auto f = acc([](Index n) { return iota<T>(n); }, mode.options);
    const unsigned line = __LINE__ - 1;
    EXPECT_ERROR(Error, line, type, f(Index(largest + 1)));
    for (int k = 0; k < 2; ++k) {
      EXPECT_EQ(f(Index(3)).at(2), T(2));
      EXPECT_EQ(f(Index(largest)).at(largest - 1), static_cast<T>(largest - 1));
      EXPECT_ERROR(Error, line, type, f(Index(largest + 1)));
    }
  }
  EXPECT_ERROR(Error, __LINE__, type, iota<T>(largest + 1));
}
TEST(RangeErrors, IotaOfTypesThatCannotHoldIt) {
  iotaHolds<std::int8_t>(128, "std::int8_t");
  iotaHolds<std::uint8_t>(256, "std::uint8_t");
  iotaHolds<std::int16_t>(32768, "std::int16_t");
  iotaHolds<std::uint16_t>(65536, "std::uint16_t");
}

// Floats hold 2^24 and doubles 2^53, but not one more.
TEST(RangeErrors, IotaOfFloatsThatRound) {
  constexpr std::int64_t most = (1 << 24) + 1;
  for (const Mode& mode : modes) {
    SCOPED_TRACE(mode.name);
    const auto f = acc([](Index n) { return iota<float>(n); }, mode.options);
    const unsigned line = __LINE__ - 1;
    const char* const text = "iota: float cannot count to 16777217: use a wider type";
    EXPECT_ERROR(ArgumentError, line, text, f(Index(most + 1)));
    for (int k = 0; k < 2; ++k) {
      EXPECT_EQ(f(Index(3)).at(2), 2);
      EXPECT_ERROR(ArgumentError, line, text, f(Index(most + 1)));
    }
  }
  EXPECT_EQ(iota<float>(most).at(most - 1), 0x1p24f);
  EXPECT_ERROR(ArgumentError, __LINE__, "float cannot", iota<std::complex<float>>(most + 1));
  constexpr std::int64_t tooMany = (std::int64_t{1} << 53) + 2;
  EXPECT_ERROR(ArgumentError, __LINE__, "count to 9007199254740993", iota<double>(tooMany));
}

// What is assumed about sizes is a bound: within it every size replays the first recording.
TEST(RangeErrors, SizesWithinTheBoundsAreReplayed) {
  for (const Mode& mode : modes) {
    if (!mode.records) continue;
    SCOPED_TRACE(mode.name);
    const auto f = acc([](Index n) {
      return std::tuple(iota<float>(n), iota<std::int16_t>(n), var(iota<double>(n), 2));
    }, mode.options);
    const unsigned line = __LINE__ - 2;
    f(Index(3));
    const Stats before = stats();
    for (const std::int64_t n : {4, 100, 32768})
      EXPECT_EQ(std::get<1>(f(Index(n))).at(n - 1), n - 1);
    EXPECT_EQ(stats().recordings, before.recordings);
    EXPECT_EQ(stats().compilations, before.compilations);
    EXPECT_ERROR(ArgumentError, line, "std::int16_t", f(Index(32769)));
    EXPECT_ERROR(ShapeError, line, "n is 1", f(Index(1)));
  }
}

// The sizes of what was given decide as well, not only an Index.
TEST(RangeErrors, IotaAsLongAsAnArgument) {
  for (const Mode& mode : modes) {
    SCOPED_TRACE(mode.name);
    const auto f =
        acc([](Array<double> a) { return a + iota<std::int8_t>(a.size()); }, mode.options);
    const unsigned line = __LINE__ - 1;
    EXPECT_EQ(f(ones<double>(100)).at(99), 100);
    EXPECT_ERROR(Error, line, "std::int8_t", f(ones<double>(1000)));
    EXPECT_EQ(f(ones<double>(100)).at(99), 100);
  }
}

TEST(RangeErrors, Arange) {
  constexpr double inf = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_ERROR(ArgumentError, __LINE__, "arange", arange<double>(0, 1, 0));
  EXPECT_ERROR(ArgumentError, __LINE__, "arange", arange<double>(0, 1, nan));
  EXPECT_ERROR(ArgumentError, __LINE__, "arange", arange<double>(nan, 1));
  EXPECT_ERROR(Error, __LINE__, "arange", arange<double>(0, inf));
  EXPECT_ERROR(Error, __LINE__, "arange", arange<double>(0, 1e300));
  const char* text = "arange: there is no range from 0 to 1 in steps of 0";
  EXPECT_ERROR(ArgumentError, __LINE__, text, arange<double>(0, 1, 0));
  text = "arange: too many numbers from 0 to 1 in steps of 1e-300";
  EXPECT_ERROR(ArgumentError, __LINE__, text, arange<double>(0, 1, 1e-300));
  text = "arange: too many numbers from 0 to 1e+19 in steps of 1";
  EXPECT_ERROR(ArgumentError, __LINE__, text, arange<std::uint64_t>(0, 1e19));
  EXPECT_EQ(arange<double>(3, 0).size(), 0);
  for (const Mode& mode : modes) {
    SCOPED_TRACE(mode.name);
    const auto f =
        acc([](double stop, double step) { return arange<int>(0, stop, step); }, mode.options);
    const unsigned line = __LINE__ - 1;
    EXPECT_ERROR(ArgumentError, line, "arange", f(5, 0));
    EXPECT_EQ(f(5, 2).toVector(), (std::vector<int>{0, 2, 4}));
  }
}

// As iota, arange says what does not fit; it does not wrap around.
TEST(RangeErrors, ArangeOfTypesThatCannotHoldIt) {
  EXPECT_ERROR(Error, __LINE__, "std::uint8_t", arange<std::uint8_t>(0, 300));
  EXPECT_ERROR(Error, __LINE__, "std::uint8_t", arange<std::uint8_t>(-1, 3));
  EXPECT_ERROR(Error, __LINE__, "std::int8_t", arange<std::int8_t>(120, 130));
  const char* const text =
      "arange: std::int64_t cannot hold the numbers from 0 to 1e+19 in steps of 1";
  EXPECT_ERROR(ArgumentError, __LINE__, text, arange<std::int64_t>(0, 1e19));
  EXPECT_ERROR(Error, __LINE__, "std::int64_t", arange<std::int64_t>(9e18, 1e19, 4e17));
  EXPECT_ERROR(Error, __LINE__, "std::uint64_t", arange<std::uint64_t>(1e19, 1e20, 1e19));
  EXPECT_ERROR(Error, __LINE__, "std::uint64_t", arange<std::uint64_t>(1e19, -2e19, -1e19));
  EXPECT_ERROR(Error, __LINE__, "std::uint8_t", arange<std::uint8_t>(0, 257, 256));
  EXPECT_ERROR(Error, __LINE__, "std::uint8_t", arange<std::uint8_t>(0, 1e300, 1e299));
}

// A step that integers cannot have is an error, and not a step of 0.
TEST(RangeErrors, ArangeOfIntegersByAFraction) {
  EXPECT_ERROR(ArgumentError, __LINE__, "0.5", arange<int>(0, 2, 0.5));
  EXPECT_ERROR(ArgumentError, __LINE__, "1.5", arange<int>(1.5, 4));
}

TEST(RangeErrors, CountsBeyond64Bits) {
  const char* const text = "an extent of 18446744073709551615 is too large";
  EXPECT_ERROR(ShapeError, __LINE__, text, iota<double>(18446744073709551615ULL));
  EXPECT_ERROR(ShapeError, __LINE__, "too large", zeros<int>(2, std::uint64_t{1} << 63));
}

TEST(RangeErrors, NegativeCounts) {
  EXPECT_ERROR(ShapeError, __LINE__, "negative", linspace<double>(0, 1, -1));
  EXPECT_ERROR(ShapeError, __LINE__, "negative", logspace<float>(0, 1, -3));
  EXPECT_ERROR(ShapeError, __LINE__, "negative", eye<int>(-2));
  EXPECT_ERROR(ShapeError, __LINE__, "negative", ones<std::uint8_t>(3, -1));
  EXPECT_ERROR(ShapeError, __LINE__, "negative", fromFunction([](auto i) { return i; }, -1));
  EXPECT_EQ(linspace<double>(0, 1, 0).size(), 0);
  for (const Mode& mode : modes) {
    SCOPED_TRACE(mode.name);
    const auto f = acc([](std::int64_t n) { return linspace<float>(0, 1, n); }, mode.options);
    const unsigned line = __LINE__ - 1;
    EXPECT_ERROR(ShapeError, line, "negative", f(-1));
    EXPECT_EQ(f(2).toVector(), (std::vector<float>{0, 1}));
    EXPECT_ERROR(ShapeError, line, "negative", f(-1));
    const auto g = acc([](Index n) { return eye<double>(n, n - 1); }, mode.options);
    EXPECT_EQ(g(Index(2)).toVector(), (std::vector<double>{1, 0}));
    EXPECT_ERROR(ShapeError, __LINE__ - 2, "negative", g(Index(0)));
  }
}

}  // namespace
}  // namespace parax::errors
