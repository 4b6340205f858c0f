// error: no matching function
#include <parax/parax.h>

void refused() { (void)isfinite(parax::Array<bool>{true}); }
