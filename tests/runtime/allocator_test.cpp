// The pool: alignment, reuse, bounds, threads, failure, and the guarded form.
#include "runtime/allocator.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <mutex>
#include <new>
#include <random>
#include <thread>
#include <vector>

#include "runtime/counters.h"
#include "runtime/sanitizers.h"

namespace parax::runtime {
namespace {

constexpr std::size_t kilobyte = 1024, megabyte = 1024 * kilobyte;

// Guarded and sanitized runs keep nothing: what is about reuse does not apply.
bool keepsNothing() {
  const char* const guard = std::getenv("PARAX_GUARD");
  return addressSanitizer || (guard && *guard == '1');
}

class Allocator : public testing::Test {
 protected:
  void SetUp() override {
    setPoolLimit(256 * megabyte);  // whatever PARAX_POOL_BYTES says
    trim();
  }
  void TearDown() override {
    setPoolLimit(limit_);
    trim();
  }
  const std::size_t limit_ = poolUse().limit;
};

bool aligned(const void* block, std::size_t to) {
  return reinterpret_cast<std::uintptr_t>(block) % to == 0;
}

const std::size_t sizes[] = {0,
                             1,
                             63,
                             64,
                             65,
                             255,
                             256,
                             257,
                             320,
                             321,
                             4096,
                             5000,
                             32 * kilobyte,
                             33 * kilobyte,
                             megabyte,
                             4 * megabyte - 1,
                             4 * megabyte,
                             4 * megabyte + 1,
                             9 * megabyte};

TEST_F(Allocator, BlocksAreAlignedWritableAndDisjoint) {
  std::vector<unsigned char*> blocks;
  for (const std::size_t bytes : sizes) {
    auto* const block = static_cast<unsigned char*>(allocate(bytes));
    ASSERT_NE(block, nullptr);
    EXPECT_TRUE(aligned(block, blockAlignment)) << bytes;
    if (bytes >= 4 * megabyte && !keepsNothing()) {
      EXPECT_TRUE(aligned(block, 2 * megabyte)) << bytes;
    }
    std::memset(block, static_cast<int>(blocks.size() + 1), bytes);
    blocks.push_back(block);
  }
  for (std::size_t k = 0; k < blocks.size(); ++k) {
    for (std::size_t i = 0; i < sizes[k]; i += 61) ASSERT_EQ(blocks[k][i], k + 1) << sizes[k];
    release(blocks[k], sizes[k]);
  }
}

TEST_F(Allocator, SizeClassesWasteLittle) {
  std::size_t previous = 0;
  for (std::size_t bytes = 1; bytes < 64 * megabyte; bytes += 1 + bytes / 37) {
    const std::size_t got = blockBytes(bytes);
    EXPECT_GE(got, bytes);
    EXPECT_GE(got, previous) << bytes;
    EXPECT_EQ(got % 64, 0u) << bytes;
    const std::size_t page = bytes >= 3 * megabyte ? 2 * megabyte : 64;
    EXPECT_LE(got, bytes + bytes / 4 + page) << bytes;
    EXPECT_EQ(blockBytes(got), got) << bytes;
    previous = got;
  }
}

TEST_F(Allocator, ReleasedBlocksAreReused) {
  if (keepsNothing()) GTEST_SKIP();
  for (const std::size_t bytes : sizes) {
    void* const first = allocate(bytes);
    release(first, bytes);
    const Counts before = countsNow();
    void* const second = allocate(bytes);
    const Counts delta = countsNow() - before;
    EXPECT_EQ(first, second) << bytes;
    EXPECT_EQ(delta.poolHits, 1) << bytes;
    EXPECT_EQ(delta.allocations, 1) << bytes;
    EXPECT_EQ(delta.allocatedBytes, static_cast<std::int64_t>(bytes));
    release(second, bytes);
  }
}

TEST_F(Allocator, TrimGivesEverythingBack) {
  if (keepsNothing()) GTEST_SKIP();
  for (const std::size_t bytes : sizes) release(allocate(bytes), bytes);
  EXPECT_GT(poolUse().keptBytes, 18 * megabyte);
  trim();
  EXPECT_EQ(poolUse().keptBytes, 0u);
}

TEST_F(Allocator, TrimReachesCachesOfOtherThreads) {
  std::atomic<int> stage{0};
  std::thread other([&] {
    std::vector<void*> blocks;
    for (int k = 0; k < 100; ++k) blocks.push_back(allocate(1000));
    for (void* const block : blocks) release(block, 1000);
    stage = 1;
    while (stage != 2) std::this_thread::yield();
  });
  while (stage != 1) std::this_thread::yield();
  EXPECT_TRUE(keepsNothing() || poolUse().keptBytes > 0);
  trim();
  EXPECT_EQ(poolUse().keptBytes, 0u);
  stage = 2;
  other.join();
}

TEST_F(Allocator, ThreadExitHandsItsCacheOn) {
  if (keepsNothing()) GTEST_SKIP();
  void* block = nullptr;
  std::thread([&] {
    block = allocate(2000);
    release(block, 2000);
  }).join();
  EXPECT_EQ(allocate(2000), block);
  release(block, 2000);
}

TEST_F(Allocator, KeptBytesStayBelowTheLimit) {
  setPoolLimit(16 * megabyte);
  std::vector<std::thread> threads;
  for (unsigned seed = 0; seed < 4; ++seed)
    threads.emplace_back([seed] {
      std::mt19937 random(seed);
      std::vector<std::pair<void*, std::size_t>> blocks;
      for (int k = 0; k < 3000; ++k) {
        if (blocks.size() < 30) {
          const std::size_t bytes = std::size_t(1) << (random() % 23);
          blocks.emplace_back(allocate(bytes), bytes);
        } else {
          const std::size_t pick = random() % blocks.size();
          release(blocks[pick].first, blocks[pick].second);
          blocks[pick] = blocks.back();
          blocks.pop_back();
        }
        EXPECT_LE(poolUse().keptBytes, 16 * megabyte);
      }
      for (const auto& [block, bytes] : blocks) release(block, bytes);
    });
  for (std::thread& t : threads) t.join();
  EXPECT_LE(poolUse().keptBytes, 16 * megabyte);
  setPoolLimit(megabyte);
  EXPECT_LE(poolUse().keptBytes, megabyte);
}

TEST_F(Allocator, NewSizesPushOldOnesOut) {
  if (keepsNothing()) GTEST_SKIP();
  setPoolLimit(20 * megabyte);
  void* const old = allocate(16 * megabyte);
  release(old, 16 * megabyte);
  release(allocate(8 * megabyte), 8 * megabyte);  // does not fit beside the old one
  const Counts before = countsNow();
  release(allocate(8 * megabyte), 8 * megabyte);
  EXPECT_EQ((countsNow() - before).poolHits, 1);
}

TEST_F(Allocator, LimitZeroKeepsNothing) {
  setPoolLimit(0);
  for (const std::size_t bytes : sizes) release(allocate(bytes), bytes);
  EXPECT_EQ(poolUse().keptBytes, 0u);
}

TEST_F(Allocator, HugeSizesThrowAndTheNextCallWorks) {
  constexpr std::size_t most = std::numeric_limits<std::size_t>::max();
  for (const std::size_t bytes : {most, most - 63, most / 2, most / 2 + 1})
    EXPECT_THROW(static_cast<void>(allocate(bytes)), std::bad_alloc) << bytes;
  if (!addressSanitizer) {  // which ends the process instead
    EXPECT_THROW(static_cast<void>(allocate(std::size_t(1) << 50)), std::bad_alloc);
  }
  release(allocate(100), 100);
  release(nullptr, 100);
}

TEST_F(Allocator, MemoryIsFreedOnOtherThreads) {
  // Producers allocate and mark, consumers check and release.
  std::mutex mutex;
  std::vector<std::pair<unsigned char*, std::size_t>> queue;
  std::atomic<int> produced{0}, consumed{0};
  constexpr int total = 4000;
  const auto produce = [&](unsigned seed) {
    std::mt19937 random(seed);
    while (produced.fetch_add(1) < total) {
      const std::size_t bytes = 1 + random() % (random() % 10 == 0 ? 100000 : 3000);
      auto* const block = static_cast<unsigned char*>(allocate(bytes));
      block[0] = block[bytes - 1] = static_cast<unsigned char>(bytes);
      const std::lock_guard lock(mutex);
      queue.emplace_back(block, bytes);
    }
  };
  const auto consume = [&] {
    while (consumed < total) {
      std::pair<unsigned char*, std::size_t> item{nullptr, 0};
      {
        const std::lock_guard lock(mutex);
        if (!queue.empty()) {
          item = queue.back();
          queue.pop_back();
        }
      }
      if (!item.first) {
        std::this_thread::yield();
        continue;
      }
      EXPECT_EQ(item.first[0], static_cast<unsigned char>(item.second));
      EXPECT_EQ(item.first[item.second - 1], static_cast<unsigned char>(item.second));
      release(item.first, item.second);
      if (++consumed % 500 == 0) trim();
    }
  };
  std::vector<std::thread> threads;
  for (unsigned k = 0; k < 2; ++k) {
    threads.emplace_back(produce, k);
    threads.emplace_back(consume);
  }
  for (std::thread& t : threads) t.join();
}

TEST_F(Allocator, WorksInStaticDestructorsAndDetachedThreads) {
  // Static destructors run after the main thread's cache is gone.
  struct AtExit {
    ~AtExit() { release(allocate(500), 500); }
  };
  EXPECT_EXIT(
      {
        static AtExit atExit;
        release(allocate(500), 500);
        std::thread([] {
          for (;;) release(allocate(700), 700);
        }).detach();
        std::exit(0);
      },
      testing::ExitedWithCode(0), "");
}

// Death tests start a fresh process: the settings are read there.
class GuardedAllocatorDeath : public testing::Test {
 protected:
  void SetUp() override {
    if (addressSanitizer) GTEST_SKIP() << "asan reports the fault in its own way";
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    if (const char* const before = std::getenv("PARAX_GUARD")) before_ = before;
    setenv("PARAX_GUARD", "1", 1);
  }
  void TearDown() override {
    if (before_.empty())
      unsetenv("PARAX_GUARD");
    else
      setenv("PARAX_GUARD", before_.c_str(), 1);
  }
  std::string before_;
};

TEST_F(GuardedAllocatorDeath, ReadingBeyondTheBlockFaults) {
  EXPECT_DEATH(
      {
        const auto* const block = static_cast<const volatile char*>(allocate(640));
        static_cast<void>(block[639]);
        static_cast<void>(block[640]);
      },
      "");
}

TEST_F(GuardedAllocatorDeath, UseAfterReleaseFaults) {
  EXPECT_DEATH(
      {
        auto* const block = static_cast<volatile char*>(allocate(100));
        block[0] = 1;
        release(const_cast<char*>(block), 100);
        block[0] = 2;
      },
      "");
}

TEST_F(GuardedAllocatorDeath, WritingIntoThePaddingIsFoundAtRelease) {
  EXPECT_DEATH(
      {
        auto* const block = static_cast<char*>(allocate(100));
        block[100] = 1;
        release(block, 100);
      },
      "written beyond its end");
}

TEST_F(GuardedAllocatorDeath, CorrectUseIsFine) {
  EXPECT_EXIT(
      {
        for (const std::size_t bytes : sizes) {
          void* const block = allocate(bytes);
          std::memset(block, 7, bytes);
          if (!aligned(block, blockAlignment)) std::abort();
          release(block, bytes);
        }
        std::exit(0);
      },
      testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace parax::runtime
