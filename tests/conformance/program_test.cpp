// Whole programs: fusion, several loops, numbers read back, control flow, arrays that outlive the
// call.
#include "check.h"

namespace parax::conformance {
namespace {

const Array<double>& sample() {
  static const auto a = make<double, 1>({4097}, 2, Kind::finite);
  return a;
}

template <class F>
void onSizes(const char* name, F f) {
  Case check({name, "double", 1}, f, true);
  for (const std::int64_t n : {1, 8, 33, 69, 4097, 0})
    check(true, make<double, 1>({n}, 2, Kind::finite));
}

TEST(Programs, MultiplyAdds) {
  onSizes("a*a + a", [](Array<double> a) { return a * a + a; });
  onSizes("a - a*3", [](Array<double> a) { return a - a * 3; });
  onSizes("a*0.1 - a", [](Array<double> a) { return a * 0.1 - a; });
  onSizes("-(a*a) + a*a", [](Array<double> a) { return -(a * a) + a * a; });
  onSizes("sum(a*a)", [](Array<double> a) { return sum(a * a); });
  onSizes("float a*a + 1", [](Array<double> a) {
    const auto f = cast<float>(a);
    return f * f + 1;
  });
}

TEST(Programs, Polynomial) {
  onSizes("polynomial", [](Array<double> a) {
    auto p = full<double>(0.3, a.size());
    for (int k = 0; k < 12; ++k) p = p * a + 1.0 / (k + 1);
    return p;
  });
}

TEST(Programs, ReductionsFeedLoops) {
  onSizes("a / sum(a)", [](Array<double> a) { return a / sum(a); });
  onSizes("variance", [](Array<double> a) {
    const auto n = static_cast<double>(a.size());
    const auto mean = sum(a) / n;
    return std::tuple(mean, sum((a - mean) * (a - mean)) / n);
  });
  onSizes("several sums", [](Array<double> a) {
    return std::tuple(sum(a), sum(a * a), any(a > 5), all(a < 1e300), sum(a > 0));
  });
}

TEST(Programs, IntegersWrapAndCount) {
  const auto f = [](Array<std::int32_t> a, Array<std::int64_t> b) {
    return std::tuple(a * a + 7, sum(a), b * b - a, sum(b * b), (a + 1) / 3);
  };
  Case check({"integers", "int32", 1}, f);
  for (const std::int64_t n : {0, 1, 17, 69, 1023})
    check(true, make<std::int32_t, 1>({n}, 0), make<std::int64_t, 1>({n}, 1));
}

TEST(Programs, Logic) {
  onSizes("clamp and count", [](Array<double> a) {
    const auto inside = (a > -1 && !(a >= 2)) || a == 3.75;
    const auto clamped = select(inside, a, select(a < 0, -1, 2));
    return std::tuple(clamped, sum(inside), min(max(a, -1), 2));
  });
}

TEST(Programs, NumbersTakenOut) {
  onSizes("number read back", [](Array<double> a) {
    const double total = sum(a).get();
    auto b = a * 2;
    if (any(b > 10)) b = b - total;
    const double first = b.size() > 0 ? b.at(0) : 1.0;
    return std::tuple(b * first, static_cast<int>(max(full<double>(first, 3))));
  });
  onSizes("until it is small", [](Array<double> a) {
    int steps = 0;
    while (bool(sum(abs(a)) > 1000.0) && steps < 20) {
      a /= 16;
      ++steps;
    }
    return std::tuple(a, steps);
  });
}

TEST(Programs, MathChain) {
  onSizes("math chain", [](Array<double> a) {
    return sqrt(abs(a)) + exp(-abs(a)) * erf(a) - log(abs(a) + 1) / log10(abs(a) + 2);
  });
  onSizes("float math chain", [](Array<double> a) {
    const auto f = cast<float>(a);
    return sqrt(abs(f)) + exp(-abs(f)) * erf(f) - log(abs(f) + 1) / log10(abs(f) + 2);
  });
}

TEST(Programs, OuterProductsAndRows) {
  const auto f = [](Array<double, 2> m, Array<double> row, Array<double, 2> column) {
    const auto outer = column * row;
    return std::tuple(outer + m, sum(outer), max(m - row) * column, sum(m * m));
  };
  Case check({"rows and columns", "double", 2}, f, true);
  for (const auto& [n, m] : {std::pair(5, 37), {1, 8}, {40, 1}, {0, 3}, {61, 67}})
    if (n > 0)
      check(true, make<double, 2>({n, m}, 2, Kind::finite), make<double, 1>({m}, 1, Kind::finite),
            make<double, 2>({n, 1}, 0, Kind::finite));
}

// What leaves by a captured variable is there after the call.
TEST(Programs, EscapingArraysHaveTheirValues) {
  for (const Way& way : ways()) {
    Array<double> escaped;
    Value<double> total;
    const Array<double> captured = sample() + 1;
    const auto f = acc([&](Array<double> a) {
      escaped = a * captured;
      total = sum(escaped);
      return escaped + 1;
    }, way.options);
    const Array<double> result = f(sample());
    EXPECT_EQ(result.at(5), escaped.at(5) + 1) << way.name;
    EXPECT_EQ(total.get(), sum(escaped).get()) << way.name;
    const auto again = f(sample() * 2);
    EXPECT_EQ(again.at(9), escaped.at(9) + 1) << way.name;
  }
}

TEST(Programs, CopiesKeepTheirValues) {
  onSizes("copies", [](Array<double> a) {
    const Array<double> before = a;
    a += 1;
    const Array<double> middle = a;
    a = a * a;
    return std::tuple(before, middle, a);
  });
}

TEST(Programs, DataReadAndWrittenWhileRecording) {
  onSizes("mutableData", [](Array<double> a) {
    auto b = a * 3;
    if (b.size() > 0) b.mutableData()[0] = 42;
    const auto c = b;
    if (b.size() > 0) b.mutableData()[0] = 43;
    return std::tuple(b + 1, c + 1);
  });
}

}  // namespace
}  // namespace parax::conformance
