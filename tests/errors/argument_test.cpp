// Misuse: bad memory, numbers that do not fit, moved-from arrays, one variable twice, threads.
#include <optional>
#include <stdexcept>
#include <thread>

#include "expect_error.h"

namespace parax::errors {
namespace {

TEST(ArgumentErrors, BorrowedMemory) {
  const double memory[3] = {1, 2, 3};
  const double* nothing = nullptr;
  EXPECT_ERROR(ArgumentError, __LINE__, "null", Array<double>::borrow(std::span(nothing, 3)));
  EXPECT_ERROR(ArgumentError, __LINE__, "null", Array<double>(std::span(nothing, 3)));
  EXPECT_ERROR(ArgumentError, __LINE__, "3", (Array<double, 2>::borrow(memory, {2, 2})));
  EXPECT_ERROR(ArgumentError, __LINE__, "4", (Array<double, 2>(memory, {2, 2})));
  EXPECT_EQ(Array<double>::borrow(std::span<const double>()).size(), 0);
}

TEST(ArgumentErrors, NumbersThatDoNotFit) {
  for (const Mode& mode : modes) {
    SCOPED_TRACE(mode.name);
    const auto f = acc([](Array<std::int32_t> a, std::int64_t b) { return a + b; }, mode.options);
    const unsigned line = __LINE__ - 1;
    const Array<std::int32_t> a{1, 2};
    EXPECT_ERROR(ArgumentError, line, "5000000000", f(a, 5000000000));
    EXPECT_EQ(f(a, 5).at(1), 7);
    EXPECT_ERROR(ArgumentError, line, "-5000000000", f(a, -5000000000));
  }
  const Array<std::int64_t> one{1};
  EXPECT_ERROR(ArgumentError, __LINE__, "18446744073709551615", one * 18446744073709551615ULL);
}

TEST(ArgumentErrors, NumbersThatDoNotFitInFull) {
  for (const Mode& mode : modes) {
    SCOPED_TRACE(mode.name);
    const auto f = acc([](Index n, int b) { return full<std::int8_t>(b, n); }, mode.options);
    const unsigned line = __LINE__ - 1;
    for (int k = 0; k < 2; ++k) {
      EXPECT_EQ(f(Index(3), -128).at(2), -128);
      EXPECT_ERROR(ArgumentError, line, "128 does not fit in std::int8_t", f(Index(3), 128));
    }
  }
}

TEST(ArgumentErrors, SizesAndValuesMovedFrom) {
  Index n(3);
  Value<double> x(2);
  const Index m = std::move(n);
  const Value<double> y = std::move(x);
  EXPECT_ERROR(ArgumentError, __LINE__, "moved from", zeros<int>(n));
  EXPECT_ERROR(ArgumentError, __LINE__, "moved from", full<double>(x, m));
  EXPECT_EQ(full<double>(y, m).at(2), 2);
}

TEST(ArgumentErrors, NegativeThreads) {
  for (const Mode& mode : modes) {
    SCOPED_TRACE(mode.name);
    Options options = mode.options;
    options.threads = -3;
    const char* const text = "acc: Options has -3 threads: use 0 for as many as there are";
    const auto f = [](Array<double> a) { return a; };
    EXPECT_ERROR(ArgumentError, __LINE__, text, acc(f, options));
    options.threads = 0;
    EXPECT_NO_THROW(acc(f, options));
  }
}

TEST(ArgumentErrors, MovedFrom) {
  for (const Mode& mode : modes) {
    SCOPED_TRACE(mode.name);
    const auto f = acc([](Array<double> a) {
      const auto b = std::move(a);
      return a + b;
    }, mode.options);
    EXPECT_ERROR(ArgumentError, __LINE__ - 2, "moved from", f(Array<double>{1}));
    const auto g = acc([](Array<double> a) { return a + 1; }, mode.options);
    Array<double> a{1, 2};
    const Array<double> b = std::move(a);
    EXPECT_THROW(g(a), ArgumentError);
    EXPECT_EQ(g(b).at(1), 3);
    a = b;
    EXPECT_EQ(g(a).at(1), 3);
  }
  Array<double> a{1};
  const Array<double> b = std::move(a);
  EXPECT_ERROR(ArgumentError, __LINE__, "moved from", a.size());
  EXPECT_ERROR(ArgumentError, __LINE__, "moved from", a += 1);
  EXPECT_ERROR(ArgumentError, __LINE__, "moved from", sum(a));
}

TEST(ArgumentErrors, OneVariableAsTwoReferences) {
  for (const Mode& mode : modes) {
    SCOPED_TRACE(mode.name);
    const auto f = acc([](Array<double>& a, Array<double>& b) {
      a += 1;
      b *= 10;
    }, mode.options);
    Array<double> a{1, 2}, b{3, 4};
    // In every mode this is an error, or means what it means in C++.
    try {
      f(a, a);
      EXPECT_EQ(a.toVector(), (std::vector<double>{20, 30}));
    } catch (const ArgumentError& error) {
      EXPECT_EQ(a.toVector(), (std::vector<double>{1, 2})) << error.what();
    }
    a = Array<double>{1, 2};
    f(a, b);
    EXPECT_EQ(a.toVector(), (std::vector<double>{2, 3}));
    EXPECT_EQ(b.toVector(), (std::vector<double>{30, 40}));
  }
}

TEST(ArgumentErrors, AFunctionThatThrowsWhileItIsRecorded) {
  for (const Mode& mode : modes) {
    SCOPED_TRACE(mode.name);
    std::optional<Array<double>> kept;
    Array<double> inOut{1, 2, 3};
    bool fail = true;
    const auto f = acc([&](Array<double>& a) {
      a = a * 2;
      kept = a + 1;
      if (fail) throw std::runtime_error("mine");
      return a;
    }, mode.options);
    try {
      f(inOut);
      ADD_FAILURE() << "nothing was thrown";
    } catch (const std::runtime_error& error) {
      EXPECT_STREQ(error.what(), "mine");
    }
    ASSERT_TRUE(kept);
    EXPECT_EQ(kept->toVector(), (std::vector<double>{3, 5, 7}));
    EXPECT_EQ(inOut.toVector(), (std::vector<double>{2, 4, 6})) << "as in C++";
    fail = false;
    EXPECT_EQ(f(inOut).toVector(), (std::vector<double>{4, 8, 12}));
  }
}

Array<double> endless(Array<double> a);
const auto& acceleratedEndless() {
  static const auto f = acc(&endless, {.mode = parax::Mode::interpret});  // needs no LLVM
  return f;
}
Array<double> endless(Array<double> a) { return acceleratedEndless()(a + 1); }

TEST(ArgumentErrors, RecursionTooDeep) {
  for (int k = 0; k < 2; ++k) EXPECT_THROW(acceleratedEndless()(Array<double>{1}), ArgumentError);
  EXPECT_EQ(acc([](Array<double> a) { return a + 1; })(Array<double>{1}).at(0), 2);
}

TEST(ArgumentErrors, ATracedArrayOnAnotherThread) {
  for (const Mode& mode : modes) {
    if (!mode.records) continue;
    SCOPED_TRACE(mode.name);
    std::string message;
    const auto f = acc([&](Array<double> a) {
      const auto b = a * 2;
      std::thread([&] {
        try {
          const auto c = b + 1;
          message = "nothing was thrown";
        } catch (const ArgumentError& error) {
          message = error.what();
        }
      }).join();
      return b;
    }, mode.options);
    EXPECT_EQ(f(Array<double>{1, 2}).at(1), 4);
    EXPECT_NE(message.find("thread"), std::string::npos) << message;
    EXPECT_EQ(f(Array<double>{1, 3}).at(1), 6);
  }
}

}  // namespace
}  // namespace parax::errors
