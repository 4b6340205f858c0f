// Calls from inside the user's own OpenMP region.
#include <gtest/gtest.h>
#include <parax/parax.h>

#include <atomic>

namespace parax::threads {
namespace {

TEST(OpenMP, CallsInsideAParallelRegion) {
  const auto f = acc([](Array<double> a) { return sum(a * a); }, Options{.mode = Mode::compile});
  const Array<double> in = full<double>(2, 100000);
  std::atomic<int> right = 0;
#pragma omp parallel for num_threads(4)
  for (int k = 0; k < 16; ++k)
    if (f(in).get() == 400000) ++right;
  EXPECT_EQ(right, 16);
  EXPECT_EQ(f(in).get(), 400000);
}

}  // namespace
}  // namespace parax::threads
