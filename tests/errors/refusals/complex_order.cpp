// error: parax: complex numbers have no order
#include <parax/parax.h>

using Z = parax::Array<std::complex<double>>;

void refused() { (void)(Z{{1, 2}} < Z{{2, 3}}); }
