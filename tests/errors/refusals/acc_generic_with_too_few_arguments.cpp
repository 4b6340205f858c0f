// error: does not take these arguments
#include <parax/parax.h>

void refused() {
  const auto f = parax::acc([](auto x, auto y) { return x + y; });
  f(parax::Array<double>{1});
}
