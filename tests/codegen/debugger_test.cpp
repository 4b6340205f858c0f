// gdb shows the loops' names in backtraces; perf finds them in its map file.
#include "harness.h"

#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>

namespace parax::codegen::test {
namespace {

// The division fails; under gdb there is no record to note it in, so that it stops there.
const char* const failing = R"(parallel {
  symbol s1 = input 0 dim 0
  buffer b0 = input 0 : i64[s1]
  buffer b1 = output 0 : i64[s1]
  loop (i0 < s1) {
    %0 = load b0[i0] : i64
    %1 = div %0, %0 : i64
    store b1[i0], %1 : i64
  } schedule group 0
  return b1
}
)";

// Run under gdb by the test below.
TEST(Debugger, DISABLED_Inferior) {
  const auto p = ir::parseParallel(failing);
  const auto code = backend().compile(p, {.name = "divide_by_zero"});
  const SlotLayout layout(p);
  std::vector<std::uint64_t> slots(static_cast<std::size_t>(layout.count));
  std::array<std::int64_t, 8> in{}, out{};
  FailureRecord record;
  FailureRecord* const errors = std::getenv("PARAX_DEBUGGER") ? nullptr : &record;
  slots[0] = reinterpret_cast<std::uint64_t>(in.data());
  slots[1] = reinterpret_cast<std::uint64_t>(out.data());
  slots[static_cast<std::size_t>(layout.symbol(1))] = in.size();
  slots[static_cast<std::size_t>(layout.errors)] = reinterpret_cast<std::uint64_t>(errors);
  code->loops[0](0, 8, slots.data(), 0);
}

std::string outputOf(const std::string& command) {
  std::string text;
  std::FILE* pipe = popen(command.c_str(), "r");
  if (!pipe) return text;
  std::array<char, 4096> buffer;
  while (const std::size_t n = std::fread(buffer.data(), 1, buffer.size(), pipe))
    text.append(buffer.data(), n);
  pclose(pipe);
  return text;
}

std::string self() {
  std::array<char, 4096> path{};
  const ssize_t n = readlink("/proc/self/exe", path.data(), path.size() - 1);
  return std::string(path.data(), static_cast<std::size_t>(std::max<ssize_t>(n, 0)));
}

TEST(Debugger, BacktraceNamesTheLoop) {
  if (outputOf("command -v gdb").empty()) GTEST_SKIP() << "no gdb";
  const std::string text = outputOf(
      "PARAX_DEBUGGER=1 DEBUGINFOD_URLS= gdb -q -nx -batch -ex run -ex bt --args '" + self() +
      "' --gtest_also_run_disabled_tests --gtest_filter=Debugger.DISABLED_Inferior 2>&1");
  if (text.find("ptrace") != std::string::npos) GTEST_SKIP() << "gdb may not trace here";
  EXPECT_NE(text.find("divide_by_zero_loop0"), std::string::npos) << text;
  EXPECT_NE(text.find("main"), std::string::npos) << text;
}

TEST(Debugger, PerfMapNamesTheLoop) {
  const std::string text =
      outputOf("PARAX_PERF=1 '" + self() +
               "' --gtest_also_run_disabled_tests --gtest_filter=Debugger.DISABLED_Inferior "
               ">/dev/null & pid=$!; wait $pid; "
               "cat /tmp/perf-$pid.map; rm -f /tmp/perf-$pid.map");
  EXPECT_NE(text.find("divide_by_zero_loop0"), std::string::npos) << text;
}

}  // namespace
}  // namespace parax::codegen::test
