// Teams where threads cannot be started: fewer threads, and never the end of the process.
#include "runtime/worker_limit.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <fstream>
#include <numeric>
#include <thread>
#include <vector>

#include "runtime/parallel_for.h"
#include "runtime/sanitizers.h"

namespace parax::runtime {
namespace {

constexpr bool isSanitized = addressSanitizer || PARAX_HAS_FEATURE(thread_sanitizer);

bool visitsAll(int threads) {
  std::vector<int> visits(10'000);
  parallelFor(ParallelRange{0, 10'000, 1, 1, threads, true},
              [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t k = begin; k < end; ++k) ++visits[static_cast<std::size_t>(k)];
  });
  return std::accumulate(visits.begin(), visits.end(), 0) == 10'000;
}

void limit(int resource, rlim_t most) {
  const rlimit both{most, most};
  if (setrlimit(static_cast<__rlimit_resource>(resource), &both) != 0) _exit(77);
}

rlim_t addressSpaceNow() {
  std::ifstream file("/proc/self/statm");
  rlim_t pages = 0;
  file >> pages;
  return pages * static_cast<rlim_t>(sysconf(_SC_PAGESIZE));
}

TEST(WorkerLimit, ThreadsThatStartAreAllAliveAtOnce) {
  EXPECT_EQ(startableThreads(20, 0), 20);
  EXPECT_EQ(startableThreads(20, 256 * 1024), 20);
  EXPECT_EQ(startableThreads(0, 0), 0);
}

TEST(WorkerLimit, LittleAddressSpaceMeansASmallerTeam) {
  if (isSanitized) GTEST_SKIP() << "sanitizers need address space";
  const auto child = [](rlim_t megabytes) {
    limit(RLIMIT_AS, addressSpaceNow() + (megabytes << 20));
    const bool fewer = startableTeam(300) < 300, right = visitsAll(300) && visitsAll(2);
    _exit(fewer && right ? 0 : 1);
  };
  for (const rlim_t megabytes : {3, 10, 20, 50, 100, 200, 500, 1000, 2000})
    EXPECT_EXIT(child(megabytes), testing::ExitedWithCode(0), "Parax uses fewer");
}

TEST(WorkerLimit, NoThreadAtAllMeansTheCallerAlone) {
  if (isSanitized) GTEST_SKIP() << "sanitizers start threads";
  const auto child = [] {
    if (geteuid() == 0 && setuid(65534) != 0) _exit(77);  // no such limit holds for root
    limit(RLIMIT_NPROC, 1);
    _exit(startableTeam(4) == 1 && visitsAll(4) ? 0 : 1);
  };
  EXPECT_EXIT(child(), testing::ExitedWithCode(0), "Parax uses fewer");
}

// Threads that end give their workers to others, which then need not try.
TEST(WorkerLimit, ThreadsOneAfterTheOtherShareWorkers) {
  if (isSanitized) GTEST_SKIP() << "sanitizers need address space";
  const auto child = [] {
    std::thread([] { visitsAll(8); }).join();
    limit(RLIMIT_AS, addressSpaceNow() + (12 << 20));  // the thread itself, not its workers
    std::atomic<int> team = 0;
    std::thread([&] { team = startableTeam(8); }).join();
    _exit(team == 8 ? 0 : 1);
  };
  EXPECT_EXIT(child(), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace parax::runtime
