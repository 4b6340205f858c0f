// error: select\(c, a, b\) for c \? a : b
#include <parax/parax.h>

auto refused(const parax::Array<double>& a) { return a > 1 ? a : -a; }
