// error: parax: isnan, isinf and isfinite need floats
#include <parax/parax.h>

void refused() { (void)isnan(parax::Array<int>{1}); }
