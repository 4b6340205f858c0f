// parallelFor: coverage, boundaries, cost model, exceptions, nesting, many callers.
#include "runtime/parallel_for.h"

#include <gtest/gtest.h>
#include <sched.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <limits>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

#include "runtime/counters.h"
#include "runtime/sanitizers.h"

#if defined(__SANITIZE_ADDRESS__) || PARAX_HAS_FEATURE(address_sanitizer)
// libomp keeps the records of callers' threads that ended, for the next ones; it does not grow.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() { return "leak:libomp"; }
#endif

namespace parax::runtime {
namespace {

using Range = std::pair<std::int64_t, std::int64_t>;

std::vector<Range> rangesOf(const ParallelRange& range) {
  std::mutex mutex;
  std::vector<Range> ranges;
  parallelFor(range, [&](std::int64_t begin, std::int64_t end) {
    const std::lock_guard lock(mutex);
    ranges.emplace_back(begin, end);
  });
  std::sort(ranges.begin(), ranges.end());
  return ranges;
}

std::int64_t modulo(std::int64_t a, std::int64_t b) { return (a % b + b) % b; }

TEST(ParallelFor, EveryPointOnceWithBoundariesOnTheGrain) {
  for (const std::int64_t begin : {0, 1, 5, -7, 4096})
    for (const std::int64_t n : {0, 1, 2, 3, 7, 8, 63, 64, 65, 1000, 4095, 4096, 4097, 20000})
      for (const std::int64_t grain : {1, 2, 8, 64, 1000, 4096})
        for (const int threads : {1, 2, 3, 7}) {
          const ParallelRange range{begin, begin + n, grain, 1, threads, true};
          std::int64_t at = begin;
          const std::vector<Range> ranges = rangesOf(range);
          for (const auto& [b, e] : ranges) {
            ASSERT_EQ(b, at);
            ASSERT_LT(b, e);
            ASSERT_TRUE(b == begin || modulo(b, grain) == 0);
            at = e;
          }
          ASSERT_EQ(at, begin + n);
          ASSERT_LE(ranges.size(), static_cast<std::size_t>(threads));
        }
}

TEST(ParallelFor, SharesAreEven) {
  const std::vector<Range> ranges = rangesOf({0, 700, 10, 1, 7, true});
  ASSERT_EQ(ranges.size(), 7u);
  for (const auto& [b, e] : ranges) EXPECT_EQ(e - b, 100);
}

TEST(ParallelFor, ExtremeBounds) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  const std::vector<Range> ranges = rangesOf({most - 1000, most, 64, 1, 7, true});
  EXPECT_EQ(ranges.front().first, most - 1000);
  EXPECT_EQ(ranges.back().second, most);
  EXPECT_EQ(rangesOf({0, most, 4096, 1, 3, true}).back().second, most);
}

bool forcedByEnvironment() { return std::getenv("PARAX_FORCE_THREADS") != nullptr; }

TEST(ParallelFor, SmallWorkStaysInTheCaller) {
  if (forcedByEnvironment()) GTEST_SKIP();
  const auto self = std::this_thread::get_id();
  const Counts before = countsNow();
  parallelFor(ParallelRange{0, 1000, 1, 2.0, 2}, [&](std::int64_t begin, std::int64_t end) {
    EXPECT_EQ(begin, 0);
    EXPECT_EQ(end, 1000);
    EXPECT_EQ(std::this_thread::get_id(), self);
  });
  EXPECT_EQ((countsNow() - before).parallelRegions, 0);
}

TEST(ParallelFor, CostModel) {
  if (forcedByEnvironment()) GTEST_SKIP();
  const double cycles = cyclesPerMicrosecond;
  EXPECT_EQ(threadsFor({0, 7, 1, cycles, 64}), 1);  // 7 us: below break-even
  EXPECT_EQ(threadsFor({0, 8, 1, cycles, 64}), 2);  // 4 us each
  EXPECT_EQ(threadsFor({0, 100, 1, cycles, 64}), 25);
  EXPECT_EQ(threadsFor({0, 100, 1, cycles, 4}), 4);
  EXPECT_EQ(threadsFor({0, 100, 100, cycles, 4}), 1);  // one grain
  EXPECT_EQ(threadsFor({0, 100, 1, cycles, 1}), 1);
  EXPECT_EQ(threadsFor({0, 0, 1, cycles, 4}), 1);
  EXPECT_EQ(threadsFor({0, 7, 1, 0.001, 7, true}), 7);
  EXPECT_EQ(threadsFor({0, 1 << 30, 1, cycles, 0}), defaultThreads());
}

struct Failed : std::runtime_error {
  explicit Failed(std::int64_t where) : std::runtime_error("failed"), at(where) {}
  std::int64_t at;
};

TEST(ParallelFor, FirstExceptionByRangeReachesTheCaller) {
  for (const int threads : {1, 2, 7}) {
    std::atomic<std::int64_t> points{0};
    try {
      parallelFor(ParallelRange{0, 70, 1, 1, threads, true},
                  [&](std::int64_t begin, std::int64_t end) {
        points += end - begin;
        if (begin > 0 || threads == 1) throw Failed(begin);
      });
      FAIL() << "nothing thrown";
    } catch (const Failed& failure) {
      EXPECT_EQ(failure.at, threads == 1 ? 0 : 70 / threads);
    }
    EXPECT_EQ(points, 70);  // the others ran to their end
    EXPECT_EQ(rangesOf({0, 70, 1, 1, threads, true}).size(), static_cast<std::size_t>(threads));
  }
}

TEST(ParallelFor, NestedRunsSerially) {
  std::atomic<int> inner{0};
  std::atomic<std::int64_t> points{0};
  parallelFor(ParallelRange{0, 4, 1, 1, 4, true}, [&](std::int64_t, std::int64_t) {
    const auto self = std::this_thread::get_id();
    EXPECT_EQ(threadsFor({0, 100, 1, 1, 7, true}), 1);
    parallelFor(ParallelRange{0, 100, 1, 1, 7, true}, [&](std::int64_t begin, std::int64_t end) {
      EXPECT_EQ(std::this_thread::get_id(), self);
      ++inner;
      points += end - begin;
    });
  });
  EXPECT_EQ(inner, 4);
  EXPECT_EQ(points, 400);
}

TEST(ParallelFor, ManyCallersAtOnce) {
  std::vector<std::thread> callers;
  for (int c = 0; c < 4; ++c)
    callers.emplace_back([c] {
      std::vector<int> touched(1000 + static_cast<std::size_t>(c));
      const auto n = static_cast<std::int64_t>(touched.size());
      for (int round = 1; round <= 50; ++round) {
        parallelFor(ParallelRange{0, n, 16, 1, 3, true}, [&](std::int64_t b, std::int64_t e) {
          for (std::int64_t i = b; i < e; ++i) ++touched[static_cast<std::size_t>(i)];
        });
        for (const int t : touched) ASSERT_EQ(t, round);
      }
    });
  for (std::thread& t : callers) t.join();
}

TEST(ParallelFor, MoveOnlyAndConstBodies) {
  const auto sum = std::make_unique<std::atomic<std::int64_t>>(0);
  const auto body = [&sum](std::int64_t b, std::int64_t e) { *sum += e - b; };
  parallelFor(ParallelRange{0, 10, 1, 1, 2, true}, body);
  parallelFor(ParallelRange{0, 10, 1, 1e6, 2}, body);
  EXPECT_EQ(*sum, 20);
}

TEST(ParallelFor, CallersStayUnbound) {
  // Threads that a program starts after a call must be able to use all CPUs.
  for (const char* const variable :
       {"OMP_PROC_BIND", "OMP_PLACES", "KMP_AFFINITY", "GOMP_CPU_AFFINITY"})
    if (std::getenv(variable)) GTEST_SKIP() << "the user decides";
  std::thread([] {
    cpu_set_t before, after;
    ASSERT_EQ(sched_getaffinity(0, sizeof before, &before), 0);
    for (int k = 0; k < 3; ++k) {
      rangesOf({0, 100, 1, 1, 2, true});
      static_cast<void>(defaultThreads());
      ASSERT_EQ(sched_getaffinity(0, sizeof after, &after), 0);
      EXPECT_TRUE(CPU_EQUAL(&before, &after));
    }
  }).join();
}

TEST(ParallelFor, DefaultThreadsIsStable) {
  const int threads = defaultThreads();
  EXPECT_GE(threads, 1);
  rangesOf({0, 100, 1, 1, 2, true});
  EXPECT_EQ(defaultThreads(), threads);
}

}  // namespace
}  // namespace parax::runtime
