// No operation falls to scalar code unnoticed: what the plan reports is what the assembly shows.
#include <regex>

#include "harness.h"
#include "ir/vector_math.h"
#include "single_operation.h"

namespace parax::codegen::test {
namespace {

std::unique_ptr<Code> compileOne(Op op, ElementType from, ElementType to) {
  return backend().compile(ir::parseParallel(program(op, from, to)), {.keepAssembly = true});
}

// An instruction that computes one element: arithmetic of scalar floats, division, bit counts and
// conversions of single integers, or a call of libm. None of the loop's own control is among them.
std::string scalarInstruction(const std::string& assembly) {
  static const std::regex pattern(
      "\n\\s+(v?(add|sub|mul|div|sqrt|round|min|max|cmp\\w*|cvt\\w*|ucomi|fn?m(add|sub)[0-9]+)s[sd]"
      "|v?cvtt?s[sd]2u?si[lq]?|v?cvtsi2s[sd][lq]?|i?div[bwlq]|popcnt[wlq]?|lzcnt[wlq]?|bsr[wlq]?"
      "|v?p(insr|extr)[dq]|callq\\s+\\*?(parax_[a-z0-9]+f?@PLT|parax_[a-z0-9]+f?$))\\s");
  std::smatch found;
  return std::regex_search(assembly, found, pattern) ? found.str() : "";
}

TEST(VectorForms, ScalarCodeIsReported) {
  for (int k = 0; k < opCount; ++k) {
    const Op op = static_cast<Op>(k);
    if (info(op).kind != OpKind::pointwise || info(op).has(op_property::math)) continue;
    for (const auto& [from, to] : typesOf(op)) {
      const auto code = compileOne(op, from, to);
      const std::string what =
          std::string(name(op)) + " " + std::string(name(from)) + " " + std::string(name(to));
      EXPECT_GT(code->info[0].lanes, 1) << what;
      const std::string scalar = scalarInstruction(code->assemblyText);
      EXPECT_EQ(!code->info[0].oneByOne.empty(), !scalar.empty()) << what << scalar;
    }
  }
}

// libm's functions are called for one element; all others take vectors.
TEST(VectorForms, MathOfSingleElementsIsReported) {
  for (int k = 0; k < opCount; ++k) {
    const Op op = static_cast<Op>(k);
    if (!info(op).has(op_property::math)) continue;
    for (ElementType type : {ElementType::float32, ElementType::float64}) {
      const bool single = ir::mathFunction(op, type).lanes == 1;
      const std::vector<Op> wanted(single ? 1 : 0, op);
      EXPECT_EQ(compileOne(op, type, type)->info[0].oneByOne, wanted) << name(op);
    }
  }
}

TEST(VectorForms, DivisionByAKnownNumberIsNotOneByOne) {
  const auto p = ir::parseParallel(R"(parallel {
    symbol s1 = input 0 dim 0
    buffer b0 = input 0 : i64[s1]
    buffer b1 = output 0 : i64[s1]
    loop (i0 < s1) {
      %0 = constant 2 : i64
      ---
      %1 = load b0[i0] : i64
      %2 = div %1, %0 : i64
      store b1[i0], %2 : i64
    } schedule group 0
    return b1
  })");
  const auto code = backend().compile(p, {.keepAssembly = true});
  EXPECT_TRUE(code->info[0].oneByOne.empty());
  EXPECT_EQ(scalarInstruction(code->assemblyText), "");
}

}  // namespace
}  // namespace parax::codegen::test
