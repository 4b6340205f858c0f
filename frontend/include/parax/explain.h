// What Parax made of an accelerated function's latest recorded call, as data and as text.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "parax/core/api.h"

namespace parax {

struct OperationReport {
  std::string operation;  // e.g. "mul"
  std::string file;       // of the user's code
  int line = 0;
};

struct LoopReport {
  std::vector<OperationReport> operations;  // what was fused into this loop
  std::string space;                        // the iteration space, e.g. "[s1, s2]"
  int vectorLanes = 0;                      // elements per vector; 1: scalar; 0: interpreted
  int unroll = 0;
  bool parallel = false;   // may use threads
  bool streaming = false;  // large fresh results bypass the caches
  int reductions = 0;
  int loads = 0, stores = 0;  // arrays read and written per point
  int bytesPerPoint = 0;      // moved to and from memory
  double cyclesPerPoint = 0;  // the cost model's estimate
};

struct RefusalReport {
  OperationReport first, second;
  std::string reason;
};

struct PhaseReport {
  std::string name;
  double microseconds = 0;
};

// One compiled piece of the function: taking a number out ends a piece.
struct ProgramReport {
  std::vector<LoopReport> loops;
  std::vector<RefusalReport> refusals;
  std::vector<PhaseReport> phases;  // of the compilation
  int recordedOperations = 0;
  int arraysVanished = 0;  // recorded arrays that never reached memory
  int temporaries = 0;     // arrays that had to be kept between loops
  int results = 0;
  bool cacheHit = false;  // the code was there already
  double compileMicroseconds = 0;
  std::string endedBy;  // where a number was taken out, "" at the end of the call
};

struct Explanation {
  std::vector<ProgramReport> programs;
  std::string mode;         // compile, interpret or library
  bool remembered = false;  // later calls replay it without running the function
  std::string whyNot;       // if it is not remembered
  std::uint64_t calls = 0, replays = 0;

  PARAX_API std::string text() const;
};
PARAX_API std::ostream& operator<<(std::ostream& out, const Explanation& explanation);

}  // namespace parax
