// Fused multiply-adds: the expression decides, in every mode alike.
#include <cstdlib>
#include <sstream>
#include <string_view>
#include <thread>

#include "expect_is.h"

namespace parax::conformance {
namespace {

bool environmentForms() {
  const char* const text = std::getenv("PARAX_FMA");
  return !text || std::string_view(text) != "0";
}

// (1 + e)(1 - e) is 1 - e^2, which rounds to 1.
template <class T>
constexpr T e = std::is_same_v<T, float> ? T(0x1p-13) : T(0x1p-30);

template <class T>
T first(const Value<T>& value) {
  return value.get();
}
template <class T, int N>
T first(const Array<T, N>& array) {
  return array.span()[0];
}

template <class A>
A sample(typename A::Elem number) {
  if constexpr (A::rank == 0)
    return A(number);
  else
    return A{number, 3};
}

// |f(1 + e, 1 - e, 1)| shows whether the product was rounded, in every way and without acc.
template <class A, class F>
void expectFused(const char* what, bool fused, F f) {
  using T = typename A::Elem;
  const A a = sample<A>(1 + e<T>), b = sample<A>(1 - e<T>), c = sample<A>(1);
  const auto right = [&](bool formed) { return fused && formed ? e<T> * e<T> : T(0); };
  for (const Way& way : ways()) {
    const auto g = acc(f, way.options);
    for (int k = 0; k < 2; ++k)
      EXPECT_EQ(std::abs(first(g(a, b, c))), right(way.options.fma)) << what << ", " << way.name;
  }
  EXPECT_EQ(std::abs(first(f(a, b, c))), right(environmentForms())) << what << ", without acc";
}

template <class A>
class MultiplyAdd : public testing::Test {};
using Kinds = testing::Types<Array<double>, Array<float>, Value<double>, Value<float>>;
TYPED_TEST_SUITE(MultiplyAdd, Kinds);

TYPED_TEST(MultiplyAdd, OfEveryForm) {
  using A = TypeParam;
  using T = typename A::Elem;
  expectFused<A>("a * b + c", true, [](A a, A b, A c) { return a * b + -c; });
  expectFused<A>("a * b - c", true, [](A a, A b, A c) { return a * b - c; });
  expectFused<A>("c + a * b", true, [](A a, A b, A c) { return -c + a * b; });
  expectFused<A>("c - a * b", true, [](A a, A b, A c) { return c - a * b; });
  expectFused<A>("c += a * b", true, [](A a, A b, A c) {
    A sum = -c;
    sum += a * b;
    return sum;
  });
  expectFused<A>("c -= a * b", true, [](A a, A b, A c) {
    c -= a * b;
    return c;
  });
  expectFused<A>("two products: the first", true, [](A a, A b, A c) { return a * b - c * c; });
  expectFused<A>("two products: not the second", false,
                 [](A a, A b, A c) { return c * c - a * b; });
  expectFused<A>("numbers", true, [](A a, A, A) { return a * (1 - e<T>)-1; });
  expectFused<A>("numbers on the left", true, [](A a, A, A) { return 1 - (1 - e<T>)*a; });
  expectFused<A>("temporaries", true, [](A a, A b, A c) { return (a + 0) * (b / 1) - (c + 0); });
  expectFused<A>("a chain", true, [](A a, A b, A c) { return c * a * b - c; });
  expectFused<A>("either of two", true, [](A a, A b, A c) { return (1 > 0 ? a * b : c * c) - c; });
}

TYPED_TEST(MultiplyAdd, NotOfWhatHasAName) {
  using A = TypeParam;
  expectFused<A>("a variable", false, [](A a, A b, A c) {
    const auto t = a * b;
    return t - c;
  });
  expectFused<A>("moved", false, [](A a, A b, A c) {
    auto t = a * b;
    return std::move(t) - c;
  });
  expectFused<A>("a reference", false, [](A a, A b, A c) {
    auto&& t = a * b;
    return std::move(t) - c;
  });
  expectFused<A>("assigned", false, [](A a, A b, A c) {
    A t = c;
    return (t = a * b) - c;
  });
  expectFused<A>("a parameter", false, [](A a, A b, A c) {
    const auto less = [&](const A& t) { return t - c; };
    return less(a * b);
  });
  expectFused<A>("changed in place", false, [](A a, A b, A c) {
    a *= b;
    return a - c;
  });
  expectFused<A>("added", false, [](A a, A b, A c) {
    const auto t = a * b;
    c -= t;
    return c;
  });
}

TYPED_TEST(MultiplyAdd, NotOfOtherExpressions) {
  using A = TypeParam;
  expectFused<A>("returned", false, [](A a, A b, A c) {
    const auto times = [](A x, A y) { return x * y; };
    return times(a, b) - c;
  });
  expectFused<A>("returned, its operands are alive", false,
                 [](A a, A b, A c) { return [&] { return a * b; }() - c; });
  expectFused<A>("returned by name", false, [](A a, A b, A c) {
    const auto times = [](const A& x, const A& y) {
      auto t = x * y;
      return t;
    };
    return times(a, b) - c;
  });
  expectFused<A>("negated", false, [](A a, A b, A c) { return -(a * b) + c; });
}

// The operands are what they were when the product was computed.
TYPED_TEST(MultiplyAdd, OperandsThatChangeInBetween) {
  using A = TypeParam;
  struct Pair {
    A product, other;
  };
  expectFused<A>("changed", true, [](A a, A b, A c) {
    const auto change = [&] { return a += 1, b = a, c; };
    return Pair{a * b, change()}.product - c;
  });
  expectFused<A>("moved away", true, [](A a, A b, A c) {
    const auto drop = [&] {
      const A gone = std::move(a), other = std::move(b);
      return c;
    };
    return Pair{a * b, drop()}.product - c;
  });
}

TYPED_TEST(MultiplyAdd, ReadingNumbersInBetweenChangesNothing) {
  using A = TypeParam;
  const auto total = [](const A& c) {
    if constexpr (A::rank == 0)
      return c.get();
    else
      return min(c).get();
  };
  const auto print = [](const A& x) {
    std::ostringstream out;
    out << x;
    return out.str().size();
  };
  expectFused<A>("a number", true, [=](A a, A b, A c) { return a * b - total(c); });
  expectFused<A>("a number first", true, [=](A a, A b, A c) { return total(c) - a * b; });
  expectFused<A>("temporaries, a number", true,
                 [=](A a, A b, A c) { return (a + 0) * (b / 1) - total(c + 0); });
  expectFused<A>("factors that are numbers", true,
                 [=](A a, A b, A c) { return c * (2 * total(a)) * (b / 2) - total(c + 0); });
  expectFused<A>("printed", true,
                 [=](A a, A b, A c) { return a * b - (print(a * c) > 0 ? c : a); });
  expectFused<A>("a variable, printed", false, [=](A a, A b, A c) {
    const auto t = a * b;
    return print(t) > 0 ? t - c : a;
  });
}

// What the caller of an accelerated function wrote is none of its own.
TYPED_TEST(MultiplyAdd, NotAcrossTheCallOfAnAcceleratedFunction) {
  using A = TypeParam;
  using T = typename A::Elem;
  const A a = sample<A>(1 + e<T>), b = sample<A>(1 - e<T>);
  const auto less = [](auto&& x) { return std::forward<decltype(x)>(x) - 1; };
  for (const Way& way : ways()) {
    const auto inner = acc(less, way.options);
    for (int k = 0; k < 2; ++k) EXPECT_EQ(first(inner(a * b)), 0) << way.name;
    const auto outer = acc([&](A x, A y) { return inner(x * y); }, way.options);
    EXPECT_EQ(first(outer(a, b)), 0) << way.name;
  }
}

using AF = Array<float>;
using AD = Array<double>;
using AD2 = Array<double, 2>;

// f and g are the same to the last bit; g spells out what f means.
template <class F, class G, class... Args>
void expectSame(const char* what, F f, G g, const Args&... args) {
  for (const Way& way : ways()) {
    if (!way.options.fma) continue;
    Flat found, right;
    flatten(found, acc(f, way.options)(args...));
    flatten(right, acc(g, way.options)(args...));
    EXPECT_EQ(difference(right, found), "") << what << ", " << way.name;
  }
}

const AD x = make<double, 1>({300}, 1), y = make<double, 1>({300}, 2),
         z = make<double, 1>({300}, 3);

TEST(MultiplyAdds, AreWhatFmaGives) {
  expectSame("a * b + c", [](AD a, AD b, AD c) { return a * b + c; },
             [](AD a, AD b, AD c) { return fma(a, b, c); }, x, y, z);
  expectSame("a * b - c", [](AD a, AD b, AD c) { return a * b - c; },
             [](AD a, AD b, AD c) { return fma(a, b, -c); }, x, y, z);
  expectSame("c - a * b", [](AD a, AD b, AD c) { return c - a * b; },
             [](AD a, AD b, AD c) { return fma(-a, b, c); }, x, y, z);
  expectSame("both", [](AD a, AD b, AD c) { return a * b + b * c; },
             [](AD a, AD b, AD c) { return fma(a, b, b * c); }, x, y, z);
  expectSame("a polynomial", [](AD a, AD, AD) { return ((a * 3 + 0.7) * a - 2) * a + 1; },
             [](AD a, AD, AD) { return fma(fma(fma(a, 3, 0.7), a, -2), a, 1); }, x, y, z);
  expectSame("a * a + a", [](AD a, AD, AD) { return a * a + a; },
             [](AD a, AD, AD) { return fma(a, a, a); }, x, y, z);
  expectSame("converted factors", [](AF a, AD b, AD c) { return a * b - c; },
             [](AF a, AD b, AD c) { return fma(cast<double>(a), b, -c); }, cast<float>(x), y, z);
  // The product is rounded to float before it is converted.
  expectSame("a converted product", [](AF a, AF b, AD c) { return a * b + c; },
             [](AF a, AF b, AD c) {
    const auto t = a * b;
    return t + c;
  }, cast<float>(x), cast<float>(y), z);
  expectSame("a converted product, compound", [](AF a, AF b, AD c) { return c += a * b, c; },
             [](AF a, AF b, AD c) {
    const auto t = a * b;
    return t + c;
  }, cast<float>(x), cast<float>(y), z);
}

TEST(MultiplyAdds, OfProductsThatRepeat) {
  const AD2 m = make<double, 2>({5, 60}, 1), column = make<double, 2>({5, 1}, 2);
  const AD row = make<double, 1>({60}, 3), one{0.3};
  const Value<double> v = 0.7, w = 1.3;
  const auto plus = [](const auto& a, const auto& b, const auto& c) { return c + a * b; };
  const auto minus = [](const auto& a, const auto& b, const auto& c) { return c - a * b; };
  const auto plusFma = [](const auto& a, const auto& b, const auto& c) { return fma(a, b, c); };
  const auto minusFma = [](const auto& a, const auto& b, const auto& c) { return fma(-a, b, c); };
  const auto check = [&](const char* what, const auto&... operands) {
    expectSame(what, plus, plusFma, operands...);
    expectSame(what, minus, minusFma, operands...);
  };
  check("a row", row, row, m);
  check("an outer product", column, row, m);
  check("a sum that repeats", m, m, row);
  check("one element", one, one, m);
  check("values", v, w, m);
  check("a value", m, v, row);
  check("values only", v, w, v);
}

TEST(MultiplyAdds, InPlaceOrNot) {
  const auto check = [](const char* what, auto f, auto g) {
    expectSame(what, f, g, x, y);
    Flat found, right;
    flatten(found, f(x, y));
    flatten(right, g(x, y));
    if (environmentForms()) {
      EXPECT_EQ(difference(right, found), "") << what << ", without acc";
    }
  };
  const auto plus = [](AD a, AD b) { return fma(a, b, a); };
  const auto minus = [](AD a, AD b) { return fma(-a, b, a); };
  check("a += a * b", [](AD a, AD b) { return a += a * b, a; }, plus);
  check("a -= a * b", [](AD a, AD b) { return a -= a * b, a; }, minus);
  const auto handedOut = [](AD a, AD b) {
    a.mutableData();
    return a += a * b, a;
  };
  check("handed out", handedOut, plus);
  AD own = x;
  const double* const memory = own.mutableData();
  own += own * y;
  EXPECT_EQ(memory, own.data()) << "library mode writes in place";
  check("shared", [](AD a, AD b) {
    const AD copy = a;
    a += copy * b;
    return a + 0 * copy;
  }, [](AD a, AD b) { return fma(0, a, fma(a, b, a)); });
  check("alone", [](AD a, AD b) {
    AD c = -(-a);
    c += a * b;
    return c;
  }, plus);
  EXPECT_EQ(x.at(7), (make<double, 1>({300}, 1).at(7)));
}

TEST(MultiplyAdds, InTheFunctionOfAReduction) {
  expectSame("reduce", [](AD a) {
    return reduce([](auto p, auto q) { return p + q * 1.1; }, 0.0, a);
  }, [](AD a) { return reduce([](auto p, auto q) { return fma(q, 1.1, p); }, 0.0, a); }, x);
  expectSame("a reduction is no operand", [](AD a, AD b) { return sum(a * b); },
             [](AD a, AD b) { return dot(a, b); }, x, y);
}

// Each part of a product forms its own; a sum takes no complex product in.
TEST(MultiplyAdds, OfComplexElements) {
  using C = Array<std::complex<double>>;
  const C p = complexOf(x, y), q = complexOf(y, z);
  const auto parts = [](C a, C b) {
    const auto ii = imag(a) * imag(b), ir = imag(a) * real(b);
    return complexOf(fma(real(a), real(b), -ii), fma(real(a), imag(b), ir));
  };
  expectSame("a * b", [](C a, C b) { return a * b; }, parts, p, q);
  expectSame("a * b + c", [](C a, C b) { return a * b + a; },
             [parts](C a, C b) { return a + parts(a, b); }, p, q);
  expectSame("2.0 * a + b", [](C a, C b) { return 0.7 * a + b; }, [](C a, C b) {
    const auto t = 0.7 * a;
    return t + b;
  }, p, q);
  expectSame("norm", [](C a) { return norm(a); }, [](C a) {
    const auto ii = imag(a) * imag(a);
    return fma(real(a), real(a), ii);
  }, p);
  expectSame("parts", [](C a) { return real(a) * imag(a) + 1; },
             [](C a) { return fma(real(a), imag(a), 1); }, p);
}

// A product that another thread takes over is fused by nobody, and harms nobody.
TEST(MultiplyAdds, ProductsThatLeaveTheThread) {
  AD result;
  const auto work = [&](AD product) { result = std::move(product) - 1; };
  std::thread(work, AD{1 + e<double>} * AD{1 - e<double>}).join();
  EXPECT_EQ(result.at(0), 0);
}

TEST(MultiplyAdds, AFunctionsOptionsCountInLibraryMode) {
  const auto f = [](AD a) { return a * a - 1.0; };
  static const auto unfused = acc(f, {.mode = Mode::library, .fma = false});
  static const auto fused = acc(f, {.mode = Mode::library, .fma = true});
  const AD a{1 + e<double>};
  const double once = std::fma(a.at(0), a.at(0), -1.0), twice = 0x1p-29;
  ASSERT_NE(once, twice);
  EXPECT_EQ(fused(a).at(0), once);
  EXPECT_EQ(unfused(a).at(0), twice);
  EXPECT_EQ(f(a).at(0), environmentForms() ? once : twice);
  // The outer function's hold, as in a recording.
  EXPECT_EQ(acc([](AD b) { return unfused(b); }, {.mode = Mode::library, .fma = true})(a).at(0),
            once);
  EXPECT_EQ(acc([](AD b) { return fused(b); }, {.mode = Mode::library, .fma = false})(a).at(0),
            twice);
  EXPECT_EQ(f(a).at(0), environmentForms() ? once : twice);
}

}  // namespace
}  // namespace parax::conformance
