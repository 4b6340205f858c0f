// error: from sizes: zeros<T>\(n, m\)
#include <parax/parax.h>

void refused() { parax::Array<double, 2> a(10, 20); }
