// error: need integers: use fmod, or cast<std::int64_t>
#include <parax/parax.h>

void refused() {
  parax::Array<float> a{1};
  a <<= 1;
}
