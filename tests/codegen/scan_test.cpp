// Prefixes along rows: the order of ir/scan_order.h, around lines and blocks, of every type.
#include "harness.h"

#include "parax/core/error.h"

namespace parax::codegen::test {
namespace {

using Extents = std::vector<std::int64_t>;

std::string scan(const std::string& op, const std::string& type, const std::string& which) {
  return "parallel {\n  symbol s1 = input 0 dim 0\n  buffer b0 = input 0 : " + type +
         "[s1]\n  buffer b1 = output 0 : " + type + "[s1]\n  loop (i0 < s1) {\n" +
         "    %0 = load b0[i0] : " + type + "\n    %1 = " + which + " " + op + " %0 : " + type +
         "\n    store b1[i0], %1 : " + type + "\n  } schedule parallel group 0\n  return b1\n}\n";
}

void checkScan(const std::string& source, const std::vector<Extents>& shapes, Random& random,
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

const std::vector<Extents> vectors = {{0},   {1},    {2},    {7},    {15},   {16},   {17},
                                      {255}, {1279}, {1280}, {1281}, {2561}, {5119}, {25000}};

TEST(Scan, EveryKindAndType) {
  Random random(1);
  for (const char* which : {"prefix", "prefixBefore"})
    for (const char* op : {"sum", "product", "reduceMin", "reduceMax", "any", "all"})
      for (const char* type : {"bool", "i32", "i64", "f32", "f64"}) {
        const bool logical = std::string(op) == "any" || std::string(op) == "all";
        const bool isBool = std::string(type) == "bool";
        if (logical != isBool) continue;
        checkScan(scan(op, type, which), vectors, random);
      }
}

// A second level of blocks: 1280 times 1280 elements and more.
TEST(Scan, LongRanges) {
  Random random(2);
  checkScan(scan("sum", "f32", "prefix"), {{1280 * 1280}, {1280 * 1280 + 1281}}, random);
  checkScan(scan("sum", "f64", "prefixBefore"), {{1280 * 1280 + 2561}}, random);
}

const std::vector<Extents> matrices = {{0, 4},   {4, 0},    {1, 1},    {300, 1}, {5, 17},
                                       {9, 256}, {3, 1280}, {7, 1281}, {2, 5000}};

// Several of different types, on rows, with values on both sides of them.
TEST(Scan, SeveralOnRows) {
  Random random(3);
  const std::string source = R"(parallel {
  symbol s1 = input 0 dim 0
  symbol s2 = input 0 dim 1
  buffer b0 = input 0 : f32[s1, s2]
  buffer b1 = output 0 : f32[s1, s2]
  buffer b2 = output 1 : f64[s2, s1]
  buffer b3 = output 2 : i64[s1, s2]
  loop (i0 < s1, i1 < s2) {
    %0 = constant 0 : f32
    ---
    %1 = load b0[i0, i1] : f32
    %2 = lt %0, %1 : bool
    %3 = cast %2 : i64
    %4 = prefixBefore sum %3 : i64
    %5 = abs %1 : f32
    %6 = prefix sum %5 : f32
    %7 = cast %6 : f64
    %8 = cast %1 : f64
    %9 = prefixBefore sum %8 : f64
    %10 = add %7, %9 : f64
    store b1[i0, i1], %6 : f32
    store b2[i1, i0], %10 : f64
    store b3[i0, i1], %4 : i64
  } schedule parallel group 0 0
  return b1, b2, b3
}
)";
  checkScan(source, matrices, random);
  checkScan(source, matrices, random, {.checked = true});
}

// A prefix may begin with a value that is known before the loop.
TEST(Scan, PrefixOfAHoistedValue) {
  Random random(4);
  const std::string source = R"(parallel {
  symbol s1 = input 0 dim 0
  buffer b0 = input 0 : f64[s1]
  buffer b1 = output 0 : f64[s1]
  buffer b2 = output 1 : i32[s1]
  loop (i0 < s1) {
    %0 = constant 1 : i32
    ---
    %1 = prefix sum %0 : i32
    %2 = load b0[i0] : f64
    %3 = exp %2 : f64
    %4 = prefix reduceMax %3 : f64
    store b1[i0], %4 : f64
    store b2[i0], %1 : i32
  } schedule parallel
  return b1, b2
}
)";
  checkScan(source, vectors, random);
}

TEST(Scan, WhatHasNoFormIsRefused) {
  std::string source = scan("sum", "f64", "prefix");
  const std::string store = "    store b1[i0], %1";
  source.replace(source.find(store), store.size(),
                 "    %2 = prefix sum %1 : f64\n    store b1[i0], %2");
  try {
    backend().compile(ir::parseParallel(source), {});
    FAIL();
  } catch (const InternalError& e) {
    EXPECT_NE(std::string(e.what()).find("has no form for prefixes of prefixes"), std::string::npos)
        << e.what();
  }
}

}  // namespace
}  // namespace parax::codegen::test
