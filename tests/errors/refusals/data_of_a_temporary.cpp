// error: parax: this array dies with the statement: keep it in a variable
#include <parax/parax.h>

const double* refused(const parax::Array<double>& a) { return (a * 2.0).data(); }
