// The verifier refuses what breaks the rules of regions, pieces, stages, tiles and steps: programs
// of tests/ir/programs, each with one change.
#include "program_cases.h"
#include "verify_rows.h"

namespace parax::ir::test {
namespace {

struct Row {
  const char* program;
  const char* rule;
  void (*damage)(ParallelProgram&);
};

Stage& stage(ParallelProgram& p, std::size_t s) { return p.loops[0].stages.at(s); }
Piece& piece(ParallelProgram& p, std::size_t s, std::size_t k) { return stage(p, s).pieces.at(k); }
Body& body(ParallelProgram& p, std::size_t loop = 0) { return p.loops.at(loop).body(); }
Inst& inst(ParallelProgram& p, std::size_t k) { return body(p).insts.at(k); }
Step& repeatOf(ParallelProgram& p) {
  for (Step& step : p.steps)
    if (step.kind == Step::Kind::repeat) return step;
  throw std::runtime_error("no repeat");
}
Access& storedTo(Body& body, BufferId buffer) {
  for (Access& access : body.accesses)
    if (access.buffer == buffer) return access;
  throw std::runtime_error("no such access");
}

// In place of %5, which nothing before the while reads.
std::int32_t addBool(ParallelProgram& p) {
  inst(p, 5) = {.op = Op::constant, .type = ElementType::boolean};
  return 5;
}

// mandelbrot: %12 is the while, %13 to %15 its parameters, %22 the continue, %28 the yield.
const Row regionRows[] = {
    {"mandelbrot", "region", [](auto& p) { inst(p, 28).operand = {24, 26}; }},
    {"mandelbrot", "region", [](auto& p) { inst(p, 28).operand = {24, 26, 27, 27}; }},
    {"mandelbrot", "region", [](auto& p) { inst(p, 28).operand = {24, 27, 27}; }},
    {"mandelbrot", "region", [](auto& p) { inst(p, 28).when = 21; }},
    {"mandelbrot", "operands", [](auto& p) { inst(p, 28).operand = {24, 26, 29}; }},
    {"mandelbrot", "regions", [](auto& p) { inst(p, 28) = inst(p, 27); }},
    {"mandelbrot", "regions", [](auto& p) { inst(p, 29) = inst(p, 28); }},
    {"mandelbrot", "region", [](auto& p) { inst(p, 13).part = 3; }},
    {"mandelbrot", "region", [](auto& p) { inst(p, 13).part = -1; }},
    {"mandelbrot", "region", [](auto& p) { inst(p, 13).part = 2; }},  // an i64
    {"mandelbrot", "region", [](auto& p) { inst(p, 13).when = addBool(p); }},
    {"mandelbrot", "region",
     [](auto& p) { inst(p, 8) = {.op = Op::param, .type = ElementType::float64, .part = 0}; }},
    {"mandelbrot", "region", [](auto& p) { inst(p, 22).operand[0] = 15; }},  // no bool
    {"mandelbrot", "region", [](auto& p) { inst(p, 22).when = 21; }},
    {"mandelbrot", "region", [](auto& p) { inst(p, 23) = inst(p, 22); }},  // two of them
    {"mandelbrot", "region", [](auto& p) { inst(p, 22) = inst(p, 21); }},  // none
    {"mandelbrot", "region",
     [](auto& p) {
  inst(p, 6) = {.op = Op::constant, .type = ElementType::boolean};
  inst(p, 8) = {.op = Op::proceed, .type = ElementType::boolean, .operand = {6}};
}},
    {"mandelbrot", "region", [](auto& p) { inst(p, 12).when = addBool(p); }},
    {"mandelbrot", "operands", [](auto& p) { inst(p, 12).operand[0] = 13; }},
    {"mandelbrot", "operands", [](auto& p) { inst(p, 30).operand[0] = 27; }},  // not visible
    {"mandelbrot", "operands", [](auto& p) { inst(p, 30).operand[0] = 12; }},  // no value
    {"mandelbrot", "operands", [](auto& p) { inst(p, 30).when = 21; }},        // not visible
    {"mandelbrot", "region", [](auto& p) { inst(p, 29).part = 3; }},
    {"mandelbrot", "region", [](auto& p) { inst(p, 29).part = 0; }},  // an f64
    {"mandelbrot", "region", [](auto& p) { inst(p, 29).operand[0] = 11; }},
    {"mandelbrot", "hoisted", [](auto& p) { body(p).hoisted = 13; }},
    {"n_body", "region", [](auto& p) { inst(p, 5).reduction = Op::reduceAny; }},
    {"n_body", "region", [](auto& p) { inst(p, 5).reduction = Op::reduceMin; }},  // may be empty
    {"n_body", "region", [](auto& p) { inst(p, 5).reduction = Op::reduceWith; }},
    {"n_body", "region", [](auto& p) { inst(p, 5).reduction = Op::add; }},
    {"n_body", "region", [](auto& p) { inst(p, 5).operand[0] = 0; }},  // counted by an f32
    {"n_body", "types", [](auto& p) { inst(p, 7).operand[0] = 2; }},   // an index of type f32
    {"n_body", "operands", [](auto& p) { inst(p, 7).operand = {}; }},
    {"cumulative_sums", "region", [](auto& p) { inst(p, 1).reduction = Op::reduceAny; }},
    {"cumulative_sums", "region", [](auto& p) { inst(p, 1).reduction = Op::reduceWith; }},
    {"cumulative_sums", "hoisted", [](auto& p) { body(p).hoisted = 2; }},
    {"compaction", "types", [](auto& p) { body(p, 1).insts[5].when = 3; }},  // an i64
    {"compaction", "operands", [](auto& p) { body(p, 1).insts[5].when = 9; }},
    {"compaction", "slot", [](auto& p) { storedTo(body(p, 1), 2).at[0].edge = Edge::clamp; }},
    {"compaction", "slot", [](auto& p) { storedTo(body(p, 1), 2).at[0].edge = Edge::zero; }},
    {"lattice_boltzmann", "operands",  // names no number
     [](auto& p) { body(p).accesses[0].at[0].edge = Edge::constant; }},
    {"histogram", "reduction", [](auto& p) { body(p, 1).reductions[0].at = {}; }},
    {"histogram", "reduction", [](auto& p) { body(p, 1).reductions[0].at[0] = 9; }},
    {"scatter_add", "reduction", [](auto& p) { body(p).reductions[0].at[0] = 1; }},  // an f32
    {"scatter_add", "writeFirst", [](auto& p) { p.steps.erase(p.steps.begin()); }},
};

const Row stageRows[] = {
    {"harris", "stages", [](auto& p) { p.loops[0].stages.clear(); }},
    {"harris", "stages", [](auto& p) { stage(p, 0).pieces.clear(); }},
    {"harris", "stages", [](auto& p) { stage(p, 0).turns = 0; }},
    {"harris", "stages", [](auto& p) { stage(p, 0).turns = 1 << 30; }},
    {"harris", "stages", [](auto& p) { stage(p, 1).lag = -1; }},
    {"harris", "stages", [](auto& p) { stage(p, 0).lagPerTurn = -1; }},
    {"harris", "stages", [](auto& p) { stage(p, 0).grow.pop_back(); }},
    {"harris", "stages", [](auto& p) { stage(p, 0).grow[1].below = -1; }},
    {"harris", "stages", [](auto& p) { piece(p, 0, 0).rest = true; }},
    {"harris", "stages", [](auto& p) { piece(p, 0, 1).box = piece(p, 0, 0).box; }},
    {"harris", "stages", [](auto& p) { stage(p, 0).pieces.push_back(piece(p, 0, 1)); }},
    {"harris", "stages", [](auto& p) { piece(p, 0, 0).box.pop_back(); }},
    {"harris", "stages", [](auto& p) { piece(p, 0, 0).box[0].lo = 99; }},
    {"harris", "stages", [](auto& p) { piece(p, 0, 0).box[0].hi = noSymbol; }},
    {"harris", "extents", [](auto& p) { p.loops[0].space[0].lo = 99; }},
    {"harris", "tiles", [](auto& p) { p.loops[0].schedule.tile.clear(); }},
    {"harris", "tiles", [](auto& p) { p.loops[0].schedule.tile.pop_back(); }},
    {"harris", "tiles", [](auto& p) { p.loops[0].schedule.tile[0] = -1; }},
    {"harris", "tiles", [](auto& p) { p.loops[0].schedule.walk = 2; }},
    {"harris", "tiles", [](auto& p) { p.loops[0].schedule.walk = -1; }},
    {"harris", "ring", [](auto& p) { p.buffers[1].ring = 3; }},  // no local
    {"harris", "ring", [](auto& p) { p.buffers[2].ring = -1; }},
    {"harris", "ring", [](auto& p) { p.buffers[2].ring = 2; }},
    {"harris", "ring", [](auto& p) { stage(p, 1).lag = 0; }},
    {"harris", "ring", [](auto& p) { stage(p, 1).lag = 2; }},  // then a row is gone
    {"harris", "ring", [](auto& p) { stage(p, 0).lag = 1; }},
    {"harris", "ring", [](auto& p) { stage(p, 0).grow[0].below = 0; }},
    {"harris", "ring", [](auto& p) { stage(p, 0).grow[0].above = 0; }},
    {"harris", "ring", [](auto& p) { stage(p, 0).grow.clear(); }},
    {"harris", "ring", [](auto& p) { p.loops[0].schedule.tile[1] = 8; }},  // no growth along it
    {"harris", "ring",
     [](auto& p) {  // stores the next point's element
  for (Piece& each : stage(p, 0).pieces) storedTo(each.body, 2).at[0].constant = 1;
}},
    {"harris", "ring", [](auto& p) { storedTo(piece(p, 1, 0).body, 2).at[0].edge = Edge::zero; }},
    {"harris", "ring", [](auto& p) { std::swap(p.buffers[2].dims[0], p.buffers[2].dims[1]); }},
    {"harris", "local", [](auto& p) { p.addLoop(p.loops[0]); }},
    {"harris", "step",
     [](auto& p) { p.steps.push_back({.kind = Step::Kind::copy, .to = 1, .from = 2}); }},
    {"harris", "independentPoints",
     [](auto& p) { storedTo(piece(p, 1, 1).body, 1).at[0].constant = 1; }},
    {"laplace_blocked", "ring", [](auto& p) { p.buffers[4].ring = 2; }},
    {"laplace_blocked", "ring", [](auto& p) { stage(p, 1).lagPerTurn = 0; }},
    {"laplace_blocked", "ring", [](auto& p) { stage(p, 1).lag = 0; }},
    {"laplace_blocked", "ring", [](auto& p) { stage(p, 1).turns = 2; }},  // plane 3 is not stored
    {"laplace_blocked", "ring", [](auto& p) { stage(p, 1).turns = 4; }},  // and there is no plane 4
    {"laplace_blocked", "ring", [](auto& p) { stage(p, 2).lag = 3; }},
    {"laplace_blocked", "ring", [](auto& p) { stage(p, 0).grow[1].above = 3; }},
    {"laplace_blocked", "ring", [](auto& p) { stage(p, 1).grow[1].below = 2; }},
    {"laplace_blocked", "ring", [](auto& p) { stage(p, 1).grow[1].less = 2; }},
    {"laplace_blocked", "ring", [](auto& p) { p.buffers[4].dims[0] = 1; }},  // as many as an extent
    {"laplace_blocked", "independentPoints",  // reads the whole of what is written
     [](auto& p) { piece(p, 0, 1).rest = false; }},
    {"laplace_blocked", "independentPoints",
     [](auto& p) { storedTo(piece(p, 0, 1).body, 3).at[2].constant = 1; }},
    {"laplace_blocked", "independentPoints",  // the rest of another box
     [](auto& p) { piece(p, 2, 0).box[0].lo = noSymbol; }},
    {"laplace_blocked", "independentPoints",  // two stages store plane 1
     [](auto& p) { storedTo(piece(p, 0, 1).body, 4).at[0].constant = 1; }},
    {"wave", "independentPoints",  // reads its neighbour in a box of two columns
     [](auto& p) { piece(p, 0, 2).box[1].hi = 5; }},
    {"wave", "independentPoints",  // another row of what is written
     [](auto& p) { storedTo(piece(p, 0, 2).body, 2).at[0].constant = 1; }},
};

const Row stepRows[] = {
    {"laplace_plain", "step", [](auto& p) { repeatOf(p).carried.pop_back(); }},
    {"laplace_plain", "step", [](auto& p) { repeatOf(p).carried[1] = {2, 3}; }},
    {"laplace_plain", "step", [](auto& p) { repeatOf(p).carried = {{2, 0}, {0, 2}}; }},  // an input
    {"laplace_plain", "step", [](auto& p) { repeatOf(p).carried[0].second = 9; }},
    {"laplace_plain", "step",
     [](auto& p) {  // another shape
  p.buffers.push_back({Buffer::Kind::temporary, ElementType::float32, 0, {1, 2}});
  repeatOf(p).carried = {{2, 4}, {4, 2}};
}},
    {"laplace_plain", "step", [](auto& p) { repeatOf(p).trips = 99; }},
    {"laplace_plain", "step", [](auto& p) { repeatOf(p).until = 2; }},
    {"laplace_plain", "step", [](auto& p) { p.steps[0].to = 1; }},  // an input
    {"laplace_plain", "step", [](auto& p) { p.steps[0].from = 7; }},
    {"laplace_plain", "loopStep", [](auto& p) { p.steps.push_back(repeatOf(p).steps[0]); }},
    {"laplace_plain", "loopStep", [](auto& p) { repeatOf(p).steps.clear(); }},
    {"laplace_plain", "step", [](auto& p) { repeatOf(p).steps[0].loop = 1; }},
    {"laplace_plain", "writeFirst", [](auto& p) { p.steps.erase(p.steps.begin()); }},
    {"conjugate_gradients", "step", [](auto& p) { repeatOf(p).until = 8; }},  // no bool
    {"conjugate_gradients", "writtenResult",
     [](auto& p) {
  p.buffers.push_back({Buffer::Kind::temporary, ElementType::boolean});
  repeatOf(p).until = 12;
}},
    {"compaction", "step", [](auto& p) { p.steps[1].from = 0; }},  // no number
    {"compaction", "step", [](auto& p) { p.steps[1].result = -1; }},
    {"compaction", "known", [](auto& p) { p.steps.erase(p.steps.begin() + 1); }},
    {"compaction", "known", [](auto& p) { p.steps[1].result = 1; }},
    {"compaction", "known", [](auto& p) { std::swap(p.steps[1], p.steps[2]); }},
    {"compaction", "known", [](auto& p) { p.steps.push_back(p.steps[1]); }},  // twice
    {"compaction", "known",
     [](auto& p) { p.steps[1] = {.kind = Step::Kind::repeat, .trips = 1, .steps = {p.steps[1]}}; }},
};

template <std::size_t n>
void expectAllRefused(const Row (&rows)[n]) {
  for (const Row& row : rows) {
    SCOPED_TRACE(std::string(row.program) + ", row " + std::to_string(&row - rows));
    expectRefused(readProgram(row.program), BrokenRow<ParallelProgram>{row.rule, row.damage});
  }
}

TEST(VerifyPrograms, RefusesBrokenRegions) { expectAllRefused(regionRows); }
TEST(VerifyPrograms, RefusesBrokenStages) { expectAllRefused(stageRows); }
TEST(VerifyPrograms, RefusesBrokenSteps) { expectAllRefused(stepRows); }

// What a turn leaves for the next one is alive in all of the repeat.
const char* const turns = R"(parallel {
  symbol s1 = input 0 dim 0
  symbol s2 = number 0
  buffer b0 = input 0 : f64[s1]
  buffer b1 = temporary : f64[s1] block 0 live 0 to 2
  buffer b2 = temporary : f64[s1] block 1 live 1 to 2
  buffer b3 = output 0 : f64[s1]
  loop (i0 < s1) {
    %0 = load b0[i0] : f64
    store b1[i0], %0 : f64
  }
  repeat s2 {
    loop (i0 < s1) {
      %0 = load b1[i0] : f64
      store b2[i0], %0 : f64
    }
    loop (i0 < s1) {
      %0 = load b2[i0] : f64
      store b3[i0], %0 : f64
    }
  }
  return b3
})";

const Row turnRows[] = {
    {turns, "block", [](auto& p) { p.buffers[1].lastLoop = 1; }},
    {turns, "sharedBlock",
     [](auto& p) {  // b1 is read again after b3's memory, were it b1's, is written
  p.buffers.push_back({Buffer::Kind::temporary, ElementType::float64, 0, {1}, none, 2, 2, 0});
  storedTo(body(p, 2), 3).buffer = 4;
  p.steps.push_back({.kind = Step::Kind::copy, .to = 3, .from = 0});
}},
    {turns, "block", [](auto& p) { p.steps.push_back({Step::Kind::copy, none, 3, 2}); }},
    {turns, "inPlaceOrder",
     [](auto& p) {  // the second turn would read what the first one has written
  storedTo(body(p, 2), 2).buffer = 0;
  p.buffers[3].inPlaceOf = 0;
}},
    {turns, "inPlaceOrder",
     [](auto& p) {
  p.buffers[3].inPlaceOf = 0;
  p.steps.push_back({.kind = Step::Kind::copy, .to = 3, .from = 0});
}},
};

TEST(VerifyPrograms, RefusesWhatASecondTurnWouldBreak) {
  EXPECT_NO_THROW(verify(parseParallel(turns)));
  for (const Row& row : turnRows)
    expectRefused(parseParallel(row.program), BrokenRow<ParallelProgram>{row.rule, row.damage});
  ParallelProgram taken = parseParallel(turns);  // outside of repeats it is allowed
  taken.buffers[3].inPlaceOf = 0;
  EXPECT_NO_THROW(verify(taken));
}

}  // namespace
}  // namespace parax::ir::test
