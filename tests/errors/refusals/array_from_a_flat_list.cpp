// error: rows are lists in a list
#include <parax/parax.h>

void refused() { parax::Array<double, 2> a{1, 2, 3}; }
