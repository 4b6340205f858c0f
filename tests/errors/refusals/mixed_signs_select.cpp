// error: a signed and an unsigned integer of the same or larger width do not mix: cast one
#include <parax/parax.h>

void refused() {
  const parax::Array<bool> c{true};
  (void)select(c, parax::Array<signed char>{1}, parax::Array<unsigned char>{1});
}
