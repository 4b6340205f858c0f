// The order of reductions of several axes: the same in every mode, and that of docs/semantics.md.
#include <bit>
#include <cmath>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "check.h"
#include "shapes.h"

namespace parax::conformance {
namespace {

using Combine = std::function<double(double, double)>;

// As the page says it, without a thought of speed.
double lineOf(std::span<const double> x, const Combine& f) {
  std::vector<double> blocks;
  for (std::size_t begin = 0; begin < x.size(); begin += 1280) {
    std::optional<double> lane[8];
    for (std::size_t e = begin; e < std::min(begin + 1280, x.size()); ++e) {
      auto& own = lane[(e - begin) % 8];
      own = own ? f(*own, x[e]) : x[e];
    }
    for (std::size_t half = 4; half > 0; half /= 2)
      for (std::size_t j = 0; j < half; ++j)
        if (lane[j + half]) lane[j] = f(*lane[j], *lane[j + half]);
    blocks.push_back(*lane[0]);
  }
  while (blocks.size() > 1) {
    std::vector<double> next;
    for (std::size_t k = 0; k < blocks.size(); k += 2)
      next.push_back(k + 1 < blocks.size() ? f(blocks[k], blocks[k + 1]) : blocks[k]);
    blocks = next;
  }
  return blocks[0];
}

double orderOf(std::vector<double> x, Extents extents, double identity, const Combine& f) {
  if (x.empty()) return identity;
  while (!extents.empty()) {
    std::size_t length = static_cast<std::size_t>(extents.back());
    extents.pop_back();
    for (; length < 256 && !extents.empty(); extents.pop_back())
      length *= static_cast<std::size_t>(extents.back());
    std::vector<double> values;
    for (std::size_t at = 0; at < x.size(); at += length)
      values.push_back(lineOf({x.data() + at, length}, f));
    x = values;
  }
  return x[0];
}

struct Sum {
  template <class A>
  auto operator()(const A& a) const {
    return sum(a);
  }
};
// Neither associative nor commutative, and its identity is not neutral.
struct Fold {
  template <class A>
  auto operator()(const A& a) const {
    return reduce([](auto x, auto y) { return (x - y) * 0.75; }, 100.0, a);
  }
};
template <int N>
void expectOrder(std::initializer_list<Extents> shapes) {
  Case checkSum({"sum, lines", "f64", N}, Sum());
  Case checkFold({"reduce, lines", "f64", N}, Fold());
  for (const Extents& extents : shapes) {
    const auto a = Array<double, N>(makeHandle(ElementType::float64, extents, 3, Kind::nearOne));
    checkSum(true, a);
    checkFold(true, a);
    const std::vector<double> x = a.toVector();
    EXPECT_EQ(std::bit_cast<std::uint64_t>(sum(a).get()),
              std::bit_cast<std::uint64_t>(orderOf(x, extents, 0, std::plus<>())));
    EXPECT_EQ(std::bit_cast<std::uint64_t>(Fold()(a).get()),
              std::bit_cast<std::uint64_t>(
                  orderOf(x, extents, 100, [](double p, double q) { return (p - q) * 0.75; })));
  }
}

TEST(ReductionLines, EveryRank) {
  expectOrder<1>({{0}, {1}, {7}, {255}, {256}, {257}, {1279}, {1280}, {1281}, {12345}});
  expectOrder<2>({{0, 300},
                  {300, 0},
                  {1, 1},
                  {9, 255},
                  {9, 256},
                  {9, 257},
                  {9, 1279},
                  {9, 1280},
                  {9, 1281},
                  {300, 5},
                  {40, 300},
                  {3, 9000}});
  expectOrder<3>({{3, 0, 300}, {2, 300, 3}, {20, 3, 128}, {300, 2, 256}});
  expectOrder<4>({{5, 6, 7, 300}, {2, 300, 1, 5}});
  expectOrder<8>({{2, 3, 2, 3, 2, 3, 2, 3}, {2, 1, 3, 2, 1, 2, 2, 300}});
}

TEST(ReductionLines, ZerosKeepTheirSign) {
  const auto total = acc([](Array<double> a) { return sum(a); });
  for (const std::int64_t n : {1, 8, 9, 1281}) {
    const Array<double> a = full<double>(-0.0, n);
    EXPECT_TRUE(std::signbit(sum(a).get())) << n;
    EXPECT_TRUE(std::signbit(total(a).get())) << n;
  }
  EXPECT_FALSE(std::signbit(sum(Array<double>{-0.0, 0.0}).get()));
  EXPECT_FALSE(std::signbit(sum(Array<double>()).get()));
  EXPECT_FALSE(std::signbit(total(Array<double>()).get()));
}

}  // namespace
}  // namespace parax::conformance
