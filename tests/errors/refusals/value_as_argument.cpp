// error: cannot convert|no viable conversion
#include <parax/parax.h>

void refused() {
  const auto f = +[](int n) { return n; };
  (void)f(parax::Value<int>(3));
}
