// Statements that do nothing.
#include <parax/parax.h>

void discards(const parax::Array<double>& a) {
  sum(a);
  a + a;
  max(a, 1);
  parax::acc([](parax::Array<double> x) { return x; });
}
