// Every rule of the parallel verifier refuses what breaks it.
#include "ir/parallel.h"
#include "verify_rows.h"

namespace parax::ir {
namespace {

using Row = test::BrokenRow<ParallelProgram>;

ParallelProgram goodProgram() {
  return parseParallel(R"(parallel {
    symbol s1 = input 0 dim 0
    symbol s2 = number 1
    buffer b0 = input 0 : f64[s1]
    buffer b1 = output 0 : f64[s1] inplace b0
    buffer b2 = output 1 : f64
    buffer b3 = temporary : f64[s1, s2] block 0 live 0 to 1
    buffer b4 = temporary : f64[s2] block 1 live 1 to 2
    buffer b5 = temporary : f64[s1] block 0 live 2 to 3
    buffer b6 = input 1 : f64[1]
    buffer b7 = output 2 : f64
    buffer b8 = input 2 : c128[s1]
    buffer b9 = output 3 : c128
    loop (i0 < s1, i1 < s2) {
      %0 = number 0 : f64
      %1 = load b6[0] : f64
      ---
      %2 = load b0[i0] : f64
      %3 = mul %2, %0 : f64
      store b3[i0, i1], %3 : f64
    } schedule parallel group 0 1
    loop (i0 < s2) {
      %0 = index i0 : f64
      %1 = constant 2 : f64
      %2 = mul %0, %1 : f64
      store b4[i0], %2 : f64
    }
    loop (i0 < s1) {
      %0 = load b0[i0] : f64
      store b1[i0], %0 : f64
      store b5[i0], %0 : f64
      %3 = neg %0 : f64
      reduce sum %3 -> b2[] : f64
    }
    loop (i0 < s1) {
      %0 = number 0 : f64
      ---
      %1 = load b5[i0] : f64
      %2 = left 0 : f64
      %3 = right 0 : f64
      %4 = fma %2, %0, %3 : f64
      reduce reduceWith %1, %0, %4 -> b7[] : f64
    }
    loop (i0 < s1) {
      %0 = number 0 : f64
      ---
      %1 = load b8[i0].0 : f64
      %2 = load b8[i0].1 : f64
      %3 = left 1 : f64
      %4 = right 1 field 1 : f64
      %5 = sub %3, %4 : f64
      reduce reduceWith %1, %2, %0, %0, %5, %0 -> b9[] : c128
    }
    return b1, b2, b7, b9
  })");
}

void addLoad(Loop& loop, std::int32_t access) {
  loop.body().insts.push_back({.op = Op::load, .type = ElementType::float64, .access = access});
}

const Row structureRows[] = {
    {"symbolOne", [](ParallelProgram& p) { p.sizes.clear(); }},
    {"symbolOne", [](ParallelProgram& p) { p.sizes[0].value = 2; }},
    {"size", [](ParallelProgram& p) { p.sizes[2] = Size::of(Size::Kind::add, 1, 2); }},  // itself
    {"size", [](ParallelProgram& p) { p.sizes[2] = Size::of(Size::Kind::add, none, 1); }},
    {"size", [](ParallelProgram& p) { p.sizes[2] = Size::result(-1); }},
    {"size", [](ParallelProgram& p) { p.sizes[2].slot = 99; }},  // no such number
    {"sizeOnce", [](ParallelProgram& p) { p.sizes[2] = p.sizes[1]; }},
    {"sizeOnce", [](ParallelProgram& p) { p.sizes.push_back(Size::literal(1)); }},
    {"size", [](ParallelProgram& p) { p.sizes[2].slot = 0; }},  // an f64
    {"size", [](ParallelProgram& p) { p.sizes[1].dim = 8; }},
    {"bufferDims", [](ParallelProgram& p) { p.buffers[0].dims[0] = 3; }},
    {"result", [](ParallelProgram& p) { p.outputs[0] = 3; }},
    {"result", [](ParallelProgram& p) { p.outputs[0] = 99; }},
    {"outputSlot", [](ParallelProgram& p) { p.buffers[1].slot = 1; }},
    {"outputSlot", [](ParallelProgram& p) { p.outputs.pop_back(); }},
    {"extents", [](ParallelProgram& p) { p.loops[0].space[1].hi = 7; }},
    {"extents", [](ParallelProgram& p) { p.loops[0].space.resize(9); }},
    {"hoistedCount", [](ParallelProgram& p) { p.loops[0].body().hoisted = 6; }},
    {"hoistedCount", [](ParallelProgram& p) { p.loops[0].body().hoisted = -1; }},
    {"groups", [](ParallelProgram& p) { p.loops[0].schedule.group = {0}; }},
    {"groups", [](ParallelProgram& p) { p.loops[0].schedule.group = {0, 2}; }},
    {"groups", [](ParallelProgram& p) { p.loops[0].schedule.group = {1, 1}; }},
    {"access", [](ParallelProgram& p) { p.loops[2].body().accesses[0].buffer = 17; }},
    {"access", [](ParallelProgram& p) { p.loops[2].body().accesses[0].at[0] = Index::of(1); }},
    {"access", [](ParallelProgram& p) { p.loops[2].body().accesses[0].at.push_back({}); }},
    {"access", [](ParallelProgram& p) { p.loops[2].body().accesses[0].at[0] = {}; }},
    {"access", [](ParallelProgram& p) { p.loops[2].space[0].hi = 2; }},
    {"reduction", [](ParallelProgram& p) { p.loops[2].body().reductions[0].op = Op::add; }},
    {"reduction", [](ParallelProgram& p) { p.loops[2].body().reductions[0].op = Op::reduceAny; }},
    {"reduction",
     [](ParallelProgram& p) { p.loops[2].body().reductions[0].value[0] = 1; }},  // a store
    {"reduction", [](ParallelProgram& p) { p.loops[2].body().reductions[0].value[0] = 4; }},
    {"reduction", [](ParallelProgram& p) { p.loops[2].body().reductions[0].into = {1, {{}}}; }},
    {"reduction", [](ParallelProgram& p) { p.buffers[2].type = ElementType::float32; }},
    {"operation", [](ParallelProgram& p) { p.loops[1].body().insts[0].op = Op::iota; }},
    {"operation", [](ParallelProgram& p) { p.loops[1].body().insts[2].op = Op::reduceSum; }},
    {"operands", [](ParallelProgram& p) { p.loops[1].body().insts[2].operand[0] = 2; }},
    {"operands", [](ParallelProgram& p) { p.loops[1].body().insts[2].operand.push_back(0); }},
    {"operands", [](ParallelProgram& p) { p.loops[2].body().insts[3].operand[0] = 1; }},  // a store
    {"slot", [](ParallelProgram& p) { p.loops[0].body().insts[0].number = 1; }},
    {"slot", [](ParallelProgram& p) { p.loops[1].body().insts[0].dim = 1; }},
    {"slot", [](ParallelProgram& p) { p.loops[2].body().insts[0].access = 3; }},
    {"field", [](ParallelProgram& p) { p.loops[2].body().insts[0].field = 1; }},
    {"field", [](ParallelProgram& p) { p.loops[1].body().insts[2].field = 1; }},
    {"field", [](ParallelProgram& p) { p.loops[1].body().insts[2].type = ElementType::complex64; }},
    {"constant",
     [](ParallelProgram& p) {
  p.loops[1].body().insts[1].type = ElementType::boolean;
  p.loops[1].body().insts[1].bits = 2;
}},
    {"types", [](ParallelProgram& p) { p.loops[1].body().insts[0].type = ElementType::int64; }},
    {"types", [](ParallelProgram& p) { p.loops[2].body().insts[0].type = ElementType::float32; }},
    {"types", [](ParallelProgram& p) { p.buffers[6].type = ElementType::complex64; }},
    {"hoisted", [](ParallelProgram& p) { p.loops[1].body().hoisted = 1; }},
    {"hoisted", [](ParallelProgram& p) { p.loops[0].body().hoisted = 3; }},
    {"reduction",
     [](ParallelProgram& p) { p.loops[3].body().reductions[0].value[0] = 4; }},  // of the pairs
    {"reduceWith", [](ParallelProgram& p) { p.loops[3].body().reductions[0].combined[0] = none; }},
    {"reduceWith", [](ParallelProgram& p) { p.loops[3].body().reductions[0].identity[0] = 9; }},
    {"reduceWith", [](ParallelProgram& p) { p.loops[3].body().reductions[0].identity[0] = 1; }},
    {"reduceWith", [](ParallelProgram& p) { p.loops[3].body().reductions[0].combined[0] = 1; }},
    {"reduceWith",
     [](ParallelProgram& p) {
  p.loops[3].body().reductions.push_back(p.loops[3].body().reductions[0]);
}},
    {"reduction", [](ParallelProgram& p) { p.loops[4].body().reductions[0].value[1] = none; }},
    {"reduction", [](ParallelProgram& p) { p.loops[4].body().reductions[0].value[1] = 5; }},
    {"reduction", [](ParallelProgram& p) { p.loops[4].body().reductions[0].op = Op::reduceSum; }},
    {"reduction", [](ParallelProgram& p) { p.buffers[9].type = ElementType::float64; }},
    {"reduceWith", [](ParallelProgram& p) { p.loops[4].body().reductions[0].identity[1] = 2; }},
    {"reduceWith", [](ParallelProgram& p) { p.loops[4].body().reductions[0].combined[1] = 2; }},
    {"reduceWith", [](ParallelProgram& p) { p.loops[4].body().insts[4].field = 2; }},
    {"reduceWith",
     [](ParallelProgram& p) {  // the fields are of two functions
  p.loops[4].body().insts[4].number = 2;
  p.loops[4].body().insts[5].operand[1] = 0;
  p.loops[4].body().reductions[0].combined[1] = 4;
}},
    {"combiner",
     [](ParallelProgram& p) { p.loops[3].body().insts[4].operand[1] = 1; }},  // of the point
    {"combiner", [](ParallelProgram& p) { p.loops[3].body().insts[2].number = 1; }},
    {"combiner",
     [](ParallelProgram& p) {  // not used by a reduction, but not of the points either
  p.loops[2].body().insts[0] = {.op = Op::left, .type = ElementType::float64};
  p.loops[2].body().reductions.clear();
}},
};

const Row memoryRows[] = {
    {"readOnlyInput", [](ParallelProgram& p) { p.loops[2].body().accesses[2].buffer = 0; }},
    {"writtenResult", [](ParallelProgram& p) { p.loops[2].body().reductions.clear(); }},
    {"writeFirst", [](ParallelProgram& p) { p.loops[2].body().accesses[0].buffer = 5; }},
    {"independentPoints",
     [](ParallelProgram& p) {  // every i1 writes the same elements
  p.buffers[3].dims = {1, one};
  p.loops[0].body().accesses[2].at[1] = {};
}},
    {"independentPoints",
     [](ParallelProgram& p) {  // reads the transposed point
  p.buffers[3].dims = {1, 1};
  p.loops[0].space[1].hi = 1;
  p.loops[0].body().accesses.push_back({3, {Index::of(1), Index::of(0)}});
  addLoad(p.loops[0], 3);
}},
    {"independentPoints",
     [](ParallelProgram& p) {  // a reduction's result exists after the loop only
  Loop earlier;                // something to read
  earlier.body().insts = {
      {.op = Op::constant, .type = ElementType::float64},
      {.op = Op::store, .type = ElementType::float64, .operand = {0}, .access = 0}};
  earlier.body().accesses = {{2}};
  p.loops.insert(p.loops.begin(), earlier);
  p.runInOrder();
  p.loops[3].body().accesses.push_back({2});
  addLoad(p.loops[3], 3);
}},
    {"ownResult",
     [](ParallelProgram& p) {
  p.loops[2].body().reductions.push_back(p.loops[2].body().reductions[0]);
}},
    {"inPlace", [](ParallelProgram& p) { p.canFail = true; }},
    {"inPlace", [](ParallelProgram& p) { p.buffers[1].inPlaceOf = 6; }},
    {"inPlace", [](ParallelProgram& p) { p.buffers[1].inPlaceOf = 12; }},
    {"inPlace", [](ParallelProgram& p) { p.buffers[5].inPlaceOf = 0; }},
    {"inPlace", [](ParallelProgram& p) { p.outputs.push_back(0); }},
    {"inPlaceOrder", [](ParallelProgram& p) { p.addLoop(p.loops[0]); }},
    {"inPlaceOrder",
     [](ParallelProgram& p) {  // reads the input after the result's element was written
  addLoad(p.loops[2], 0);
}},
    {"block", [](ParallelProgram& p) { p.blocks = 1; }},
    {"block", [](ParallelProgram& p) { p.buffers[5].firstLoop = 3; }},
    {"block", [](ParallelProgram& p) { p.buffers[2].block = 0; }},  // not a temporary
    {"sharedBlock",
     [](ParallelProgram& p) {  // b5's block is b4's, which the same loop reads
  p.buffers[5].block = 1;
  p.buffers[4].dims = {1};
  p.loops[1].space[0].hi = 1;
  p.loops[2].body().accesses.push_back(p.loops[1].body().accesses[0]);
  addLoad(p.loops[2], 3);
}},
};

TEST(VerifyParallel, AcceptsTheGoodProgram) { EXPECT_NO_THROW(verify(goodProgram())); }

TEST(VerifyParallel, RefusesEveryBrokenStructure) {
  for (const Row& row : structureRows) test::expectRefused(goodProgram(), row);
}

TEST(VerifyParallel, RefusesEveryBrokenUseOfMemory) {
  for (const Row& row : memoryRows) test::expectRefused(goodProgram(), row);
}

}  // namespace
}  // namespace parax::ir
