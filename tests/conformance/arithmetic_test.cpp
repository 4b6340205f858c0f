// + - * / min max.
#include "families.h"

namespace parax::conformance {
namespace {

TEST(Binary, Arithmetic) { runArrays<Arithmetic>(); }
TEST(Binary, ArithmeticWithNumbers) { runWithNumbersAndValues<Arithmetic>(); }
TEST(Binary, Extremes) { runArrays<Extremes>(); }
TEST(Binary, ExtremesWithNumbers) { runWithNumbersAndValues<Extremes>(); }

}  // namespace
}  // namespace parax::conformance
