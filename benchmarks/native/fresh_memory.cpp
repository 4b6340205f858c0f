// Three ways to allocate a result: operator new, huge pages, and huge pages kept for the next one.
#include "fresh_memory.h"

#include <algorithm>
#include <cstdlib>
#include <new>
#include <vector>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace native {
namespace {

constexpr std::size_t hugePage = std::size_t{2} << 20;

std::size_t blockBytes(std::int64_t n) {
  const std::size_t bytes = std::max<std::size_t>(1, n * sizeof(double));
  const std::size_t unit = bytes < hugePage ? 64 : hugePage;
  return (bytes + unit - 1) / unit * unit;
}

void* allocateBlock(std::size_t bytes) {
  void* memory = std::aligned_alloc(bytes < hugePage ? 64 : hugePage, bytes);
  if (memory == nullptr) throw std::bad_alloc();
#if defined(__linux__)
  if (bytes >= hugePage) madvise(memory, bytes, MADV_HUGEPAGE);
#endif
  return memory;
}

// The blocks a thread has freed and not yet used again, a handful of them.
class FreeBlocks {
 public:
  FreeBlocks() { blocks_.reserve(capacity); }
  FreeBlocks(const FreeBlocks&) = delete;
  FreeBlocks& operator=(const FreeBlocks&) = delete;
  ~FreeBlocks() {
    for (const Block& block : blocks_) std::free(block.memory);
  }

  void* take(std::size_t bytes) {
    const auto fits = [=](const Block& block) { return block.bytes == bytes; };
    const auto found = std::find_if(blocks_.begin(), blocks_.end(), fits);
    if (found == blocks_.end()) return allocateBlock(bytes);
    void* memory = found->memory;
    *found = blocks_.back();
    blocks_.pop_back();
    return memory;
  }

  void give(void* memory, std::size_t bytes) {
    if (blocks_.size() == capacity) {
      std::free(memory);
    } else {
      blocks_.push_back({memory, bytes});
    }
  }

 private:
  struct Block {
    void* memory;
    std::size_t bytes;
  };
  static constexpr std::size_t capacity = 4;
  std::vector<Block> blocks_;
};

FreeBlocks& freeBlocks() {
  thread_local FreeBlocks blocks;
  return blocks;
}

}  // namespace

Fresh allocateNew(std::int64_t n) {
  const auto release = [](void* memory, std::size_t) { delete[] static_cast<double*>(memory); };
  return Fresh(new double[n], {release, 0});
}

Fresh allocateHuge(std::int64_t n) {
  const std::size_t bytes = blockBytes(n);
  const auto release = [](void* memory, std::size_t) { std::free(memory); };
  return Fresh(static_cast<double*>(allocateBlock(bytes)), {release, bytes});
}

Fresh allocateRecycled(std::int64_t n) {
  const std::size_t bytes = blockBytes(n);
  const auto release = [](void* memory, std::size_t size) { freeBlocks().give(memory, size); };
  return Fresh(static_cast<double*>(freeBlocks().take(bytes)), {release, bytes});
}

}  // namespace native
