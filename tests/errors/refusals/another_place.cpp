// error: parax: arrays are in ordinary memory
#include <parax/parax.h>

struct Elsewhere {};

void refused() { parax::Array<double, 1, Elsewhere> a; }
