// error: parax: another element type or rank: cast<T>
#include <parax/parax.h>

void refused() {
  const parax::Array<float> f{1};
  parax::Array<double> d = f;
}
