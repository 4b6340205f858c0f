// fine: Fields that tie all members, in any order and nesting, or leave one out on purpose
#include <parax/parax.h>

struct Inner {
  float x = 0, y = 0;
};
struct Mixin {};
struct Body : Mixin {
  bool first = false;
  parax::Array<double> a;
  bool last = false;
  Inner inner;
  std::array<parax::Value<float>, 2> values;
};
template <>
struct parax::Fields<Body> {
  static auto tie(auto& b) {
    return std::tie(b.a, b.values, b.inner.y, b.inner.x, b.last, b.first);
  }
};

struct Partial {
  parax::Array<double> a;
  const char* name = nullptr;
};
template <>
struct parax::Fields<Partial> {
  static constexpr bool partial = true;
  static auto tie(auto& p) { return std::tie(p.a); }
};

void accepted() {
  const auto f = parax::acc([](Body b, Partial) { return b; });
  (void)f(Body(), Partial());
  (void)f({}, {{1, 2}, "name"});
}
