// error: a.at\(i\) or a.at\({i, j}\) reads an element
#include <parax/parax.h>

double refused(const parax::Array<double>& a) { return a[1]; }
