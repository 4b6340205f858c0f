// error: cannot convert|no viable conversion
#include <parax/parax.h>

void refused() {
  parax::Value<double> v = 1.0;
  double d = v;
  (void)d;
}
