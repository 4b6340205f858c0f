// error: Write the type: zeros<double>
#include <parax/parax.h>

auto refused() { return parax::zeros(5); }
