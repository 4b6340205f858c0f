// The whole pipeline: the structure of known programs, records, switches, speed.
#include "compiler/pipeline.h"

#include <algorithm>
#include <map>

#include "tests/compiler/rows.h"

namespace parax::compiler::test {
namespace {

ir::ParallelProgram compile(const ir::Program& program, PassOptions options = {}) {
  options.verify = true;
  Compilation record;
  return compileToLoops(optimizeDomain(program, options, record), options, record);
}

std::size_t count(const ir::ParallelProgram& program, ir::Buffer::Kind kind) {
  return static_cast<std::size_t>(
      std::count_if(program.buffers.begin(), program.buffers.end(),
                    [=](const ir::Buffer& buffer) { return buffer.kind == kind; }));
}

constexpr auto temporary = ir::Buffer::Kind::temporary;
constexpr auto output = ir::Buffer::Kind::output;

TEST(Pipeline, BlackScholesIsOneLoopWithoutTemporaries) {
  const ir::Program program = ir::parseProgram(R"(program {
    symbol s1 = input 0 dim 0
    %S = input 0 : f64[s1]
    %K = input 1 : f64[s1]
    %r = input 2 : f64[s1]
    %v = input 3 : f64[s1]
    %T = input 4 : f64[s1]
    %half = number 0 : f64
    %c = number 1 : f64
    %1 = div %S, %K : f64[s1]
    %L = log10 %1 : f64[s1]
    %2 = mul %half, %v : f64[s1]
    %P = mul %2, %v : f64[s1]
    %3 = sqrt %T : f64[s1]
    %D = mul %v, %3 : f64[s1]
    %4 = add %r, %P : f64[s1]
    %5 = mul %4, %T : f64[s1]
    %6 = add %5, %L : f64[s1]
    %d1 = div %6, %D : f64[s1]
    %d2 = sub %d1, %D : f64[s1]
    %7 = mul %c, %d1 : f64[s1]
    %8 = erf %7 : f64[s1]
    %9 = mul %half, %8 : f64[s1]
    %N1 = add %half, %9 : f64[s1]
    %10 = mul %c, %d2 : f64[s1]
    %11 = erf %10 : f64[s1]
    %12 = mul %half, %11 : f64[s1]
    %N2 = add %half, %12 : f64[s1]
    %13 = neg %r : f64[s1]
    %14 = mul %13, %T : f64[s1]
    %15 = exp %14 : f64[s1]
    %F = mul %K, %15 : f64[s1]
    %16 = mul %S, %N1 : f64[s1]
    %17 = mul %F, %N2 : f64[s1]
    %call = sub %16, %17 : f64[s1]
    %18 = sub %call, %F : f64[s1]
    %put = add %18, %S : f64[s1]
    return %put
  })");
  const ir::ParallelProgram loops = compile(program);
  EXPECT_EQ(loops.loops.size(), 1u) << print(loops);
  EXPECT_EQ(count(loops, temporary), 0u);
  EXPECT_EQ(count(loops, output), 1u);
  EXPECT_TRUE(loops.refusals.empty());
  EXPECT_EQ(loops.loops[0].body().hoisted, 2);
  EXPECT_EQ(loops.loops[0].body().accesses.size(), 6u);
}

TEST(Pipeline, NormalisedArrayIsTwoLoops) {
  const auto loops =
      compile(domainProgram("%1 = sum %x : f64 %2 = div %x, %1 : f64[s1] return %2"));
  EXPECT_EQ(loops.loops.size(), 2u);
  EXPECT_EQ(count(loops, temporary), 1u);  // the sum
}

TEST(Pipeline, TenOperationsAreOneLoop) {
  const auto loops = compile(domainProgram(
      "%1 = mul %x, %y : f64[s1] %2 = add %1, %z : f64[s1] %3 = exp %2 : f64[s1] "
      "%4 = sub %3, %x : f64[s1] %5 = sqrt %4 : f64[s1] %6 = max %5, %y : f64[s1] "
      "%7 = neg %6 : f64[s1] %8 = gt %7, %z : bool[s1] %9 = select %8, %x, %7 : f64[s1] "
      "%10 = div %9, %a : f64[s1] return %10"));
  EXPECT_EQ(loops.loops.size(), 1u);
  EXPECT_EQ(count(loops, temporary), 0u);
}

TEST(Pipeline, ReductionsOfOneArrayAreOneLoopThatLoadsItOnce) {
  const auto loops = compile(domainProgram(
      "%1 = sum %x : f64 %2 = reduceMin %x : f64 %3 = mul %x, %x : f64[s1] %4 = sum %3 : f64 "
      "return %1, %2, %4"));
  ASSERT_EQ(loops.loops.size(), 1u);
  EXPECT_EQ(loops.loops[0].body().reductions.size(), 3u);
  EXPECT_EQ(loops.loops[0].body().accesses.size(), 1u);
}

TEST(Pipeline, EveryStepIsRecordedAndDumped) {
  std::map<std::string, std::string> dumps;
  Compilation record;
  record.dump = [&](std::string_view pass, const std::string& text) {
    dumps[std::string(pass)] = text;
  };
  const PassOptions options;
  const auto domain =
      optimizeDomain(domainProgram("%1 = neg %x : f64[s1] return %1"), options, record);
  compileToLoops(domain, options, record);
  EXPECT_EQ(dumps.size(), record.passes.size());
  EXPECT_EQ(dumps.at("simplify"), "(unchanged)");
  EXPECT_EQ(dumps.at("schedule").substr(0, 8), "parallel");
  EXPECT_EQ(dumps.at("fuse"), "(unchanged)");
}

TEST(Pipeline, PassesCanBeSwitchedOff) {
  const auto program =
      domainProgram("%1 = mul %x, %x : f64[s1] %2 = add %1, %y : f64[s1] return %2");
  EXPECT_EQ(compile(program).loops.size(), 1u);
  EXPECT_EQ(compile(program, {.leftOut = {"fuse"}}).loops.size(), 2u);
  EXPECT_EQ(count(compile(program, {.leftOut = {"contract"}}), temporary), 1u);
  EXPECT_EQ(compile(program, {.leftOut = {"inplace"}}).buffers.back().inPlaceOf, ir::none);
}

ir::Program chain(int operations) {
  std::string lines;
  for (int k = 0; k < operations; ++k) {
    const std::string previous = k == 0 ? "%x" : "%" + std::to_string(k - 1);
    const char* const op = k % 3 == 0 ? " = add " : k % 3 == 1 ? " = max " : " = sub ";
    lines +=
        "%" + std::to_string(k) + op + previous + ", " + (k % 5 ? "%y" : "%n") + " : f64[s1]\n";
  }
  return domainProgram(lines + "return %" + std::to_string(operations - 1));
}

// How long it takes is measured by benchmarks/compile_rows.cpp.
TEST(Pipeline, LongChainsAreOneLoop) {
  const PassOptions options;
  Compilation record;
  const auto loops = compileToLoops(optimizeDomain(chain(8000), options, record), options, record);
  EXPECT_EQ(loops.loops.size(), 1u);
}

}  // namespace
}  // namespace parax::compiler::test
