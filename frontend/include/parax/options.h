// How an accelerated function runs, and what Parax has done so far.
#pragma once

#include <cstdint>
#include <iosfwd>

#include "parax/core/api.h"

namespace parax {

enum class Mode : std::uint8_t {
  compile,    // record, compile, run native code
  interpret,  // record, run the IR in the reference interpreter
  library,    // no recording: every statement computes at once, in plain C++
};

// Options of one accelerated function; the environment gives the defaults (docs/environment.md).
struct Options {
  Mode mode = defaultMode();
  int threads = 0;          // at most so many; 0: OMP_NUM_THREADS, or what the process may use
  bool fastMath = false;    // lets LLVM reassociate and contract: results differ between modes
  bool fma = defaultFma();  // form fused multiply-adds
  bool checked = defaultChecked();  // compiled code tests every load and store

  PARAX_API static Mode defaultMode();
  PARAX_API static bool defaultFma();
  PARAX_API static bool defaultChecked();
};

// Counts since the process began.
struct Stats {
  std::uint64_t recordings = 0;    // calls that ran the user's function to record it
  std::uint64_t replays = 0;       // calls that used a recorded trace
  std::uint64_t recordedOps = 0;   // operations recorded
  std::uint64_t compilations = 0;  // programs compiled to native code
  std::uint64_t cacheHits = 0;     // programs found in the kernel cache
  std::uint64_t loops = 0;         // parallel loops run
  std::uint64_t allocations = 0;   // arrays allocated
  std::uint64_t allocatedBytes = 0;
  std::uint64_t libraryOps = 0;   // operations that library mode computed
  std::uint64_t kernelsLive = 0;  // programs whose code is in memory now
};
PARAX_API Stats stats();
PARAX_API std::ostream& operator<<(std::ostream& out, const Stats& stats);

}  // namespace parax
