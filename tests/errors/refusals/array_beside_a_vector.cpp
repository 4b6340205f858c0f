// error: borrow\(v\) reads it in place
#include <parax/parax.h>

auto refused(const parax::Array<double>& a, const std::vector<double>& v) { return a * v; }
