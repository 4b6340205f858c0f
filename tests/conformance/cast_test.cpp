// Conversions between all element types.
#include "families.h"

namespace parax::conformance {
namespace {

// One loop that makes them all: vectors of many widths meet.
struct CastToEvery {
  static constexpr const char* names[] = {"cast to every type"};
  template <class T>
  static constexpr bool has = true;
  template <class T>
  static constexpr const char* refusal(int) {
    return nullptr;
  }
  template <class A>
  auto operator()(const A& a) const {
    return std::tuple(cast<bool>(a), cast<std::int8_t>(a), cast<std::int16_t>(a),
                      cast<std::int32_t>(a), cast<std::int64_t>(a), cast<std::uint8_t>(a),
                      cast<std::uint16_t>(a), cast<std::uint32_t>(a), cast<std::uint64_t>(a),
                      cast<float>(a), cast<double>(a));
  }
};

TEST(Cast, ToEveryType) {
  forEachCell<CastToEvery>([]<class T, int N>() {
    Case check({CastToEvery::names[0], typeName<T>, N}, CastToEvery());
    forEachShape<N>(
        [&](const Shape<N>& s, bool everything) { check(everything, make<T, N>(s, 0)); });
  });
  expectNoHoles<CastToEvery>();
}

// Each alone.
template <class To>
struct CastTo {
  template <class A>
  auto operator()(const A& a) const {
    return cast<To>(a);
  }
};

template <class To>
void runAlone() {
  const std::string operation = std::string("cast to ") + typeName<To>;
  forEachType([&]<class T>(T) {
    static_assert(std::is_same_v<decltype(CastTo<To>()(Array<T, 2>())), Array<To, 2>>);
    static_assert(std::is_same_v<decltype(CastTo<To>()(Value<T>())), Value<To>>);
    Case check({operation, typeName<T>, 1}, CastTo<To>());
    forEachShape<1>(
        [&](const Shape<1>& s, bool everything) { check(everything, make<T, 1>(s, 0)); });
    for (const int rank : {0, 2, 3})
      Table::instance().explainHole(operation, typeName<T>, rank, "see cast to every type");
  });
  Table::instance().expectNoHoles(operation);
}

TEST(Cast, Alone) {
  forEachType([]<class To>(To) { runAlone<To>(); });
}

}  // namespace
}  // namespace parax::conformance
