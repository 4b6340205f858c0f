// error: wrong number of arguments
#include <parax/parax.h>

void refused() {
  const auto f = parax::acc([](parax::Array<double> x) { return x; });
  const parax::Array<double> x{1};
  f(x, x);
}
