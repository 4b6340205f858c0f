// error: a pointer has no size
#include <parax/parax.h>

void refused() {
  const double* p = nullptr;
  parax::Array<double> a(p);
}
