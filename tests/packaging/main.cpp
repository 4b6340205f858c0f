// A user's program: main <number of compilations that are expected>.
#include <parax/parax.h>

#include <cstdlib>
#include <iostream>

using namespace parax;

static Array<double> f(Array<double> x, Array<double> y) { return x + 2.0 * y; }

static bool refusesShapes(const Array<double>& x) {
  try {
    f(x, Array<double>{1, 2});
    return false;
  } catch (const ShapeError&) {  // thrown in libparax, recognised here
    return true;
  }
}

int main(int count, char** arguments) {
  const auto g = acc(f);
  const Array<double> x{1, 2, 3}, y{10, 20, 30};
  const Array<double> result = g(x, y);
  const bool right = result.at(0) == 21 && result.at(1) == 42 && result.at(2) == 63;
  const auto compilations = stats().compilations;
  std::cout << result << ", " << compilations << " compilations\n";
  const bool expected = count == 2 && std::strtoull(arguments[1], nullptr, 10) == compilations;
  return right && expected && refusesShapes(x) ? 0 : 1;
}
