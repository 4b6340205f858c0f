// error: bool
#include <parax/parax.h>

// As the same without the assignment.
void refused() {
  parax::Array<bool> a{true};
  a &= 2;
}
