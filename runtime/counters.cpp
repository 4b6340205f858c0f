// Sharded counters: one writer per shard, readers sum all shards.
#include "runtime/counters.h"

#include <atomic>
#include <iterator>
#include <memory>
#include <mutex>
#include <new>
#include <utility>

namespace parax::runtime {
namespace {

constexpr int counterCount = 0
#define ROW(name, meaning) +1
    PARAX_COUNTERS(ROW)
#undef ROW
    ;

struct Shard {
  std::atomic<std::int64_t> value[counterCount] = {};
  Shard* previous = nullptr;
  Shard* next = nullptr;
};

// Never destroyed: threads may count while the process exits.
struct Registry {
  std::mutex mutex;
  Shard* first = nullptr;  // shards of living threads
  Shard retired;  // sums of dead threads, and of those that count after their shard is gone
};
Registry& registry() {
  static Registry* const instance = new Registry;
  return *instance;
}

enum class ThreadState : std::uint8_t { fresh, counting, ended };

// Plain thread-locals with static initialisation: no guard, one instruction to reach. Small,
// because a library that dlopen loads finds little room for such variables.
[[gnu::tls_model("initial-exec")]] constinit thread_local Shard* ownShard = nullptr;
[[gnu::tls_model("initial-exec")]] constinit thread_local ThreadState threadState =
    ThreadState::fresh;

void enlist(Shard& shard) {
  Registry& all = registry();
  const std::lock_guard lock(all.mutex);
  shard.next = all.first;
  if (all.first) all.first->previous = &shard;
  all.first = &shard;
}

void retire(const Shard& shard) {
  Registry& all = registry();
  const std::lock_guard lock(all.mutex);
  for (int k = 0; k < counterCount; ++k)
    all.retired.value[k].fetch_add(shard.value[k].load(std::memory_order_relaxed),
                                   std::memory_order_relaxed);
  (shard.previous ? shard.previous->next : all.first) = shard.next;
  if (shard.next) shard.next->previous = shard.previous;
}

struct ShardOwner {
  ~ShardOwner() {
    threadState = ThreadState::ended;
    const std::unique_ptr<Shard> shard(std::exchange(ownShard, nullptr));
    if (shard) retire(*shard);
  }
  void touch() {}
};
thread_local ShardOwner shardOwner;

[[gnu::noinline]] void countFirst(Counter which, std::int64_t amount) noexcept {
  Shard* const shard = threadState == ThreadState::ended ? nullptr : new (std::nothrow) Shard;
  if (!shard) {
    registry().retired.value[static_cast<int>(which)].fetch_add(amount, std::memory_order_relaxed);
    return;
  }
  shardOwner.touch();
  enlist(*shard);
  ownShard = shard;
  threadState = ThreadState::counting;
  count(which, amount);
}

void addTo(Counts& sums, const Shard& shard) {
  int k = 0;
#define ROW(name, meaning) sums.name += shard.value[k++].load(std::memory_order_relaxed);
  PARAX_COUNTERS(ROW)
#undef ROW
}

}  // namespace

void count(Counter which, std::int64_t amount) noexcept {
  Shard* const shard = ownShard;
  if (!shard) [[unlikely]]
    return countFirst(which, amount);
  // Only this thread writes the shard: a plain add, no locked instruction.
  std::atomic<std::int64_t>& value = shard->value[static_cast<int>(which)];
  value.store(value.load(std::memory_order_relaxed) + amount, std::memory_order_relaxed);
}

Counts countsNow() {
  Counts sums;
  Registry& all = registry();
  const std::lock_guard lock(all.mutex);
  addTo(sums, all.retired);
  for (const Shard* shard = all.first; shard; shard = shard->next) addTo(sums, *shard);
  return sums;
}

Counts operator-(const Counts& later, const Counts& earlier) {
  Counts difference;
#define ROW(name, meaning) difference.name = later.name - earlier.name;
  PARAX_COUNTERS(ROW)
#undef ROW
  return difference;
}

}  // namespace parax::runtime
