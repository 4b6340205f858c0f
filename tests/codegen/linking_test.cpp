// Code is freed with its owner, may be compiled on many threads, and leaves no mappings behind.
#include "harness.h"

#include <unistd.h>

#include <fstream>
#include <thread>
#include "runtime/sanitizers.h"

namespace parax::codegen::test {
namespace {

std::string scaled(double factor) {
  return "parallel {\n  symbol s1 = input 0 dim 0\n  buffer b0 = input 0 : f64[s1]\n  buffer b1 = "
         "output 0 : f64[s1]\n"
         "  loop (i0 < s1) {\n    %0 = constant " +
         std::to_string(factor) +
         " : f64\n    ---\n    %1 = load b0[i0] : f64\n    %2 = mul %0, %1 : f64\n    %3 = exp %2 "
         ": f64\n"
         "    store b1[i0], %3 : f64\n  } schedule group 0\n  return b1\n}\n";
}

std::size_t residentKilobytes() {
  std::ifstream file("/proc/self/statm");
  std::size_t total, resident;
  file >> total >> resident;
  return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) / 1024;
}

std::size_t mappings() {
  std::ifstream file("/proc/self/maps");
  std::size_t lines = 0;
  for (std::string line; std::getline(file, line);) ++lines;
  return lines;
}

TEST(Linking, FreedCodeIsReused) {
  const auto p = ir::parseParallel(scaled(2));
  for (int k = 0; k < 100; ++k) backend().compile(p, {});
  const std::size_t before = residentKilobytes(), mapsBefore = mappings();
  for (int k = 0; k < 1000; ++k) backend().compile(p, {});
  if (runtime::addressSanitizer) return;  // it keeps freed memory
  EXPECT_LT(residentKilobytes(), before + 4096);
  EXPECT_LE(mappings(), mapsBefore + 8);
}

TEST(Linking, LivingKernelsShareMappings) {
  const auto p = ir::parseParallel(scaled(3));
  const std::size_t before = mappings();
  std::vector<std::unique_ptr<Code>> living;
  for (int k = 0; k < 500; ++k) living.push_back(backend().compile(p, {}));
  if (!runtime::addressSanitizer) {
    EXPECT_LE(mappings(), before + 50);
  }
  for (std::size_t k = 0; k < living.size(); k += 2) living[k].reset();  // holes
  for (int k = 0; k < 250; ++k) living.push_back(backend().compile(p, {}));
  Random random(1);
  for (const auto& code : living)
    if (code) check(p, *code, {"shared mappings", {{11}}, {}, {}, true}, random);
}

TEST(Linking, ManyThreadsCompileAtOnce) {
  std::vector<std::jthread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([t] {
      Random random(static_cast<std::uint64_t>(t));
      for (int k = 0; k < 20; ++k) check({scaled(t + k), {{100}}, {}, {}, true}, random);
    });
}

TEST(Linking, SaysWhatItIs) {
  EXPECT_NE(backend().description().find("LLVM 19"), std::string::npos);
  const auto code =
      backend().compile(ir::parseParallel(scaled(2)), {.keepLlvm = true, .keepAssembly = true});
  EXPECT_NE(code->llvmText.find("@parax_loop0"), std::string::npos);
  EXPECT_NE(code->assemblyText.find("parax_loop0:"), std::string::npos);
  EXPECT_GT(code->codeBytes, 0u);
  EXPECT_GT(code->info.at(0).lanes, 1);
}

}  // namespace
}  // namespace parax::codegen::test
