// The first program: an ordinary function over arrays, compiled at its first call.
#include <parax/parax.h>

#include <iostream>

using namespace parax;

Array<double> f(Array<double> x) { return x + x * x; }

int main() {
  const auto fast = acc(f);  // nothing is compiled yet
  std::cout << fast(Array<double>{1, 2, 3}) << '\n';
  std::cout << fast(iota<double>(6)) << '\n';  // another size, the same code
}
