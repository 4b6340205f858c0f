// Code of dead kernels is freed: the cache of programs is bounded.
#include <cstdlib>

#include "snapshot.h"

namespace parax::structure {
namespace {

// A chain of `length` operations: every length is another program.
double chain(int length) {
  const auto f = acc([length](Array<double> a) {
    for (int k = 0; k < length; ++k) a = k % 2 ? sqrt(abs(a)) : exp(-abs(a)) - 0.5;
    return a;
  }, compiled);
  return f(Array<double>{0.25, 0.5}).at(1);
}

TEST(Kernels, OldCodeIsFreed) {
  const Since since;
  double first[12];
  for (int length = 0; length < 12; ++length) first[length] = chain(length);
  EXPECT_GE(since.compilations(), 11u);
  EXPECT_LE(stats().kernelsLive, 4u);
  for (int length = 0; length < 12; ++length) EXPECT_EQ(chain(length), first[length]);
  EXPECT_LE(stats().kernelsLive, 4u);
}

// A function that remembers its program keeps the code alive, however many others come.
TEST(Kernels, CodeInUseStays) {
  const auto f = acc([](Array<double> a) { return a * 3 - 0.25; }, compiled);
  const Array<double> x{1, 2};
  const auto expected = f(x).toVector();
  for (int length = 1; length < 9; ++length) chain(length);
  const Since since;
  EXPECT_EQ(f(x).toVector(), expected);
  EXPECT_EQ(since.compilations(), 0u);
  EXPECT_EQ(since.replays(), 1u);
}

}  // namespace
}  // namespace parax::structure

int main(int argc, char** argv) {
  setenv("PARAX_PROGRAMS", "4", 1);
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
