// error: cannot convert|no viable conversion
#include <parax/parax.h>

void refused() {
  bool b = parax::Value<bool>(true);
  (void)b;
}
