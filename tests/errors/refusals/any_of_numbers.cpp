// error: no matching function
#include <parax/parax.h>

void refused() { (void)any(parax::Array<int>{1}); }
