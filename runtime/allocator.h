// The pool that array memory comes from: 64-byte aligned, reused, bounded.
//
// Blocks have size classes, four steps between powers of two (large ones eight). Up to 32 KB a
// thread keeps freed blocks for itself (at most 1 MB); above that, and when it has too many, they
// go to a pool that all threads share. Blocks of 4 MB and more are mapped on 2 MB boundaries and
// ask for huge pages. What the pool and the threads keep together is bounded; the blocks freed
// longest ago go first. Memory may be freed by another thread than the one that allocated it.
// Contents are not initialised.
//
// PARAX_POOL_BYTES bounds the memory kept for reuse (default: an
// eighth of physical memory; 0: none). PARAX_GUARD=1, for tests: every
// block ends at an inaccessible page and is unmapped when released.
#pragma once

#include <cstddef>

namespace parax::runtime {

constexpr std::size_t blockAlignment = 64;

// Zero bytes give a block too. Throws std::bad_alloc, after giving back what the pool kept.
[[nodiscard]] void* allocate(std::size_t bytes);

// `bytes` is what allocate was asked for. Null is ignored.
void release(void* block, std::size_t bytes) noexcept;

// Gives everything that is kept for reuse, by any thread, back to the system.
void trim() noexcept;

struct PoolUse {
  std::size_t keptBytes;  // reserved for reuse: in the shared pool and by threads
  std::size_t limit;
};
PoolUse poolUse() noexcept;
// Overrides PARAX_POOL_BYTES; gives back what is kept above it.
void setPoolLimit(std::size_t bytes) noexcept;

// The bytes a block for `bytes` really has (without PARAX_GUARD).
std::size_t blockBytes(std::size_t bytes) noexcept;

}  // namespace parax::runtime
