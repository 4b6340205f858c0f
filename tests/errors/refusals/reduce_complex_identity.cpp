// error: parax: the identity of reduce must be a number or a Value of the element type
#include <parax/parax.h>

void refused() {
  const std::complex<double> one(1, 0);
  (void)reduce([](auto x, auto y) { return x * y; }, one, parax::Array<double>{1});
}
