// error: could not convert|not contextually convertible
#include <parax/parax.h>

void refused() {
  if (parax::Array<bool>{true}) return;
}
