// Reductions of whole arrays: fixed trees, any number of threads.
#include "operations.h"

namespace parax::conformance {
namespace {

template <class Operation>
void runReduction(bool emptyIsAnError) {
  forEachCell<Operation>([&]<class T, int N>(T, std::integral_constant<int, N>) {
    using Result = decltype(Operation()(Array<T, N>()));
    static_assert(std::is_same_v<Result, Value<typename Operation::template Element<T>>>);
    Case check({Operation::name, typeName<T>, N}, Operation());
    forEachShape<N>([&](const Shape<N>& s, bool everything) {
      const auto finite = make<T, N>(s, 2, Kind::finite);
      if (emptyIsAnError && finite.size() == 0) return;  // tests/errors
      check(everything, finite);
      if (everything) check(true, make<T, N>(s, 0));
    });
    if constexpr (N == 1 && !sanitized) check(true, make<T, 1>({100003}, 1, Kind::finite));
  });
}

TEST(Reduction, Sum) { runReduction<Sum>(false); }
TEST(Reduction, Smallest) { runReduction<Smallest>(true); }
TEST(Reduction, Largest) { runReduction<Largest>(true); }
TEST(Reduction, Any) { runReduction<Any>(false); }
TEST(Reduction, All) { runReduction<All>(false); }

// One true, or one false, among many: at the ends and at borders between threads and vectors.
TEST(Reduction, OneAmongMany) {
  Case checkAny({"any, one true", "bool", 1}, Any());
  Case checkAll({"all, one false", "bool", 1}, All());
  Case checkMax({"max(a), one", "int32", 1}, Largest());
  for (const std::int64_t n : {1, 64, 65, 4097})
    for (const std::int64_t at : {std::int64_t(0), n / 2, n - 1}) {
      auto one = iota<std::int32_t>(n) == at;
      checkAny(true, one);
      checkAll(true, !one);
      checkMax(true, cast<std::int32_t>(one) * 7);
    }
}

}  // namespace
}  // namespace parax::conformance
