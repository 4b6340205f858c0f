// long error: parax: this function has no complex form
#include <parax/parax.h>

using Z = parax::Array<std::complex<double>>;

void refused() { (void)atan2(Z{{1, 2}}, 2.0); }
