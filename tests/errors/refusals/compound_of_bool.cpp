// error: would change the element type: use cast<T>
#include <parax/parax.h>

void refused() {
  parax::Array<bool> a{true};
  a += a;
}
