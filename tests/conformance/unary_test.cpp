// Operators and functions of one operand.
#include "unary_families.h"

namespace parax::conformance {
namespace {

TEST(Unary, Math) {
  forEachKind([]<class T>(T) { runUnary<Math, T>(); });
}

TEST(Unary, OwnType) {
  forEachKind([]<class T>(T) { runUnary<OfOne, T>(); });
  runUnary<OfOneBool, bool>();
}

TEST(Unary, Kinds) {
  forEachKind([]<class T>(T) { runUnary<Kinds, T>(); });
}

// One loop that makes them all: vectors of many widths meet.
struct CastToEvery {
  template <class A>
  auto operator()(const A& a) const {
    return std::tuple(cast<bool>(a), cast<std::int8_t>(a), cast<std::int16_t>(a),
                      cast<std::int32_t>(a), cast<std::int64_t>(a), cast<std::uint8_t>(a),
                      cast<std::uint16_t>(a), cast<std::uint32_t>(a), cast<std::uint64_t>(a),
                      cast<float>(a), cast<double>(a));
  }
};

TEST(Unary, Casts) {
  static_assert(std::is_same_v<decltype(cast<float>(Array<int, 2>())), Array<float, 2>>);
  static_assert(std::is_same_v<decltype(cast<bool>(Value<int>())), Value<bool>>);
  forEachKind([]<class T>(T) {
    Case check({"cast to every type", typeName<T>, 1}, CastToEvery());
    for (const std::int64_t n : {0, 1, 69, 1279}) check(n == 1279, make<T, 1>({n}, 0));
  });
}

}  // namespace
}  // namespace parax::conformance
