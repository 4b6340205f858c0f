// What the rest of Parax sees of a code generator: parallel IR in, callable loops out, no LLVM.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "ir/parallel.h"

namespace parax::codegen {

inline bool isPrefix(const ir::Inst& inst) {
  return inst.op == Op::prefix || inst.op == Op::prefixBefore;
}
inline int prefixesOf(const ir::Body& body) {
  return static_cast<int>(std::count_if(body.insts.begin(), body.insts.end(), isPrefix));
}

// All loops of a program get one array of 8-byte slots, in this order.
struct SlotLayout {
  explicit SlotLayout(const ir::ParallelProgram& p)
      : symbols(static_cast<int>(p.buffers.size())),
        numbers(symbols + static_cast<int>(p.sizes.size())),
        partials(numbers + static_cast<int>(p.numbers.size())) {
    int at = partials;
    for (const ir::Loop& loop : p.loops) {
      firstPartial.push_back(at);
      const int reductions = static_cast<int>(loop.body().reductions.size());
      shapeAfter.push_back(reductions);
      at += reductions > 0 ? reductions + 3 : prefixesOf(loop.body());
    }
    errors = at;
    scratch = at + 1;
    count = at + 2;
  }
  int buffer(ir::BufferId b) const { return b; }          // pointer to the first element
  int symbol(ir::Symbol s) const { return symbols + s; }  // int64
  int number(int slot) const { return numbers + slot; }   // the number's memory in the low bytes
  // Pointer to elements of the reduction's type: partial results (LoopForm).
  int partial(int loop, int reduction) const { return firstPartial[loop] + reduction; }
  // Pointer to elements of the prefix's type (LoopForm::scan).
  int prefix(int loop, int k) const { return firstPartial[loop] + k; }
  // int64, in loops with reductions: the points of a line, the columns of a strip, the classes
  // (LoopUnits).
  int line(int loop) const { return firstPartial[loop] + shapeAfter[loop]; }
  int strip(int loop) const { return line(loop) + 1; }
  int classes(int loop) const { return line(loop) + 2; }
  int errors;   // FailureRecord*
  int scratch;  // pointer to memory of the calling thread
  int count;

 private:
  int symbols, numbers, partials;
  std::vector<int> firstPartial, shapeAfter;  // by loop
};

// Where kernels report: plain memory, so that code calls nobody and refers to no symbol of ours.
struct FailureRecord {
  static constexpr std::int64_t nothing = std::numeric_limits<std::int64_t>::max();

  std::int32_t lock = 0;           // 1: somebody writes
  std::int32_t kind = 0;           // ir::FailureKind
  std::int64_t ordinal = nothing;  // the smallest (ordinal, point) of all that failed
  std::int64_t point = 0;
  std::int64_t detail[2] = {0, 0};
  // Checked code: the first access outside of its buffer; -1: there was none.
  std::int64_t brokenBuffer = -1, brokenElement = 0;
};
static_assert(sizeof(FailureRecord) == 56 && offsetof(FailureRecord, ordinal) == 8 &&
                  offsetof(FailureRecord, brokenBuffer) == 40,
              "compiled code knows where the fields are");

// What the units of a loop are that its function counts.
enum class LoopForm : std::uint8_t {
  // Points, in row-major order over the whole nest (rank 0: one).
  points,
  // Blocks of reductions. Each output's elements are cut into lines, each line into blocks of
  // ir::reductionBlock elements and a rest; the blocks of all lines of all outputs are numbered.
  // Writes partial[b] for block b.
  blocks,
  // The same where the last dimension is kept, so that rows are outputs side by side. A unit is a
  // strip of columns of one block, and of its lanes those that are equal modulo `classes`:
  //   unit = ((class * rows + row) * blocks of an output + block) * strips + strip
  // Writes partial[((row * blocks + block) * classes + class) * columns + column].
  columns,
  // Blocks of ir::reductionBlock points of rows with prefixes. A first call with totalsFlag leaves
  // the total of each whole block; the second one finds there, but for the first block of a row,
  // what the blocks before amount to (scanValues).
  scan,
  // Rows of a loop that is cut into pieces: all dimensions before LoopInfo::firstColumn.
  rows,
  // Tiles of a loop with several stages. The slot `scratch` has the memory of its locals (tiles.h).
  tiles,
};
// What a prefix has for each unit: its total, the scan of the totals before it, and the value of
// the point before it.
constexpr int scanTotal = 0, scanOffset = 1, scanBefore = 2, scanValues = 3;

// Computes the units [begin, end) of a loop (LoopUnits).
using RangeFunction = void (*)(std::int64_t begin, std::int64_t end, const std::uint64_t* slots,
                               std::int64_t flags);
constexpr std::int64_t streamingFlag = 1;  // this call's stores should bypass the caches
constexpr std::int64_t totalsFlag = 2;     // the first pass of a scan: it stores nothing
// The function of a reduceWith, for pairs of elements of its type, in order:
//   out[k] = left[k * stride] with right[k * stride], k < count
// Without pairs out[0] is the identity.
using CombineFunction = void (*)(std::int64_t count, void* out, const void* left, const void* right,
                                 std::int64_t stride, const std::uint64_t* slots);

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
  LoopForm form = LoopForm::points;
  // Columns: the kept dimensions from here on are one row. Rows: the dimension of a row.
  int firstColumn = ir::maxRank;
};

// Owns the machine code; destroying it frees the code.
class Code {
 public:
  virtual ~Code() = default;
  std::vector<RangeFunction> loops;  // one per loop of the program
  // By loop and reduction; null but for reduceWith.
  std::vector<std::vector<CombineFunction>> combiners;
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
