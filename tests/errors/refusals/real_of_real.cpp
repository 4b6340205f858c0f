// error: parax: real, imag, conj and arg need complex elements
#include <parax/parax.h>

void refused() { (void)real(parax::Array<double>{1}); }
