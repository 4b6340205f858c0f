// error: parax: nobody would see this assignment to a temporary
#include <parax/parax.h>

void refused(const parax::Array<double>& a) { a* 2.0 = a; }
