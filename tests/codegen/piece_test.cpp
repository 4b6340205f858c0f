// Loops that are cut into pieces, and loops of several stages, which are walked in tiles.
#include "harness.h"

#include "parax/core/error.h"

namespace parax::codegen::test {
namespace {

using Extents = std::vector<std::int64_t>;

void checkPieces(const std::string& source, const std::vector<Extents>& shapes, Random& random,
                 const Options& options = {}, bool verified = true) {
  const auto p = ir::parseParallel(source);
  if (verified) ir::verify(p);
  const auto code = backend().compile(p, options);
  constexpr int threads[] = {1, 2, 7};
  for (const Extents& shape : shapes) {
    RunOptions run{.threads = threads[random() % 3]};
    run.side = random() % 2 ? GuardedBuffer::Side::after : GuardedBuffer::Side::before;
    check(p, *code, {source, {shape}, run, {}, random() % 2 == 0}, random);
  }
}

const std::vector<Extents> matrices = {{2, 2},  {3, 3},   {3, 2},   {2, 9},    {5, 40},
                                       {33, 7}, {17, 70}, {40, 33}, {70, 1281}};

// The interior, and what is left of the array.
TEST(Pieces, InteriorAndRest) {
  Random random(1);
  const std::string source = R"(parallel {
  symbol s1 = input 0 dim 0
  symbol s2 = input 0 dim 1
  symbol s3 = sub s1, 1
  symbol s4 = sub s2, 1
  buffer b0 = input 0 : f32[s1, s2]
  buffer b1 = output 0 : f32[s1, s2]
  loop (i0 < s1, i1 < s2) {
    stage {
      piece i0 in 1 to s3, i1 in 1 to s4 {
        %0 = load b0[i0 - 1, i1] : f32
        %1 = load b0[i0, i1 - 1] : f32
        %2 = load b0[i0, i1 + 1] : f32
        %3 = load b0[i0 + 1, i1] : f32
        %4 = add %0, %1 : f32
        %5 = add %2, %3 : f32
        %6 = add %4, %5 : f32
        store b1[i0, i1], %6 : f32
      }
      piece rest {
        %0 = load b0[i0, i1] : f32
        %1 = index i1 : f32
        %2 = sub %0, %1 : f32
        store b1[i0, i1], %2 : f32
      }
    }
  } schedule parallel
  return b1
}
)";
  checkPieces(source, matrices, random);
  checkPieces(source, matrices, random, {.checked = true});
}

// Boxes overlap: later pieces of a row win.
TEST(Pieces, RunInOrder) {
  Random random(2);
  const std::string source = R"(parallel {
  symbol s1 = input 0 dim 0
  symbol s2 = input 0 dim 1
  symbol s3 = sub s1, 1
  symbol s4 = 2
  symbol s5 = sub s2, 1
  buffer b0 = input 0 : f64[s1, s2]
  buffer b1 = output 0 : f64[s1, s2]
  loop (i0 < s1, i1 < s2) {
    stage {
      piece i0 < s1, i1 < s2 {
        %0 = load b0[i0, i1] : f64
        store b1[i0, i1], %0 : f64
      }
      piece i0 in 1 to s3, i1 < s4 {
        %0 = load b0[i0 - 1, i1] : f64
        store b1[i0, i1], %0 : f64
      }
      piece i0 in 1 to s3, i1 in 1 to s5 {
        %0 = index i0 : f64
        store b1[i0, i1], %0 : f64
      }
    }
  } schedule parallel
  return b1
}
)";
  checkPieces(source, matrices, random);
}

// Two stencils; the rim of the intermediate is zero.
std::string twoStages(const std::string& schedule, const std::string& ring,
                      const std::string& lag) {
  return R"(parallel {
  symbol s1 = input 0 dim 0
  symbol s2 = input 0 dim 1
  symbol s3 = sub s1, 1
  symbol s4 = sub s2, 1
  buffer b0 = input 0 : f32[s1, s2]
  buffer b1 = output 0 : f32[s1, s2]
  buffer b2 = local : f32[s1, s2])" +
         ring + R"(
  loop (i0 < s1, i1 < s2) {
    stage grow (1, 1) (1, 1) {
      piece i0 in 1 to s3, i1 in 1 to s4 {
        %0 = load b0[i0 - 1, i1 - 1] : f32
        %1 = load b0[i0 + 1, i1 + 1] : f32
        %2 = mul %0, %1 : f32
        store b2[i0, i1], %2 : f32
      }
      piece rest {
        %0 = constant 0 : f32
        store b2[i0, i1], %0 : f32
      }
    }
    stage)" +
         lag + R"( {
      piece i0 in 1 to s3, i1 in 1 to s4 {
        %0 = load b2[i0 - 1, i1] : f32
        %1 = load b2[i0, i1 - 1] : f32
        %2 = load b2[i0, i1 + 1] : f32
        %3 = load b2[i0 + 1, i1] : f32
        %4 = add %0, %1 : f32
        %5 = sub %2, %3 : f32
        %6 = add %4, %5 : f32
        store b1[i0, i1], %6 : f32
      }
      piece rest {
        %0 = load b2[i0, i1] : f32
        store b1[i0, i1], %0 : f32
      }
    }
  } schedule parallel )" +
         schedule + R"(
  return b1
}
)";
}

TEST(Tiles, RingsAndTilesOfEverySize) {
  Random random(3);
  const std::string schedules[] = {"tile 0 0 walk 0", "tile 8 0 walk 0", "tile 8 16 walk 0",
                                   "tile 0 5 walk 0", "tile 1 1 walk 0"};
  for (const std::string& schedule : schedules)
    for (const char* ring : {" ring 3", " ring 4", ""})
      checkPieces(twoStages(schedule, ring, " lag 1"), matrices, random);
  checkPieces(twoStages("tile 7 9 walk 0", " ring 3", " lag 1"), matrices, random,
              {.checked = true});
}

// Along the columns there is no walk; the stages do the tile one after the other.
TEST(Tiles, WalkedAlongARow) {
  Random random(4);
  for (const char* schedule : {"tile 8 8 walk 1", "tile 4 0 walk 1"})
    checkPieces(twoStages(schedule, " ring 3", " lag 1"), matrices, random);
}

// A stage that is repeated: each turn reads the turn before. The verifier wants one stage to store
// to a local; here another one stores what the first turn reads.
TEST(Tiles, Turns) {
  Random random(5);
  for (const char* schedule : {"tile 0 16 walk 0", "tile 0 0 walk 0", "tile 9 7 walk 0"}) {
    const std::string source = R"(parallel {
  symbol s1 = input 0 dim 0
  symbol s2 = input 0 dim 1
  symbol s3 = sub s1, 1
  symbol s4 = sub s2, 1
  symbol s5 = 5
  buffer b0 = input 0 : f32[s1, s2]
  buffer b1 = output 0 : f32[s1, s2]
  buffer b2 = local : f32[s5, s1, s2] ring 3
  loop (i0 < s1, i1 < s2) {
    stage grow (4, 4) (4, 4) {
      piece {
        %0 = load b0[i0, i1] : f32
        store b2[0, i0, i1], %0 : f32
      }
    }
    stage lag 1 per 1 turns 4 grow (3, 3 less 1) (3, 3 less 1) {
      piece i0 in 1 to s3, i1 in 1 to s4 {
        %0 = load b2[t, i0 - 1, i1] : f32
        %1 = load b2[t, i0 + 1, i1] : f32
        %2 = load b2[t, i0, i1 - 1] : f32
        %3 = index t : f32
        %4 = add %0, %1 : f32
        %5 = add %4, %2 : f32
        %6 = add %5, %3 : f32
        store b2[t + 1, i0, i1], %6 : f32
      }
      piece rest {
        %0 = load b2[t, i0, i1] : f32
        store b2[t + 1, i0, i1], %0 : f32
      }
    }
    stage lag 4 {
      piece {
        %0 = load b2[4, i0, i1] : f32
        store b1[i0, i1], %0 : f32
      }
    }
  } schedule parallel )" + std::string(schedule) +
                               "\n  return b1\n}\n";
    checkPieces(source, matrices, random, {}, false);
  }
}

TEST(Tiles, ThreeDimensionsAndRanges) {
  Random random(6);
  const std::string source = R"(parallel {
  symbol s1 = input 0 dim 0
  symbol s2 = input 0 dim 1
  symbol s3 = input 0 dim 2
  symbol s4 = sub s1, 1
  symbol s5 = sub s2, 1
  symbol s6 = 2
  symbol s7 = sub s1, s6
  buffer b0 = input 0 : f64[s1, s2, s3]
  buffer b1 = output 0 : f64[s7, s2, s3]
  buffer b2 = local : f64[s4, s2, s3] ring 3
  loop (i0 in 1 to s4, i1 < s2, i2 < s3) {
    stage grow (1, 1) (1, 1) (0, 0) {
      piece {
        %0 = load b0[i0 - 1, i1, i2] : f64
        %1 = load b0[i0 + 1, i1, i2] : f64
        %2 = sub %0, %1 : f64
        store b2[i0, i1, i2], %2 : f64
      }
    }
    stage lag 1 {
      piece i0 in 1 to s4, i1 in 1 to s5, i2 < s3 {
        %0 = load b2[i0, i1 - 1, i2] : f64
        %1 = load b2[i0, i1 + 1, i2] : f64
        %2 = mul %0, %1 : f64
        store b1[i0 - 1, i1, i2], %2 : f64
      }
      piece rest {
        %0 = load b2[i0, i1, i2] : f64
        store b1[i0 - 1, i1, i2], %0 : f64
      }
    }
  } schedule parallel tile 0 4 0 walk 0
  return b1
}
)";
  checkPieces(source, {{2, 3, 5}, {3, 2, 9}, {9, 11, 17}, {20, 6, 40}}, random);
}

TEST(Tiles, ReductionsInThemAreRefused) {
  const std::string source = R"(parallel {
  symbol s1 = input 0 dim 0
  buffer b0 = input 0 : f64[s1]
  buffer b1 = output 0 : f64
  loop (i0 < s1) {
    stage {
      piece i0 < s1 {
        %0 = load b0[i0] : f64
        reduce sum %0 -> b1[] : f64
      }
    }
  }
  return b1
}
)";
  try {
    backend().compile(ir::parseParallel(source), {});
    FAIL();
  } catch (const InternalError& e) {
    EXPECT_NE(std::string(e.what()).find("has no form for reductions in loops of several pieces"),
              std::string::npos)
        << e.what();
  }
}

}  // namespace
}  // namespace parax::codegen::test
