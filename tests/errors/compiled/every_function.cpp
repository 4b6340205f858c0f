// A user's file that calls everything: no compiler may find anything to warn about.
#include <parax/parax.h>

#include <iostream>
#include <tuple>

using namespace parax;

struct Body {
  Array<double> x;
  Value<double> mass;
  int kind = 0;
};
template <>
struct parax::Fields<Body> {
  static auto tie(auto& body) { return std::tie(body.x, body.mass, body.kind); }
};

#if PARAX_VERSION < 100
#error "an old version"
#endif

namespace {

template <class T>
void makes() {
  const std::vector<T> memory{T(1), T(2)};
  Array<T> a{T(1), T(2)};
  const Array<T, 2> table{{T(1), T(2)}};
  const Array<T, 3> planes{{{T(1)}}};
  const Array<T, 2> shaped(memory, {1, 2});
  const Array<T, 0> number(T(1));
  a = Array<T>(memory);
  std::cout << a << table << planes << shaped << number << a.extent(0) << a.size() << a.at(0)
            << table.at({0, 1}) << table.shape()[1] << a.span().size() << a.toVector().size()
            << *a.data() << '\n';
  a.mutableData()[0] = T(1);
  std::cout << zeros<T>(2) << ones<T>(1, 2) << zeros<T>(1, 2, 3) << zeros<T>(Shape<2>{1, 2})
            << full<T>(T(1), 2) << full<T>(T(1), 1, 2) << full<T>(T(1), 1, 2, 3)
            << full<T>(T(1), Shape<1>{2}) << zerosLike(a) << onesLike(a) << fullLike(a, T(1))
            << eye<T>(2) << eye<T>(2, 3) << select(a == a, a, a) << select(a != a, a, T(1))
            << select(a == T(1), T(1), a) << cast<bool>(a) << '\n';
}

template <class T>
void computes(Array<T> a, Value<T> v) {
  std::cout << a + a << a - v << v * a << a / T(2) << T(2) - a << -a << +a << (a == a) << (a != v)
            << sum(a) << product(a) << mean(a) << var(a) << stddev(a, 1) << dot(a, a)
            << sumOfSquares(a) << norm(a, 1.0) << abs(a) << sqrt(a) << pow(a, 2) << pow(a, a)
            << pow(a, 0.5) << pow(T(2), a) << exp(a) << v.get() << '\n';
  a += v;
  a -= a;
  a *= T(2);
  a /= T(2);
}

template <class T>
void orders(Array<T> a, Value<T> v) {
  std::cout << (a < a) << (a <= v) << (a > T(1)) << (T(1) >= a) << min(a, a) << max(a, v)
            << min(v, v) << max(T(1), a) << min(a) << max(a) << argMin(a) << argMax(a)
            << clamp(a, T(0), T(1)) << sign(a) << signbit(a) << iota<T>(3) << arange<T>(3)
            << arange<T>(1, 3) << reduce([](auto x, auto y) { return max(x, y); }, T(0), a)
            << mapReduce([](auto x, auto y) { return x * y; }, [](auto x, auto y) { return x + y; },
                         T(0), a, a)
            << double(v) << int(v) << (v > T(1) ? 1 : 2) << '\n';
}

template <class T>
void floats(Array<T> a) {
  std::cout << cbrt(a) << exp2(a) << exp10(a) << expm1(a) << log(a) << log2(a) << log10(a)
            << log1p(a) << sin(a) << cos(a) << tan(a) << asin(a) << acos(a) << atan(a) << sinh(a)
            << cosh(a) << tanh(a) << asinh(a) << acosh(a) << atanh(a) << erf(a) << erfc(a)
            << lgamma(a) << tgamma(a) << floor(a) << ceil(a) << trunc(a) << round(a) << rint(a)
            << atan2(a, a) << hypot(a, 1) << fmod(1, a) << remainder(a, a) << copysign(a, -1.0)
            << isnan(a) << isinf(a) << isfinite(a) << rsqrt(a) << fma(a, a, 1) << fma(2.0, a, a)
            << linspace<T>(0, 1, 5) << logspace<T>(0, 1, 5) << norm(a) << complexOf(a, a)
            << polar(a, 1) << '\n';
}

template <class T>
void integers(Array<T> a) {
  std::cout << a % T(3) << (a & a) << (a | T(1)) << (T(1) ^ a) << (a << 1) << (a >> a) << ~a
            << popcount(a) << clz(a) << '\n';
  a %= T(3);
  a &= a;
  a |= T(1);
  a ^= a;
  a <<= 1;
  a >>= 1;
}

template <class T>
void complexes(Array<std::complex<T>> z) {
  std::cout << real(z) << imag(z) << conj(z) << arg(z) << norm(z) << abs(z) << '\n';
}

void accelerates() {
  const auto f = acc([](Array<double> x, Value<double> k, int n) { return x * k + n; });
  std::cout << f({1, 2}, 0.5, 3) << explain(f).text() << stats() << version() << '\n';
  auto g = acc([](Body& body, const Array<bool>& mask) {
    body.x = select(!mask && body.x > 1.0, body.x, 0.0);
    return std::tuple(any(mask), all(mask), count(mask));
  });
  Body body{{1, 2}, 1, 2};
  const auto [some, every, how] = g(body, Array<bool>{true, false});
  std::cout << some << every << how << body.x << '\n';
  const auto generic = acc([](auto x, const auto& y) { return std::pair(x + y, x - y); });
  std::cout << generic(Array<float>{1}, Array<float>{2}).first << '\n';
  const auto h = acc([](Index n) { return fromFunction([](auto i) { return i * i; }, n); });
  std::cout << h(3) << fromFunction([](auto i, auto j) { return i + j; }, 2, 3u) << '\n';
}

}  // namespace

int main() {
  makes<float>();
  makes<std::uint8_t>();
  makes<long long>();
  makes<std::complex<double>>();
  computes<double>({1, 2}, 3);
  computes<int>({1, 2}, 3);
  computes<std::complex<float>>({1, 2}, 3);
  orders<float>({1, 2}, 3);
  orders<std::uint16_t>({1, 2}, 3);
  floats<float>({1, 2});
  floats<double>({1, 2});
  integers<std::int8_t>({1, 2});
  integers<unsigned long long>({1, 2});
  complexes<double>({1, 2});
  accelerates();
}
