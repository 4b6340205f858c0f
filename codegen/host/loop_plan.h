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

struct LoopPlan {
  // Loop dimensions that are walked as one, outermost first; those of extent one are left out.
  // Empty: the loop has one point.
  std::vector<std::vector<std::int32_t>> dims;
  std::vector<InnerStride> stride;  // per access

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

  std::vector<bool> combines;  // per instruction: part of a combiner, not of the points' body

  bool isSplat(const ir::Loop& loop, int inst) const {  // computed once, before the loop
    const Op op = loop.body[inst].op;
    return inst < loop.hoisted || (info(op).kind == OpKind::leaf && !combines[inst]);
  }
};

LoopPlan planLoop(const ir::ParallelProgram& program, const ir::Loop& loop, const Options& options,
                  int vectorBytes);

// The loop dimension that decides an access's stride along a walked one: its innermost.
inline std::int32_t innermost(const std::vector<std::int32_t>& dims) { return dims.back(); }

}  // namespace parax::codegen::host
