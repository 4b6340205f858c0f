// error: would change the element type: use cast<T>
#include <parax/parax.h>

void refused() {
  parax::Array<short> a{1};
  a &= parax::Array<int>{1};
}
