// Product types: elements are loaded and stored whole, whatever walks them.
#include "harness.h"

namespace parax::codegen::test {
namespace {

// conj(z) * w of each element, and |z|; `wide` is a product type, `real` the type of its fields.
std::string products(const std::string& wide, const std::string& real) {
  return "parallel {\n  symbol s1 = input 0 dim 0\n  buffer b0 = input 0 : " + wide +
         "[s1]\n  buffer b1 = input 1 : " + wide + "[s1]\n  buffer b2 = output 0 : " + wide +
         "[s1] inplace b0\n  buffer b3 = output 1 : " + real +
         "[s1]\n  loop (i0 < s1) {\n    %0 = load b0[i0].0 : " + real +
         "\n    %1 = load b1[i0].0 : " + real + "\n    %2 = mul %0, %1 : " + real +
         "\n    %3 = load b0[i0].1 : " + real + "\n    %4 = load b1[i0].1 : " + real +
         "\n    %5 = fma %3, %4, %2 : " + real + "\n    %6 = mul %3, %1 : " + real +
         "\n    %7 = sub %6, %4 : " + real + "\n    %8 = hypot %0, %3 : " + real +
         "\n    store b2[i0].0, %5 : " + real + "\n    store b2[i0].1, %7 : " + real +
         "\n    store b3[i0], %8 : " + real +
         "\n  } schedule parallel streaming cycles 4 group 0\n  return b2, b3\n}\n";
}

TEST(Fields, EveryLengthAndAlignment) {
  Random random(1);
  for (const auto& [wide, real] : {std::pair{"c128", "f64"}, {"c64", "f32"}}) {
    const std::string source = products(wide, real);
    const auto p = ir::parseParallel(source);
    ir::verify(p);
    const auto code = backend().compile(p, {}), checked = backend().compile(p, {.checked = true});
    for (std::int64_t n = 0; n < 140; ++n)
      for (const auto side : {GuardedBuffer::Side::before, GuardedBuffer::Side::after})
        for (const std::int64_t flags : {std::int64_t{0}, streamingFlag}) {
          check(p, *code, {source, {{n}, {n}}, {.flags = flags, .side = side}}, random);
          check(p, *checked, {source, {{n}, {n}}, {.flags = flags, .side = side}}, random);
        }
    for (const std::int64_t n : {7, 64, 1000})
      check(p, *code, {source, {{n}, {n}}, {.pieces = false, .inPlace = true}}, random);
  }
}

TEST(Fields, StoresStream) {
  const auto p = ir::parseParallel(products("c128", "f64"));
  const auto code = backend().compile(p, {.keepAssembly = true});
  EXPECT_NE(code->assemblyText.find("vmovntp"), std::string::npos) << code->assemblyText;
}

// A row of the matrix, its transposed, one element for each row, and one for all.
TEST(Fields, EveryWayToWalk) {
  Random random(2);
  for (const char* group : {"0 0", "0 1"}) {
    const std::string source = std::string(R"(parallel {
  symbol s1 = input 0 dim 0
  symbol s2 = input 0 dim 1
  buffer b0 = input 0 : c64[s1, s2]
  buffer b1 = input 1 : c64[s2, s1]
  buffer b2 = input 2 : c64[s1, 1]
  buffer b3 = input 3 : c64
  buffer b4 = output 0 : c64[s1, s2]
  buffer b5 = output 1 : c64[s2, s1]
  buffer b6 = output 2 : f32
  buffer b7 = output 3 : c64
  loop (i0 < s1, i1 < s2) {
    %0 = load b3[].0 : f32
    %1 = load b3[].1 : f32
    ---
    %2 = load b0[i0, i1].0 : f32
    %3 = load b1[i1, i0].1 : f32
    %4 = load b1[i1, i0].0 : f32
    %5 = load b2[i0, 0].0 : f32
    %6 = load b2[i0, 0].1 : f32
    %7 = fma %2, %3, %5 : f32
    %8 = fma %4, %6, %0 : f32
    %9 = add %8, %1 : f32
    store b4[i0, i1].0, %7 : f32
    store b4[i0, i1].1, %9 : f32
    store b5[i1, i0].0, %9 : f32
    store b5[i1, i0].1, %7 : f32
    reduce sum %9 -> b6[] : f32
  } schedule group )") + group +
                               R"(
  loop () {
    %0 = load b6[] : f32
    %1 = load b3[].1 : f32
    store b7[].0, %0 : f32
    store b7[].1, %1 : f32
  } schedule
  return b4, b5, b6, b7
}
)";
    for (const auto& [rows, columns] :
         {std::pair<std::int64_t, std::int64_t>{1, 1}, {3, 7}, {5, 64}, {17, 33}, {2, 0}, {70, 3}})
      check({source, {{rows, columns}, {columns, rows}, {rows, 1}, {}}}, random);
  }
}

}  // namespace
}  // namespace parax::codegen::test
