// Every pass keeps the bits and the errors of random programs, and changes nothing the second time.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <random>
#include <string>

#include "compiler/lower.h"
#include "compiler/pipeline.h"
#include "runtime/sanitizers.h"
#include "tests/compiler/random_program.h"

namespace parax::compiler::test {
namespace {

// Results as text: exact, but all NaNs are one.
std::string textOf(const ir::ArrayValue& value) {
  std::string text = std::string(name(value.type)) + "[";
  for (std::int64_t e : value.extents) text += std::to_string(e) + ",";
  text += "]";
  visitScalarType(value.type, [&]<class T>(T*) {
    for (std::size_t at = 0; at < value.data.size(); at += sizeof(T)) {
      T element;
      std::memcpy(&element, value.data.data() + at, sizeof(T));
      bool isNan = false;
      if constexpr (std::is_floating_point_v<T>) isNan = std::isnan(element);
      text += isNan ? " nan" : " " + std::to_string(Scalar::of(element).bits);
    }
  });
  return text;
}

template <class Program>
std::string resultOf(const Program& program, const RandomProgram& call) {
  try {
    std::string text;
    for (const ir::ArrayValue& value : ir::interpret(program, call.views(), call.numbers))
      text += textOf(value) + "\n";
    return text;
  } catch (const ir::ElementFailure& failure) {
    return "error " + std::to_string(failure.ordinal) + " at " + std::to_string(failure.point);
  }
}

// Results in place: the output's accesses go to the input's memory.
ir::ParallelProgram inPlace(ir::ParallelProgram program) {
  const auto moved = [&](ir::BufferId b) {
    const ir::BufferId input = program.buffers[static_cast<std::size_t>(b)].inPlaceOf;
    return input == ir::none ? b : input;
  };
  for (ir::Loop& loop : program.loops)
    for (ir::Access& access : loop.body().accesses) access.buffer = moved(access.buffer);
  for (ir::BufferId& b : program.outputs) b = moved(b);
  return program;
}

class Checker {
 public:
  explicit Checker(std::uint64_t seed) : call_(makeRandomProgram(seed)), random_(seed) {}

  void run() {
    const ir::Program domain = checkDomain();
    checkParallel(domain);
  }

 private:
  bool chance() { return random_() % 4 != 0; }

  template <class Program, class Pass>
  void check(std::string_view pass, Program& program, const std::string& expected, Pass apply) {
    const std::string before = print(program);
    apply(program);
    const std::string after = print(program);
    ASSERT_NO_THROW(ir::verify(program)) << pass << " of\n" << before << "gave\n" << after;
    ASSERT_EQ(resultOf(program, call_), expected) << pass << " of\n" << before << "gave\n" << after;
    apply(program);
    ASSERT_EQ(print(program), after) << pass << " twice, first of\n" << before;
  }

  ir::Program checkDomain() {
    ir::Program program = call_.program;
    EXPECT_NO_THROW(ir::verify(program)) << print(program);
    const std::string expected = resultOf(program, call_);
    for (const auto& pass : domainPasses())
      if (!pass.optional || chance()) check(pass.name, program, expected, pass.run);
    return program;
  }

  void checkParallel(const ir::Program& domain) {
    const std::string expected = resultOf(domain, call_);
    ir::ParallelProgram program;
    check("lower", program, expected,
          [&](ir::ParallelProgram& result) { result = compiler::lower(domain); });
    for (const auto& pass : loopPasses())
      if (!pass.optional || chance()) check(pass.name, program, expected, pass.run);
    ASSERT_EQ(resultOf(inPlace(program), call_), expected) << "in place\n" << print(program);
  }

  RandomProgram call_;
  std::mt19937_64 random_;
};

TEST(RandomPrograms, EveryPassKeepsTheBits) {
  const std::uint64_t last = runtime::addressSanitizer ? 1000 : 10000;  // it is ten times slower
  for (std::uint64_t seed = 1; seed <= last; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Checker(seed).run();
    if (::testing::Test::HasFatalFailure() || ::testing::Test::HasFailure()) return;
  }
}

}  // namespace
}  // namespace parax::compiler::test
