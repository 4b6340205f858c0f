// error: would change the element type: use cast<T>
#include <parax/parax.h>

void refused() {
  parax::Array<int> a{1};
  a += 0.5;
}
