// error: zeros<T>\(n\) has n elements
#include <parax/parax.h>

void refused() { parax::Array<double> a(5); }
