// error: constraint|concept|Element
#include <parax/parax.h>

void refused() { parax::Array<long long> a; }
