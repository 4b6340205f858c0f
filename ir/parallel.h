// Parallel IR: how it is computed. A list of parallel loop nests over buffers.
//
// A loop runs its body once for each point of the nest, in any order and in parallel; the extents
// are symbols, outermost first (rank 0: one point). The body is scalar SSA in order:
//
//   - the first `hoisted` instructions do not depend on the point (the loop's
//     pre-statements); they run once, and not at all if there is no point
//   - input, full, iota and reductions do not occur; number, constant and pointwise operations
//     are as in domain IR
//   - load: element of an access; store: operand 0 goes to the element of an access. Of a buffer
//     of a product type it is one field: values have scalar types.
//   - index: the point's coordinate along loop dimension `slot`, converted to `type`
//
// An access walks buffer dimension axis[d] along loop dimension d; axis[d] == none: the buffer is
// not indexed by that dimension. Buffers are dense and row-major. Inside one point statements run
// in order; no point reads what another one writes.
//
// A reduction takes the value of one instruction over all points in row-major order by
// the fixed tree of reduction_tree.h and leaves it in a rank-0 buffer that exists after
// the loop. The combiner of a reduceWith (see domain.h) stands in the body, too:
// instructions that depend on its `left` and `right` are pointwise, run for the pairs
// of the tree and not for the points, and read besides each other only hoisted ones, as
// the tree goes on after the last point. Of a product type it has one value, identity
// and combined instruction for each field; `left` and `right` are one field, too.
//
// An instruction that fails yields some value and notes (ordinal, linear point); the program's
// error is the smallest noted pair. A program that can fail writes no result in place.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "ir/domain.h"

namespace parax::ir {

using BufferId = std::int32_t;

struct Buffer {
  enum class Kind : std::uint8_t { input, output, temporary } kind;
  ElementType type;
  std::int32_t slot = 0;  // input: Program::inputs; output: position among the results
  Dims dims{};
  BufferId inPlaceOf = none;  // this one may take over that input's memory if nobody else holds it
  std::int32_t firstLoop = 0, lastLoop = 0;  // lifetime, filled in by planMemory
  std::int32_t block = none;                 // temporaries: those with one block share memory
};

struct Access {
  BufferId buffer;
  std::int32_t axis[maxRank] = {none, none, none, none, none, none, none, none};
};

struct Inst {
  Op op;
  ElementType type;
  // number: slot; index: loop dimension; load, store: access; left, right: the combiner
  std::int32_t slot = 0;
  std::int32_t ordinal = none;  // the recorded operation that it came from
  std::int32_t operand[3] = {none, none, none};
  std::uint64_t bits = 0;  // constant
  std::int32_t field = 0;  // load, store, left, right

  int arity() const { return info(op).arity; }
};

// One instruction per field of an element; a scalar has one field.
using FieldInsts = std::array<std::int32_t, maxFields>;
constexpr FieldInsts noInsts = [] {
  FieldInsts insts{};
  insts.fill(none);
  return insts;
}();

struct Reduction {
  Op op;
  ElementType type;
  FieldInsts value;  // instructions of the body
  BufferId result;
  std::int32_t ordinal = none;
  // reduceWith: instructions, too; the identity is hoisted.
  FieldInsts identity = noInsts, combined = noInsts;

  int fields() const { return fieldCount(type); }
};

// Calls f with each instruction that a reduction names, by reference.
template <class R, class F>
void forEachValue(R& reduction, F&& f) {
  const auto ofFields = [&](auto& insts) {
    for (int k = 0; k < reduction.fields(); ++k) f(insts[static_cast<std::size_t>(k)]);
  };
  ofFields(reduction.value);
  if (reduction.op != Op::reduceWith) return;
  ofFields(reduction.identity);
  ofFields(reduction.combined);
}

// Decisions of the schedule pass; the emitter and the runtime follow them.
struct Schedule {
  bool parallel = false;      // worth threads when there are enough points
  bool streaming = false;     // stores may bypass the caches when the results are large and fresh
  double cyclesPerPoint = 1;  // estimate for the cost model
  // Loop dimensions d and d+1 with the same number are walked as one; ascending from 0.
  std::vector<std::int32_t> group;
};

struct Loop {
  std::vector<Symbol> extents;
  std::vector<Inst> body;
  std::int32_t hoisted = 0;
  std::vector<Access> accesses;
  std::vector<Reduction> reductions;
  Schedule schedule;
};

// Why two loops were not fused, or an array did not vanish: for explain.
struct Refusal {
  enum class Kind : std::uint8_t {
    incomplete,  // the first is a reduction
    otherSpace,  // the loops have other extents
    otherPoint,  // read at another point than it is written
    blocked,     // the second waits for something else
  } kind;
  std::int32_t firstOrdinal, secondOrdinal;  // the operations concerned
  std::string reason;                        // in the terms of this IR
  std::int32_t blockedBy = none;             // the operation that the second waits for
  std::vector<Symbol> firstSpace, secondSpace;
};

struct ParallelProgram {
  std::vector<SymbolSource> symbols;
  std::vector<ElementType> numbers;
  std::vector<Buffer> buffers;
  std::vector<Loop> loops;
  std::vector<BufferId> outputs;  // may name an input buffer (a result that is an argument)
  std::vector<Refusal> refusals;
  std::int32_t blocks = 0;  // memory blocks of temporaries
  bool canFail = false;
};

// The text form, e.g.
//   parallel {
//     symbol s1 = input 0 dim 0
//     buffer b0 = input 0 : f64[s1]
//     buffer b1 = output 0 : f64[s1] inplace b0
//     buffer b2 = output 1 : f64
//     loop (i0 < s1) {
//       %0 = number 0 : f64
//       ---
//       %1 = load b0[i0] : f64
//       %2 = mul %1, %0 : f64
//       store b1[i0], %2 : f64
//       reduce sum %2 -> b2 : f64
//     } schedule parallel streaming cycles 2.5 group 0
//     return b1, b2
//   }
//
// Further forms: `parallel canFail {`, `buffer b3 = temporary : f32[s1, s2] block 0 live 1 to 2`,
// `b0[i0].1` (field 1 of a product's element), `b0[i1, 0]` (0: no loop dimension walks it), `b2[]`
// (rank 0), `loop () {`, `index i0`, `unused number 1 : f64` (no instruction reads it), `%7 = left
// 0 : f64` (of a field but the first: `left 0 field 1`), `reduce reduceWith %2, %0, %9 -> b2 : f64`
// (value, identity, combined; of a product type the fields of each). Stores are numbered like
// values: the value after `%3` and a store is `%5`.
//
// Hoisted instructions stand before the line `---` (absent if there are none). print and
// parse are inverse to each other (ordinals, refusals excepted).
std::string print(const ParallelProgram& program);
ParallelProgram parseParallel(const std::string& text);
void verify(const ParallelProgram& program);

}  // namespace parax::ir
