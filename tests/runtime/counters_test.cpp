// Counters: sums over threads, differences.
#include "runtime/counters.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace parax::runtime {
namespace {

TEST(Counters, DifferenceIsWhatHappenedBetween) {
  const Counts before = countsNow();
  count(Counter::recordings);
  count(Counter::allocatedBytes, 1000);
  count(Counter::kernelsLive);
  count(Counter::kernelsLive, -1);
  const Counts delta = countsNow() - before;
  EXPECT_EQ(delta.recordings, 1);
  EXPECT_EQ(delta.allocatedBytes, 1000);
  EXPECT_EQ(delta.kernelsLive, 0);
  EXPECT_EQ(delta.compilations, 0);
}

TEST(Counters, ThreadsAddUpDeadOrAlive) {
  const Counts before = countsNow();
  std::vector<std::thread> threads;
  for (int t = 0; t < 5; ++t)
    threads.emplace_back([] {
      for (int k = 0; k < 1000; ++k) {
        count(Counter::loopsRun);
        if (k % 100 == 0) static_cast<void>(countsNow());
      }
    });
  for (std::thread& t : threads) t.join();
  EXPECT_EQ((countsNow() - before).loopsRun, 5000);
}

TEST(Counters, CountingAfterTheThreadsShardIsGone) {
  // A thread-local that is destroyed after the shard still counts.
  struct Late {
    ~Late() { count(Counter::replays); }
  };
  const Counts before = countsNow();
  std::thread([] {
    thread_local Late late;
    static_cast<void>(&late);
    count(Counter::replays);
  }).join();
  EXPECT_EQ((countsNow() - before).replays, 2);
}

}  // namespace
}  // namespace parax::runtime
