// long error: parax: this function has no complex form
#include <parax/parax.h>

using Z = parax::Array<std::complex<double>>;

void refused() { (void)cbrt(Z{{1, 2}}); }
