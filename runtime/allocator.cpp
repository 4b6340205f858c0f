// Size classes, thread caches, the shared pool and the system's memory below them.
#include "runtime/allocator.h"

#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <bit>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <mutex>
#include <new>
#include <utility>

#include "runtime/counters.h"
#include "runtime/guarded_memory.h"
#include "runtime/sanitizers.h"

namespace parax::runtime {
namespace {

constexpr std::size_t smallBytes = std::size_t(32) << 10;  // up to here threads keep blocks
constexpr std::size_t largeBytes = std::size_t(4) << 20;   // from here blocks are mapped
constexpr std::size_t hugePage = std::size_t(2) << 20;
constexpr std::size_t maxBytes = std::size_t(1) << 62;  // leaves room for every rounding below
constexpr std::size_t cacheQuantum = std::size_t(128) << 10;  // a thread's cache grows by this
constexpr std::size_t cacheLimit = std::size_t(1) << 20;

// --- Size classes: 64, 128, 192, 256, then 4 steps
// (from largeBytes on 8) between powers of two ---

struct SizeClass {
  int index;
  std::size_t bytes;
};

constexpr SizeClass sizeClassOf(std::size_t bytes) {
  if (bytes <= 256) {
    const std::size_t lines = bytes == 0 ? 1 : (bytes + 63) / 64;
    return {static_cast<int>(lines) - 1, lines * 64};
  }
  const int stepBits = bytes > largeBytes ? 3 : 2;
  const int log = std::bit_width(bytes - 1) - 1;  // 2^log < bytes <= 2^(log+1)
  const int shift = log - stepBits;
  const std::size_t steps = ((bytes - 1) >> shift) + 1;  // 2^stepBits < steps <= 2^(stepBits+1)
  const int within = static_cast<int>(steps) - (1 << stepBits) - 1;
  const int first = bytes > largeBytes ? 60 + (log - 22) * 8 : 4 + (log - 8) * 4;
  // Blocks are whole cache lines already; large ones are also rounded to huge pages below.
  return {first + within, steps << shift};
}
static_assert(sizeClassOf(0).bytes == 64 && sizeClassOf(256).index == 3);
static_assert(sizeClassOf(257).index == 4 && sizeClassOf(257).bytes == 320);
static_assert(sizeClassOf(largeBytes).index == 59 && sizeClassOf(largeBytes).bytes == largeBytes);
static_assert(sizeClassOf(largeBytes + 1).index == 60);

constexpr int smallClasses = sizeClassOf(smallBytes).index + 1;
constexpr int classCount = sizeClassOf(maxBytes).index + 1;

bool isLarge(std::size_t bytes) { return bytes >= largeBytes; }

constexpr std::size_t roundUp(std::size_t bytes, std::size_t step) {
  return (bytes + step - 1) / step * step;
}

// --- The system's memory ---

void* mapAligned(std::size_t bytes) noexcept {
  const std::size_t mapped = bytes + hugePage;
  void* const raw =
      mmap(nullptr, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (raw == MAP_FAILED) return nullptr;
  const auto address = reinterpret_cast<std::uintptr_t>(raw);
  const std::size_t before = roundUp(address, hugePage) - address;
  char* const block = static_cast<char*>(raw) + before;
  if (before) munmap(raw, before);
  munmap(block + bytes, mapped - before - bytes);
  madvise(block, bytes, MADV_HUGEPAGE);  // a wish: failure changes nothing but speed
  return block;
}

// `bytes` is a class's size.
void* systemAllocate(std::size_t bytes) noexcept {
  if (isLarge(bytes)) return mapAligned(roundUp(bytes, hugePage));
  return std::aligned_alloc(blockAlignment, bytes);
}

void systemRelease(void* block, std::size_t bytes) noexcept {
  if (isLarge(bytes))
    munmap(block, roundUp(bytes, hugePage));
  else
    std::free(block);
}

// --- The shared pool ---

struct Link {
  Link* previous;
  Link* next;
  void unlink() {
    previous->next = next;
    next->previous = previous;
  }
  void insertAfter(Link& place) {
    previous = &place;
    next = place.next;
    next->previous = this;
    place.next = this;
  }
  bool alone() const { return next == this; }
};

// Written over the beginning of a free block; the links of its class come first.
struct FreeBlock {
  Link inClass;
  Link byAge;
  std::size_t bytes;
  static FreeBlock& of(Link& ageLink) {
    return *reinterpret_cast<FreeBlock*>(reinterpret_cast<char*>(&ageLink) -
                                         offsetof(FreeBlock, byAge));
  }
};
static_assert(sizeof(FreeBlock) <= 64);

class ThreadCache;

struct Settings {
  bool guard;
  bool keeps;  // false: every block comes from the system and goes back at once
  std::size_t limit;
};

Settings readSettings() {
  const char* const guard = std::getenv("PARAX_GUARD");
  const char* const bytes = std::getenv("PARAX_POOL_BYTES");
  Settings s{guard && *guard == '1', !addressSanitizer, 0};
  const long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
  if (pages > 0 && page > 0)
    s.limit = static_cast<std::size_t>(pages) * static_cast<std::size_t>(page) / 8;
  if (bytes && *bytes) s.limit = std::strtoull(bytes, nullptr, 10);
  s.keeps = s.keeps && !s.guard;
  return s;
}

// What all threads share. Never destroyed: threads may use it while the process exits.
// Lock order: registry, then a thread's cache, then pool.
class SharedPool {
 public:
  static SharedPool& instance() {
    static SharedPool* const pool = new SharedPool;
    return *pool;
  }

  const Settings settings = readSettings();
  std::mutex registry;            // guards the list of caches
  ThreadCache* caches = nullptr;  // of living threads

  std::size_t limit() const { return limit_.load(std::memory_order_relaxed); }
  void setLimit(std::size_t bytes) { limit_.store(bytes, std::memory_order_relaxed); }
  std::size_t kept() const { return kept_.load(std::memory_order_relaxed); }

  // Takes a share of the limit for blocks that somebody keeps.
  bool reserve(std::size_t bytes) noexcept {
    std::size_t now = kept();
    do {
      if (now > limit() || bytes > limit() - now) return false;
    } while (!kept_.compare_exchange_weak(now, now + bytes, std::memory_order_relaxed));
    return true;
  }
  void unreserve(std::size_t bytes) noexcept { kept_.fetch_sub(bytes, std::memory_order_relaxed); }

  void* take(SizeClass c) noexcept {
    const std::lock_guard lock(mutex_);
    if (free_[c.index].alone()) return nullptr;
    FreeBlock& block = *reinterpret_cast<FreeBlock*>(free_[c.index].next);  // the newest: warm
    remove(block);
    return &block;
  }

  // Keeps the block if the limit allows it, at the cost of older ones; else gives it to the system.
  void give(void* memory, SizeClass c) noexcept {
    if (c.bytes > limit()) return systemRelease(memory, c.bytes);
    while (!reserve(c.bytes))
      if (!evictOldest()) return systemRelease(memory, c.bytes);
    FreeBlock& block = *::new (memory) FreeBlock;
    block.bytes = c.bytes;
    const std::lock_guard lock(mutex_);
    block.inClass.insertAfter(free_[c.index]);
    block.byAge.insertAfter(*age_.previous);
  }

  bool evictOldest() noexcept {
    FreeBlock* block;
    std::size_t bytes;
    {
      const std::lock_guard lock(mutex_);
      if (age_.alone()) return false;
      block = &FreeBlock::of(*age_.next);
      bytes = block->bytes;
      remove(*block);
    }
    systemRelease(block, bytes);  // outside the lock: unmapping is slow
    return true;
  }

 private:
  SharedPool() {
    for (Link& head : free_) head.previous = head.next = &head;
    age_.previous = age_.next = &age_;
  }
  void remove(FreeBlock& block) noexcept {
    block.inClass.unlink();
    block.byAge.unlink();
    unreserve(block.bytes);
  }

  std::mutex mutex_;
  Link free_[classCount];
  Link age_;  // the oldest comes next
  std::atomic<std::size_t> kept_{0};
  std::atomic<std::size_t> limit_{settings.limit};
};

// --- Thread caches ---

// Short and almost never contended: only trim() looks into another thread's cache.
class SpinLock {
 public:
  void lock() noexcept {
    while (busy_.test_and_set(std::memory_order_acquire))
      while (busy_.test(std::memory_order_relaxed)) __builtin_ia32_pause();
  }
  void unlock() noexcept { busy_.clear(std::memory_order_release); }

 private:
  std::atomic_flag busy_;
};

enum class ThreadState : std::uint8_t { fresh, caching, ended };
// Small, because a library that dlopen loads finds little room for such variables.
[[gnu::tls_model("initial-exec")]] constinit thread_local ThreadCache* ownCache = nullptr;
[[gnu::tls_model("initial-exec")]] constinit thread_local ThreadState threadState =
    ThreadState::fresh;

// Freed small blocks of one thread. Its share of the pool's limit is reserved in quanta.
class ThreadCache {
 public:
  ThreadCache() {
    const std::lock_guard lock(pool_.registry);
    next_ = pool_.caches;
    if (next_) next_->previous_ = this;
    pool_.caches = this;
  }
  ~ThreadCache() {
    const std::lock_guard lock(pool_.registry);
    (previous_ ? previous_->next_ : pool_.caches) = next_;
    if (next_) next_->previous_ = previous_;
    empty([this](void* block, SizeClass c) { pool_.give(block, c); });
  }
  ThreadCache(const ThreadCache&) = delete;
  ThreadCache& operator=(const ThreadCache&) = delete;

  void* take(SizeClass c) noexcept {
    const std::lock_guard lock(lock_);
    FreeList& list = lists_[c.index];
    if (!list.first) return nullptr;
    --list.length;
    held_ -= c.bytes;
    return std::exchange(list.first, list.first->next);
  }

  void give(void* memory, SizeClass c) noexcept {
    const std::lock_guard lock(lock_);
    if (held_ + c.bytes > reserved_ && !grow()) {
      spill(c);
      if (held_ + c.bytes > reserved_) return pool_.give(memory, c);
    }
    push(memory, c);
  }

  void trim() noexcept {
    const std::lock_guard lock(lock_);
    empty([](void* block, SizeClass c) { systemRelease(block, c.bytes); });
  }
  ThreadCache* next() const { return next_; }

 private:
  struct Node {
    Node* next;
  };
  struct FreeList {
    Node* first = nullptr;
    int length = 0;
    std::size_t bytes = 0;  // of one block
  };

  bool grow() noexcept {
    if (reserved_ + cacheQuantum > cacheLimit || !pool_.reserve(cacheQuantum)) return false;
    reserved_ += cacheQuantum;
    return true;
  }
  void push(void* memory, SizeClass c) noexcept {
    FreeList& list = lists_[c.index];
    list.first = ::new (memory) Node{list.first};
    list.bytes = c.bytes;
    ++list.length;
    held_ += c.bytes;
  }
  void* pop(int index) noexcept {
    FreeList& list = lists_[index];
    --list.length;
    held_ -= list.bytes;
    return std::exchange(list.first, list.first->next);
  }
  // Full: half of this class, or of the class that holds most, goes to the others.
  void spill(SizeClass c) noexcept {
    int index = c.index;
    if (lists_[index].length < 2)
      for (int k = 0; k < smallClasses; ++k)
        if (static_cast<std::size_t>(lists_[k].length) * lists_[k].bytes >
            static_cast<std::size_t>(lists_[index].length) * lists_[index].bytes)
          index = k;
    for (int n = (lists_[index].length + 1) / 2; n > 0; --n) {
      void* const block = pop(index);
      pool_.give(block, {index, lists_[index].bytes});
    }
  }
  template <class Sink>
  void empty(Sink sink) noexcept {
    for (int k = 0; k < smallClasses; ++k)
      while (lists_[k].first) {
        void* const block = pop(k);
        sink(block, SizeClass{k, lists_[k].bytes});
      }
    pool_.unreserve(std::exchange(reserved_, 0));
  }

  SharedPool& pool_ = SharedPool::instance();
  SpinLock lock_;
  FreeList lists_[smallClasses];
  std::size_t held_ = 0, reserved_ = 0;
  ThreadCache* previous_ = nullptr;
  ThreadCache* next_ = nullptr;
};

struct CacheOwner {
  ~CacheOwner() {
    threadState = ThreadState::ended;
    delete std::exchange(ownCache, nullptr);
  }
  void touch() {}
};
thread_local CacheOwner cacheOwner;

// None for destructors that run after the thread's cache is gone, or if memory is that short.
[[gnu::noinline]] ThreadCache* makeCache() noexcept {
  if (threadState == ThreadState::ended) return nullptr;
  cacheOwner.touch();
  threadState = ThreadState::caching;
  return ownCache = new (std::nothrow) ThreadCache;
}

ThreadCache* threadCache() noexcept {
  ThreadCache* const cache = ownCache;
  return cache ? cache : makeCache();
}

// --- allocate and release ---

void* takeKept(SharedPool& pool, SizeClass c) noexcept {
  if (c.index < smallClasses)
    if (ThreadCache* const cache = threadCache())
      if (void* const block = cache->take(c)) return block;
  return pool.take(c);
}

// From the system, which gets a second chance after the pool was emptied.
template <class Allocate>
void* fresh(Allocate allocateFrom) {
  if (void* const block = allocateFrom()) return block;
  trim();
  if (void* const block = allocateFrom()) return block;
  throw std::bad_alloc();
}

void* allocateUnkept(const SharedPool& pool, std::size_t bytes) {
  if (pool.settings.guard) return fresh([&] { return guardedAllocate(bytes); });
  // The exact size, so that a sanitizer sees the first byte beyond it.
  return fresh([&]() -> void* {
    void* block = nullptr;
    return posix_memalign(&block, blockAlignment, bytes ? bytes : 1) == 0 ? block : nullptr;
  });
}

}  // namespace

void* allocate(std::size_t bytes) {
  if (bytes > maxBytes) throw std::bad_alloc();
  SharedPool& pool = SharedPool::instance();
  void* block;
  if (!pool.settings.keeps) {
    block = allocateUnkept(pool, bytes);
  } else {
    const SizeClass c = sizeClassOf(bytes);
    block = takeKept(pool, c);
    if (block)
      count(Counter::poolHits);
    else
      block = fresh([&] { return systemAllocate(c.bytes); });
  }
  count(Counter::allocations);
  count(Counter::allocatedBytes, static_cast<std::int64_t>(bytes));
  return block;
}

void release(void* block, std::size_t bytes) noexcept {
  if (!block) return;
  SharedPool& pool = SharedPool::instance();
  if (pool.settings.guard) return guardedRelease(block, bytes);
  if (!pool.settings.keeps) return std::free(block);
  const SizeClass c = sizeClassOf(bytes);
  ThreadCache* const cache = c.index < smallClasses ? threadCache() : nullptr;
  if (cache)
    cache->give(block, c);
  else
    pool.give(block, c);
}

void trim() noexcept {
  SharedPool& pool = SharedPool::instance();
  {
    const std::lock_guard lock(pool.registry);
    for (ThreadCache* cache = pool.caches; cache; cache = cache->next()) cache->trim();
  }
  while (pool.evictOldest()) {
  }
}

PoolUse poolUse() noexcept {
  const SharedPool& pool = SharedPool::instance();
  return {pool.kept(), pool.limit()};
}

void setPoolLimit(std::size_t bytes) noexcept {
  SharedPool& pool = SharedPool::instance();
  pool.setLimit(bytes);
  while (pool.kept() > bytes && pool.evictOldest()) {
  }
  if (pool.kept() > bytes) trim();
}

std::size_t blockBytes(std::size_t bytes) noexcept {
  const std::size_t rounded = sizeClassOf(bytes).bytes;
  return isLarge(rounded) ? roundUp(rounded, hugePage) : rounded;
}

}  // namespace parax::runtime
