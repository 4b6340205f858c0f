// What a recording knows about sizes: each guard once, one symbol for sizes that are equal.
#include "frontend/recording/recorder.h"
#include "parax/factories.h"
#include "parax/reductions.h"

namespace parax::detail {
namespace {

using Kind = ir::Size::Kind;
using ir::Guard;
using ir::largestSize;
using ir::Size;
using Guards = std::vector<Guard>;

// Records what a function does with two arrays of these shapes; nothing is run.
class Recorded {
 public:
  template <class F>
  Recorded(const F& f, const Handle& a, const Handle& b) {
    recorder_.start({}, true, 1, {});
    const Handle x = recorder_.addArgument(a), y = recorder_.addArgument(b);
    keep_ = f(x, y);
    recording_ = recorder_.recording();
    recorder_.lose();
    recorder_.stop();
  }
  const Recording& operator*() const { return recording_; }
  const Recording* operator->() const { return &recording_; }
  std::string key() const {
    std::string key;
    makeKey(recording_, {}, key);
    return key;
  }

 private:
  Recorder recorder_;
  Handle keep_;
  Recording recording_;
};

template <class F>
Recorded recordedVectors(const F& f, std::int64_t n, std::int64_t m) {
  const auto call = [&](const Handle& x, const Handle& y) {
    return f(Array<double>(x), Array<double>(y)).handle();
  };
  return {call, zeros<double>(n).handle(), zeros<double>(m).handle()};
}

Array<double> sumsOfTwo(const Array<double>& a, const Array<double>& b) {
  Array<double> t = a + b;
  for (int k = 1; k < 250; ++k) t = t + a + b;
  return t;
}

TEST(Recording, EqualSizesHaveOneGuard) {
  const Recorded recorded = recordedVectors(sumsOfTwo, 5, 5);
  EXPECT_EQ(recorded->ops.size(), 499u);
  EXPECT_EQ(recorded->shapes.size(), 3u);  // scalars and the two inputs
  ASSERT_EQ(recorded->sizes.count(), 4u);
  EXPECT_EQ(recorded->sizes.list()[3], Size::of(Kind::sub, 1, 2));
  EXPECT_EQ(recorded->sizes.guards(), (Guards{{3, 0, 0}}));
  EXPECT_EQ(recorded->sizes.classOf(2), 1);
}

TEST(Recording, WhatRepeatsHasOneGuard) {
  for (const auto& [n, m] : {std::pair{5, 1}, std::pair{1, 5}}) {
    const Recorded recorded = recordedVectors(sumsOfTwo, n, m);
    const ir::Symbol repeated = n == 1 ? 1 : 2;
    EXPECT_EQ(recorded->sizes.guards(), (Guards{{repeated, 1, 1}}));
    EXPECT_EQ(recorded->sizes.classOf(repeated), ir::one);
    EXPECT_EQ(recorded->sizes.count(), 3u);
  }
}

// Bounds on one size are one guard: the narrowest.
TEST(Recording, BoundsAreJoined) {
  const auto f = [](const Array<double>& a, const Array<double>& b) {
    for (int k = 0; k < 3; ++k) min(a), max(b);
    min(a + b);
    EXPECT_EQ(a.extent(0), 7);
    return a + var(b, 2);
  };
  const Recorded recorded = recordedVectors(f, 7, 7);
  const Guards expected = {{1, 7, 7}, {2, 1, largestSize}, {3, 0, 0}};
  Guards found;
  for (const Guard& guard : recorded->sizes.guards())
    if (guard.size <= 3) found.push_back(guard);
  EXPECT_EQ(found, expected);
}

TEST(Recording, SizesThatAreGivenStaySizesAndCountable) {
  const auto f = [](const Handle& x, const Handle& y) {
    const Index n(Value<std::int64_t>{x}), m(Value<std::int64_t>{y});
    return (full<double>(0.5, n, m) + full<double>(1.5, n, m)).handle();
  };
  const Handle n = makeScalar<std::int64_t>(3), m = makeScalar<std::int64_t>(4);
  const Recorded recorded(f, n, m);
  Guards sizes, equal, bytes;
  for (const Guard& guard : recorded->sizes.guards()) {
    const Size& size = recorded->sizes.list()[static_cast<std::size_t>(guard.size)];
    (size.kind == Kind::number ? sizes : size.kind == Kind::sub ? equal : bytes).push_back(guard);
  }
  ASSERT_EQ(sizes.size(), 4u);
  for (const Guard& guard : sizes) EXPECT_EQ(guard, (Guard{guard.size, 0, largestSize}));
  ASSERT_EQ(equal.size(), 2u);
  for (const Guard& guard : equal) EXPECT_EQ(guard, (Guard{guard.size, 0, 0}));
  ASSERT_EQ(bytes.size(), 4u);  // a row of the matrix and the whole, twice
  for (const Guard& guard : bytes) EXPECT_EQ(guard, (Guard{guard.size, 0, largestSize - 1}));
  EXPECT_EQ(recorded->sizes.value(bytes[1].size), 16 * 3 * 4);
}

// The program has one symbol for what is equal, and says so; a size that was read is no part of it.
TEST(Recording, ProgramsHaveOneSymbolForEqualSizes) {
  const auto f = [](const Handle& x, const Handle& y) {
    const Array<double, 2> a(x);
    EXPECT_EQ(a.extent(0), 4);
    const Array<double> b(y), late = b * 3;  // recorded before the sizes meet
    return (late + a).handle();
  };
  Recording recording = *Recorded(f, zeros<double>(4, 3).handle(), zeros<double>(3).handle());
  recording.outputs = {static_cast<std::int32_t>(recording.ops.size()) - 1};
  const ir::Program program = buildProgram(recording).program;
  EXPECT_NO_THROW(ir::verify(program));
  EXPECT_EQ(ir::print(program), R"(program {
  symbol s1 = input 0 dim 0
  symbol s2 = input 0 dim 1
  symbol s3 = input 1 dim 0
  symbol s4 = sub s2, s3
  guard s4 in 0..0
  %0 = input 0 : f64[s1, s2]
  %1 = input 1 : f64[s2]
  %2 = number 0 : f64
  %3 = mul %1, %2 : f64[s2]
  %4 = add %3, %0 : f64[s1, s2]
  return %4
}
)");
}

// The key tells which sizes are equal, and not how large they are.
TEST(Recording, KeysKnowWhatIsEqual) {
  const auto f = [](const Array<double>& a, const Array<double>& b) {
    return a.extent(0) > 0 ? a + b : b;
  };
  const std::string equal = recordedVectors(f, 5, 5).key();
  EXPECT_EQ(recordedVectors(f, 7, 7).key(), equal);
  const std::string left = recordedVectors(f, 1, 5).key(), right = recordedVectors(f, 5, 1).key();
  EXPECT_EQ(recordedVectors(f, 1, 9).key(), left);
  EXPECT_NE(left, equal);
  EXPECT_NE(right, equal);
  EXPECT_NE(left, right);
}

TEST(RecordedSizes, ClassesHaveTheirSmallestSymbol) {
  RecordedSizes sizes;
  std::vector<ir::Symbol> s;
  for (int k = 0; k < 4; ++k) s.push_back(sizes.add(Size::number(k), 6));
  EXPECT_EQ(sizes.meet(s[3], s[2]), s[2]);
  EXPECT_EQ(sizes.meet(s[1], s[0]), s[0]);
  EXPECT_EQ(sizes.meet(s[3], s[1]), s[0]);
  for (const ir::Symbol symbol : s) EXPECT_EQ(sizes.classOf(symbol), s[0]);
  EXPECT_EQ(sizes.guards().size(), 3u);
  for (int k = 0; k < 3; ++k)
    for (const ir::Symbol a : s)
      for (const ir::Symbol b : s) EXPECT_EQ(sizes.meet(a, b), s[0]);
  EXPECT_EQ(sizes.guards().size(), 3u);
  // An expression over one class is one symbol.
  EXPECT_EQ(sizes.add(Kind::add, s[0], s[1]), sizes.add(Kind::add, s[2], s[3]));
}

TEST(RecordedSizes, OnesAndOthers) {
  RecordedSizes sizes;
  const ir::Symbol a = sizes.add(Size::number(0), 1), b = sizes.add(Size::number(1), 1);
  const ir::Symbol n = sizes.add(Size::number(2), 6), m = sizes.add(Size::number(3), 7);
  EXPECT_EQ(sizes.meet(a, b), a);  // equal: nothing says that they stay 1
  EXPECT_NE(sizes.classOf(a), ir::one);
  EXPECT_EQ(sizes.meet(n, ir::one), n);
  EXPECT_EQ(sizes.guards().size(), 1u);
  EXPECT_EQ(sizes.meet(b, n), n);
  EXPECT_EQ(sizes.classOf(a), ir::one);
  EXPECT_EQ(sizes.meet(n, m), ir::none);
  EXPECT_EQ(sizes.guards().size(), 2u);
  const ir::Symbol c = sizes.add(Size::number(4), 1);
  EXPECT_EQ(sizes.meet(ir::one, c), ir::one);
  EXPECT_EQ(sizes.guards().back(), (Guard{c, 1, 1}));
}

}  // namespace
}  // namespace parax::detail
