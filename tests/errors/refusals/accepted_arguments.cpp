// fine: lists, numbers and conversions that C++ makes by itself
#include <parax/parax.h>

#include <functional>

parax::Array<double> scaled(parax::Array<double> a, parax::Value<double> k) { return a * k; }

void accepted() {
  using namespace parax;
  const auto f = acc(scaled);
  const Array<double> a{1, 2};
  (void)f({1, 2, 3}, 2);
  (void)f(a, {});
  (void)f(Array<double>{1}, sum(a));
  const auto twice =
      acc([](Array<double, 2> m, int n, const Array<double>& v) { return m * n + v; });
  (void)twice({{1, 2}, {3, 4}}, 2L, {1, 2});
  const auto rotated =
      acc([](std::array<Array<double>, 2> pair) { return std::array{pair[1], pair[0]}; });
  (void)rotated({a, a});
  const std::function<Array<double>(Array<double>, double)> g = f;
  (void)g(a, 1);
  Array<double> x{1};
  const auto step = acc([](Array<double>& y, Array<double> by) { y += by; });
  step(x, {1});
  (void)acc([] { return Value<int>(1); })();
}
