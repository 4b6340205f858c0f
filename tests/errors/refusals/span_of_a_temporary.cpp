// error: parax: this array dies with the statement: keep it in a variable
#include <parax/parax.h>

double refused(const parax::Array<double>& a) {
  double total = 0;
  for (double x : (a * 2.0).span()) total += x;
  return total;
}
