// error: specialisation of parax::Fields
#include <parax/parax.h>

void refused() {
  struct Mine {
    int i = 0;
  };
  parax::acc([](Mine m) { return m.i; })(Mine());
}
