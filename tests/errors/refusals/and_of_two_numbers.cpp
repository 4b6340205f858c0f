// error: need bool: compare with zero
#include <parax/parax.h>

void refused() {
  parax::Array<double> a{1}, b{1};
  (void)(a && b);
}
