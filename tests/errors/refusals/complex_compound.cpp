// error: parax: this compound assignment would change the element type
#include <parax/parax.h>

void refused() {
  parax::Array<double> a{1};
  a += std::complex<double>(0, 1);
}
