// Complex elements: typed calls, reductions with functions, and what the promises say about single
// values.
#include <cmath>
#include <complex>

#include "expect_is.h"
#include "rankless.h"

namespace parax::conformance {
namespace {

using C = std::complex<double>;
using CF = std::complex<float>;
using AC = Array<C>;
using ACF = Array<CF>;
constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// ---- typed calls ----

struct Arithmetic {
  static constexpr const char* names[] = {
      "z + z",   "z - z",    "z * z",     "z / z",  "z + x", "x - z",    "z * x", "z / x",
      "x / z",   "z * n",    "n - z",     "z / n",  "n / z", "z * i",    "-z",    "+z",
      "conj(z)", "pow(z,3)", "pow(z,-2)", "select", "z * v", "z * z + z"};
  template <class Z, class X>
  auto operator()(int which, const Z& a, const Z& b, const X& x,
                  const Value<typename Z::Elem>& v) const {
    using T = typename Z::Elem;
    using Real = typename X::Elem;
    switch (which) {
      case 0: return a + b;
      case 1: return a - b;
      case 2: return a * b;
      case 3: return a / b;
      case 4: return a + x;
      case 5: return x - a;
      case 6: return a * x;
      case 7: return a / x;
      case 8: return x / a;
      case 9: return a * Real(0.3);
      case 10: return 2 - a;
      case 11: return a / 3;
      case 12: return Real(1.5) / a;
      case 13: return a * T(0, 1);
      case 14: return -a;
      case 15: return +a;
      case 16: return conj(a);
      case 17: return pow(a, 3);
      case 18: return pow(a, -2);
      case 19: return select(x > 0, a, b);
      case 20: return a * v;
      default: return a * b + a;
    }
  }
};

struct Functions {
  static constexpr const char* names[] = {
      "sqrt(z)", "exp(z)",   "log(z)",  "sin(z)",   "cos(z)",   "sinh(z)",   "cosh(z)",  "rsqrt(z)",
      "tan(z)",  "tanh(z)",  "asin(z)", "acos(z)",  "atan(z)",  "asinh(z)",  "acosh(z)", "atanh(z)",
      "exp2(z)", "exp10(z)", "log2(z)", "log10(z)", "pow(z,z)", "pow(z,0.5)"};
  template <class Z>
  auto operator()(int which, const Z& a, const Z& b) const {
    switch (which) {
      case 0: return sqrt(a);
      case 1: return exp(a);
      case 2: return log(a);
      case 3: return sin(a);
      case 4: return cos(a);
      case 5: return sinh(a);
      case 6: return cosh(a);
      case 7: return rsqrt(a);
      case 8: return tan(a);
      case 9: return tanh(a);
      case 10: return asin(a);
      case 11: return acos(a);
      case 12: return atan(a);
      case 13: return asinh(a);
      case 14: return acosh(a);
      case 15: return atanh(a);
      case 16: return exp2(a);
      case 17: return exp10(a);
      case 18: return log2(a);
      case 19: return log10(a);
      case 20: return pow(a, b);
      default: return pow(a, 0.5);
    }
  }
};

struct ToReal {
  static constexpr const char* names[] = {"real(z)", "imag(z)", "abs(z)", "arg(z)", "norm(z)"};
  template <class Z>
  auto operator()(int which, const Z& z) const {
    switch (which) {
      case 0: return real(z);
      case 1: return imag(z);
      case 2: return abs(z);
      case 3: return arg(z);
      default: return norm(z);
    }
  }
};

struct ToBool {
  static constexpr const char* names[] = {"z == z", "z != z", "z == x", "z != i", "cast<bool>(z)"};
  template <class Z, class X>
  auto operator()(int which, const Z& a, const Z& b, const X& x) const {
    switch (which) {
      case 0: return a == b;
      case 1: return a != b;
      case 2: return a == x;
      case 3: return a != typename Z::Elem(0, 1);
      default: return cast<bool>(a);
    }
  }
};

struct FromReal {
  static constexpr const char* names[] = {"complexOf(x, x)", "polar(x, x)", "cast<complex>(x)",
                                          "x * i", "complexOf(x, 2)"};
  template <class X>
  auto operator()(int which, const X& x, const X& y) const {
    using T = std::complex<typename X::Elem>;
    switch (which) {
      case 0: return complexOf(x, y);
      case 1: return polar(x, y);
      case 2: return cast<T>(x);
      case 3: return x * T(0, 1);
      default: return complexOf(x, 2);
    }
  }
};

struct Sums {
  static constexpr const char* names[] = {"sum(z)", "mean(z)", "dot(z, z)"};
  template <class Z>
  auto operator()(int which, const Z& a, const Z& b) const {
    return which == 0 ? sum(a) : which == 1 ? mean(a) : dot(a, b);
  }
};

// Accumulators whose parts depend on each other.
struct WithFunction {
  static constexpr const char* names[] = {
      "product(z)",    "reduce, z * z",    "reduce, with values", "reduce, to parts",
      "reduce, right", "reduce, constant", "mapReduce(z, z)",     "reduce, fused"};
  template <class Z>
  auto operator()(int which, const Z& a, const Z& b) const {
    using T = typename Z::Elem;
    switch (which) {
      case 0: return product(a);
      case 1: return reduce([](auto x, auto y) { return x * y; }, 1, a);
      case 2: {  // from outside: numbers, a value, the result of another reduction
        const Value<T> total = sum(b), turn(T(0, 1));
        return reduce([=](auto x, auto y) {
          return select(abs(x) < abs(y), x / (y + total * turn), x * T(0.5, 1) - y);
        }, total, a);
      }
      case 3:  // the parts change places
        return reduce([](auto x, auto y) {
          return complexOf(imag(x) + real(y), real(x) - imag(y));
        }, T(1, 2), a);
      case 4: return reduce([](auto, auto y) { return y; }, T(1, 2), a);
      case 5: {  // nothing of the elements
        const Value<T> same(T(3, 4));
        return reduce([](auto, auto) { return T(1, 2); }, 2, a) +
               reduce([=](auto, auto) { return same; }, same, b);
      }
      case 6:
        return mapReduce([](const Z& x, const Z& y) { return x * y - 1; },
                         [](auto x, auto y) { return conj(x) * y; }, Value<T>(T(0, 1)), a, b);
      default: {  // with other reductions in one loop
        const auto largest = reduce([](auto x, auto y) { return max(x, y); }, 0, abs(a));
        return product(a * b) + sum(a) * largest + product(real(b)) +
               reduce([](auto x, auto y) { return conj(x + y); }, 0, b);
      }
    }
  }
};

// Of real elements, with complex numbers on the way.
struct ThroughComplex {
  template <class X>
  auto operator()(const X& a) const {
    using T = std::complex<typename X::Elem>;
    const Value<T> outside(T(1, 2));
    return reduce([=](auto x, auto y) { return real(complexOf(x, y) * complexOf(y, x) * outside); },
                  1, a);
  }
};

struct Sizes {
  static constexpr const char* names[] = {"var(z)",     "stddev(z)",  "sumOfSquares(z)",
                                          "norm(z, 1)", "norm(z, 2)", "norm(z, inf)"};
  template <class Z>
  auto operator()(int which, const Z& z) const {
    switch (which) {
      case 0: return var(z);
      case 1: return stddev(z);
      case 2: return sumOfSquares(z);
      case 3: return norm(z, 1);
      case 4: return norm(z, 2);
      default: return norm(z, inf);
    }
  }
};

struct Compound {
  static constexpr const char* names[] = {"z += z", "z -= z", "z *= z", "z /= z"};
  template <class Z, class X>
  void operator()(int which, Z& a, const Z& b, const X& x) const {
    switch (which) {
      case 0: a += b, a += x, a += 2; return;
      case 1: a -= b, a -= x, a -= typename Z::Elem(1, 2); return;
      case 2: a *= b, a *= x, a *= 2; return;
      default: a /= b, a /= x, a /= typename Z::Elem(0, 2); return;
    }
  }
};

// Typed calls in rank 1; matrix_test.cpp has every rank, and float. call(check, which, n) for every
// operation of a family.
template <class Family, class Call>
void run(Call call) {
  for (int which = 0; const char* name : Family::names) {
    Case check({name, "c128", 1}, Family(), true);
    for (const std::int64_t n : {1, 69}) call(check, which, Shape<1>{n});
    ++which;
  }
}

TEST(Complex, Arithmetic) {
  run<Arithmetic>([](auto& check, int which, Shape<1> n) {
    check(true, which, make<C, 1>(n, 0), make<C, 1>(n, 1), make<double, 1>(n, 2),
          Value<C>(C(2, -3)));
  });
}

TEST(Complex, Functions) {
  run<Functions>([](auto& check, int which, Shape<1> n) {
    check(true, which, make<C, 1>(n, 0), make<C, 1>(n, 1));
  });
}

TEST(Complex, ToAndFromReal) {
  run<ToReal>([](auto& check, int which, Shape<1> n) { check(true, which, make<C, 1>(n, 0)); });
  run<ToBool>([](auto& check, int which, Shape<1> n) {
    check(true, which, make<C, 1>(n, 0), make<C, 1>(n, 1), make<double, 1>(n, 2));
  });
  run<FromReal>([](auto& check, int which, Shape<1> n) {
    check(true, which, make<double, 1>(n, 0), make<double, 1>(n, 1));
  });
}

TEST(Complex, Reductions) {
  run<Sums>([](auto& check, int which, Shape<1> n) {
    check(true, which, make<C, 1>(n, 0, Kind::finite), make<C, 1>(n, 1, Kind::finite));
  });
  run<Sizes>([](auto& check, int which, Shape<1> n) {
    check(true, which, make<C, 1>(n, 0, Kind::finite));
  });
  run<WithFunction>([](auto& check, int which, Shape<1> n) {
    check(true, which, make<C, 1>(n, 0, Kind::finite), make<C, 1>(n, 1, Kind::nearOne));
  });
}

TEST(Complex, CompoundAssignment) {
  run<Compound>([](auto& check, int which, Shape<1> n) {
    check(true, which, make<C, 1>(n, 0), make<C, 1>(n, 1), make<double, 1>(n, 2));
  });
}

// ---- reductions with functions: every rank, and both types ----

template <class T>
std::vector<Handle> pairOf(const Extents& shape, Kind first, Kind second) {
  return {makeHandle(elementTypeOf<T>, shape, 0, first),
          makeHandle(elementTypeOf<T>, shape, 1, second)};
}

template <class T>
Untyped withFunction(int which, int rank) {
  return rankless<Array<T>, Array<T>>(
      rank, [which](const Array<T>& a, const Array<T>& b) { return WithFunction()(which, a, b); });
}

template <class T>
void reductionsWithFunctions(int rank) {
  using X = typename T::value_type;
  for (int which = 0; const char* operation : WithFunction::names) {
    UntypedCase check({operation, std::string(name(elementTypeOf<T>)), rank},
                      withFunction<T>(which++, rank), true);
    forEachShape(rank, [&](const Extents& s, bool everything) {
      check(everything, pairOf<T>(s, Kind::finite, Kind::nearOne));
      if (everything) check(true, pairOf<T>(s, Kind::any, Kind::any));
    });
  }
  UntypedCase check({"reduce, real(z * z)", std::string(name(elementTypeOf<X>)), rank},
                    rankless<Array<X>>(rank, [](const Array<X>& a) { return ThroughComplex()(a); }),
                    true);
  forEachShape(rank, [&](const Extents& s, bool everything) {
    check(everything, {makeHandle(elementTypeOf<X>, s, 0, Kind::finite)});
  });
}

TEST(Complex, ReductionsWithFunctions) {
  forEachRank([](int rank) {
    reductionsWithFunctions<C>(rank);
    reductionsWithFunctions<CF>(rank);
  });
}

// Numbers of size one: a long product of them is a number, too.
template <class T, int N>
Array<T, N> onTheCircle(const Shape<N>& shape, int seed) {
  std::vector<T> elements;
  for (std::int64_t k = 0; k < countOf({shape.begin(), shape.end()}); ++k)
    elements.push_back(T(std::polar(1.0, 0.1 * seed + 0.7 * static_cast<double>(k % 1013))));
  return Array<T, N>(std::span<const T>(elements), shape);
}

// At the borders of lanes, blocks and streams; and in many dimensions.
TEST(Complex, LongReductions) {
  const auto ofLength = []<class T>(T) {
    for (int which = 0; const char* operation : WithFunction::names) {
      UntypedCase check({operation, std::string(name(elementTypeOf<T>)), 1},
                        withFunction<T>(which++, 1), true);
      for (const std::int64_t n : {15, 16, 17, 31, 33, 1279, 1281, 5120, 12289, 100003})
        if (n < 100000 || !sanitized)
          check(true, {onTheCircle<T, 1>({n}, 1).handle(), onTheCircle<T, 1>({n}, 2).handle()});
    }
  };
  ofLength(C());
  ofLength(CF());
  for (int which = 0; const char* operation : WithFunction::names) {
    UntypedCase check({operation, "c128", 8}, withFunction<C>(which++, 8), true);
    for (const std::int64_t n : {0, 1, 2, 3}) {
      const Shape<8> shape{2, 3, 1, n, 2, 1, 3, 2};
      check(true, {onTheCircle<C, 8>(shape, 1).handle(), onTheCircle<C, 8>(shape, 2).handle()});
    }
  }
}

// The reduced array is a broadcast: nothing collapses, values are collected first.
TEST(Complex, ReductionsOfNests) {
  const auto f = [](const Array<C, 2>& a, const AC& b) {
    return std::tuple(product(a * b), reduce([](auto x, auto y) { return conj(x) * y; }, 1, a + b),
                      sum(a * b), a - b);
  };
  Case check({"reduce of a nest", "complex128", 2}, f, true);
  for (const auto& [n, m] :
       {std::pair{0, 3}, {3, 0}, {1, 1}, {3, 5}, {70, 67}, {64, 64}, {300, 41}})
    check(true, onTheCircle<C, 2>({n, m}, 1), onTheCircle<C, 1>({m}, 2));
}

TEST(Complex, Factories) {
  const auto f = [](Index n, Value<C> v) {
    return std::tuple(zeros<CF>(n), ones<C>(n, n), full<C>(v, n), iota<CF>(n), eye<C>(n),
                      zerosLike(full<C>(v, n)), fullLike(iota<CF>(n), CF(3, 4)));
  };
  Case check({"factories of complex", "complex128", 1}, f, true);
  for (const std::int64_t n : {0, 1, 2, 9, 70}) check(true, Index(n), Value<C>(C(1, -2)));
}

// ---- single values ----

TEST(Complex, ProductsAreTheTextbookFormula) {
  const auto f = [](const AC& a, const AC& b) { return a * b; };
  expectIs(AC{{-5, 10}, {0, 0}}, f, AC{{1, 2}, {0, 0}}, AC{{3, 4}, {1, 1}});
  expectIs(AC{{nan, inf}, {inf, inf}}, f, AC{{inf, inf}, {inf, 0}}, AC{{inf, inf}, {1, 1}});
}

TEST(Complex, RealFactorsHaveNoImaginaryPart) {
  expectIs(AC{{inf, 0}, {-0.0, -4}}, [](const AC& z) { return z * 2.0; }, AC{{inf, 0}, {-0.0, -2}});
  expectIs(AC{{inf, 0}}, [](const AC& z, const Array<double>& x) { return x * z; }, AC{{inf, 0}},
           Array<double>{2});
  expectIs(AC{{3, -0.0}}, [](const AC& z) { return z + 2; }, AC{{1, -0.0}});
  expectIs(AC{{1, -2}}, [](const AC& z) { return 2 - z; }, AC{{1, 2}});
}

TEST(Complex, DivisionsDoNotOverflowInBetween) {
  const auto f = [](const AC& a, const AC& b) { return a / b; };
  expectIs(AC{{1, 0}, {0, 1}}, f, AC{{1e300, 1e300}, {-1e-300, 1e-300}},
           AC{{1e300, 1e300}, {1e-300, 1e-300}});
  expectIs(AC{{inf, -inf}, {inf, nan}}, f, AC{{1, -1}, {1, 0}}, AC{{0, 0}, {0, 0}});
  expectIs(AC{{0, -1}, {0.5, -0.0}}, [](const AC& z) { return 1 / z; }, AC{{0, 1}, {2, 0}});
}

TEST(Complex, FunctionsAtTheirEdges) {
  expectIs(AC{{0, 1}, {0, -1}, {0, 0}, {2, 0}}, [](const AC& z) { return sqrt(z); },
           AC{{-1, 0.0}, {-1, -0.0}, {0, 0}, {4, 0}});
  expectIs(AC{{inf, 0}, {1, 0}}, [](const AC& z) { return exp(z); }, AC{{inf, 0}, {0, 0}});
  expectIs(AC{{0, 0}}, [](const AC& z) { return log(z); }, AC{{1, 0}});
  expectIs(Array<double>{5, 1e300}, [](const AC& z) { return abs(z); }, AC{{3, 4}, {0, -1e300}});
  expectIs(Array<double>{25}, [](const AC& z) { return norm(z); }, AC{{3, -4}});
  expectIs(AC{{-5, 12}, {1, -0.0}}, [](const AC& z) { return pow(z, 2); }, AC{{2, 3}, {-1, 0}});
}

TEST(Complex, EqualityIsOfBothParts) {
  const auto f = [](const AC& a, const AC& b) { return std::tuple(a == b, a != b); };
  const auto g = acc(f);
  const auto [equal, different] =
      g(AC{{1, 2}, {1, 2}, {1, 2}, {nan, 0}}, AC{{1, 2}, {1, 3}, {0, 2}, {nan, 0}});
  EXPECT_EQ(std::vector<bool>(equal.span().begin(), equal.span().end()),
            (std::vector<bool>{true, false, false, false}));
  EXPECT_EQ(std::vector<bool>(different.span().begin(), different.span().end()),
            (std::vector<bool>{false, true, true, true}));
}

TEST(Complex, ReductionsKnowTheirAnswers) {
  const AC z{{1, 2}, {3, -4}, {-1, 5}};
  expectIs(Value<C>(C(3, 3)), [](const AC& a) { return sum(a); }, z);
  expectIs(Value<C>(C(1, 1)), [](const AC& a) { return mean(a); }, z);
  expectIs(Value<C>(C(-34, -30)), [](const AC& a) { return dot(a, a); }, z);
  expectIs(Value<double>(56), [](const AC& a) { return sumOfSquares(a); }, z);
  expectIs(Value<double>(7), [](const AC& a) { return norm(a, 1); }, AC{{3, 4}, {0, -2}});
  expectIs(Value<double>(5), [](const AC& a) { return norm(a, inf); }, AC{{3, 4}, {0, -2}});
  expectIs(Value<double>(1), [](const AC& a) { return var(a); }, AC{{0, 1}, {0, -1}});
  expectIs(Value<C>(C(0, 0)), [](const AC& a) { return sum(a); }, AC{});
  expectIs(Value<C>(C(-21, 53)), [](const AC& a) { return product(a); }, z);
  expectIs(Value<C>(C(1, 0)), [](const AC& a) { return product(a); }, AC{});
  expectIs(Value<C>(C(-3, 4)), [](const Array<C, 0>& a) { return product(a); },
           Array<C, 0>(C(-3, 4)));
  // Lanes without elements take no part; infinity times 0 is NaN.
  expectIs(Value<C>(C(inf, 0)), [](const AC& a) { return product(a); }, AC{{inf, 0}});
  expectIs(Value<C>(C(inf, nan)), [](const AC& a) { return product(a); }, AC{{inf, 0}, {1, 0}});
  const auto turned = [](const AC& a) {
    return reduce([](auto x, auto y) { return x * y; }, C(0, 1), a);
  };
  expectIs(Value<C>(C(0, 1)), turned, AC{});
}

// Within a few roundings of the C++ library's.
TEST(Complex, FunctionsAgreeWithTheStandardLibrary) {
  std::vector<C> points;
  for (int k = 0; k < 400; ++k)
    points.push_back(std::polar(std::exp(0.03 * (k % 97) - 1.4), 0.1 + 0.7 * k));
  const AC z(points);
  const auto close = [&](const char* name, auto ours, auto theirs) {
    const AC found = acc(ours)(z);
    for (std::size_t k = 0; k < points.size(); ++k) {
      const C right = theirs(points[k]), at = found.at(static_cast<std::int64_t>(k));
      ASSERT_LE(std::abs(at - right), 4e-15 * std::abs(right) + 1e-15) << name << points[k];
    }
  };
  close("sqrt", [](AC x) { return sqrt(x); }, [](C x) { return std::sqrt(x); });
  close("exp", [](AC x) { return exp(x); }, [](C x) { return std::exp(x); });
  close("log", [](AC x) { return log(x); }, [](C x) { return std::log(x); });
  close("sin", [](AC x) { return sin(x); }, [](C x) { return std::sin(x); });
  close("cos", [](AC x) { return cos(x); }, [](C x) { return std::cos(x); });
  close("sinh", [](AC x) { return sinh(x); }, [](C x) { return std::sinh(x); });
  close("cosh", [](AC x) { return cosh(x); }, [](C x) { return std::cosh(x); });
  close("pow", [](AC x) { return pow(x, C(1.5, 0.5)); },
        [](C x) { return std::pow(x, C(1.5, 0.5)); });
  close("divide", [](AC x) { return C(1, 2) / x; }, [](C x) { return C(1, 2) / x; });
}

TEST(Complex, MixedTypes) {
  const ACF f{{1, 2}};
  const AC d{{1, 2}};
  const Array<double> x{1};
  const Array<int> i{1};
  static_assert(std::is_same_v<decltype(f + d), AC>);
  static_assert(std::is_same_v<decltype(f * x), AC>);
  static_assert(std::is_same_v<decltype(f * i), ACF>);
  static_assert(std::is_same_v<decltype(f * 2.5), ACF>);
  static_assert(std::is_same_v<decltype(f * C(0, 1)), ACF>);
  static_assert(std::is_same_v<decltype(x * CF(0, 1)), AC>);
  static_assert(std::is_same_v<decltype(i * CF(0, 1)), AC>);
  static_assert(std::is_same_v<decltype(Array<float>{1} + C(0, 1)), ACF>);
  static_assert(std::is_same_v<decltype(abs(f)), Array<float>>);
  static_assert(std::is_same_v<decltype(f == d), Array<bool>>);
  static_assert(std::is_same_v<decltype(polar(Value<float>(1), x)), AC>);
  expectIs(AC{{3, 4}}, [](const ACF& a, const AC& b) { return a + b; }, f, AC{{2, 2}});
}

TEST(Complex, NumbersAndValuesAreParameters) {
  const auto rotate = acc([](ACF z, CF by, Value<C> shift) { return z * by + shift; });
  const ACF z{{1, 2}, {3, 4}};
  EXPECT_EQ(rotate(z, CF(0, 1), Value<C>(C(10, 0))).at(1), C(6, 3));
  EXPECT_EQ(rotate(z, CF(1, 0), Value<C>(C(0, 1))).at(0), C(1, 3));
  Value<C> v(C(1, 2));
  v *= C(0, 1);
  EXPECT_EQ(v.get(), C(-2, 1));
  EXPECT_EQ(CF(v), CF(-2, 1));
}

}  // namespace
}  // namespace parax::conformance
