// What the rest of Parax sees of a code generator: parallel IR in, callable loops out, no LLVM.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "ir/parallel.h"

namespace parax::codegen {

// All loops of a program get one array of 8-byte slots, in this order.
struct SlotLayout {
  explicit SlotLayout(const ir::ParallelProgram& p)
      : symbols(static_cast<int>(p.buffers.size())),
        numbers(symbols + static_cast<int>(p.symbols.size())),
        partials(numbers + static_cast<int>(p.numbers.size())) {
    int at = partials;
    for (const ir::Loop& loop : p.loops) {
      firstPartial.push_back(at);
      at += static_cast<int>(loop.reductions.size());
    }
    errors = at;
    count = at + 1;
  }
  int buffer(ir::BufferId b) const { return b; }          // pointer to the first element
  int symbol(ir::Symbol s) const { return symbols + s; }  // int64
  int number(int slot) const { return numbers + slot; }   // the number's memory in the low bytes
  // Pointer to one element of the reduction's type per block of ir::reductionBlock points.
  int partial(int loop, int reduction) const { return firstPartial[loop] + reduction; }
  int errors;  // ErrorSink*
  int count;

 private:
  int symbols, numbers, partials;
  std::vector<int> firstPartial;
};

// Where kernels report; they call through it, so that code refers to no symbol of ours.
struct ErrorSink {
  void (*element)(ErrorSink*, std::int64_t ordinal, std::int64_t linearPoint);
  void (*bounds)(ErrorSink*, std::int64_t buffer, std::int64_t elementIndex);  // checked code only
};

// Computes the points [begin, end) of a loop, numbered in row-major order over the whole nest (rank
// 0: [0, 1)). A loop with reductions is called with begin a multiple of ir::reductionBlock and end
// one too or the last point; it writes partial[b] for every block b in the range.
using RangeFunction = void (*)(std::int64_t begin, std::int64_t end, const std::uint64_t* slots,
                               std::int64_t flags);
constexpr std::int64_t streamingFlag = 1;  // this call's stores should bypass the caches
// For loops with a reduceWith, whose blocks only its combiner can combine. Such calls compute no
// points; for every reduceWith of the loop they do:
// partial[j] = partial[2 j] with partial[2 j + 1], j in range
constexpr std::int64_t pairsFlag = 2;
// partial[0] = the identity; the range is [0, 1)
constexpr std::int64_t identityFlag = 4;

struct Options {
  std::string name = "parax";  // readable, appears in backtraces and profiles
  bool checked = false;        // test every load and store against its buffer's size
  bool fastMath = false;
  bool keepLlvm = false, keepAssembly = false;  // fill in the texts below
};

struct LoopInfo {
  int lanes;                 // elements per vector
  int unroll;                // vectors per iteration
  std::string scalarReason;  // if lanes == 1: why
  std::vector<Op> oneByOne;  // operations of the body without vector form, in the table's order
};

// Owns the machine code; destroying it frees the code.
class Code {
 public:
  virtual ~Code() = default;
  std::vector<RangeFunction> loops;  // one per loop of the program
  std::vector<LoopInfo> info;
  std::string llvmText, assemblyText;
  double emitMicroseconds = 0, codegenMicroseconds = 0, linkMicroseconds = 0;
  std::size_t codeBytes = 0;
};

class Backend {
 public:
  virtual ~Backend() = default;
  // Thread-safe. Throws InternalError; never std::exit.
  virtual std::unique_ptr<Code> compile(const ir::ParallelProgram& program,
                                        const Options& options) = 0;
  virtual std::string description() const = 0;  // e.g. "LLVM 19.1.7, x86-64, 512-bit vectors"
};

// The one symbol that the code generator's shared object exports.
using CreateBackend = Backend* (*)();
constexpr const char* createBackendSymbol = "paraxCreateBackend";

}  // namespace parax::codegen
