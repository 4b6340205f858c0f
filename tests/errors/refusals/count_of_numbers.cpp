// error: no matching function
#include <parax/parax.h>

void refused() { (void)count(parax::Array<int>{1}); }
