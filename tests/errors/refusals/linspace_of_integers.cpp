// error: parax: linspace and logspace make floats
#include <parax/parax.h>

void refused() { (void)parax::linspace<int>(0, 1, 3); }
