// error: an array is no condition: if \(any
#include <parax/parax.h>

void refused() {
  if (parax::Array<bool>{true}) return;
}
