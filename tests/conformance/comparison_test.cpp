// < <= > >= == != && ||.
#include "families.h"

namespace parax::conformance {
namespace {

TEST(Binary, Comparisons) { runArrays<Comparisons>(); }
TEST(Binary, ComparisonsWithNumbers) { runWithNumbersAndValues<Comparisons>(); }
TEST(Binary, Logic) { runArrays<Logic>(); }
TEST(Binary, LogicWithNumbers) { runWithNumbersAndValues<Logic>(); }

}  // namespace
}  // namespace parax::conformance
