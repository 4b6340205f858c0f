// Beside the user's own OpenMP: its regions and its number of threads. Built with libomp, which
// Parax runs on, and with the compiler's own library.
#include <gtest/gtest.h>
#include <omp.h>
#include <parax/parax.h>

#include <atomic>
#include <filesystem>

namespace parax::threads {
namespace {

auto squares() {
  return acc([](Array<double> a) { return sum(a * a); }, Options{.mode = Mode::compile});
}

constexpr std::int64_t enough = 1'000'000;  // for threads to pay
const Array<double>& numbers() {
  static const Array<double> all = full<double>(2, enough);
  return all;
}

int threadsOf(const auto& f) { return explain(f).programs.at(0).loops.at(0).threads; }

// The threads of this process.
std::ptrdiff_t tasks() {
  return std::distance(std::filesystem::directory_iterator("/proc/self/task"), {});
}

TEST(OpenMP, CallsInsideAParallelRegion) {
  const auto f = squares();
  std::atomic<int> right = 0;
#pragma omp parallel for num_threads(4)
  for (int k = 0; k < 16; ++k)
    if (f(numbers()).get() == 4 * enough) ++right;
  EXPECT_EQ(right, 16);
  EXPECT_EQ(f(numbers()).get(), 4 * enough);
}

TEST(OpenMP, SerialInsideAParallelRegion) {
  const auto f = squares();
  f(numbers());
  std::atomic<int> parallel = 0, region = 0;
#pragma omp parallel num_threads(4)
  ++region;
  const std::ptrdiff_t before = tasks();
#pragma omp parallel num_threads(4)
  {
    f(numbers());
    if (threadsOf(f) != 1) ++parallel;
  }
  EXPECT_EQ(region, 4);
  EXPECT_EQ(parallel, 0);
  EXPECT_EQ(tasks(), before);
}

TEST(OpenMP, TheNumberOfThreadsIsTheUsers) {
  const int most = omp_get_max_threads();
  const auto f = squares();
  omp_set_num_threads(1);
  const std::ptrdiff_t before = tasks();
  f(numbers());
  EXPECT_EQ(threadsOf(f), 1);
  EXPECT_EQ(tasks(), before);
  omp_set_num_threads(most);
  EXPECT_EQ(f(numbers()).get(), 4 * enough);
  EXPECT_EQ(threadsOf(f) > 1, most > 1);
}

}  // namespace
}  // namespace parax::threads
