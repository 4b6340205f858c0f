// error: ! needs bool elements: compare with zero
#include <parax/parax.h>

void refused() { (void)!parax::Array<int>{1}; }
