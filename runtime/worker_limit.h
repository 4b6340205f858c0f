// How large a team may be. OpenMP libraries end the process where a thread cannot be started, so a
// thread that asks for a larger team than before tries first.
#pragma once

#include <cstddef>

namespace parax::runtime {

// The team, at most `threads` with the caller in it, that this thread can have. Costs nothing
// unless it is larger than this thread's earlier teams.
int startableTeam(int threads);

// How many of `wanted` threads with such stacks (0: the system's default) start and live at once.
int startableThreads(int wanted, std::size_t stackBytes);

}  // namespace parax::runtime
