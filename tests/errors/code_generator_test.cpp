// Functions are compiled where there is a code generator; without one they run in library mode.
#include "../code_generator.h"

#include <gtest/gtest.h>
#include <parax/parax.h>

namespace parax::errors {
namespace {

// Also what keeps the other tests honest: without it a code generator that does not load would have
// them all run in library mode.
TEST(CodeGenerator, CompiledWhereThereIsOne) {
  const auto f = acc([](Array<double> a) { return a + a * a; }, Options{.mode = Mode::compile});
  const Stats before = stats();
  EXPECT_EQ(f(Array<double>{1, 2, 3}).toVector(), (std::vector<double>{2, 6, 12}));
  EXPECT_EQ(stats().compilations - before.compilations, haveCodeGenerator() ? 1u : 0u);
  EXPECT_EQ(stats().libraryOps > before.libraryOps, !haveCodeGenerator());
}

}  // namespace
}  // namespace parax::errors
