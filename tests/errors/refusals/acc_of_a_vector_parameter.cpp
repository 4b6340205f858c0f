// error: a std::vector is an Array there
#include <parax/parax.h>

void refused(const std::vector<double>& v) {
  const auto f = parax::acc([](std::vector<double> x) { return parax::Array<double>(x); });
  (void)f(v);
}
