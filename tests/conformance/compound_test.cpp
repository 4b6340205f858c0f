// Compound assignment to an in-out argument, three times in a row: an array, a value and a number.
#include "families.h"

namespace parax::conformance {
namespace {

struct Compound {
  static constexpr const char* names[] = {"a &= b", "a |= b", "a ^= b", "a += b",  "a -= b",
                                          "a *= b", "a /= b", "a %= b", "a <<= b", "a >>= b"};
  template <class T>
  static constexpr bool has(int which) {
    return isBool<T> ? which < 3 : isInteger<T> || (which >= 3 && which < 7);
  }
  template <class A, class B>
  static void assign(int which, A& a, const B& b) {
    using T = Elem<A>;
    if constexpr (!isFloat<T>) {
      switch (which) {
        case 0: a &= b; return;
        case 1: a |= b; return;
        case 2: a ^= b; return;
      }
    }
    if constexpr (!isBool<T>) {
      switch (which) {
        case 3: a += b; return;
        case 4: a -= b; return;
        case 5: a *= b; return;
        case 6: a /= b; return;
      }
    }
    if constexpr (isInteger<T>) {
      switch (which) {
        case 7: a %= b; return;
        case 8: a <<= b; return;
        case 9: a >>= b; return;
      }
    }
  }
  template <class A, class B, class V>
  void operator()(int which, A& a, const B& b, const V& v) const {
    assign(which, a, b);
    assign(which, a, v);
    assign(which, a, PlainNumber<Elem<A>>(3));
  }
};

TEST(Compound, Assignments) {
  forEachKind([]<class T>(T) {
    forEachOperation<Compound, T>([](int which, const char* name) {
      Case check({name, typeName<T>, 1}, Compound());
      for (const std::int64_t n : {0, 1, 69})
        check(n == 69, which, make<T, 1>({n}, 0), make<T, 1>({n}, 1, Kind::nonZero), Value<T>(5));
      check(true, which, make<T, 1>({69}, 0), make<T, 1>({1}, 1, Kind::nonZero), Value<T>(5));
    });
  });
}

}  // namespace
}  // namespace parax::conformance
