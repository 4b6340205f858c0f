// Blocks for tests (PARAX_GUARD=1): overruns and uses after release fault at once.
#pragma once

#include <cstddef>

namespace parax::runtime {

// The block's last cache line ends at an inaccessible page. Null: no memory.
void* guardedAllocate(std::size_t bytes) noexcept;

// Unmaps the block. Aborts if the bytes between its end and the page were written to.
void guardedRelease(void* block, std::size_t bytes) noexcept;

}  // namespace parax::runtime
