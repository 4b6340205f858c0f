// Parallel IR: how it is computed. A tree of steps; most of them run a parallel loop over buffers.
//
// Steps run one after the other:
//   - loop: runs a loop of the program
//   - copy: the elements of one buffer to another of the same type and dims; nothing if both are in
//     the same memory already
//   - size: the number in a rank-0 buffer of type i64 becomes the value of a size (`result`); sizes
//     that follow from it, and buffers of such sizes, exist from here on. It is made once, not in a
//     repeat
//   - repeat: runs its steps again and again: `trips` times, or until the rank-0 bool `until` is
//     true after a turn, but at most `trips` times. After each turn buffers change places: what
//     `carried` names first gets the memory of what it names second.
//   - rotate: such a change of places, once
//
// A loop has a box of points, its space: ranges of indices, outermost first (rank 0: one point). It
// computes one stage after the other; a stage is cut into pieces, boxes of points with a body each.
// The body runs once for each point (body.h).
//   - Stages: what a stage stores to a `local` buffer, later stages load. A local has the dims of
//     the space, and for stages that are repeated the turn in front; nobody sees it outside of the
//     loop. A stage with `turns` runs so many times, as if written out; `turnIndex` counts them.
//   - Pieces: an earlier piece of a row (the points that differ in the last dimension only) runs
//     before a later one. `rest`: the points of the stage that the piece before does not have.
// No point reads or writes what another point of the same piece and stage writes; different rows
// of a stage do not meet at all, but for reads of what the stages before have stored to locals.
//
// How a loop is walked decides its schedule, and no result depends on it: units (points, rows,
// blocks of a reduction, tiles) are shared among threads. A loop of several stages is walked in
// tiles: each unit walks its tile along the dimension `walk`; at each position the stages do one
// row (or plane) each, `lag` positions behind the first. A stage computes `grow` more points on
// each side of the tile than the last one needs, clipped to the space. A local with a `ring` keeps
// only so many positions along `walk`.
//
// A reduction takes the value of one instruction over all points, and leaves it in the elements of
// an access: the loop's dimensions that `into` does not name are reduced. The order is that of
// reduction_tree.h. The combiner of a reduceWith stands in the body, too: instructions that depend
// on its `left` and `right` are pointwise, run for the pairs of the tree and not for the points,
// and read besides each other only hoisted ones. Of a product type it has one value, identity and
// combined instruction for each field.
//
// An instruction that fails yields some value and notes a failure; the program's error is the
// smallest (turn, ordinal, point). Failures are looked at before and after each turn of a repeat,
// where a size is made, and at the end. A program that can fail writes no result in place.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "ir/access.h"
#include "ir/body.h"
#include "ir/domain.h"

namespace parax::ir {

// The dimension of an `index`, and the index of a term, that counts the turns of a stage.
constexpr std::int32_t turnIndex = maxRank;

struct Buffer {
  enum class Kind : std::uint8_t { input, output, temporary, local } kind;
  ElementType type;
  std::int32_t slot = 0;  // input: Program::inputs; output: position among the results
  Dims dims{};
  BufferId inPlaceOf = none;  // this one may take over that input's memory if nobody else holds it
  std::int32_t firstLoop = 0, lastLoop = 0;  // lifetime, filled in by planMemory
  std::int32_t block = none;                 // temporaries: those with one block share memory
  std::int32_t ring = 0;                     // local: positions along `walk` that are kept; 0: all
};

// From lo to hi - 1; noSymbol: from 0.
struct Range {
  Symbol lo = noSymbol;
  Symbol hi = one;
  friend bool operator==(const Range&, const Range&) = default;
};

// Its length in a call; `value` gives that of a symbol.
template <class Value>
std::int64_t lengthOf(const Range& range, const Value& value) {
  const std::int64_t lo = range.lo == noSymbol ? 0 : value(range.lo);
  return std::max<std::int64_t>(value(range.hi) - lo, 0);
}
// The one index 0.
inline bool isOnePoint(const Range& range) { return range.lo == noSymbol && range.hi == one; }

struct Piece {
  std::vector<Range> box;  // one per dimension of the space; empty: all of the stage
  bool rest = false;
  Body body;
};

// Points on each side of a tile; after each turn of the stage `less` fewer.
struct Growth {
  std::int32_t below = 0, above = 0, less = 0;
  friend bool operator==(const Growth&, const Growth&) = default;
};

struct Stage {
  std::vector<Growth> grow;  // one per dimension of the space, or none
  std::int32_t lag = 0, lagPerTurn = 0;
  std::int32_t turns = 1;
  std::vector<Piece> pieces;
};

// Decisions of the schedule pass; the emitter and the runtime follow them.
struct Schedule {
  bool parallel = false;      // worth threads when there are enough points
  bool streaming = false;     // stores may bypass the caches when the results are large and fresh
  bool dynamic = false;       // points differ in work: threads take units as they become free
  double cyclesPerPoint = 1;  // estimate for the cost model
  // Loop dimensions d and d+1 with the same number are walked as one; ascending from 0.
  std::vector<std::int32_t> group;
  std::vector<std::int32_t> tile;  // points of a tile by dimension, 0: all; empty: no tiles
  std::int32_t walk = 0;           // with tiles: the dimension along which one is walked
};

struct Loop {
  std::vector<Range> space;
  std::vector<Stage> stages;
  Schedule schedule;

  Loop() : stages(1) { stages[0].pieces.resize(1); }
  int rank() const { return static_cast<int>(space.size()); }
  // One stage of one piece, over a space that begins at 0.
  bool isPlain() const;
  const Body& body() const { return stages[0].pieces[0].body; }  // of a plain loop
  Body& body() { return stages[0].pieces[0].body; }
  Symbol extent(int d) const { return space[static_cast<std::size_t>(d)].hi; }  // of a plain loop
  std::vector<Symbol> extents() const;
};

template <class L, class F>
void forEachBody(L& loop, F&& f) {
  for (auto& stage : loop.stages)
    for (auto& piece : stage.pieces) f(piece.body);
}

struct Step {
  enum class Kind : std::uint8_t { loop, copy, size, repeat, rotate } kind;
  std::int32_t loop = none;                              // loop
  BufferId to = none, from = none;                       // copy; size: from
  std::int32_t result = none;                            // size: which one
  Symbol trips = noSymbol;                               // repeat
  BufferId until = none;                                 // repeat
  std::vector<Step> steps{};                             // repeat
  std::vector<std::pair<BufferId, BufferId>> carried{};  // repeat, rotate
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
  std::vector<Size> sizes;
  std::vector<ElementType> numbers;
  std::vector<Buffer> buffers;
  std::vector<Loop> loops;
  std::vector<Step> steps;        // every loop stands in one step
  std::vector<BufferId> outputs;  // may name an input buffer (a result that is an argument)
  std::vector<Refusal> refusals;
  std::int32_t blocks = 0;  // memory blocks of temporaries
  bool canFail = false;

  // Plain loops one after the other: what passes can reorder.
  bool isStraight() const;
  void addLoop(Loop loop);
  // After the loops of a straight program were replaced.
  void runInOrder();
};

// Calls f with every step, also inside of repeats, in order.
template <class Steps, class F>
void forEachStep(Steps& steps, F&& f) {
  for (auto& step : steps) {
    f(step);
    forEachStep(step.steps, f);
  }
}

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
//       reduce sum %2 -> b2[] : f64
//     } schedule parallel streaming cycles 2.5 group 0
//     return b1, b2
//   }
//
// Further forms: `parallel canFail {`, `buffer b3 = temporary : f32[s1, s2] block 0 live 1 to 2`,
// `buffer b4 = local : f32[s1, s2] ring 3`, `b0[i0].1` (field 1 of a product's element), `b2[]`
// (rank 0), `loop () {`, `loop (i0 in s3 to s4) {` (a range), `index i0`,
// `index t`, `unused number 1 : f64` (no instruction reads it), `%7 = left 0 : f64` (of a field but
// the first: `left 0 field 1`), `reduce reduceWith %2, %0, %9 -> b2[] : f64` (value, identity,
// combined; of a product type the fields of each). Stores are numbered like values: the value after
// `%3` and a store is `%5`.
//
// Accesses: `b0[2 * i0 - i1 + s3 - 1, i1 wrap]`, `b0[%7 fail]` (a computed index), `b0[i0 + t]`. A
// load with an edge `constant` names the number: `load b0[i0 - 1 constant] or %3 : f32`.
// Predicates: `store b0[i0], %2 when %1 : f64`.
//
// Regions: the instruction ends with `{`; the results of several are taken by part:
//   %5 = if %4 {
//     yield %1
//   } else {
//     yield %2
//   }
//   %8 = part 0 of %5 : f64
//   %9 = while %1, %2 {
//     %10 = param 0 : f64
//     %11 = param 1 : i64
//     %12 = lt %10, %0 : bool
//     continue %12
//     yield %13, %14
//   }
//   %16 = loop %3, %1 { ... }        %20 = reduceOver sum %3 : f64 { ... }
//   %21 = prefix sum %2 : f64
//
// Loops with several stages or pieces:
//   loop (i0 < s1, i1 < s2) {
//     stage lag 1 per 1 turns 7 grow (0, 0) (8, 8 less 1) {
//       piece i0 in s3 to s4, i1 < s5 { ... }
//       piece rest { ... }
//     }
//   } schedule parallel tile 64 0 walk 0
//
// Steps that are no loops:
//   copy b1 <- b0        size 0 = b3        rotate b0 <- b1, b1 <- b0
//   repeat s9 until b4 carried b0 <- b1, b1 <- b0 { ... }
//
// Hoisted instructions stand before the line `---` (absent if there are none). print and
// parse are inverse to each other (ordinals, refusals excepted).
std::string print(const ParallelProgram& program);
ParallelProgram parseParallel(const std::string& text);
void verify(const ParallelProgram& program);

}  // namespace parax::ir
