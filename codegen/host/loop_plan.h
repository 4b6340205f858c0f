// Decides how one loop is emitted: walked dimensions, vector width, unrolling. No LLVM here.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "codegen/backend.h"
#include "ir/parallel.h"

namespace parax::codegen::host {

// Where the elements lie that an access meets along the innermost walked dimension.
enum class InnerStride : std::uint8_t { zero, one, other };

// How the elements of an access are found.
enum class AccessForm : std::uint8_t {
  affine,   // by strides
  edged,    // the same where it is inside of the buffer, a part of each row; else index by index
  general,  // index by index: some are computed
};

struct LoopPlan {
  LoopForm form = LoopForm::points;
  // Loop dimensions that are walked as one, outermost first; those of extent one are left out.
  // Empty: the loop has one point. With reductions the kept ones come first; of columns, the last
  // kept ones come last.
  std::vector<std::vector<std::int32_t>> dims;
  int outerDims = 0;    // columns: so many walked dimensions are kept, but for the columns
  int firstColumn = 0;  // see LoopInfo
  int jam = 1;          // columns: rows of a lane that are added together
  std::vector<InnerStride> stride;     // per access
  std::vector<AccessForm> accessForm;  // per access
  std::vector<bool> splitsRows;        // per access: rows are split where it is inside
  bool edges = false;                  // some access splits rows
  bool regions = false;                // the body has some
  bool guards = false;  // some instruction runs for some of the points only, or reads no element
  // Per instruction: a load of the element that a whole row meets.
  std::vector<bool> loadedPerRow;
  // Per access: its stores are those of all fields, in order, and nobody looks in between.
  std::vector<bool> storedWhole;

  // Elements per vector: vectorBytes / size of the widest type that a body instruction yields, so
  // that the widest values fill one register and narrower ones part of one. bool counts as one byte
  // (its register form is a mask). 1 if the loop has one point.
  int lanes = 1;
  int unroll = 1;               // vectors per iteration of the main loop: a power of two
  bool inlineMath = false;      // the main loop has the math functions written out, not called
  bool quickRegisters = false;  // 32 registers hold nearly all: allocating them need not take long
  // Vectors of a strip, of whose body the main loop computes one stage after the other (stages.h);
  // 0: the body is not split.
  int strip = 0;
  std::string scalarReason;
  std::vector<Op> oneByOne;  // see LoopInfo

  // The body has calls or more values than registers: spilled vectors should be aligned.
  bool spills = false;
  bool streaming = false;  // emit a second main loop with streaming stores
  // The main loop walks a pointer per access instead of one index for all: its addresses need no
  // index register, which keeps loads fused with their operations on the way to the ports.
  bool pointers = false;
  // Reductions: accumulators live in registers (cheap bodies) or in a small array on the stack; a
  // nest of several walked dimensions first collects a block of values (scratch).
  bool registers = false;
  bool scratch = false;
  // With registers: a long range is read in so many places side by side, a block of each.
  int interleaved = 1;
  // Per reduction, if in registers: vectors of each field.
  struct Accumulators {
    int each;  // of one block
    int all;   // of all interleaved blocks; where any order will do, they share them
  };
  std::vector<Accumulators> accumulators;

  // Rows and tiles: a loop of its own and its plan for each piece of each stage, in order.
  struct Part;
  std::vector<Part> parts;

  std::vector<bool> combines;  // per instruction: part of a combiner, not of the points' body

  bool isSplat(const ir::Loop& loop, int inst) const {  // computed once, before the loop
    const Op op = loop.body().insts[inst].op;
    return inst < loop.body().hoisted ||
           (info(op).kind == OpKind::leaf && op != Op::param && !combines[inst]);
  }
};

struct LoopPlan::Part {
  ir::Loop loop;
  LoopPlan plan;
};

// Throws InternalError for a loop that there is no code for.
LoopPlan planLoop(const ir::ParallelProgram& program, const ir::Loop& loop, const Options& options,
                  int vectorBytes);

// By how much an index grows along the loop's dimension d.
inline std::int64_t stepOf(const ir::Index& index, std::int32_t d) {
  for (const ir::Term& term : index.terms)
    if (term.index == d) return term.step;
  return 0;
}

// The loop dimension that decides an access's stride along a walked one: its innermost.
inline std::int32_t innermost(const std::vector<std::int32_t>& dims) { return dims.back(); }

AccessForm formOf(const ir::Access& access);

// Of an edged access: an index with an edge, the same for a whole row.
bool isResolvedPerRow(const LoopPlan& plan, const ir::Index& index);

}  // namespace parax::codegen::host
