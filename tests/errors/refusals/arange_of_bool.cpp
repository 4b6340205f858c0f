// error: parax: arange counts in numbers
#include <parax/parax.h>

void refused() { (void)parax::arange<bool>(2); }
