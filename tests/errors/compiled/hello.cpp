// The first program of everybody.
#include <parax/parax.h>

#include <iostream>

using namespace parax;

Array<double> f(Array<double> x) { return x + x * x; }

int main() {
  auto g = acc(f);
  Array<double> x{1, 2, 3};
  std::cout << g(x) << '\n';
}
