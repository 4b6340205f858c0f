// How arguments go in and results come out: references, numbers, values, tuples, structs, generic
// lambdas.
#include "check.h"

struct Body {
  parax::Array<double, 2> position;
  parax::Value<double> mass;
  int kind = 0;
};
template <>
struct parax::Fields<Body> {
  static auto tie(auto& body) { return std::tie(body.position, body.mass, body.kind); }
};

// One that leaves a member out on purpose.
struct Labelled {
  parax::Array<double> a;
  int label = 7;
};
template <>
struct parax::Fields<Labelled> {
  static constexpr bool partial = true;
  static auto tie(auto& labelled) { return std::tie(labelled.a); }
};

namespace parax::conformance {
namespace {

enum class Side { left, right };

Array<double> freeFunction(Array<double> x) { return x + x * x; }
Array<float> constReference(const Array<float>& x, const float& factor) { return x * factor; }

const auto x = make<double, 1>({69}, 2, Kind::finite);
const auto y = make<double, 1>({69}, 1, Kind::finite);

TEST(Arguments, FreeFunctions) {
  Case check({"free function", "double", 1}, &freeFunction, true);
  check(true, x);
  check(true, Array<double>());
  Case byReference({"const references", "float", 1}, &constReference);
  byReference(true, cast<float>(x), 2.5f);
  byReference(true, cast<float>(y), 1e30f);
}

TEST(Arguments, InOut) {
  const auto update = [](Array<double>& a, const Array<double>& b, Array<double> c) {
    a = a + b;
    c += 1;  // our own copy
    a *= c;
  };
  Case check({"in-out", "double", 1}, update, true);
  check(true, x, y, y);
  check(true, x, x, x);
  const auto untouched = [](Array<double>& a, Array<double>& b) { b = a; };
  Case swap({"in-out, assigned from another", "double", 1}, untouched);
  swap(true, x, y);
  const auto resize = [](Array<double>& a, Index n) { a = zeros<double>(n); };
  Case other({"in-out, another size", "double", 1}, resize);
  other(true, x, Index(7));
  other(true, x, Index(0));
}

TEST(Arguments, InOutValues) {
  const auto accumulate = [](Value<double>& total, const Array<double>& a) { total += sum(a); };
  Case check({"in-out value", "double", 1}, accumulate);
  check(true, Value<double>(0.5), x);
}

TEST(Arguments, GenericLambdas) {
  const auto byValue = [](auto a, auto b) { return a * b - 1; };
  Case value({"generic", "double", 1}, byValue, true);
  value(true, x, y);
  value(true, x, 2);
  value(true, x, Value<float>(2));
  value(true, Array<float, 2>{{1, 2}, {3, 4}}, cast<float>(x.at(0) * full<double>(1, 2)));
  const auto byReference = [](auto& a, const auto& b) { a -= b; };
  Case reference({"generic in-out", "double", 1}, byReference);
  reference(true, x, y);
}

TEST(Arguments, MutableLambdas) {
  for (const Mode mode : {Mode::compile, Mode::interpret, Mode::library}) {
    const auto count =
        acc([n = 0](Array<double> a) mutable { return a * ++n; }, Options{.mode = mode});
    for (int k = 1; k <= 3; ++k) EXPECT_EQ(count(Array<double>{2}).at(0), 2 * k);
    auto copy = count;
    EXPECT_EQ(copy(Array<double>{2}).at(0), 8);
    EXPECT_EQ(count(Array<double>{2}).at(0), 8) << "a copy has captures of its own";
  }
}

TEST(Arguments, NumbersAndEnums) {
  const auto f = [](Array<double> a, int times, bool negate, Side side, long double weight) {
    for (int k = 0; k < times; ++k) a = a * 0.5 + k;
    if (negate) a = -a;
    if (side == Side::left) a += 1;
    return a * static_cast<double>(weight);
  };
  Case check({"plain numbers", "double", 1}, f, true);
  for (const int times : {0, 1, 5, 1})
    for (const bool negate : {false, true}) check(true, x, times, negate, Side::right, 0.25L);
  check(true, x, 2, false, Side::left, 3.0L);
}

TEST(Arguments, Values) {
  const auto f = [](Value<double> a, Value<std::int32_t> n, Array<double> v) {
    return v * a + cast<double>(n * n);
  };
  Case check({"values", "double", 1}, f, true);
  check(true, Value<double>(0.1), Value<std::int32_t>(3), x);
  check(true, Value<double>(-0.0), Value<std::int32_t>(1 << 20), x);
}

TEST(Arguments, TuplesAndStructs) {
  const auto tuples = [](std::tuple<Array<double>, Value<double>, int> t,
                         std::pair<Array<double>, float> p) {
    const auto& [a, v, n] = t;
    return std::tuple(a * v, p.first + n, sum(a) * p.second);
  };
  Case check({"tuples", "double", 1}, tuples);
  check(true, std::tuple(x, Value<double>(2), 3), std::pair(y, 0.5f));
  const auto structs = [](Body body, Array<double> by) {
    body.position += by;
    body.mass *= 2;
    if (body.kind == 1) body.position *= body.mass;
    return body;
  };
  Case bodies({"structs", "double", 2}, structs);
  for (const int kind : {0, 1, 0}) {
    const Body body{make<double, 2>({5, 3}, 2, Kind::finite), 1.5, kind};
    bodies(true, body, Array<double>{1, 2, 3});
  }
  const auto inOut = [](Body& body, Array<double>& other) {
    body.position = body.position * body.mass;
    other = other + sum(body.position);
    body.kind += 1;
  };
  Case bodiesInOut({"in-out structs", "double", 2}, inOut);
  bodiesInOut(true, Body{make<double, 2>({5, 3}, 2, Kind::finite), 1.5, 4}, x);
}

TEST(Arguments, StdArrays) {
  for (const Way& way : ways()) {
    const auto f = acc([](std::array<Array<double>, 2> pair, std::array<int, 2> by) {
      return std::array{pair[1] * by[0], pair[0] * by[1]};
    }, way.options);
    for (int k = 0; k < 3; ++k) {
      const auto swapped = f({Array<double>{1, 2}, Array<double>{3}}, {10, 100});
      EXPECT_EQ(swapped[0].toVector(), std::vector<double>{30}) << way.name;
      EXPECT_EQ(swapped[1].toVector(), (std::vector<double>{100, 200})) << way.name;
    }
  }
}

TEST(Arguments, Lists) {
  for (const Way& way : ways()) {
    const auto f = acc([](Array<double> a, Array<int, 2>& m, Value<double> k) {
      m += 1;
      return sum(a) * k;
    }, way.options);
    Array<int, 2> m{{1, 2}};
    EXPECT_EQ(f({1, 2, 3}, m, 2).get(), 12) << way.name;
    const Array<double> a{1};
    EXPECT_EQ(f(a, m, {}).get(), 0) << way.name;
    EXPECT_EQ(m.toVector(), (std::vector<int>{3, 4})) << way.name;
  }
}

TEST(Arguments, PartialFields) {
  for (const Way& way : ways()) {
    const auto f = acc([](Labelled s) { return s.a * 2; }, way.options);
    for (int k = 0; k < 3; ++k)
      EXPECT_EQ(f(Labelled{{1, 2}, k}).toVector(), (std::vector<double>{2, 4})) << way.name;
  }
}

TEST(Results, OfEveryKind) {
  const auto several = [](Array<double> a) {
    return std::tuple(a, a, a + 1, max(a), a.size(), std::pair(a > 0, any(a > 1)));
  };
  Case check({"several results", "double", 1}, several);
  check(true, x);
  check(true, y);
  const auto none = [](Array<double>) {};
  Case nothing({"no result", "double", 1}, none);
  nothing(true, x);
  const auto constant = [](Array<double>) { return Array<int>{1, 2, 3}; };
  Case constants({"a constant array", "int32", 1}, constant);
  constants(true, x);
  const auto plain = [](Array<double> a) { return sum(a).get(); };
  Case number({"a plain number", "double", 1}, plain);
  number(true, x);
  number(true, y);
}

TEST(Results, AcceleratedFunctionsInsideOthers) {
  const auto inner = acc([](Array<double> a) { return a * 2; });
  const auto outer = [inner](Array<double> a) { return inner(inner(a) + 1); };
  Case check({"acc inside acc", "double", 1}, outer, true);
  check(true, x);
}

}  // namespace
}  // namespace parax::conformance
