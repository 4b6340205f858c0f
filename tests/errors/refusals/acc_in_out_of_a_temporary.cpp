// error: need a variable of exactly that type
#include <parax/parax.h>

void refused() {
  const auto f = parax::acc([](parax::Array<double>& x) { x += 1.0; });
  const parax::Array<double> x{1};
  f(x + 1.0);
}
