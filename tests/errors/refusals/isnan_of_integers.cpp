// error: no matching function
#include <parax/parax.h>

void refused() { (void)isnan(parax::Array<int>{1}); }
