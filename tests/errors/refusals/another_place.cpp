// error: parax: arrays are in ordinary memory
#include <parax/parax.h>

struct Elsewhere {};

void refused() { (void)(parax::Array<double, 1, Elsewhere>() + parax::Array<double>{1}); }
