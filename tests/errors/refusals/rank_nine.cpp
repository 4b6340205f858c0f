// error: the rank of an array is 0 to 8
#include <parax/parax.h>

void refused() { parax::Array<int, 9> a; }
