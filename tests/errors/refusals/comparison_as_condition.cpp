// error: an array is no condition: if \(any
#include <parax/parax.h>

void refused(const parax::Array<double>& a) {
  if (a > 1) return;
}
