// error: for \(auto x : a.span\(\)\)
#include <parax/parax.h>

double refused(const parax::Array<double>& a) {
  double total = 0;
  for (double x : a) total += x;
  return total;
}
