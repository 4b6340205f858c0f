// Reductions follow the fixed tree: every kind and type, sizes around the block, several at once.
#include "harness.h"

#include <cmath>
#include <cstring>
#include <limits>

#include "ir/reduction_tree.h"

namespace parax::codegen::test {
namespace {

const std::int64_t sizes[] = {0,  1,    7,    31,   32,   33,   63,   64,
                              65, 1000, 1279, 1280, 1281, 5119, 5121, 20000};

std::string single(const std::string& op, const std::string& type) {
  return "parallel {\n  symbol s1 = input 0 dim 0\n  buffer b0 = input 0 : " + type +
         "[s1]\n  buffer b1 = output 0 : " + type +
         "\n  loop (i0 < s1) {\n    %0 = load b0[i0] : " + type + "\n    reduce " + op +
         " %0 -> b1[] : " + type + "\n  } schedule parallel group 0\n  return b1\n}\n";
}

template <class T>
void put(Array& array, std::int64_t i, T value) {
  std::memcpy(&array.bytes[static_cast<std::size_t>(i) * sizeof(T)], &value, sizeof(T));
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
    reduce sum %2 -> b2[] : f64
    reduce sum %1 -> b3[] : f32
    reduce all %3 -> b4[] : bool
    reduce sum %4 -> b6[] : i64
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

// The given reductions of one array, in one pass.
std::string together(const std::vector<std::string>& ops, const std::string& type) {
  std::string s =
      "parallel {\n  symbol s1 = input 0 dim 0\n  buffer b0 = input 0 : " + type + "[s1]\n";
  std::string reductions, results;
  for (std::size_t k = 0; k < ops.size(); ++k) {
    const std::string buffer = "b" + std::to_string(k + 1);
    s += "  buffer " + buffer + " = output " + std::to_string(k) + " : " + type + "\n";
    reductions += "    reduce " + ops[k] + " %0 -> " + buffer + "[] : " + type + "\n";
    results += (k ? ", " : "") + buffer;
  }
  return s + "  loop (i0 < s1) {\n    %0 = load b0[i0] : " + type + "\n" + reductions +
         "  } schedule parallel group 0\n  return " + results + "\n}\n";
}

void expectInterpreted(const ir::ParallelProgram& p, const Code& code, const Array& input,
                       bool pieces, Random& random, const std::string& what) {
  const auto expected = ir::interpret(p, views({input}), {});
  const RunResult actual = run(p, code, {input}, {}, random, {.pieces = pieces});
  for (std::size_t k = 0; k < expected.size(); ++k)
    expectEqual(expected[k], actual.outputs[k], what + ", result " + std::to_string(k));
}

template <class T>
Array filled(std::int64_t n, T value) {
  Array array{
      elementTypeOf<T>, {n}, std::vector<std::byte>(static_cast<std::size_t>(n) * sizeof(T))};
  for (std::int64_t i = 0; i < n; ++i) put(array, i, value);
  return array;
}

// NaN wins, -0 is less than +0: wherever the special value stands among equal ones.
template <class T>
void checkSpecialValues(const std::string& type) {
  Random random(4);
  const T infinity = std::numeric_limits<T>::infinity(), nan = std::numeric_limits<T>::quiet_NaN();
  for (const std::vector<std::string>& ops : {std::vector<std::string>{"reduceMin"},
                                              {"reduceMax"},
                                              {"reduceMin", "reduceMax"},
                                              {"sum", "reduceMin", "reduceMax"}}) {
    const auto p = ir::parseParallel(together(ops, type));
    const auto code = backend().compile(p, {});
    for (const std::int64_t n : {1, 5, 70, 5300})
      for (const T usual : {T(0), T(-0.0), T(1), T(-1), nan})
        for (const T special : {T(0), T(-0.0), infinity, -infinity, nan, -nan})
          for (const std::int64_t at : {0, 3, 31, 69, 1279, 1280, 5119, 5299}) {
            if (at >= n) continue;
            Array input = filled(n, usual);
            put(input, at, special);
            const std::string what = ops.back() + " " + type + " n " + std::to_string(n) + " at " +
                                     std::to_string(at) + ": " + std::to_string(special) +
                                     " among " + std::to_string(usual);
            expectInterpreted(p, *code, input, false, random, what);
          }
  }
}

TEST(Reduction, MinAndMaxOfSpecialValuesInEveryPosition) {
  checkSpecialValues<float>("f32");
  checkSpecialValues<double>("f64");
}

TEST(Reduction, MinAndMaxOfMixedZerosAndNaNs) {
  Random random(5);
  const auto p = ir::parseParallel(together({"reduceMin", "reduceMax"}, "f64"));
  const auto code = backend().compile(p, {});
  for (std::int64_t n : sizes)
    for (int repeat = 0; n > 0 && repeat < 4; ++repeat) {
      Array input = filled(n, 0.0);
      for (std::int64_t i = 0; i < n; ++i) put(input, i, random() % 2 ? 0.0 : -0.0);
      if (repeat == 3) put(input, static_cast<std::int64_t>(random() % 1000) % n, std::nan(""));
      expectInterpreted(p, *code, input, true, random, "zeros, n " + std::to_string(n));
    }
}

// Long ranges are read in several places at a time; blocks keep their order.
TEST(Reduction, AsManyBlocksAreInterleavedAsRegistersAndPointersAllow) {
  const auto interleaves = [](const std::string& source) {
    const auto code = backend().compile(ir::parseParallel(source), {.keepLlvm = true});
    return code->llvmText.find("\nlines:") != std::string::npos;
  };
  EXPECT_TRUE(interleaves(single("sum", "f64")));
  EXPECT_TRUE(interleaves(together({"sum", "reduceMin", "reduceMax"}, "f32")));
  EXPECT_TRUE(interleaves(single("any", "bool")));
  EXPECT_FALSE(interleaves(together(std::vector<std::string>(16, "sum"), "f64")));
}

TEST(Reduction, LongRanges) {
  Random random(6);
  for (const char* type : {"f64", "f32", "i32"}) {
    const auto p = ir::parseParallel(together({"sum", "reduceMin", "reduceMax"}, type));
    const auto code = backend().compile(p, {});
    for (const std::int64_t blocks : {4, 7, 128, 259}) {
      const std::int64_t n = blocks * ir::reductionBlock + 77;
      const Array input = randomArray(p.buffers[0].type, {n}, random, true);
      for (bool pieces : {false, true})
        expectInterpreted(p, *code, input, pieces, random, type + std::to_string(n));
    }
  }
}

// Not associative, the identity not neutral: only the very tree gives the same bits.
std::string withFunction(const std::string& type, const std::string& function, bool nest) {
  const std::string dims = nest ? "[s1, s2]" : "[s1]", index = nest ? "[i0, i1]" : "[i0]";
  return "parallel canFail {\n  symbol s1 = input 0 dim 0\n" +
         std::string(nest ? "  symbol s2 = input 0 dim 1\n" : "") +
         "  buffer b0 = input 0 : " + type + dims + "\n  buffer b1 = input 1 : " + type +
         "\n  buffer b2 = output 0 : " + type + "\n  buffer b3 = output 1 : " + type +
         "\n  loop (i0 < s1" + (nest ? ", i1 < s2" : "") + ") {\n    %0 = load b1[] : " + type +
         "\n    %1 = number 0 : " + type + "\n    ---\n    %2 = load b0" + index + " : " + type +
         "\n    %3 = left 0 : " + type + "\n    %4 = right 0 : " + type + "\n    " + function +
         "\n    reduce reduceMax %2 -> b3[] : " + type +
         "\n    reduce reduceWith %2, %0, %9 -> b2[] : " + type + "\n  } schedule parallel group " +
         (nest ? "0 1" : "0") + "\n  return b2, b3\n}\n";
}

struct WithFunction {
  const char* type;
  const char* function;  // of %3 and %4, to %9; %0 and %1 are outside
};
const WithFunction withFunctions[] = {
    {"f64", "%5 = sub %3, %4 : f64 %6 = mul %5, %1 : f64 %9 = add %6, %0 : f64"},
    {"f32", "%5 = cast %3 : f64 %6 = cast %4 : f64 %7 = sub %5, %6 : f64 %9 = cast %7 : f32"},
    {"f64", "%5 = exp %3 : f64 %6 = lt %5, %4 : bool %9 = select %6, %4, %3 : f64"},
    {"i8", "%5 = mul %3, %1 : i8 %9 = sub %5, %4 : i8"},
    {"u16", "%5 = bitXor %3, %4 : u16 %9 = add %5, %3 : u16"},
    {"i64", "%9 = sub %4, %3 : i64"},
    {"i64", "%5 = bitNot %4 : i64 %6 = bitXor %5, %4 : i64 %9 = div %3, %6 : i64"},  // by -1
    {"i32", "%5 = bitNot %4 : i32 %6 = bitXor %5, %4 : i32 %9 = div %3, %6 : i32"},
    {"bool", "%5 = not %3 : bool %6 = or %5, %4 : bool %9 = ne %6, %1 : bool"},
};

TEST(Reduction, WithFunctions) {
  Random random(4);
  for (const WithFunction& row : withFunctions) {
    const std::string source = withFunction(row.type, row.function, false);
    SCOPED_TRACE(source);
    const auto p = ir::parseParallel(source);
    ASSERT_NO_THROW(ir::verify(p));
    const auto code = backend().compile(p, {});
    const auto checked = backend().compile(p, {.checked = true});
    for (std::int64_t n : sizes) {
      if (n == 0) continue;  // the maximum of nothing
      check(p, *code, {source, {{n}, {}}, {.threads = n > 9000 ? 3 : 1}}, random);
      check(p, *checked, {source, {{n}, {}}}, random);
    }
    const std::string nest = withFunction(row.type, row.function, true);
    const auto q = ir::parseParallel(nest);
    const auto nestCode = backend().compile(q, {});
    for (auto [n, m] : {std::pair{1, 1}, {3, 5}, {70, 67}, {64, 64}, {300, 41}})
      check(q, *nestCode, {nest, {{n, m}, {}}}, random);
  }
}

TEST(Reduction, WithFunctionsOverLongRanges) {
  Random random(6);
  for (const std::size_t row : {0, 3, 5}) {
    const std::string source =
        withFunction(withFunctions[row].type, withFunctions[row].function, false);
    check({source, {{259 * ir::reductionBlock + 77}, {}}, {.pieces = false}}, random);
  }
}

// Accumulators of two fields that depend on each other, beside other reductions.
std::string withProducts(const std::string& wide, const std::string& real,
                         const std::string& function, bool nest) {
  const std::string dims = nest ? "[s1, s2]" : "[s1]", index = nest ? "[i0, i1]" : "[i0]";
  return "parallel {\n  symbol s1 = input 0 dim 0\n" +
         std::string(nest ? "  symbol s2 = input 0 dim 1\n" : "") +
         "  buffer b0 = input 0 : " + wide + dims + "\n  buffer b1 = input 1 : " + wide +
         "\n  buffer b2 = output 0 : " + wide + "\n  buffer b3 = output 1 : " + real +
         "\n  buffer b4 = output 2 : " + wide + dims + "\n  loop (i0 < s1" +
         (nest ? ", i1 < s2" : "") + ") {\n    %0 = load b1[].0 : " + real +
         "\n    %1 = load b1[].1 : " + real + "\n    ---\n    %2 = load b0" + index +
         ".0 : " + real + "\n    %3 = load b0" + index + ".1 : " + real +
         "\n    %4 = left 0 : " + real + "\n    %5 = left 0 field 1 : " + real +
         "\n    %6 = right 0 : " + real + "\n    %7 = right 0 field 1 : " + real + "\n    " +
         function + "\n    store b4" + index + ".0, %3 : " + real + "\n    store b4" + index +
         ".1, %2 : " + real + "\n    reduce sum %2 -> b3[] : " + real +
         "\n    reduce reduceWith %2, %3, %0, %1, %90, %91 -> b2[] : " + wide +
         "\n  } schedule parallel group " + (nest ? "0 1" : "0") + "\n  return b2, b3, b4\n}\n";
}

struct ProductFunction {
  const char* wide;
  const char* real;
  const char* function;  // of %4 + %5 i and %6 + %7 i, to %90 and %91; %0 and %1 are outside
};
const ProductFunction productFunctions[] = {
    {"c128", "f64",
     "%8 = mul %5, %7 : f64 %9 = neg %8 : f64 %90 = fma %4, %6, %9 : f64 %10 = mul %5, %6 : f64 "
     "%91 = fma %4, %7, %10 : f64"},
    {"c64", "f32",
     "%8 = mul %4, %6 : f32 %9 = mul %5, %7 : f32 %90 = sub %8, %9 : f32 %91 = fma %4, %7, %1 : "
     "f32"},
    {"c64", "f32",  // parts change places, and wider numbers in between
     "%8 = cast %4 : f64 %9 = cast %7 : f64 %10 = sub %9, %8 : f64 %91 = cast %10 : f32 "
     "%11 = lt %5, %6 : bool %90 = select %11, %5, %0 : f32"},
    {"c128", "f64", "%90 = exp %5 : f64 %91 = min %4, %7 : f64"},
};

TEST(Reduction, OfProducts) {
  Random random(8);
  for (const ProductFunction& row : productFunctions) {
    const std::string source = withProducts(row.wide, row.real, row.function, false);
    SCOPED_TRACE(source);
    const auto p = ir::parseParallel(source);
    ASSERT_NO_THROW(ir::verify(p));
    const auto code = backend().compile(p, {});
    EXPECT_GT(code->info[0].lanes, 1) << code->info[0].scalarReason;
    const auto checked = backend().compile(p, {.checked = true});
    for (std::int64_t n : sizes) {
      check(p, *code, {source, {{n}, {}}, {.threads = n > 9000 ? 3 : 1}}, random);
      check(p, *checked, {source, {{n}, {}}}, random);
    }
    const std::string nest = withProducts(row.wide, row.real, row.function, true);
    const auto q = ir::parseParallel(nest);
    const auto nestCode = backend().compile(q, {});
    for (auto [n, m] : {std::pair{0, 3}, {3, 0}, {1, 1}, {3, 5}, {70, 67}, {64, 64}, {300, 41}})
      check(q, *nestCode, {nest, {{n, m}, {}}}, random);
  }
}

// Few accesses and a cheap function: registers, and interleaved blocks of a long range.
TEST(Reduction, OfProductsOverLongRanges) {
  Random random(9);
  const std::string source = R"(parallel {
  symbol s1 = input 0 dim 0
  buffer b0 = input 0 : c128[s1]
  buffer b1 = output 0 : c128
  loop (i0 < s1) {
    %0 = constant 1 : f64
    %1 = constant 0 : f64
    ---
    %2 = load b0[i0].0 : f64
    %3 = load b0[i0].1 : f64
    %4 = left 0 : f64
    %5 = left 0 field 1 : f64
    %6 = right 0 : f64
    %7 = right 0 field 1 : f64
    %8 = mul %5, %7 : f64
    %9 = sub %4, %8 : f64
    %10 = add %5, %6 : f64
    reduce reduceWith %2, %3, %0, %1, %9, %10 -> b1[] : c128
  } schedule parallel group 0
  return b1
}
)";
  for (std::int64_t n : sizes) check({source, {{n}}, {.threads = n > 9000 ? 3 : 1}}, random);
  check({source, {{259 * ir::reductionBlock + 77}}, {.pieces = false}}, random);
}

TEST(Reduction, WithAFunctionOfNothing) {
  Random random(5);
  for (const char* groups : {"0 0", "0 1"}) {
    const std::string source = std::string(R"(parallel {
  symbol s1 = input 0 dim 0
  symbol s2 = input 0 dim 1
  buffer b0 = input 0 : f64[s1, s2]
  buffer b1 = output 0 : f64
  loop (i0 < s1, i1 < s2) {
    %0 = number 0 : f64
    ---
    %1 = load b0[i0, i1] : f64
    %2 = left 0 : f64
    reduce reduceWith %1, %0, %2 -> b1[] : f64
  } schedule group )") + groups +
                               "\n  return b1\n}\n";
    check({source, {{0, 3}}}, random);
    check({source, {{3, 0}}}, random);
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
    reduce sum %0 -> b1[] : f64
  } schedule group 0
  return b1
}
)",
         {{5000}}},
        random);
}

}  // namespace
}  // namespace parax::codegen::test
