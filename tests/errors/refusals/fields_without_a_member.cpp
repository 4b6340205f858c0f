// error: Fields leaves out a member
#include <parax/parax.h>

struct Body {
  parax::Array<double> a;
  int n = 0;
};
template <>
struct parax::Fields<Body> {
  static auto tie(auto& s) { return std::tie(s.a); }
};

void refused() {
  const auto f = parax::acc([](Body s) { return s.a; });
  (void)f(Body());
}
