// error: ~ needs integer elements
#include <parax/parax.h>

void refused() { (void)~parax::Array<float>{1}; }
