// error: an argument does not fit
#include <parax/parax.h>

void refused() {
  const auto f = parax::acc([](parax::Array<double> a) { return a * 2.0; });
  (void)f(3.0);
}
