// error: would change the element type: use cast<T>
#include <parax/parax.h>

void refused() {
  parax::Array<float> a{1};
  a *= parax::Array<double>{2};
}
