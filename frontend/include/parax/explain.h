// What Parax made of an accelerated function's latest recorded call: as data, text and a page.
//
// Operations are named as they are written (`+`, `exp`, `sum`), types as in C++. Sizes have names
// (n, n2, ...); bytes and flops are formulas over them, and numbers for the recorded call.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "parax/core/api.h"
#include "parax/core/error.h"

namespace parax {

// Reports cross the border of libparax.so, where a checked vector would be another class.
#ifdef _GLIBCXX_DEBUG
template <class T>
using ReportList = std::_GLIBCXX_STD_C::vector<T>;
#else
template <class T>
using ReportList = std::vector<T>;
#endif

// A count that depends on sizes.
struct AmountReport {
  std::string formula;     // e.g. "16*n + 8*n2"
  std::int64_t value = 0;  // in the recorded call
};

// A size that the program depends on. Sizes that were equal and met in an operation are one.
struct SizeReport {
  std::string name;        // "n"
  std::int64_t value = 0;  // in the recorded call
  std::string source;      // "extent(0) of argument 1"
};

// An array that the program was given.
struct InputReport {
  std::string name;   // "argument 1", "argument 2.1" for the first member of the second, or
                      // "array 1" for one that is not an argument
  std::string type;   // of the elements: "double"
  std::string shape;  // "[n, n2]"; "" if the program does not read it
};

struct OperationReport {
  // What became of the result.
  enum class Fate : std::uint8_t {
    value,     // a single number
    result,    // leaves the program
    kept,      // an array in memory from one loop to another
    vanished,  // an array that never reached memory
    unused,    // nobody needed it: not computed
  };

  std::string operation;   // "*", "exp", "sum", "cast<float>"; fused in a loop: "a * b + c"
  std::string expression;  // the same with its numbers: "a * 0.299", "max(a, 0)"
  std::string file;        // of the user's code, without folders
  int line = 0;
  std::string path;   // the file as the compiler knew it
  int otherLine = 0;  // fused multiply-add: where the product stands, if on another line
  std::string type;   // of its elements: "double"
  std::string shape;  // "[n, n2]", "[]" for a single number
  Fate fate = Fate::value;
  int index = -1;      // in ProgramReport::operations
  int fusedInto = -1;  // a product: the operation whose multiply-add took it in
  int unfused = -1;    // a sum: the product that it did not take in, since it has a name
  int readers = 0;     // operations that read it, of those that are needed
  AmountReport bytes;  // of its array; 0 for a single number
  // What it reads, numbers left out: operations by index, ~k is input k. In ProgramReport as
  // recorded, in LoopReport as compiled.
  ReportList<int> operands;
  ReportList<int> loops;  // that compute it; empty: simplified away, or part of another one
};

struct LoopReport {
  ReportList<OperationReport> operations;  // what was fused into this loop
  std::string space;                       // the iteration space, e.g. "[n, n2]"
  AmountReport points;                     // iterations
  AmountReport bytes;                      // of arrays, read and written
  AmountReport flops;                      // fused multiply-add: two; a function such as exp: one
  int vectorLanes = 0;                     // elements per vector; 1: scalar; 0: interpreted
  int unroll = 0;                          // vectors per iteration of the machine's loop
  std::string scalarReason;                // if vectorLanes is 1
  ReportList<std::string> oneByOne;        // operations without vector form: "/"
  bool parallel = false;                   // may use threads
  int threads = 1;           // that the cost model gives it for the recorded call's sizes
  std::string serialReason;  // if threads is 1
  bool streaming = false;    // large fresh results bypass the caches
  bool streams = false;      // they are that large in the recorded call
  int reductions = 0;
  // Measured, of runs with as many iterations as in the recorded call: 0 if none was long enough to
  // be timed (about 5 microseconds) or the loop is interpreted.
  double microseconds = 0;  // the fastest
  std::uint64_t timedRuns = 0;
  int loads = 0, stores = 0;  // arrays read and written per iteration
  int bytesPerPoint = 0;      // of arrays that are walked in every dimension or some
  int flopsPerPoint = 0;
  double cyclesPerPoint = 0;  // the cost model's estimate
  ReportList<int> reads;      // from other loops and from outside: operations, ~k is input k
  ReportList<int> writes;     // operations whose results go to memory
};

struct RefusalReport {
  OperationReport first, second;
  std::string reason;
  bool essential = false;  // no compiler could fuse these: a result must be complete before its use
  AmountReport bytes;      // of the array that is kept in memory because of it
  int firstLoop = -1, secondLoop = -1;
};

struct PhaseReport {
  std::string name;
  double microseconds = 0;
};

// One compiled segment of the function: reading a number back ends a segment.
struct ProgramReport {
  ReportList<SizeReport> sizes;
  ReportList<InputReport> inputs;
  ReportList<OperationReport> operations;  // as recorded; numbers are left out
  ReportList<LoopReport> loops;
  ReportList<RefusalReport> refusals;  // what costs most memory first, essential ones last
  ReportList<PhaseReport> phases;      // of the compilation
  ReportList<PhaseReport> passes;      // what the phase "passes" consists of
  int recordedOperations = 0;          // with numbers
  int arraysVanished = 0;              // that were needed and never reached memory
  int arraysUnused = 0;                // that nobody needed
  int temporaries = 0;                 // arrays that had to be kept between loops
  int results = 0;
  AmountReport bytes;       // that the loops read and write
  AmountReport bytesSaved;  // one write and all reads of the arrays that vanished
  AmountReport flops;
  std::string name;         // of the code in profiles, debuggers and dumps
  bool cacheHit = false;    // the code was there already
  std::string cacheReason;  // why, or why not
  double compileMicroseconds = 0;
  std::string endedBy;  // where a number was read back, "" at the end of the call
};

struct Explanation {
  ReportList<ProgramReport> programs;
  std::string mode;        // compile, interpret or library
  std::string modeReason;  // library: why
  std::string file;        // where acc was called
  int line = 0;
  bool replayable = false;  // later calls replay the trace without running the function
  std::string whyNot;       // if it is not replayable
  std::uint64_t calls = 0, replays = 0;

  // For a terminal.
  PARAX_API std::string text() const;
  // The fields above, by the same names, as JSON.
  PARAX_API std::string json() const;
  // One page without scripts and other files: pictures of the program before and after fusion,
  // loops, source lines, times. Source lines are quoted where their files can be read.
  PARAX_API std::string html() const;
  // ArgumentError if the file cannot be written.
  PARAX_API void writeHtml(const std::string& path,
                           SourceLocation where = SourceLocation::current()) const;
};
PARAX_API std::ostream& operator<<(std::ostream& out, const Explanation& explanation);

}  // namespace parax
