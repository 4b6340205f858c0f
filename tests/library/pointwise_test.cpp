// Every pointwise operation on every type that has it: same shapes, scalars, in place, errors.
#include <gtest/gtest.h>

#include <string>

#include "frontend/library/operations.h"
#include "ir/interpreter.h"
#include "parax/core/error.h"
#include "tests/library/evaluate.h"

namespace parax::library::test {
namespace {

bool existsFor(Op op, ElementType type) {
  switch (info(op).rule) {
    case TypeRule::numeric: return type != ElementType::boolean;
    case TypeRule::integral: return isInteger(type);
    case TypeRule::floating: return isFloating(type);
    case TypeRule::logical: return type == ElementType::boolean;
    default: return true;
  }
}

// Calls f(op, operand types, result type) for everything that exists.
template <class F>
void forEachCase(F f) {
  for (int o = 0; o < opCount; ++o) {
    const Op op = static_cast<Op>(o);
    if (info(op).kind != OpKind::pointwise) continue;
    for (int t = 0; t < scalarTypeCount; ++t) {
      const ElementType type = static_cast<ElementType>(t);
      if (!existsFor(op, type)) continue;
      std::vector<ElementType> types(info(op).arity, type);
      if (info(op).rule == TypeRule::choose) types[0] = ElementType::boolean;
      if (info(op).rule == TypeRule::convert) {
        for (int r = 0; r < scalarTypeCount; ++r) f(op, types, static_cast<ElementType>(r));
      } else {
        f(op, types, info(op).rule == TypeRule::compare ? ElementType::boolean : type);
      }
    }
  }
}

std::string caseName(Op op, ElementType type, ElementType result) {
  return std::string(name(op)) + " of " + std::string(name(type)) + " to " +
         std::string(name(result));
}

void run(Op op, const std::vector<TestArray>& in, const Extents& shape, ElementType type,
         void* out) {
  std::vector<Operand> operands;
  for (const TestArray& a : in) operands.push_back(a.operand());
  pointwise(op, type, operands.data(), static_cast<int>(operands.size()), shape.data(),
            static_cast<int>(shape.size()), out);
}

TestArray expected(Op op, const std::vector<TestArray>& in, const Extents& shape,
                   ElementType type) {
  TestArray result(type, shape);
  for (std::int64_t i = 0; i < result.elements(); ++i) {
    Scalar x[3];
    for (std::size_t k = 0; k < in.size(); ++k)
      x[k] = in[k].at(broadcastIndex(shape, in[k].extents, i));
    result.set(i, evaluate(op, type, x));
  }
  return result;
}

void expectSame(const TestArray& got, const TestArray& wanted, const std::string& what) {
  for (std::int64_t i = 0; i < wanted.elements(); ++i)
    ASSERT_TRUE(same(got.at(i), wanted.at(i)))
        << what << " at " << i << ": " << std::hex << got.at(i).bits << " instead of "
        << wanted.at(i).bits;
}

TestArray makeOperand(Op op, std::size_t k, ElementType type, const Extents& shape, unsigned seed) {
  return randomArray(type, shape, seed + static_cast<unsigned>(k),
                     info(op).has(op_property::fails) && k == 1);
}

// One row: shape of the result, shapes of up to three operands.
struct Shapes {
  Extents result, operand[3];
};
const Shapes shapeRows[] = {
    {{}, {{}, {}, {}}},
    {{1}, {{1}, {}, {1}}},
    {{0}, {{0}, {0}, {0}}},
    {{0}, {{0}, {1}, {}}},
    {{5}, {{5}, {5}, {5}}},
    {{1000}, {{1000}, {1000}, {1000}}},
    {{257}, {{257}, {}, {1}}},
    {{257}, {{}, {257}, {257}}},
    {{257}, {{1}, {1}, {257}}},
    {{3, 4}, {{3, 4}, {4}, {3, 1}}},
    {{3, 4}, {{3, 1}, {1, 4}, {}}},
    {{3, 0}, {{3, 1}, {0}, {}}},
    {{7, 33}, {{7, 33}, {7, 33}, {33}}},
    {{2, 3, 4}, {{2, 1, 4}, {3, 1}, {2, 3, 4}}},
    {{2, 3, 4}, {{4}, {2, 3, 4}, {2, 1, 1}}},
    {{2, 1, 3, 1, 2}, {{2, 1, 1, 1, 2}, {1, 3, 1, 1}, {3, 1, 2}}},
};

// The result's shape is that of the operands: rows in
// which the used operands do not reach it are skipped.
bool reaches(const Shapes& row, int arity) {
  for (std::size_t back = 1; back <= row.result.size(); ++back) {
    const std::int64_t wanted = row.result[row.result.size() - back];
    bool found = wanted == 1;
    for (int k = 0; k < arity; ++k) {
      const Extents& own = row.operand[k];
      found = found || (back <= own.size() && own[own.size() - back] == wanted);
    }
    if (!found) return false;
  }
  return true;
}

TEST(LibraryPointwise, EveryOperationTypeAndShape) {
  int cases = 0;
  forEachCase([&](Op op, const std::vector<ElementType>& types, ElementType result) {
    for (const Shapes& row : shapeRows) {
      if (!reaches(row, info(op).arity)) continue;
      std::vector<TestArray> in;
      for (std::size_t k = 0; k < types.size(); ++k)
        in.push_back(makeOperand(op, k, types[k], row.operand[k], 17));
      TestArray got(result, row.result);
      run(op, in, row.result, result, got.data.data());
      expectSame(got, expected(op, in, row.result, result), caseName(op, types.back(), result));
      ++cases;
    }
  });
  EXPECT_GT(cases, 1000);
}

TEST(LibraryPointwise, InPlaceOnAnyOperandOfTheResultsShape) {
  const Extents shape{3, 341};
  forEachCase([&](Op op, const std::vector<ElementType>& types, ElementType result) {
    for (std::size_t target = 0; target < types.size(); ++target) {
      if (sizeOf(types[target]) != sizeOf(result)) continue;
      for (std::size_t other = 0; other < types.size(); ++other) {  // this one is a row vector
        std::vector<TestArray> in;
        for (std::size_t k = 0; k < types.size(); ++k) {
          const bool broadcast = k == other && k != target;
          in.push_back(makeOperand(op, k, types[k], broadcast ? Extents{341} : shape, 5));
        }
        const TestArray wanted = expected(op, in, shape, result);
        run(op, in, shape, result, in[target].data.data());
        TestArray got(result, shape);
        got.data = in[target].data;
        expectSame(got, wanted, "in place: " + caseName(op, types.back(), result));
      }
    }
  });
}

template <class T>
class LibraryDivision : public testing::Test {};
using Integers = testing::Types<std::int32_t, std::int64_t>;
TYPED_TEST_SUITE(LibraryDivision, Integers);

TYPED_TEST(LibraryDivision, ByZeroNamesTheFirstElementAndWritesNothing) {
  using T = TypeParam;
  const ElementType type = elementTypeOf<T>;
  for (const std::int64_t where : {0, 1, 1023, 1024, 2998}) {
    const Extents shape{2999};
    std::vector<TestArray> in{randomArray(type, shape, 1), randomArray(type, shape, 2, true)};
    in[1].set(where, Scalar::of(T(0)));
    in[1].set(2998, Scalar::of(T(0)));
    const std::vector<std::byte> before = in[0].data;
    try {
      run(Op::div, in, shape, type, in[0].data.data());
      FAIL() << "nothing thrown";
    } catch (const ir::ElementFailure& failure) {
      EXPECT_EQ(failure.ordinal, 0);
      EXPECT_EQ(failure.point, where);
    }
    EXPECT_EQ(in[0].data, before);
  }
}

TYPED_TEST(LibraryDivision, ByZeroIsNumberedInTheResultsShape) {
  using T = TypeParam;
  const ElementType type = elementTypeOf<T>;
  const auto indexOf = [&](const Extents& shape, const Extents& divisor, std::int64_t zero) {
    std::vector<TestArray> in{randomArray(type, shape, 1), randomArray(type, divisor, 2, true)};
    in[1].set(zero, Scalar::of(T(0)));
    TestArray out(type, shape);
    try {
      run(Op::div, in, shape, type, out.data.data());
    } catch (const ir::ElementFailure& failure) {
      return failure.point;
    }
    return std::int64_t(-1);
  };
  EXPECT_EQ(indexOf({3, 4}, {4}, 2), 2);
  EXPECT_EQ(indexOf({3, 4}, {3, 1}, 1), 4);
  EXPECT_EQ(indexOf({3, 4}, {}, 0), 0);
  EXPECT_EQ(indexOf({2, 3, 4}, {3, 1}, 2), 8);
  EXPECT_EQ(indexOf({0, 4}, {4}, 2), -1);  // no element, no error
}

TEST(LibraryPointwise, WrongTypesAreInternalErrors) {
  const TestArray a(ElementType::float64, {3}), b(ElementType::int32, {3});
  TestArray out(ElementType::float64, {3});
  EXPECT_THROW(run(Op::add, {a, b}, {3}, ElementType::float64, out.data.data()), InternalError);
  EXPECT_THROW(run(Op::sqrt, {b}, {3}, ElementType::int32, out.data.data()), InternalError);
  EXPECT_THROW(run(Op::reduceSum, {a}, {3}, ElementType::float64, out.data.data()), InternalError);
  EXPECT_THROW(run(Op::add, {a, a}, {4}, ElementType::float64, out.data.data()), InternalError);
}

TEST(LibraryGenerate, FullAndIota) {
  for (int t = 0; t < scalarTypeCount; ++t)
    visitScalarType(static_cast<ElementType>(t), [&]<class T>(T*) {
      for (const std::int64_t n : {0, 1, 100}) {
        TestArray a(elementTypeOf<T>, {n});
        full(Scalar::of(T(1)), n, a.data.data());
        for (std::int64_t i = 0; i < n; ++i) ASSERT_EQ(a.at(i).template as<T>(), T(1));
        iota(elementTypeOf<T>, 1, n, 1, a.data.data());
        for (std::int64_t i = 0; i < n; ++i) ASSERT_EQ(a.at(i).template as<T>(), static_cast<T>(i));
      }
    });
}

}  // namespace
}  // namespace parax::library::test
