// Operators and functions of two operands: arrays, values, numbers.
#include "binary_families.h"

namespace parax::conformance {
namespace {

TEST(Binary, OperatorsAndFunctions) {
  forEachKind([]<class T>(T) { runBinary<OfTwo, T>(); });
  runBinary<OfTwoBools, bool>();
}

TEST(Binary, IntegersInDouble) {
  Case check({"atan2 to pow", "i32", 1}, IntegersToDouble());
  const auto a = make<std::int32_t, 1>({69}, 0), b = make<std::int32_t, 1>({69}, 1);
  for (int which = 0; which < static_cast<int>(std::size(IntegersToDouble::names)); ++which)
    check(true, which, a, b);
}

TEST(Binary, Comparisons) {
  forEachKind([]<class T>(T) { runBinary<Comparisons, T>(); });
}

TEST(Binary, Logic) { runBinary<Logic, bool>(); }

}  // namespace
}  // namespace parax::conformance
