// The programs of tests/ir/programs, compiled and run by the runtime, against the interpreter: bit
// for bit, on few and many threads, with tiles of any size.
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <optional>

#include "harness.h"
#include "ir/failure.h"
#include "parax/core/error.h"
#include "program_cases.h"
#include "runtime/counters.h"
#include "runtime/executable.h"

namespace parax::codegen::test {
namespace {

using ir::test::Case;

// Short loops are shared among threads, too. Set before the first loop runs.
const bool isForced = setenv("PARAX_FORCE_THREADS", "1", 1) == 0;

// What a run gives: results, or a failure.
struct Outcome {
  std::vector<ir::ArrayValue> results;
  std::optional<ir::Failure> failure;
};

Outcome interpreted(const ir::ParallelProgram& program, const Case& c) {
  try {
    return {ir::interpret(program, c.views(), c.numbers), std::nullopt};
  } catch (const ir::ElementFailure& failure) {
    return {{}, failure};
  }
}

// The arguments end where memory ends.
class Arguments {
 public:
  explicit Arguments(const Case& c) {
    for (const ir::test::CaseInput& input : c.inputs) {
      memory_.push_back(
          std::make_unique<GuardedBuffer>(input.bytes.size(), GuardedBuffer::Side::after));
      if (!input.bytes.empty())
        std::memcpy(memory_.back()->data(), input.bytes.data(), input.bytes.size());
      buffers_.push_back(runtime::Buffer::borrow(memory_.back()->data(), input.bytes.size()));
    }
    for (std::size_t k = 0; k < buffers_.size(); ++k)
      inputs_.push_back({&buffers_[k], c.inputs[k].extents.data(), false});
    for (const Scalar& number : c.numbers) numbers_.push_back(number.bits);
  }
  std::span<const runtime::RunInput> inputs() const { return inputs_; }
  std::span<const std::uint64_t> numbers() const { return numbers_; }

 private:
  std::vector<std::unique_ptr<GuardedBuffer>> memory_;
  std::vector<runtime::BufferRef> buffers_;
  std::vector<runtime::RunInput> inputs_;
  std::vector<std::uint64_t> numbers_;
};

ir::ArrayValue valueOf(const runtime::RunOutput& output) {
  ir::ArrayValue value{output.type, {output.extents, output.extents + output.rank}, {}};
  std::size_t bytes = sizeOf(output.type);
  for (std::int64_t e : value.extents) bytes *= static_cast<std::size_t>(e);
  const void* data = output.buffer ? output.buffer->data() : &output.bits;
  value.data.resize(bytes);
  if (bytes > 0) std::memcpy(value.data.data(), data, bytes);
  return value;
}

Outcome compiled(const runtime::Executable& executable, const Case& c, int threads) {
  const Arguments arguments(c);
  std::vector<runtime::RunOutput> outputs(executable.program().outputs.size());
  try {
    executable.run(arguments.inputs(), arguments.numbers(), threads, outputs);
  } catch (const ir::ElementFailure& failure) {
    return {{}, failure};
  }
  Outcome outcome;
  for (const runtime::RunOutput& output : outputs) outcome.results.push_back(valueOf(output));
  return outcome;
}

void expectSame(const Outcome& wanted, const Outcome& actual, const std::string& what) {
  ASSERT_EQ(wanted.failure.has_value(), actual.failure.has_value()) << what;
  if (wanted.failure) {
    EXPECT_EQ(wanted.failure->kind, actual.failure->kind) << what;
    EXPECT_EQ(wanted.failure->turn, actual.failure->turn) << what;
    EXPECT_EQ(wanted.failure->ordinal, actual.failure->ordinal) << what;
    EXPECT_EQ(wanted.failure->point, actual.failure->point) << what;
    EXPECT_EQ(wanted.failure->detail[0], actual.failure->detail[0]) << what;
    EXPECT_EQ(wanted.failure->detail[1], actual.failure->detail[1]) << what;
    return;
  }
  ASSERT_EQ(wanted.results.size(), actual.results.size()) << what;
  for (std::size_t k = 0; k < wanted.results.size(); ++k) {
    const ir::ArrayValue& a = actual.results[k];
    expectEqual(wanted.results[k], {a.type, a.extents, a.data},
                what + " result " + std::to_string(k));
  }
}

std::unique_ptr<runtime::Executable> compile(const ir::ParallelProgram& program, bool checked) {
  return runtime::makeCompiled(program, backend().compile(program, {.checked = checked}), {});
}

// Everything, with one program's tiles; checked code once.
void expectProgram(const ir::ParallelProgram& program, const std::string& name) {
  const auto plain = compile(program, false), checked = compile(program, true);
  for (const Case& c : ir::test::casesOf(name)) {
    const Outcome wanted = interpreted(program, c);
    const std::string what = name + " " + c.name();
    for (int threads : {1, 2, 7})
      expectSame(wanted, compiled(*plain, c, threads),
                 what + ", " + std::to_string(threads) + " threads");
    expectSame(wanted, compiled(*checked, c, 2), what + ", checked");
    if (testing::Test::HasFatalFailure() || testing::Test::HasNonfatalFailure()) return;
  }
}

// Clearly refused is as good as not there; anything else is a failure.
bool isRefused(const std::string& name) {
  try {
    compile(ir::test::readProgram(name), false);
    return false;
  } catch (const InternalError& error) {
    const std::string what = error.what();
    EXPECT_EQ(what.rfind("the code generator has no form for", 0), 0u) << what;
    return true;
  }
}

void expectProgram(const std::string& name) {
  if (isRefused(name)) GTEST_SKIP() << "no code for " << name;
  expectProgram(ir::test::readProgram(name), name);
}

void expectProgramInTiles(const std::string& name) {
  if (isRefused(name)) GTEST_SKIP() << "no code for " << name;
  const ir::ParallelProgram program = ir::test::readProgram(name);
  expectProgram(program, name);
  for (std::int32_t points : {1, 3, 7}) expectProgram(ir::test::withTiles(program, points), name);
}

TEST(CompiledPrograms, ColumnSums) { expectProgram("column_sums"); }
TEST(CompiledPrograms, MiddleSums) { expectProgram("middle_sums"); }
TEST(CompiledPrograms, Harris) { expectProgramInTiles("harris"); }
TEST(CompiledPrograms, LaplacePlain) { expectProgram("laplace_plain"); }
TEST(CompiledPrograms, LaplaceBlocked) { expectProgramInTiles("laplace_blocked"); }
TEST(CompiledPrograms, Wave) { expectProgram("wave"); }
TEST(CompiledPrograms, LatticeBoltzmann) { expectProgram("lattice_boltzmann"); }
TEST(CompiledPrograms, Mandelbrot) { expectProgram("mandelbrot"); }
TEST(CompiledPrograms, ConjugateGradients) { expectProgram("conjugate_gradients"); }
TEST(CompiledPrograms, CumulativeSums) { expectProgram("cumulative_sums"); }
TEST(CompiledPrograms, Compaction) { expectProgram("compaction"); }
TEST(CompiledPrograms, NBody) { expectProgram("n_body"); }
TEST(CompiledPrograms, Histogram) { expectProgram("histogram"); }
TEST(CompiledPrograms, ScatterAdd) { expectProgram("scatter_add"); }
TEST(CompiledPrograms, FailDivision) { expectProgram("fail_division"); }
TEST(CompiledPrograms, FailIndex) { expectProgram("fail_index"); }
TEST(CompiledPrograms, FailCondition) { expectProgram("fail_condition"); }

// Two loops a turn; the third turn fails, and nothing follows it.
TEST(CompiledPrograms, NothingRunsAfterAFailure) {
  const auto executable = compile(ir::test::readProgram("fail_division"), false);
  const Case c = ir::test::divisionCase({9, 5, 3, 7}, 1000);
  const runtime::Counts before = runtime::countsNow();
  EXPECT_TRUE(compiled(*executable, c, 1).failure.has_value());
  EXPECT_EQ((runtime::countsNow() - before).loopsRun, 6);
}

TEST(CompiledPrograms, SmallArraysAreShared) {
  ASSERT_TRUE(isForced);
  const auto executable = compile(ir::test::readProgram("fail_division"), false);
  const Case c = ir::test::divisionCase(std::vector<std::int32_t>(1000, 1), 1);
  const runtime::Counts before = runtime::countsNow();
  EXPECT_TRUE(compiled(*executable, c, 7).failure.has_value());
  EXPECT_EQ((runtime::countsNow() - before).parallelRegions, 2);
}

}  // namespace
}  // namespace parax::codegen::test
