// error: parax: popcount and clz need integers
#include <parax/parax.h>

void refused() { (void)popcount(parax::Array<double>{1}); }
