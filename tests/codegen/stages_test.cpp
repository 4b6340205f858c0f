// Bodies with several math functions: computed stage by stage, in strips.
#include "harness.h"
#include "ir/vector_math.h"

namespace parax::codegen::test {
namespace {

// Functions of functions, of what lies in memory, of numbers and of indices; a bool and an integer
// that wait for a later stage; a result that is there early; one that replaces its input.
std::string program(const std::string& type) {
  std::string text = R"(parallel {
  symbol s1 = input 0 dim 0
  buffer b0 = input 0 : TYPE[s1]
  buffer b1 = input 1 : TYPE[s1]
  buffer b2 = output 0 : TYPE[s1] inplace b0
  buffer b3 = output 1 : TYPE[s1]
  buffer b4 = output 2 : bool[s1]
  loop (i0 < s1) {
    %0 = number 0 : TYPE
    ---
    %1 = load b0[i0] : TYPE
    %2 = load b1[i0] : TYPE
    %3 = exp %1 : TYPE
    %4 = index i0 : TYPE
    %5 = atan2 %4, %2 : TYPE
    %6 = lt %2, %1 : bool
    %7 = add %3, %2 : TYPE
    %8 = log %7 : TYPE
    %9 = pow %8, %0 : TYPE
    %10 = pow %1, %0 : TYPE
    %11 = hypot %8, %5 : TYPE
    %12 = tgamma %11 : TYPE
    %13 = select %6, %9, %12 : TYPE
    %14 = mul %13, %1 : TYPE
    %15 = add %10, %3 : TYPE
    store b2[i0], %14 : TYPE
    store b3[i0], %15 : TYPE
    store b4[i0], %6 : bool
  } schedule parallel STREAMING group 0
  return b2, b3, b4
}
)";
  for (std::size_t at; (at = text.find("TYPE")) != std::string::npos;) text.replace(at, 4, type);
  return text;
}

std::string with(std::string text, const std::string& streaming) {
  const std::size_t at = text.find("STREAMING");
  return text.replace(at, 9, streaming);
}

TEST(Stages, EveryLength) {
  Random random(1);
  for (const char* type : {"f64", "f32"})
    for (const char* streaming : {"", "streaming cycles 4"}) {
      const std::string source = with(program(type), streaming);
      const auto p = ir::parseParallel(source);
      ir::verify(p);
      const auto code = backend().compile(p, {}), checked = backend().compile(p, {.checked = true});
      for (std::int64_t n : {0,  1,   3,   7,   8,   9,   15,  16,  17,  31,   33,
                             64, 100, 127, 128, 129, 255, 257, 511, 513, 1000, 3000})
        for (const std::int64_t flags : {std::int64_t{0}, streamingFlag}) {
          check(p, *code, {source, {{n}, {n}}, {.flags = flags}}, random);
          check(p, *code, {source, {{n}, {n}}, {.pieces = false, .inPlace = true}, {}, true},
                random);
          check(p, *checked, {source, {{n}, {n}}, {.flags = flags}}, random);
        }
    }
}

// Where 16 registers are not enough for two functions, they are computed for a strip at a time.
TEST(Stages, OwnMathIsComputedInBlocks) {
  const ir::MathFunction& f = ir::mathFunction(Op::exp, ElementType::float64);
  if (ir::vectorBytes() == 64) GTEST_SKIP() << "written out";
  const auto p = ir::parseParallel(with(program("f64"), ""));
  const std::string llvm = backend().compile(p, {.keepLlvm = true})->llvmText;
  EXPECT_NE(llvm.find("call void @" + f.blockSymbol + "("), std::string::npos) << llvm;
}

// What reductions add up waits for the last stage; a combiner is no part of any.
TEST(Stages, Reductions) {
  Random random(4);
  for (const char* dims : {"i0 < s1", "i0 < s1, i1 < s2"}) {
    const bool nest = std::string(dims).size() > 8;
    const std::string shape = nest ? "[s1, s2]" : "[s1]", index = nest ? "[i0, i1]" : "[i0]";
    std::string source = "parallel {\n  symbol s1 = input 0 dim 0\n";
    if (nest) source += "  symbol s2 = input 0 dim 1\n";
    source += "  buffer b0 = input 0 : f64" + shape + "\n  buffer b1 = input 1 : f32" + shape +
              R"(
  buffer b2 = output 0 : f64
  buffer b3 = output 1 : f32
  buffer b4 = output 2 : f64
  buffer b5 = output 3 : f64)" +
              shape + "\n  loop (" + dims + ") {\n    %0 = constant 0.5 : f64\n    ---\n" +
              "    %1 = load b0" + index + " : f64\n    %2 = load b1" + index + R"( : f32
    %3 = exp %1 : f64
    %4 = cos %2 : f32
    %5 = cast %4 : f64
    %6 = mul %3, %5 : f64
    %7 = log %6 : f64
    %8 = left 0 : f64
    %9 = right 0 : f64
    %10 = exp %8 : f64
    %11 = mul %10, %9 : f64
    reduce sum %7 -> b2[] : f64
    reduce reduceMin %2 -> b3[] : f32
    reduce reduceWith %5, %0, %11 -> b4[] : f64
    store b5)" +
              index + ", %6 : f64\n  } schedule group " + (nest ? "0 1" : "0") +
              "\n  return b2, b3, b4, b5\n}\n";
    const auto p = ir::parseParallel(source);
    ir::verify(p);
    const auto code = backend().compile(p, {});
    for (std::int64_t n : {1, 5, 64, 127, 1000, 5000})
      for (bool tame : {false, true}) {
        const std::vector<std::int64_t> extents =
            nest ? std::vector<std::int64_t>{n, 9} : std::vector<std::int64_t>{n};
        check(p, *code, {source, {extents, extents}, {}, {}, tame}, random);
      }
  }
}

// Too many values for the arrays of a strip: the functions are called.
TEST(Stages, LongBodiesAreNotSplit) {
  Random random(3);
  std::string text =
      "parallel {\n  symbol s1 = input 0 dim 0\n  buffer b0 = input 0 : f64[s1]\n"
      "  buffer b1 = output 0 : f64[s1]\n  loop (i0 < s1) {\n"
      "    %0 = load b0[i0] : f64\n";
  constexpr int functions = 300;
  for (int k = 1; k <= functions; ++k)
    text += "    %" + std::to_string(k) + " = sin %" + std::to_string(k - 1) + " : f64\n";
  text += "    store b1[i0], %" + std::to_string(functions) +
          " : f64\n  } schedule group 0\n  return b1\n}\n";
  const auto p = ir::parseParallel(text);
  const auto code = backend().compile(p, {.keepLlvm = true});
  EXPECT_EQ(code->llvmText.find("stage"), std::string::npos);
  for (std::int64_t n : {1, 100, 1000}) check(p, *code, {text, {{n}}}, random);
}

// Rows of a matrix, a transposed one, one value per row and one for all, float beside double.
TEST(Stages, EveryWayToWalk) {
  Random random(2);
  for (const char* group : {"0 0", "0 1"}) {
    const std::string source = std::string(R"(parallel {
  symbol s1 = input 0 dim 0
  symbol s2 = input 0 dim 1
  buffer b0 = input 0 : f64[s1, s2]
  buffer b1 = input 1 : f64[s2, s1]
  buffer b2 = input 2 : f64[s1, 1]
  buffer b3 = input 3 : f64
  buffer b4 = input 4 : f32[s1, s2]
  buffer b5 = input 5 : c128[s1, s2]
  buffer b6 = output 0 : f64[s1, s2]
  buffer b7 = output 1 : f64[s2, s1]
  buffer b8 = output 2 : f32[s1, s2]
  loop (i0 < s1, i1 < s2) {
    %0 = load b0[i0, i1] : f64
    %1 = load b1[i1, i0] : f64
    %2 = load b2[i0, 0] : f64
    %3 = load b3[] : f64
    %4 = load b4[i0, i1] : f32
    %5 = load b5[i0, i1].0 : f64
    %6 = load b5[i0, i1].1 : f64
    %7 = exp %1 : f64
    %8 = pow %0, %2 : f64
    %9 = atan2 %7, %3 : f64
    %10 = log %4 : f32
    %11 = erf %10 : f32
    %12 = cast %11 : f64
    %13 = hypot %5, %6 : f64
    %14 = hypot %12, %13 : f64
    %15 = add %8, %9 : f64
    %16 = add %14, %15 : f64
    %17 = index i0 : f64
    %18 = sin %17 : f64
    %19 = mul %16, %18 : f64
    store b6[i0, i1], %19 : f64
    store b7[i1, i0], %14 : f64
    store b8[i0, i1], %11 : f32
  } schedule parallel group )") +
                               group + "\n  return b6, b7, b8\n}\n";
    const auto p = ir::parseParallel(source);
    ir::verify(p);
    const auto code = backend().compile(p, {}), checked = backend().compile(p, {.checked = true});
    for (const auto& [rows, columns] :
         {std::pair<std::int64_t, std::int64_t>{1, 1}, {3, 7}, {5, 16}, {7, 33}, {2, 300}, {40, 9}})
      for (bool tame : {false, true}) {
        const Check what{
            source,
            {{rows, columns}, {columns, rows}, {rows, 1}, {}, {rows, columns}, {rows, columns}},
            {},
            {},
            tame};
        check(p, *code, what, random);
        check(p, *checked, what, random);
      }
  }
}

}  // namespace
}  // namespace parax::codegen::test
