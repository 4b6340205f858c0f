// error: no matching function
#include <parax/parax.h>

void refused() { (void)popcount(parax::Array<double>{1}); }
