// error: no matching function
#include <parax/parax.h>

void refused() { (void)clz(parax::Array<bool>{true}); }
