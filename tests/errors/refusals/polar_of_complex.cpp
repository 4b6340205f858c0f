// error: parax: complexOf and polar take real numbers
#include <parax/parax.h>

using Z = parax::Array<std::complex<double>>;

void refused() { (void)polar(Z{{1, 2}}, 1.0); }
