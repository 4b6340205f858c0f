// error: parax: any, all and count need bool
#include <parax/parax.h>

void refused() { (void)count(parax::Array<int>{1}); }
