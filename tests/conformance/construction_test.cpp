// Arrays made from lists, vectors, spans and borrowed memory.
#include "check.h"

namespace parax::conformance {
namespace {

TEST(Construction, EveryWay) {
  const std::vector<float> v{1, 2, 3, 4, 5, 6};
  EXPECT_EQ(Array<float>(v).toVector(), v);
  EXPECT_EQ((Array<float>{1, 2, 3}).toVector(), (std::vector<float>{1, 2, 3}));
  EXPECT_EQ(Array<float>(std::span<const float>(v)).shape(), (Shape<1>{6}));
  const Array<float, 2> two(v, {2, 3});
  EXPECT_EQ(two.shape(), (Shape<2>{2, 3}));
  EXPECT_EQ(two.at({1, 0}), 4);
  const Array<float, 2> rows{{1, 2, 3}, {4, 5, 6}};
  EXPECT_EQ(rows.toVector(), v);
  const Array<int, 3> planes{{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}, {{9, 10}, {11, 12}}};
  EXPECT_EQ(planes.shape(), (Shape<3>{3, 2, 2}));
  EXPECT_EQ(planes.at({2, 1, 0}), 11);
  const Array<bool> flags{true, false, true};
  EXPECT_EQ(flags.size(), 3);
  EXPECT_FALSE(flags.at(1));
  EXPECT_EQ((Array<double, 0>(2.5).at({})), 2.5);
  EXPECT_EQ((Array<double, 0>().at({})), 0);
  EXPECT_EQ(Array<double>().size(), 0);
  EXPECT_EQ((Array<double, 3>().shape()), (Shape<3>{0, 0, 0}));
}

TEST(Construction, FlagsAndCArrays) {
  const std::vector<bool> flags{true, false, true, true};
  EXPECT_EQ(Array<bool>(flags).toVector(), flags);
  EXPECT_EQ((Array<bool, 2>(flags, {2, 2}).toVector()), flags);
  const int matrix[2][3] = {{1, 2, 3}, {4, 5, 6}};
  const Array<int, 2> rows(matrix);
  EXPECT_EQ(rows.shape(), (Shape<2>{2, 3}));
  EXPECT_EQ(rows.toVector(), (std::vector<int>{1, 2, 3, 4, 5, 6}));
  const float planes[1][2][2] = {{{1, 2}, {3, 4}}};
  EXPECT_EQ((Array<float, 3>(planes).at({0, 1, 0})), 3);
}

TEST(Construction, BothIntegersOf64BitsAreTheSameElements) {
  const long long large = 1LL << 62;
  const Array<long long> a{1, -2, large};
  const Array<std::int64_t> b = a;
  EXPECT_EQ(b.toVector(), (std::vector<std::int64_t>{1, -2, large}));
  EXPECT_TRUE(bool(all(a == b)));
  for (const Way& way : ways()) {
    const auto f = acc([](Array<long long> x, Array<unsigned long long> y) {
      return std::tuple(x * 3, y >> 1, sum(x));
    }, way.options);
    for (int k = 0; k < 2; ++k) {
      const auto [x, y, total] = f(a, Array<unsigned long long>{~0ull});
      EXPECT_EQ(x.at(1), -6) << way.name;
      EXPECT_EQ(y.at(0), ~0ull >> 1) << way.name;
      const Value<long long> same = total;
      EXPECT_EQ(same.get(), large - 1) << way.name;
    }
  }
}

TEST(Construction, BorrowedMemoryIsReadInPlaceAndNeverWritten) {
  std::vector<double> memory(100, 2);
  for (const Way& way : ways()) {
    auto a = Array<double>::borrow(memory);
    EXPECT_EQ(a.data(), memory.data());
    const auto twice = acc([](Array<double>& x) { x = x * 2; }, way.options);
    twice(a);
    EXPECT_EQ(a.at(99), 4) << way.name;
    a += 1;
    EXPECT_EQ(memory, std::vector<double>(100, 2)) << way.name;
    EXPECT_EQ((Array<double, 2>::borrow(memory, {20, 5}).at({19, 4})), 2);
  }
}

}  // namespace
}  // namespace parax::conformance
