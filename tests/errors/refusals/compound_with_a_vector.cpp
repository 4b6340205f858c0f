// error: borrow\(v\) reads it in place
#include <parax/parax.h>

void refused(parax::Array<double>& a, const std::vector<double>& v) { a += v; }
