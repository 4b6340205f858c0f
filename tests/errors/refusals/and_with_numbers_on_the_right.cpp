// error: need bool: compare with zero
#include <parax/parax.h>

void refused() {
  parax::Array<int> a{1};
  (void)((a > 0) && a);
}
