// Calls from many threads at once.
#include <gtest/gtest.h>
#include <parax/parax.h>
#include <cmath>

#include <atomic>
#include <barrier>
#include <functional>
#include <thread>
#include <vector>

namespace parax::threads {
namespace {

const Options compiled{.mode = Mode::compile};

// Runs f(k) on `count` threads that start together; what they throw fails the test.
void together(int count, const std::function<void(int)>& f) {
  std::barrier start(count);
  std::vector<std::string> problems(static_cast<std::size_t>(count));
  {
    std::vector<std::jthread> threads;
    for (int k = 0; k < count; ++k)
      threads.emplace_back([&, k] {
        start.arrive_and_wait();
        try {
          f(k);
        } catch (const std::exception& error) {
          problems[static_cast<std::size_t>(k)] = error.what();
        }
      });
  }
  for (const std::string& problem : problems) EXPECT_EQ(problem, "");
}

TEST(Threads, OneCompilationForAllFirstCalls) {
  const auto f = acc([](Array<double> a) { return sqrt(a * 1.75 + 3) - a; }, compiled);
  const Array<double> in = iota<double>(5000);
  const auto expected = (sqrt(in * 1.75 + 3) - in).toVector();
  const auto before = stats().compilations;
  std::atomic<int> right = 0;
  together(16, [&](int) {
    const auto result = f(in).toVector();
    bool same = true;
    for (std::size_t i = 0; i < result.size(); ++i)
      same = same && std::abs(result[i] - expected[i]) <= 1e-12 * std::abs(expected[i]) + 1e-12;
    right += same;
  });
  EXPECT_EQ(right, 16);
  EXPECT_EQ(stats().compilations - before, 1u);
}

TEST(Threads, DifferentFunctions) {
  std::atomic<int> right = 0;
  together(8, [&](int k) {
    // A different structure for each k: a chain of k + 1 products.
    const auto f = acc([k](Array<std::int64_t> a) {
      auto b = a;
      for (int i = 0; i <= k; ++i) b = b * a + i;
      return sum(b);
    }, compiled);
    const Array<std::int64_t> in{1, 2, 3};
    std::int64_t expected = 0;
    for (std::int64_t v = 1; v <= 3; ++v) {
      std::int64_t b = v;
      for (int i = 0; i <= k; ++i) b = b * v + i;
      expected += b;
    }
    bool same = true;
    for (int round = 0; round < 20; ++round) same = same && f(in).get() == expected;
    right += same;
  });
  EXPECT_EQ(right, 8);
}

TEST(Threads, SharedConstArrays) {
  const Array<double> shared = iota<double>(20000);
  const auto total = acc([](const Array<double>& a) { return sum(a); }, compiled);
  const auto shift = acc([](Array<double>& a) { a += 1; }, compiled);
  const double expected = sum(shared).get();
  std::atomic<int> wrong = 0;
  together(8, [&](int k) {
    for (int round = 0; round < 50; ++round) {
      if (total(shared).get() != expected) ++wrong;
      Array<double> mine = shared;  // the count of handles is shared too
      if (k % 2 == 0)
        mine += 1;
      else
        shift(mine);
      if (mine.at(7) != 8 || shared.at(7) != 7) ++wrong;
    }
  });
  EXPECT_EQ(wrong, 0);
}

// A function remembers for all threads; guards and new recordings meet here.
TEST(Threads, DifferentSizesAndNumbers) {
  const auto f = acc([](Array<double> a, Array<double> b, int n) {
    for (int k = 0; k < n; ++k) a = a + b;
    return a;
  }, compiled);
  std::atomic<int> wrong = 0;
  together(8, [&](int k) {
    for (int round = 0; round < 30; ++round) {
      const int n = (k + round) % 5;
      const auto a = full<double>(k, 1 + round * 7);
      const auto b = round % 2 ? full<double>(1, 1) : full<double>(1, 1 + round * 7);
      if (f(a, b, n).at(0) != k + n) ++wrong;
    }
  });
  EXPECT_EQ(wrong, 0);
}

TEST(Threads, ErrorsAreThrownInTheirCaller) {
  const auto divide = acc([](Array<int> a, Array<int> b) { return a / b; },
                          Options{.mode = Mode::compile, .threads = 7});
  const Array<int> in = iota<int>(100000);
  std::atomic<int> errors = 0, wrong = 0;
  together(6, [&](int k) {
    std::vector<int> d(100000, 3);
    if (k % 2 == 0) d[static_cast<std::size_t>(99000 + k)] = 0;
    const Array<int> divisors(d);
    for (int round = 0; round < 5; ++round) try {
        if (divide(in, divisors).at(9) != 3 || k % 2 == 0) ++wrong;
      } catch (const ElementError& error) {
        if (error.message().find("[" + std::to_string(99000 + k) + "]") == std::string::npos)
          ++wrong;
        ++errors;
      }
  });
  EXPECT_EQ(errors, 15);
  EXPECT_EQ(wrong, 0);
}

TEST(Threads, ThreadsInsideARecordedFunctionAreOnTheirOwn) {
  const auto inner = acc([](Array<double> a) { return a * 3; }, compiled);
  const auto f = acc([&](Array<double> a) {
    double fromThread = 0;
    std::thread([&] { fromThread = inner(Array<double>{1, 2}).at(1); }).join();
    return a + fromThread;
  }, compiled);
  EXPECT_EQ(f(Array<double>{1}).at(0), 7);
  EXPECT_EQ(f(Array<double>{2}).at(0), 8);
}

// As many threads inside each of many callers: each call keeps to itself.
TEST(Threads, NestedParallelism) {
  std::atomic<int> wrong = 0;
  together(4, [&](int k) {
    const auto f = acc([](Array<double> a) { return sum(a * 2); },
                       Options{.mode = Mode::compile, .threads = 4});
    const Array<double> in = full<double>(k, 50000);
    for (int round = 0; round < 10; ++round)
      if (f(in).get() != 100000.0 * k) ++wrong;
  });
  EXPECT_EQ(wrong, 0);
}

TEST(Threads, FunctionsMadeAndDroppedEverywhere) {
  std::atomic<int> wrong = 0;
  together(8, [&](int k) {
    for (int round = 0; round < 20; ++round) {
      const auto f = acc([](Array<float> a, float by) { return a * by; }, compiled);
      const auto copy = f;
      if (copy(Array<float>{1, 2}, static_cast<float>(k)).at(1) != static_cast<float>(2 * k))
        ++wrong;
    }
  });
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace parax::threads
