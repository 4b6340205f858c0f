// error: parax: product has no complex form
#include <parax/parax.h>

using Z = parax::Array<std::complex<double>>;

void refused() { (void)product(Z{{1, 2}}); }
