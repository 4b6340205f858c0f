// error: no matching function
#include <parax/parax.h>

void refused() { (void)sign(parax::Array<bool>{true}); }
