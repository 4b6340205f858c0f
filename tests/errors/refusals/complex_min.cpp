// long error: parax: complex numbers have no order
#include <parax/parax.h>

using Z = parax::Array<std::complex<double>>;

void refused() { (void)min(Z{{1, 2}}, 1); }
