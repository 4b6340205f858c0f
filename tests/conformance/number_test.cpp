// The same beside numbers and values.
#include "binary_families.h"

namespace parax::conformance {
namespace {

TEST(Numbers, OperatorsAndFunctions) {
  runWithNumbersAndValues<OfTwo>();
  runWithNumbersAndValues<OfTwoBools>();
  // A number beside an integer does not change that both become double.
  for (const char* name : IntegersToDouble::names)
    forEachType([&]<class T>(T) {
      if constexpr (!isFloat<T>)
        for (int rank = 0; rank < tableRanks; ++rank)
          Table::instance().explainHole(name + std::string(", numbers"), typeName<T>, rank,
                                        convertedFirst);
    });
  expectNoHoles<OfTwo>(", numbers");
}

TEST(Numbers, Comparisons) {
  runWithNumbersAndValues<Comparisons>();
  expectNoHoles<Comparisons>(", numbers");
}

TEST(Numbers, Logic) {
  runWithNumbersAndValues<Logic>();
  expectNoHoles<Logic>(", numbers");
}

}  // namespace
}  // namespace parax::conformance
