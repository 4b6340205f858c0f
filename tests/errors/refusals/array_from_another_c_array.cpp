// error: cast<double>\(Array<float>\(v\)\) converts
#include <parax/parax.h>

void refused() {
  const float c[2][2] = {{1, 2}, {3, 4}};
  parax::Array<double, 2> a(c);
}
