// error: need integers, not bool
#include <parax/parax.h>

void refused() { (void)(parax::Array<bool>{true} << 1); }
