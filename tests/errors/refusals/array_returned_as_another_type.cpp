// error: parax: another element type or rank: cast<T>
#include <parax/parax.h>

parax::Array<double> refused(const parax::Array<float>& f) { return f * 2; }
