// error: need integers: use fmod, or cast<std::int64_t>
#include <parax/parax.h>

void refused() {
  parax::Array<int> a{1};
  a %= 2.5;
}
