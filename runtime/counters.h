// Process-wide counts of what Parax did, cheap enough to be always on; stats() shows them.
#pragma once

#include <cstdint>

namespace parax::runtime {

// One row per counter: name, meaning. Those ending in Live go up and down; the others only grow.
#define PARAX_COUNTERS(ROW)                                  \
  ROW(recordings, "functions recorded")                      \
  ROW(recordedOps, "operations recorded")                    \
  ROW(replays, "calls served by a recorded trace")           \
  ROW(compilations, "programs compiled")                     \
  ROW(cacheHits, "programs found in the kernel cache")       \
  ROW(loopsRun, "compiled loops run")                        \
  ROW(parallelRegions, "loops run on more than one thread")  \
  ROW(libraryOps, "operations computed in library mode")     \
  ROW(allocations, "array blocks allocated")                 \
  ROW(allocatedBytes, "bytes in those blocks, as asked for") \
  ROW(poolHits, "allocations served by the pool")            \
  ROW(kernelsLive, "compiled programs in memory")            \
  ROW(codeBytesLive, "bytes of their machine code")

enum class Counter : std::uint8_t {
#define ROW(name, meaning) name,
  PARAX_COUNTERS(ROW)
#undef ROW
};

struct Counts {
#define ROW(name, meaning) std::int64_t name = 0;
  PARAX_COUNTERS(ROW)
#undef ROW

  friend Counts operator-(const Counts& later, const Counts& earlier);
  friend bool operator==(const Counts&, const Counts&) = default;
};

// Every thread adds to a shard of its own, so this costs about a nanosecond and never contends.
void count(Counter which, std::int64_t amount = 1) noexcept;

// The sums over all threads, dead ones included.
// Exact for everything that happened before the call.
Counts countsNow();

}  // namespace parax::runtime
