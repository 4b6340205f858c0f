// error: parax: arange counts in real numbers
#include <parax/parax.h>

void refused() { (void)parax::arange<bool>(2); }
