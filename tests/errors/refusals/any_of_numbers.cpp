// error: parax: any, all and count need bool
#include <parax/parax.h>

void refused() { (void)any(parax::Array<int>{1}); }
