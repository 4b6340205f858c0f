// Reductions follow the fixed tree: every kind and type, sizes around the block, several at once.
#include "harness.h"

#include "ir/reduction_tree.h"

namespace parax::codegen::test {
namespace {

const std::int64_t sizes[] = {0,  1,    7,    31,   32,   33,   63,    64,
                              65, 1000, 4095, 4096, 4097, 8192, 12289, 20000};

std::string single(const std::string& op, const std::string& type) {
  return "parallel {\n  symbol s1 = input 0 dim 0\n  buffer b0 = input 0 : " + type +
         "[s1]\n  buffer b1 = output 0 : " + type +
         "\n  loop (i0 < s1) {\n    %0 = load b0[i0] : " + type + "\n    reduce " + op +
         " %0 -> b1 : " + type + "\n  } schedule parallel group 0\n  return b1\n}\n";
}

TEST(Reduction, EveryKindTypeAndSize) {
  Random random(1);
  for (const char* op : {"sum", "reduceMin", "reduceMax", "any", "all"})
    for (const char* type : {"bool", "i32", "i64", "f32", "f64"}) {
      const bool logical = std::string(op) == "any" || std::string(op) == "all";
      const bool isBool = std::string(type) == "bool";
      if (logical != isBool && (logical || std::string(op) == "sum")) continue;
      const std::string source = single(op, type);
      const auto p = ir::parseParallel(source);
      const auto code = backend().compile(p, {});
      for (std::int64_t n : sizes) {
        if (n == 0 && std::string(op).starts_with("reduceM")) continue;
        for (bool tame : {false, true}) check(p, *code, {source, {{n}}, {}, {}, tame}, random);
      }
    }
}

// A cheap body keeps accumulators in registers, an expensive one on the stack.
std::string several(bool expensive) {
  std::string s = R"(parallel {
  symbol s1 = input 0 dim 0
  buffer b0 = input 0 : f64[s1]
  buffer b1 = input 1 : f32[s1]
  buffer b2 = output 0 : f64
  buffer b3 = output 1 : f32
  buffer b4 = output 2 : bool
  buffer b5 = output 3 : f64[s1] inplace b0
  buffer b6 = output 4 : i64
  loop (i0 < s1) {
    %0 = load b0[i0] : f64
    %1 = load b1[i0] : f32
    %2 = EXP %0 : f64
    %3 = lt %0, %2 : bool
    store b5[i0], %2 : f64
    %4 = cast %3 : i64
    reduce sum %2 -> b2 : f64
    reduce sum %1 -> b3 : f32
    reduce all %3 -> b4 : bool
    reduce sum %4 -> b6 : i64
  } schedule parallel streaming group 0
  return b2, b3, b4, b5, b6
}
)";
  return s.replace(s.find("EXP"), 3, expensive ? "exp" : "abs");
}

TEST(Reduction, SeveralOfDifferentTypes) {
  Random random(2);
  for (bool expensive : {false, true}) {
    const std::string source = several(expensive);
    const auto p = ir::parseParallel(source);
    const auto code = backend().compile(p, {});
    for (std::int64_t n : sizes)
      for (std::int64_t flags : {std::int64_t{0}, streamingFlag})
        check(p, *code,
              {source, {{n}, {n}}, {.flags = flags, .threads = n > 9000 ? 3 : 1}, {}, n % 2 == 0},
              random);
  }
}

TEST(Reduction, OfHoistedValue) {
  Random random(3);
  check({R"(parallel {
  symbol s1 = input 0 dim 0
  buffer b0 = input 0 : f64[s1]
  buffer b1 = output 0 : f64
  loop (i0 < s1) {
    %0 = number 0 : f64
    ---
    reduce sum %0 -> b1 : f64
  } schedule group 0
  return b1
}
)",
         {{5000}}},
        random);
}

}  // namespace
}  // namespace parax::codegen::test
