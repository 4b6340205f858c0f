// Conversions between all element types.
#include "operations.h"

namespace parax::conformance {
namespace {

template <class To>
struct CastTo {
  static constexpr const char* name = std::is_same_v<To, bool>           ? "cast to bool"
                                      : std::is_same_v<To, std::int32_t> ? "cast to int32"
                                      : std::is_same_v<To, std::int64_t> ? "cast to int64"
                                      : std::is_same_v<To, float>        ? "cast to float"
                                                                         : "cast to double";
  template <class T>
  static constexpr const char* refusal = nullptr;
  template <class T>
  using Element = To;
  template <class A>
  auto operator()(const A& a) const {
    return cast<To>(a);
  }
};

template <class Operation>
void runUnary() {
  forEachCell<Operation>([]<class T, int N>(T, std::integral_constant<int, N>) {
    using Result = decltype(Operation()(Array<T, N>()));
    static_assert(std::is_same_v<Result, Array<typename Operation::template Element<T>, N>>);
    Case check({Operation::name, typeName<T>, N}, Operation());
    forEachShape<N>(
        [&](const Shape<N>& s, bool everything) { check(everything, make<T, N>(s, 0)); });
  });
}

TEST(Cast, ToBool) { runUnary<CastTo<bool>>(); }
TEST(Cast, ToInt32) { runUnary<CastTo<std::int32_t>>(); }
TEST(Cast, ToInt64) { runUnary<CastTo<std::int64_t>>(); }
TEST(Cast, ToFloat) { runUnary<CastTo<float>>(); }
TEST(Cast, ToDouble) { runUnary<CastTo<double>>(); }

}  // namespace
}  // namespace parax::conformance
