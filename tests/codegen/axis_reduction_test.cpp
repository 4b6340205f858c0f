// Reductions along some of a loop's dimensions: every output has the tree of what it reduces.
#include "harness.h"

#include "parax/core/error.h"

namespace parax::codegen::test {
namespace {

using Extents = std::vector<std::int64_t>;

std::string dimList(int rank, const std::string& kept, const std::string& prefix, char separator) {
  std::string list;
  for (int d = 0; d < rank; ++d) {
    if (!kept.empty() && kept[static_cast<std::size_t>(d)] != 'k') continue;
    if (!list.empty()) list += std::string(1, separator) + ' ';
    list += prefix + std::to_string(prefix == "s" ? d + 1 : d);
  }
  return list;
}

// `kept`: "rk" reduces dimension 0 of two and keeps dimension 1.
std::string along(const std::string& kept, const std::string& op, const std::string& type,
                  const std::string& body = "", const std::string& group = "") {
  const int rank = static_cast<int>(kept.size());
  std::string s = "parallel {\n";
  for (int d = 0; d < rank; ++d)
    s += "  symbol s" + std::to_string(d + 1) + " = input 0 dim " + std::to_string(d) + "\n";
  s += "  buffer b0 = input 0 : " + type + "[" + dimList(rank, "", "s", ',') + "]\n";
  s += "  buffer b1 = output 0 : " + type + "[" + dimList(rank, kept, "s", ',') + "]\n";
  s += "  loop (";
  for (int d = 0; d < rank; ++d)
    s += (d ? ", i" : "i") + std::to_string(d) + " < s" + std::to_string(d + 1);
  s += ") {\n    %0 = load b0[" + dimList(rank, "", "i", ',') + "] : " + type + "\n" + body;
  s += "    reduce " + op + " %" + (body.empty() ? "0" : "1") + " -> b1[" +
       dimList(rank, kept, "i", ',') + "] : " + type + "\n  } schedule parallel" + group +
       "\n  return b1\n}\n";
  return s;
}

void checkAlong(const std::string& source, const std::vector<Extents>& shapes, Random& random,
                const Options& options = {}) {
  const auto p = ir::parseParallel(source);
  ir::verify(p);
  const auto code = backend().compile(p, options);
  constexpr int threads[] = {1, 2, 7};
  for (const Extents& shape : shapes) {
    RunOptions run{.threads = threads[random() % 3]};
    run.side = random() % 2 ? GuardedBuffer::Side::after : GuardedBuffer::Side::before;
    check(p, *code, {source, {shape}, run, {}, random() % 2 == 0}, random);
  }
}

const std::vector<Extents> matrices = {{0, 5},     {5, 0},    {1, 1},    {1, 300},   {300, 1},
                                       {3, 1000},  {17, 31},  {255, 17}, {256, 16},  {257, 33},
                                       {1279, 3},  {1280, 5}, {1281, 9}, {1300, 17}, {17, 1300},
                                       {2561, 70}, {40, 4500}};
const std::vector<Extents> cubes = {{0, 3, 4},    {3, 0, 4},   {1, 1, 1},     {2, 3, 5},
                                    {7, 257, 18}, {20, 90, 3}, {5, 1281, 40}, {300, 6, 5},
                                    {3, 5, 1290}, {33, 9, 70}};

TEST(AxisReduction, EveryKindAndType) {
  Random random(1);
  for (const char* op : {"sum", "reduceMin", "reduceMax", "any", "all"})
    for (const char* type : {"bool", "i32", "i64", "f32", "f64"}) {
      const bool logical = std::string(op) == "any" || std::string(op) == "all";
      const bool isBool = std::string(type) == "bool";
      if (logical != isBool && (logical || std::string(op) == "sum")) continue;
      for (const char* kept : {"rk", "kr"})
        checkAlong(along(kept, op, type), {{2, 3}, {257, 33}, {1300, 17}, {19, 1300}}, random);
    }
}

TEST(AxisReduction, MatricesOfEveryShape) {
  Random random(2);
  for (const char* type : {"f32", "f64"})
    for (const char* group : {"", " group 0 0", " group 0 1"})
      for (const char* kept : {"rk", "kr", "kk"})
        checkAlong(along(kept, "sum", type, "", group), matrices, random);
}

TEST(AxisReduction, MixturesOfThreeDimensions) {
  Random random(3);
  for (const char* group : {"", " group 0 0 0"})
    for (const char* kept : {"kkr", "krk", "krr", "rkk", "rkr", "rrk"})
      checkAlong(along(kept, "sum", "f32", "", group), cubes, random);
}

TEST(AxisReduction, MixturesOfFourDimensions) {
  Random random(4);
  const std::vector<Extents> shapes = {{2, 3, 4, 5}, {3, 300, 2, 20}, {5, 17, 9, 33}};
  for (const char* kept : {"rkrk", "krkr", "rkkr", "krrk", "rrkk"})
    checkAlong(along(kept, "sum", "f64"), shapes, random);
}

// A wide row is several strips; a long body adds one row at a time.
TEST(AxisReduction, WideRowsAndLongBodies) {
  Random random(5);
  checkAlong(along("rk", "sum", "f32"), {{70, 9000}, {300, 4097}}, random);
  checkAlong(along("rk", "sum", "f64", "    %1 = exp %0 : f64\n"), {{70, 900}, {1300, 17}}, random);
  checkAlong(along("krk", "reduceMax", "f32", "    %1 = mul %0, %0 : f32\n"),
             {{2, 3, 5}, {5, 1281, 40}, {33, 9, 70}}, random);
}

TEST(AxisReduction, CheckedCode) {
  Random random(6);
  for (const char* kept : {"rk", "kr", "rkr"})
    checkAlong(along(kept, "sum", "f32"), std::string(kept).size() == 2 ? matrices : cubes, random,
               {.checked = true});
}

// The result may have its dimensions in another order, and ones between them.
TEST(AxisReduction, ResultsInAnotherOrder) {
  Random random(7);
  const std::string source = R"(parallel {
  symbol s1 = input 0 dim 0
  symbol s2 = input 0 dim 1
  symbol s3 = input 0 dim 2
  buffer b0 = input 0 : f32[s1, s2, s3]
  buffer b1 = output 0 : f32[s3, 1, s1]
  loop (i0 < s1, i1 < s2, i2 < s3) {
    %0 = load b0[i0, i1, i2] : f32
    reduce sum %0 -> b1[i2, 0, i0] : f32
  } schedule parallel
  return b1
}
)";
  checkAlong(source, cubes, random);
}

// With stores, several at once, of one and of different lanes.
std::string several(const std::string& kept, const std::string& second) {
  const std::string into = kept == "rk" ? "i1" : "i0", extent = kept == "rk" ? "s2" : "s1";
  return R"(parallel {
  symbol s1 = input 0 dim 0
  symbol s2 = input 0 dim 1
  buffer b0 = input 0 : f32[s1, s2]
  buffer b1 = output 0 : f32[)" +
         extent + R"(]
  buffer b2 = output 1 : )" +
         second + "[" + extent + R"(]
  buffer b3 = output 2 : f32[s1, s2]
  buffer b4 = output 3 : bool[)" +
         extent + R"(]
  loop (i0 < s1, i1 < s2) {
    %0 = constant 3 : f32
    ---
    %1 = load b0[i0, i1] : f32
    %2 = mul %1, %0 : f32
    %3 = cast %1 : )" +
         second + R"(
    %4 = index i0 : f32
    %5 = add %2, %4 : f32
    %6 = lt %1, %0 : bool
    store b3[i0, i1], %2 : f32
    reduce sum %5 -> b1[)" +
         into + R"(] : f32
    reduce sum %3 -> b2[)" +
         into + "] : " + second + R"(
    reduce any %6 -> b4[)" +
         into + R"(] : bool
  } schedule parallel
  return b1, b2, b3, b4
}
)";
}

TEST(AxisReduction, SeveralWithStores) {
  Random random(8);
  for (const char* kept : {"rk", "kr"})
    for (const char* second : {"i32", "f64"}) checkAlong(several(kept, second), matrices, random);
}

// A user's function has the same tree; its lanes without elements take no part.
TEST(AxisReduction, UsersFunctions) {
  Random random(9);
  for (const char* kept : {"rk", "kr", "krk", "rkr"}) {
    std::string source = along(kept, "reduceWith", "f64");
    const std::string plain = "reduce reduceWith %0 ->";
    source.replace(source.find(plain), plain.size(), "reduce reduceWith %1, %0, %5 ->");
    const std::string load = "    %0 = load";
    source.replace(source.find(load), load.size(),
                   "    %0 = constant 0 : f64\n    ---\n    %1 = load");
    const std::string reduce = "    reduce ";
    source.replace(source.find(reduce), reduce.size(),
                   "    %2 = left 0 : f64\n    %3 = right 0 : f64\n    %4 = mul %2, %3 : f64\n"
                   "    %5 = sub %4, %3 : f64\n    reduce ");
    checkAlong(source, std::string(kept).size() == 2 ? matrices : cubes, random);
  }
}

// Points are numbered in the loop's own order, which a permuted walk does not have at hand.
TEST(AxisReduction, FailuresAlongInnerDimensionsAreRefused) {
  const auto program = [](const std::string& body) {
    return ir::parseParallel(R"(parallel canFail {
      symbol s1 = input 0 dim 0
      symbol s2 = input 0 dim 1
      symbol s3 = input 0 dim 2
      buffer b0 = input 0 : i64[s1, s2, s3]
      buffer b1 = output 0 : i64[s2]
      loop (i0 < s1, i1 < s2, i2 < s3) {)" +
                             body + R"(
        reduce sum %9 -> b1[i1] : i64
      } schedule parallel
      return b1
    })");
  };
  for (const char* body : {"%0 = load b0[i0, i1, i2] : i64 %9 = div %0, %0 : i64",
                           "%9 = load b0[i0, i1 - 1 fail, i2] : i64"}) {
    try {
      const auto code = backend().compile(program(body), {});
      ADD_FAILURE() << "accepted: " << body;
    } catch (const InternalError& e) {
      EXPECT_NE(std::string(e.what()).find("what can fail"), std::string::npos) << e.what();
    }
  }
}

TEST(AxisReduction, WhatHasNoFormIsRefused) {
  std::string source = several("rk", "f64");
  source.replace(source.find("-> b2[i1]"), 9, "-> b2[i0]");
  source.replace(source.find("f64[s2]"), 7, "f64[s1]");
  const auto p = ir::parseParallel(source);
  try {
    backend().compile(p, {});
    FAIL();
  } catch (const InternalError& e) {
    EXPECT_NE(std::string(e.what()).find("has no form for reductions of one loop along different"),
              std::string::npos)
        << e.what();
  }
}

}  // namespace
}  // namespace parax::codegen::test
