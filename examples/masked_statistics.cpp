// Statistics of the valid elements: masks are arrays of bool, and all answers share a loop.
#include <parax/parax.h>

#include <iostream>
#include <limits>

using namespace parax;

constexpr double missing = -999;  // what the sensor writes when it fails

auto statistics(Array<double> celsius) {
  auto valid = celsius > missing + 99;
  auto count = sum(valid);
  auto mean = sum(select(valid, celsius, 0)) / cast<double>(count);
  auto largest = max(select(valid, celsius, -std::numeric_limits<double>::infinity()));
  auto anyHot = any(valid && celsius > 45);
  auto allPlausible = all(!valid || (celsius > -90 && celsius < 60));
  return std::tuple(count, mean, largest, anyHot, allPlausible);
}

int main() {
  const Array<double> celsius{21.5, 19, missing, 23.5, missing, 48};
  const auto [count, mean, largest, anyHot, allPlausible] = acc(statistics)(celsius);
  std::cout << count << " valid, mean " << mean << ", largest " << largest << '\n'
            << (anyHot.get() ? "some are hot" : "none is hot") << ", "
            << (allPlausible.get() ? "all are plausible" : "not all are plausible") << '\n';
}
