// error: cast<double>\(Array<float>\(v\)\) converts
#include <parax/parax.h>

void refused() {
  const std::vector<float> v{1, 2};
  parax::Array<double> a(v);
}
