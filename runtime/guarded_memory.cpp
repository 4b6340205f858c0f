// One mapping per block: slack, the block, padding up to its alignment, an inaccessible page.
#include "runtime/guarded_memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "runtime/allocator.h"
#include "runtime/log.h"

namespace parax::runtime {
namespace {

constexpr unsigned char padding = 0xA5;

struct Layout {
  explicit Layout(std::size_t bytes)
      : page(static_cast<std::size_t>(sysconf(_SC_PAGESIZE))),
        padded((std::max<std::size_t>(bytes, 1) + blockAlignment - 1) / blockAlignment *
               blockAlignment),
        usable((padded + page - 1) / page * page) {}
  std::size_t page, padded, usable;
};

}  // namespace

void* guardedAllocate(std::size_t bytes) noexcept {
  const Layout layout(bytes);
  void* const mapping = mmap(nullptr, layout.usable + layout.page, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapping == MAP_FAILED) return nullptr;
  char* const end = static_cast<char*>(mapping) + layout.usable;
  if (mprotect(end, layout.page, PROT_NONE) != 0) {
    munmap(mapping, layout.usable + layout.page);
    return nullptr;
  }
  char* const block = end - layout.padded;
  // Fresh pages are zero, which would hide reads of uninitialised elements.
  std::memset(block, padding, std::min(layout.padded, std::size_t(1) << 20));
  std::memset(block + bytes, padding, layout.padded - bytes);
  return block;
}

void guardedRelease(void* block, std::size_t bytes) noexcept {
  const Layout layout(bytes);
  const auto* const first = static_cast<const unsigned char*>(block);
  if (!std::all_of(first + bytes, first + layout.padded, [](auto c) { return c == padding; })) {
    writeLog(LogLevel::error, "a block of array memory was written beyond its end");
    std::abort();
  }
  char* const end = static_cast<char*>(block) + layout.padded;
  munmap(end - layout.usable, layout.usable + layout.page);
}

}  // namespace parax::runtime
