// Operators and functions of one operand: every type, rank and size.
#include "unary_families.h"

namespace parax::conformance {
namespace {

TEST(Unary, Math) {
  runUnary<Math>();
  runConverted<MathOfIntegers>([]<class T, int N>() { runUnaryCell<MathOfIntegers, T, N>(); });
  expectNoHoles<Math>();
}

TEST(Unary, OwnType) {
  runUnary<OfOne>();
  runUnary<OfOneBool>();
  expectNoHoles<OfOne>();
}

TEST(Unary, Kinds) {
  runUnary<Kinds>();
  expectNoHoles<Kinds>();
}

}  // namespace
}  // namespace parax::conformance
