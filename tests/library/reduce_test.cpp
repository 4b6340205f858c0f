// Reductions: the bits of ir/reduction_tree.h for every operation, type and awkward length.
#include <gtest/gtest.h>

#include "frontend/library/operations.h"
#include "ir/reduction_tree.h"
#include "parax/core/error.h"
#include "tests/library/evaluate.h"

namespace parax::library::test {
namespace {

bool existsFor(Op op, ElementType type) {
  const bool isBool = type == ElementType::boolean;
  return info(op).rule == TypeRule::same || (info(op).rule == TypeRule::logical) == isBool;
}

const Op reductions[] = {Op::reduceSum, Op::reduceMin, Op::reduceMax, Op::reduceAny, Op::reduceAll};

TEST(LibraryReduce, SameBitsAsTheTree) {
  for (const Op op : reductions)
    for (int t = 0; t < scalarTypeCount; ++t)
      visitScalarType(static_cast<ElementType>(t), [&]<class T>(T*) {
        if constexpr (std::is_same_v<T, bool>) {
          if (op == Op::reduceSum) return;
        } else {
          if (op == Op::reduceAny || op == Op::reduceAll) return;
        }
        for (const std::int64_t n :
             {0, 1, 2, 31, 32, 33, 64, 65, 1279, 1280, 1281, 2559, 5121, 50000}) {
          const TestArray a = randomArray(elementTypeOf<T>, {n}, static_cast<unsigned>(n));
          const T wanted = ir::reduceArray<T>(
              op, {{n}}, [&](std::int64_t e) { return a.at(e).template as<T>(); });
          EXPECT_TRUE(same(reduce(op, a.operand()), Scalar::of(wanted))) << name(op) << ' ' << n;
        }
      });
}

TEST(LibraryReduce, OrdinaryFloatSumsAreBitEqual) {
  // Without infinities and NaN, so that rounding order shows.
  std::mt19937 random(3);
  for (const std::int64_t n : {100, 4097, 100003}) {
    TestArray a(ElementType::float32, {n});
    for (std::int64_t i = 0; i < n; ++i)
      a.set(i, Scalar::of(static_cast<float>(random()) * 1e-7f - 200.0f));
    const float wanted = ir::reduceArray<float>(
        Op::reduceSum, {{n}}, [&](std::int64_t e) { return a.at(e).as<float>(); });
    EXPECT_EQ(reduce(Op::reduceSum, a.operand()), Scalar::of(wanted));
  }
}

TEST(LibraryReduce, AnyRank) {
  TestArray a(ElementType::int64, {2, 3, 4});
  iota(ElementType::int64, 1, 24, 1, a.data.data());
  EXPECT_EQ(reduce(Op::reduceSum, a.operand()).as<std::int64_t>(), 276);
  TestArray scalar(ElementType::int64, {});
  scalar.set(0, Scalar::of(std::int64_t(5)));
  EXPECT_EQ(reduce(Op::reduceMax, scalar.operand()).as<std::int64_t>(), 5);
}

TEST(LibraryReduce, WrongTypesAreInternalErrors) {
  for (const Op op : reductions)
    for (int t = 0; t < scalarTypeCount; ++t) {
      const TestArray a(static_cast<ElementType>(t), {3});
      if (existsFor(op, a.type)) continue;
      EXPECT_THROW(reduce(op, a.operand()), InternalError) << name(op);
    }
  EXPECT_THROW(reduce(Op::add, TestArray(ElementType::int32, {3}).operand()), InternalError);
}

}  // namespace
}  // namespace parax::library::test
