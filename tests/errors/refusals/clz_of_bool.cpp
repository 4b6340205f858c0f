// error: parax: popcount and clz need integers
#include <parax/parax.h>

void refused() { (void)clz(parax::Array<bool>{true}); }
