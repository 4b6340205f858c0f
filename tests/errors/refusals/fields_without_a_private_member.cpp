// error: Fields leaves out a member
#include <parax/parax.h>

class Body {
 public:
  parax::Array<double> a;
  double energy() const { return energy_; }

 private:
  double energy_ = 0;
};
template <>
struct parax::Fields<Body> {
  static auto tie(auto& s) { return std::tie(s.a); }
};

void refused() {
  const auto f = parax::acc([](parax::Array<double>) { return Body(); });
  (void)f({1, 2});
}
