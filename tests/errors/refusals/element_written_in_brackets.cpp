// error: a.mutableData\(\)\[i\] writes one
#include <parax/parax.h>

void refused(parax::Array<double>& a) { a[1] = 5; }
