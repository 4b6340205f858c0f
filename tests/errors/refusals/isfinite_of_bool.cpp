// error: parax: isnan, isinf and isfinite need floats
#include <parax/parax.h>

void refused() { (void)isfinite(parax::Array<bool>{true}); }
