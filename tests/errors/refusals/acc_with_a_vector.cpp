// error: Array<T>\(v\), which copies the vector
#include <parax/parax.h>

void refused(const std::vector<double>& v) {
  const auto f = parax::acc([](parax::Array<double> a) { return a * 2.0; });
  (void)f(v);
}
