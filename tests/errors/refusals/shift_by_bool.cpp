// error: need integers, not bool
#include <parax/parax.h>

void refused() { (void)(parax::Array<int>{1} >> parax::Array<bool>{true}); }
