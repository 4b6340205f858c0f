// Value semantics and what they cost: in place when unshared, copies when shared, code freed.
#include "snapshot.h"

namespace parax::structure {
namespace {

const auto update = [](Array<double>& a) { a = a * 2 + 1; };

TEST(InPlace, UnsharedArraysAreUpdatedInPlace) {
  const auto f = acc(update, compiled);
  Array<double> warm = iota<double>(1000);
  f(warm);
  Array<double> a = iota<double>(1000);
  const double* before = a.data();
  for (int k = 0; k < 3; ++k) {
    const Since since;
    f(a);
    EXPECT_EQ(since.allocations(), 0u) << "call " << k;
    EXPECT_EQ(a.data(), before);
  }
  EXPECT_EQ(a.at(3), ((3 * 2 + 1) * 2 + 1) * 2 + 1);
}

TEST(InPlace, SharedArraysAreCopied) {
  const auto f = acc(update, compiled);
  Array<double> a = iota<double>(1000);
  const Array<double> other = a;
  f(a);
  EXPECT_EQ(a.at(3), 7);
  EXPECT_EQ(other.at(3), 3);
  EXPECT_NE(a.data(), other.data());
  f(a);
  EXPECT_EQ(a.at(3), 15);
  EXPECT_EQ(other.at(3), 3);
}

TEST(InPlace, CompoundAssignmentToo) {
  const auto f = acc([](Array<double>& a, const Array<double>& b) {
    a += b;
    a *= 2;
  }, compiled);
  const Array<double> b = full<double>(1, 1000);
  Array<double> a = iota<double>(1000);
  f(a, b);
  const Since since;
  f(a, b);
  EXPECT_EQ(since.allocations(), 0u);
  EXPECT_EQ(since.loops(), 1u);
  EXPECT_EQ(a.at(5), ((5 + 1) * 2 + 1) * 2);
}

TEST(InPlace, OverwrittenArgumentsLendTheirMemory) {
  const auto f =
      acc([](Array<double> x, Value<double> a, Array<double>& out) { out = a * x; }, compiled);
  const Array<double> x = iota<double>(1000);
  Array<double> out = zeros<double>(1000);
  f(x, 2.0, out);
  const double* before = out.data();
  {
    const Since since;
    f(x, 3.0, out);
    EXPECT_EQ(since.allocations(), 0u);
  }
  EXPECT_EQ(out.data(), before);
  const Array<double> kept = out;
  f(x, 4.0, out);
  EXPECT_EQ(kept.at(5), 15) << "somebody else refers to it";
  EXPECT_EQ(out.at(5), 20);
  out = zeros<double>(10);
  f(x, 5.0, out);
  EXPECT_EQ(out.extent(0), 1000) << "another size";
}

TEST(InPlace, AnArgumentThatIsAlsoAResultKeepsItsMemory) {
  const auto f = acc([](Array<double> a) {
    auto b = a * 2.0;
    return std::tuple(b, a);
  }, compiled);
  for (int k = 0; k < 3; ++k) {
    const auto [doubled, given] = f(iota<double>(100));
    EXPECT_EQ(doubled.at(7), 14) << "call " << k;
    EXPECT_EQ(given.at(7), 7) << "call " << k;
  }
}

TEST(CopyOnWrite, LibraryMode) {
  Array<double> a = iota<double>(1000);
  const double* before = a.data();
  {
    const Since since;
    a += 1;
    EXPECT_EQ(since.allocations(), 0u);
  }
  EXPECT_EQ(a.data(), before);
  const Since since;
  const Array<double> b = a;
  EXPECT_EQ(since.allocations(), 0u) << "a copy is O(1)";
  EXPECT_EQ(b.data(), a.data());
  a *= 2;
  EXPECT_EQ(since.allocations(), 1u);
  EXPECT_EQ(b.at(3), 4);
  EXPECT_EQ(a.at(3), 8);
}

TEST(CopyOnWrite, MutableData) {
  Array<double> a{1, 2, 3};
  const Array<double> before = a;
  double* memory = a.mutableData();
  memory[0] = 7;
  EXPECT_EQ(before.at(0), 1);
  const Array<double> copy = a;  // deep from now on
  memory[0] = 8;
  EXPECT_EQ(copy.at(0), 7);
  EXPECT_EQ(a.at(0), 8);
}

TEST(Allocations, OnlyWhatIsKept) {
  const auto f = acc([](Array<double> a) {
    auto b = a;
    for (int k = 0; k < 10; ++k) b = sqrt(b * b + a);
    return sum(b);
  }, compiled);
  const Array<double> a = iota<double>(5000);
  f(a);
  const Since since;
  f(a);
  EXPECT_LE(since.allocatedBytes(), 4096u) << "no array of 5000 elements";
  EXPECT_EQ(since.loops(), 1u);
}

// Narrow integers are summed as they are: no array of 64-bit numbers.
TEST(Allocations, NoneForSumsOfNarrowIntegers) {
  const Array<bool> flags = iota<int>(5000) % 2 == 0;
  const Array<std::int8_t> bytes = cast<std::int8_t>(iota<int>(5000) % 3 - 1);
  const Since since;
  EXPECT_EQ(count(flags).get(), 2500);
  EXPECT_TRUE(any(flags).get());
  EXPECT_EQ(sum(bytes).get(), -1);
  EXPECT_EQ(product(bytes).get(), 0);
  EXPECT_LE(since.allocatedBytes(), 256u);
}

TEST(Loops, OverNothingDoNotCount) {
  const auto f = acc([](Array<double> a) { return std::tuple(a + 1, sum(a)); }, compiled);
  for (int k = 0; k < 2; ++k) {
    const Since since;
    f(Array<double>());
    EXPECT_EQ(since.loops(), 0u);
  }
}

}  // namespace
}  // namespace parax::structure
