// error: no match for|invalid operands
#include <parax/parax.h>

void refused() {
  parax::Array<int> a{1};
  (void)((a > 0) && a);
}
