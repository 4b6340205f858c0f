// error: parax: a complex number is no real one
#include <parax/parax.h>

using Z = parax::Array<std::complex<double>>;

void refused() { (void)parax::cast<double>(Z{{1, 2}}); }
