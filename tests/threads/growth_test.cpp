// Memory does not grow with the number of calls.
#include <gtest/gtest.h>
#include <parax/parax.h>
#include <unistd.h>

#include <fstream>
#include <thread>

namespace parax::threads {
namespace {

std::int64_t residentBytes() {
  std::ifstream statm("/proc/self/statm");
  std::int64_t size = 0, resident = 0;
  statm >> size >> resident;
  return resident * sysconf(_SC_PAGESIZE);
}

// Runs f(k) often enough to be warm, then 10000 times more.
template <class F>
void expectNoGrowth(F f) {
  for (int k = 0; k < 2000; ++k) f(k);
  const std::int64_t before = residentBytes();
  const Stats start = stats();
  for (int k = 0; k < 10000; ++k) f(k);
  EXPECT_LT(residentBytes() - before, 4 << 20);
  EXPECT_EQ(stats().compilations, start.compilations);
  EXPECT_EQ(stats().kernelsLive, start.kernelsLive);
}

const Options compiled{.mode = Mode::compile};

TEST(Growth, ReplayedCalls) {
  const auto f = acc([](Array<double> a) { return a * 2 + sum(a); }, compiled);
  const Array<double> in = iota<double>(1000);
  expectNoGrowth([&](int) { f(in); });
}

TEST(Growth, RecordedCalls) {
  double factor = 1;
  const auto f = acc([&](Array<double> a) { return a * factor + sum(a); }, compiled);
  const Array<double> in = iota<double>(1000);
  expectNoGrowth([&](int k) {
    factor = k;
    f(in);
  });
}

// Every call assumes another number: memory for traces is bounded.
TEST(Growth, NumbersThatNeverRepeat) {
  const auto f = acc([](Array<double> a, double factor) { return a * factor; }, compiled);
  const Array<double> in = iota<double>(100);
  expectNoGrowth([&, n = 0](int) mutable { f(in, ++n + 0.5); });
}

TEST(Growth, SizesThatNeverRepeat) {
  const auto f = acc([](Array<double> a) { return a / static_cast<double>(a.size()); }, compiled);
  const std::vector<double> data(20000, 1);
  expectNoGrowth([&, n = std::size_t(1)](int) mutable {
    f(Array<double>::borrow(std::span(data).first(n = n % 14000 + 1)));
  });
}

TEST(Growth, FunctionsMadeAndDropped) {
  const Array<double> in = iota<double>(100);
  expectNoGrowth([&](int) {
    const auto f = acc([](Array<double> a) { return a - 1; }, compiled);
    f(in);
  });
}

TEST(Growth, Errors) {
  const auto f = acc([](Array<int> a, Array<int> b) { return a / b; }, compiled);
  const Array<int> in = iota<int>(100);
  expectNoGrowth([&](int) { EXPECT_THROW(f(in, in), ElementError); });
}

TEST(Growth, CaughtErrors) {
  const auto f = acc([](Array<int>& a, Array<int> b) {
    a += 1;
    try {
      return max(a / b).get();
    } catch (const ElementError&) {
      return 0;
    }
  }, compiled);
  Array<int> a = iota<int>(100);
  const Array<int> b = iota<int>(100);
  expectNoGrowth([&](int) { EXPECT_EQ(f(a, b), 0); });
}

// The memory of an array's state stays with the thread that drops it, until that one ends.
TEST(Growth, ThreadsThatOnlyDropArrays) {
  const auto f = acc([](Array<double> a) { return a + 1; }, compiled);
  expectNoGrowth([&](int) {
    std::vector<Array<double>> arrays;
    for (int k = 0; k < 64; ++k) arrays.push_back(f(Array<double>{5}));
    std::thread([&] { arrays.clear(); }).join();
  });
}

TEST(Growth, LibraryMode) {
  Array<double> a = iota<double>(1000);
  expectNoGrowth([&](int) { a = a * 0.5 + 1; });
}

}  // namespace
}  // namespace parax::threads
