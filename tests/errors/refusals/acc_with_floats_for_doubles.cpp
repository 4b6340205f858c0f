// error: cast<T>\(a\) converts the elements
#include <parax/parax.h>

#include <iostream>

void refused(const parax::Array<float>& x) {
  const auto f = parax::acc([](int n, parax::Array<double> a) { return a * n; });
  std::cout << f(2, x) + 1.0 << '\n';
}
