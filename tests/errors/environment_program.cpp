// The program that environment_test.cpp runs: the README's first one.
#include <parax/parax.h>

#include <iostream>

int main() {
  using namespace parax;
  try {
    const auto g = acc([](Array<double> x) { return x + x * x; });
    std::cout << g(Array<double>{1, 2, 3}) << '\n';
  } catch (const ArgumentError& error) {
    std::cout << "ArgumentError: " << error.what() << '\n';
    return 3;
  }
  return 0;
}
