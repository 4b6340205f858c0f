// error: a std::vector is an Array there
#include <parax/parax.h>

void refused(const parax::Array<double>& a) {
  const auto f = parax::acc([](auto x) { return x.toVector(); });
  (void)f(a);
}
