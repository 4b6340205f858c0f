// error: && and || need bool: compare with zero
#include <parax/parax.h>

void refused() { (void)(parax::Array<double>{1} || true); }
