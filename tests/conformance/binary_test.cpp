// Operators and functions of two arrays, in every type and rank.
#include "binary_families.h"

namespace parax::conformance {
namespace {

TEST(Binary, OperatorsAndFunctions) {
  runBinary<OfTwo>();
  runBinary<OfTwoBools>();
  runConverted<IntegersToDouble>([]<class T, int N>() { runBinaryCell<IntegersToDouble, T, N>(); });
  expectNoHoles<OfTwo>();
}

TEST(Binary, Comparisons) {
  runBinary<Comparisons>();
  expectNoHoles<Comparisons>();
}

TEST(Binary, Logic) {
  runBinary<Logic>();
  expectNoHoles<Logic>();
}

}  // namespace
}  // namespace parax::conformance
