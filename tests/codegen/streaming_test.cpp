// Streaming stores write the same, whatever the alignment of the results.
#include "harness.h"

#include <cstring>

namespace parax::codegen::test {
namespace {

std::string two(const std::string& a, const std::string& b) {
  return "parallel {\n  symbol s1 = input 0 dim 0\n  buffer b0 = input 0 : " + a +
         "[s1]\n  buffer b1 = output 0 : " + a + "[s1]\n  buffer b2 = output 1 : " + b +
         "[s1]\n  loop (i0 < s1) {\n    %0 = load b0[i0] : " + a + "\n    %1 = add %0, %0 : " + a +
         "\n    %2 = cast %1 : " + b + "\n    store b1[i0], %1 : " + a +
         "\n    store b2[i0], %2 : " + b +
         "\n  } schedule parallel streaming cycles 1 group 0\n  return b1, b2\n}\n";
}

// Memory against guard pages starts at every alignment as the length varies.
TEST(Streaming, EveryAlignment) {
  Random random(1);
  for (const auto& [a, b] :
       {std::pair{"f64", "f64"}, {"f64", "f32"}, {"f32", "i32"}, {"f32", "bool"}}) {
    const std::string source = two(a, b);
    const auto p = ir::parseParallel(source);
    const auto code = backend().compile(p, {});
    for (std::int64_t n = 0; n < 300; ++n)
      for (auto side : {GuardedBuffer::Side::before, GuardedBuffer::Side::after})
        check(p, *code, {source, {{n}}, {.flags = streamingFlag, .side = side}}, random);
  }
}

TEST(Streaming, StoresAreNonTemporalOnlyWhenAsked) {
  const auto p = ir::parseParallel(two("f64", "f32"));
  const auto code = backend().compile(p, {.keepAssembly = true});
  EXPECT_NE(code->assemblyText.find("vmovntp"), std::string::npos) << code->assemblyText;
  EXPECT_NE(code->assemblyText.find("sfence"), std::string::npos);
}

}  // namespace
}  // namespace parax::codegen::test
