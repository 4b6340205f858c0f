// error: parax: complex numbers have no order
#include <parax/parax.h>

using Z = parax::Array<std::complex<double>>;

void refused() { (void)(2.0 >= Z{{2, 3}}); }
