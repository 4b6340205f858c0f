// error: a\(i\) is not there yet: a.at\(i\)
#include <parax/parax.h>

double refused(const parax::Array<double, 2>& a) { return a(1, 2); }
