// error: parax: another element type: use cast<T>
#include <parax/parax.h>

parax::Value<double> refused(const parax::Array<float>& f) { return sum(f); }
