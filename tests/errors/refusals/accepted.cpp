// fine: the test itself works
#include <parax/parax.h>

void accepted() {
  parax::Array<int> a{1};
  a += 1;
  if (any(a > 0)) a -= 1;
  const double d(sum(a));
  (void)d;
}
