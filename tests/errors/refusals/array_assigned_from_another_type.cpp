// error: parax: another element type or rank: cast<T>
#include <parax/parax.h>

void refused(parax::Array<double>& d, const parax::Array<float>& f) { d = f; }
