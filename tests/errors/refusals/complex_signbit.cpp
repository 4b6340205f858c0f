// error: signbit needs real numbers
#include <parax/parax.h>

void refused() { (void)parax::signbit(parax::Array<std::complex<double>>{{-1, 0}}); }
