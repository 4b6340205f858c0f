// error: declare it as Value<T>
#include <parax/parax.h>

void refused(const parax::Array<double>& a) {
  const auto f = parax::acc([](double k) { return parax::Value<double>(k); });
  (void)f(sum(a));
}
