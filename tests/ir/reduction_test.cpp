// The fixed tree of reductions against an independent implementation of its description.
#include "ir/reduction_tree.h"

#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "arrays.h"
#include "ir/evaluate.h"
#include "parax/core/error.h"

namespace parax::ir {
namespace {

using test::bitsOf;

template <class T>
using Combine = std::function<T(T, T)>;

// Recursive where the real one iterates: a lane is a left fold, lanes and blocks are trees. What
// has no elements has no value.
template <class T>
std::optional<T> both(const std::optional<T>& x, const std::optional<T>& y, const Combine<T>& f) {
  if (!x || !y) return x ? x : y;
  return f(*x, *y);
}

template <class T>
std::optional<T> foldLane(const std::vector<T>& block, std::size_t lane, std::size_t lanes,
                          const Combine<T>& f) {
  std::optional<T> total;
  for (std::size_t e = lane; e < block.size(); e += lanes)
    total = both(total, std::optional<T>(block[e]), f);
  return total;
}

// Lane j is combined with lane j + half of the lanes'
// number first, so the tree's leaves are strided.
template <class T>
std::optional<T> lanesTree(const std::vector<std::optional<T>>& lanes, std::size_t first,
                           std::size_t stride, const Combine<T>& f) {
  if (stride >= lanes.size()) return lanes[first];
  return both(lanesTree(lanes, first, stride * 2, f),
              lanesTree(lanes, first + stride, stride * 2, f), f);
}

template <class T>
T blocksTree(const std::vector<T>& blocks, const Combine<T>& f) {
  if (blocks.size() == 1) return blocks[0];
  std::vector<T> next;
  for (std::size_t k = 0; k + 1 < blocks.size(); k += 2)
    next.push_back(f(blocks[k], blocks[k + 1]));
  if (blocks.size() % 2 == 1) next.push_back(blocks.back());
  return blocksTree(next, f);
}

template <class T>
T lineTree(const std::vector<T>& x, std::size_t lanes, const Combine<T>& f) {
  std::vector<T> blocks;
  for (std::size_t begin = 0; begin < x.size(); begin += 1280) {
    const auto end = std::min(begin + 1280, x.size());
    const std::vector<T> block(x.begin() + static_cast<std::ptrdiff_t>(begin),
                               x.begin() + static_cast<std::ptrdiff_t>(end));
    std::vector<std::optional<T>> lane;
    for (std::size_t j = 0; j < lanes; ++j) lane.push_back(foldLane(block, j, lanes, f));
    blocks.push_back(*lanesTree(lane, 0, 1, f));
  }
  return blocksTree(blocks, f);
}

using Extents = std::vector<std::int64_t>;

// The axes of the last line are taken away, and each of its lines becomes one value.
template <class T>
T expected(const std::vector<T>& x, Extents extents, std::size_t lanes, T identity,
           const Combine<T>& f) {
  if (x.empty()) return identity;
  if (extents.empty()) return x[0];
  std::size_t length = 1;
  do {
    length *= static_cast<std::size_t>(extents.back());
    extents.pop_back();
  } while (length < 256 && !extents.empty());
  std::vector<T> values;
  for (auto at = x.begin(); at != x.end(); at += static_cast<std::ptrdiff_t>(length))
    values.push_back(lineTree({at, at + static_cast<std::ptrdiff_t>(length)}, lanes, f));
  return expected(values, extents, lanes, identity, f);
}

const std::size_t sizes[] = {0,  1,    2,    31,   32,       33,           63,          64,
                             65, 1279, 1280, 1281, 2 * 1280, 3 * 1280 + 5, 7 * 1280 + 1};

template <class T>
std::vector<T> randomNumbers(std::size_t n) {
  std::mt19937_64 random(n + 1);
  std::vector<T> list;
  for (std::size_t k = 0; k < n; ++k) {
    if constexpr (std::is_same_v<T, bool>)
      list.push_back(random() % 50 == 0);
    else if constexpr (std::is_integral_v<T>)
      list.push_back(static_cast<T>(random()));
    else {  // full mantissas, so that every other order of a sum rounds otherwise
      const double mantissa = static_cast<double>(random()) - 0x1p63;
      list.push_back(static_cast<T>(std::ldexp(mantissa, static_cast<int>(random() % 20) - 60)));
    }
  }
  return list;
}

template <class T>
T treeOf(Op op, const std::vector<T>& x, const Extents& extents) {
  const test::TestArray<T> array(x);
  return evaluateReduction(op, elementTypeOf<T>, extents, array.bytes.data()).template as<T>();
}
template <class T>
T treeOf(Op op, const std::vector<T>& x) {
  return treeOf(op, x, {static_cast<std::int64_t>(x.size())});
}

template <class T>
void expectTree(Op op, std::size_t lanes, T identity, const Combine<T>& f) {
  for (std::size_t n : sizes) {
    if (n == 0 && info(op).has(op_property::nonEmpty)) continue;
    const std::vector<T> x = randomNumbers<T>(n);
    EXPECT_EQ(bitsOf(treeOf(op, x)),
              bitsOf(expected(x, {static_cast<std::int64_t>(n)}, lanes, identity, f)))
        << name(op) << " of " << n << " " << name(elementTypeOf<T>);
  }
}

template <class T>
void expectOrderTrees(std::size_t lanes, T most, T least) {
  expectTree<T>(Op::reduceMin, lanes, most, [](T a, T b) { return b < a ? b : a; });
  expectTree<T>(Op::reduceMax, lanes, least, [](T a, T b) { return a < b ? b : a; });
}

TEST(ReductionTree, Sums) {
  expectTree<double>(Op::reduceSum, 8, 0, std::plus<double>());
  expectTree<float>(Op::reduceSum, 16, 0, std::plus<float>());
  expectTree<std::int64_t>(Op::reduceSum, 8, 0, [](std::int64_t a, std::int64_t b) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
  });
  expectTree<std::int32_t>(Op::reduceSum, 16, 0, [](std::int32_t a, std::int32_t b) {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(a) + static_cast<std::uint32_t>(b));
  });
}

TEST(ReductionTree, MinAndMax) {
  expectOrderTrees<double>(8, HUGE_VAL, -HUGE_VAL);
  expectOrderTrees<float>(16, HUGE_VALF, -HUGE_VALF);
  expectOrderTrees<std::int32_t>(16, INT32_MAX, INT32_MIN);
  expectOrderTrees<std::int64_t>(8, INT64_MAX, INT64_MIN);
  expectOrderTrees<bool>(64, true, false);
}

TEST(ReductionTree, AnyAndAll) {
  expectTree<bool>(Op::reduceAny, 64, false, std::logical_or<bool>());
  expectTree<bool>(Op::reduceAll, 64, true, std::logical_and<bool>());
  EXPECT_FALSE(treeOf<bool>(Op::reduceAny, {}));
  EXPECT_TRUE(treeOf<bool>(Op::reduceAll, {}));
}

TEST(ReductionTree, OrderIsNotThatOfALeftFold) {
  // Otherwise the comparisons above would prove nothing about the tree.
  for (std::size_t n : {64u, 1280u, 1281u}) {
    const std::vector<double> x = randomNumbers<double>(n);
    double left = 0;
    for (double e : x) left += e;
    EXPECT_NE(left, treeOf(Op::reduceSum, x)) << n;
  }
}

TEST(ReductionTree, EdgesOfFloats) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (std::size_t at : {0u, 31u, 40u, 4999u}) {
    std::vector<double> x(5000, 1.0);
    x[at] = nan;
    for (Op op : {Op::reduceSum, Op::reduceMin, Op::reduceMax})
      EXPECT_TRUE(std::isnan(treeOf(op, x))) << name(op) << " " << at;
  }
  EXPECT_EQ(bitsOf(treeOf<double>(Op::reduceSum, {-0.0})), bitsOf(-0.0));
  EXPECT_EQ(bitsOf(treeOf(Op::reduceSum, std::vector<float>(3000, -0.0f))), bitsOf(-0.0f));
  EXPECT_EQ(bitsOf(treeOf<double>(Op::reduceSum, {-0.0, 0.0})), bitsOf(0.0));
  EXPECT_EQ(bitsOf(treeOf<double>(Op::reduceSum, {})), bitsOf(0.0));
  EXPECT_EQ(bitsOf(treeOf<double>(Op::reduceMin, {0.0, -0.0})), bitsOf(-0.0));
  EXPECT_EQ(bitsOf(treeOf<double>(Op::reduceMax, {-0.0, 0.0})), bitsOf(0.0));
  EXPECT_EQ(treeOf<double>(Op::reduceMin, {HUGE_VAL}), HUGE_VAL);
  EXPECT_EQ(treeOf<double>(Op::reduceMax, {-HUGE_VAL}), -HUGE_VAL);
}

// Lines shorter, as long as and longer than 256 and a block; every rank; nothing to reduce.
const Extents shapes[] = {{},
                          {0, 300},
                          {300, 0},
                          {3, 0, 300},
                          {1, 1},
                          {5, 255},
                          {5, 256},
                          {5, 257},
                          {3, 1279},
                          {3, 1280},
                          {3, 1281},
                          {300, 5},
                          {300, 1},
                          {1, 300},
                          {2, 300, 1, 5},
                          {300, 2, 128},
                          {300, 2, 127},
                          {300, 257},
                          {2, 3, 400},
                          {7, 1300, 300},
                          {2, 2, 2, 2, 2, 2, 2, 40},
                          {2, 3, 2, 3, 2, 3, 2, 3},
                          {1, 2, 1, 256, 1, 2, 3, 100},
                          {260, 1, 1, 1, 1, 1, 2, 256}};

std::string textOf(const Extents& extents) {
  std::string text;
  for (std::int64_t e : extents) text += std::to_string(e) + " ";
  return text;
}

template <class T>
std::vector<T> randomArray(const Extents& extents) {
  std::size_t n = 1;
  for (std::int64_t e : extents) n *= static_cast<std::size_t>(e);
  return randomNumbers<T>(n);
}

TEST(ReductionTree, OneAxisAfterTheOther) {
  for (const Extents& extents : shapes) {
    const auto x = randomArray<float>(extents);
    const auto y = randomArray<double>(extents);
    EXPECT_EQ(bitsOf(treeOf(Op::reduceSum, x, extents)),
              bitsOf(expected<float>(x, extents, 16, 0, std::plus<float>())))
        << textOf(extents);
    EXPECT_EQ(bitsOf(treeOf(Op::reduceProduct, y, extents)),
              bitsOf(expected<double>(y, extents, 8, 1, std::multiplies<double>())))
        << textOf(extents);
  }
}

TEST(ReductionTree, RankShows) {
  const auto x = randomNumbers<float>(4 * 1300);
  const float flat = treeOf(Op::reduceSum, x, {4 * 1300});
  EXPECT_NE(treeOf(Op::reduceSum, x, {4, 1300}), flat);
  EXPECT_EQ(treeOf(Op::reduceSum, x, {1, 4 * 1300}), flat);
  EXPECT_EQ(treeOf(Op::reduceSum, x, {26, 200}), flat) << "short lines are one";
}

// Neither associative nor commutative, and no identity: every step shows.
TEST(ReductionTree, AnyFunction) {
  const Combine<double> f = [](double a, double b) { return 0.75 * a - b + 1; };
  for (const Extents& extents : shapes) {
    const auto x = randomArray<double>(extents);
    const double total = reduceArray<double>(
        8, 1e9, f, extents, [&](std::int64_t e) { return x[static_cast<std::size_t>(e)]; });
    EXPECT_EQ(bitsOf(total), bitsOf(expected<double>(x, extents, 8, 1e9, f))) << textOf(extents);
  }
  for (std::size_t n : sizes) {
    const auto x = randomNumbers<double>(n);
    const Extents extents = {static_cast<std::int64_t>(n)};
    const double total = reduceArray<double>(
        8, 1e9, f, extents, [&](std::int64_t e) { return x[static_cast<std::size_t>(e)]; });
    EXPECT_EQ(bitsOf(total), bitsOf(expected<double>(x, extents, 8, 1e9, f))) << n;
  }
}

TEST(ReductionTree, LanesAreAPowerOfTwo) {
  const std::pair<std::size_t, std::int64_t> known[] = {{1, 64}, {2, 32}, {3, 32}, {4, 16},
                                                        {8, 8},  {12, 8}, {16, 4}, {24, 4},
                                                        {48, 2}, {64, 1}, {100, 1}};
  for (const auto& [size, lanes] : known) EXPECT_EQ(reductionLanes(size), lanes) << size;
}

TEST(ReductionTree, AnEmptyMinimumIsOurMistake) {
  EXPECT_THROW(treeOf<double>(Op::reduceMin, {}), InternalError);
  EXPECT_THROW(treeOf<std::int32_t>(Op::reduceMax, {}), InternalError);
}

}  // namespace
}  // namespace parax::ir
