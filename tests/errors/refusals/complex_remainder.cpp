// error: parax: % & | ^ << >> need integers
#include <parax/parax.h>

using Z = parax::Array<std::complex<double>>;

void refused() { (void)(Z{{1, 2}} % 2); }
