// error: the right side of a compound assignment has a larger rank
#include <parax/parax.h>

void refused() {
  parax::Array<int> a{1};
  a += parax::Array<int, 2>{{1}};
}
