// error: a signed and an unsigned integer of the same or larger width do not mix: cast one
#include <parax/parax.h>

void refused() {
  parax::Array<int> a{1};
  a += parax::Array<unsigned>{1};
}
