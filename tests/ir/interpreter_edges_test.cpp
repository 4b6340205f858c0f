// The interpreter of parallel IR where buffers, spaces and pieces do not cover each other.
#include <gtest/gtest.h>

#include <limits>

#include "arrays.h"
#include "parax/core/error.h"

namespace parax::ir {
namespace {

using test::elements;
using test::TestArray;

std::vector<ArrayValue> run(const std::string& text, const std::vector<ArrayView>& inputs,
                            const std::vector<Scalar>& numbers = {}) {
  const ParallelProgram program = parseParallel(text);
  verify(program);
  return interpret(program, inputs, numbers);
}

const TestArray<float> three({3}, {1, 2, 4});

// Elements that no point of the space goes into stay as they are, also where a sum is empty.
TEST(InterpreterEdges, AReductionOverARangeLeavesOtherElements) {
  const std::string text = R"(parallel {
    symbol s1 = input 0 dim 0
    symbol s2 = number 0
    symbol s3 = 2
    buffer b0 = input 0 : f32[s1]
    buffer b1 = output 0 : f32[s1]
    copy b1 <- b0
    loop (i0 in 1 to s3, i1 < s2) {
      %0 = load b0[i0 + 1] : f32
      reduce sum %0 -> b1[i0] : f32
    }
    return b1
  })";
  for (std::int64_t n : {0, 1, 5})
    EXPECT_EQ(elements<float>(run(text, {three.view()}, {Scalar::of(n)}).at(0)),
              (std::vector<float>{1, 4 * static_cast<float>(n), 4}));
}

std::string inPieces(const std::string& box, const std::string& more) {
  return R"(parallel canFail {
    symbol s1 = input 0 dim 0
    symbol s2 = number 0
    buffer b0 = input 0 : f32[s1]
    buffer b1 = output 0 : f32
    loop (i0 < s1) {
      stage {
        piece )" +
         box + R"( {
          %0 = extent s2 : i64
          %1 = div %0, %0 : i64
          ---
          %2 = load b0[i0] : f32
          reduce sum %2 -> b1[] : f32
        }
)" + more +
         R"(
      }
    }
    return b1
  })";
}
const char* const rest = R"(piece rest {
          %0 = constant 10 : f32
          ---
          reduce sum %0 -> b1[] : f32
        })";

// Pieces may reduce into one result; together they have a value for every point.
TEST(InterpreterEdges, PiecesReduceTogether) {
  const auto with = [](std::int64_t n) { return std::vector<Scalar>{Scalar::of(n)}; };
  EXPECT_EQ(test::only<float>(run(inPieces("i0 < s2", rest), {three.view()}, with(2)).at(0)), 13);
  EXPECT_THROW(run(inPieces("i0 < s2", ""), {three.view()}, with(2)), InternalError);
  // A piece without points does not fail, whatever it does before them.
  EXPECT_EQ(test::only<float>(run(inPieces("i0 < s2", rest), {three.view()}, with(0)).at(0)), 30);
  EXPECT_THROW(run(inPieces("", ""), {three.view()}, with(0)), ElementFailure);
}

// The verifier refuses such a program; memory of another size is no reason to read beyond it.
TEST(InterpreterEdges, CopiesToAndResultsFromLargerMemory) {
  const char* text = R"(parallel {
    symbol s1 = input 0 dim 0
    symbol s2 = input 1 dim 0
    buffer b0 = input 0 : f32[s1]
    buffer b1 = temporary : f32[s1] block 0
    buffer b2 = temporary : f32[s2] block 0
    buffer b3 = output 0 : f32[s1]
    copy b1 <- b0
    rotate b1 <- b3, b3 <- b1
    copy b1 <- b0
    return b3
  })";
  const TestArray<float> five({5}, {0, 0, 0, 0, 0});
  const auto results = interpret(parseParallel(text), {three.view(), five.view()}, {});
  EXPECT_EQ(elements<float>(results.at(0)), (std::vector<float>{1, 2, 4}));
}

TEST(InterpreterEdges, IndicesWrapAround) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  const TestArray<std::int64_t> index({3}, {most, most - 1, most / 2 + 2});
  const auto results = run(R"(parallel {
    symbol s1 = input 0 dim 0
    buffer b0 = input 0 : f32[s1]
    buffer b1 = input 1 : i64[s1]
    buffer b2 = output 0 : f32[s1]
    loop (i0 < s1) {
      %0 = load b1[i0] : i64
      %1 = load b0[2 * %0 + 2 zero] : f32
      store b2[i0], %1 : f32
    }
    return b2
  })",
                           {three.view(), index.view()});
  EXPECT_EQ(elements<float>(results.at(0)), (std::vector<float>{1, 0, 0}));
}

}  // namespace
}  // namespace parax::ir
