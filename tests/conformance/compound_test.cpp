// Compound assignment to an in-out argument, three times in a row: an array, a value and a number.
#include "families.h"

namespace parax::conformance {
namespace {

struct Compound {
  static constexpr const char* names[] = {"a &= b", "a |= b", "a ^= b", "a += b",  "a -= b",
                                          "a *= b", "a /= b", "a %= b", "a <<= b", "a >>= b"};
  template <class T>
  static constexpr bool has = true;
  template <class T>
  static constexpr const char* refusal(int which) {
    if (isBool<T> && which > 2) return "would change the type: refused by the C++ compiler";
    if (isFloat<T> && (which < 3 || which > 6)) return onlyIntegers;
    return nullptr;
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
  forEachCell<Compound>([]<class T, int N>() {
    forEachOperation<Compound, T>([](int which, const char* name) {
      Case check({name, typeName<T>, N}, Compound());
      forEachPair<N>([&](const Shape<N>& a, const Shape<N>& b, bool everything) {
        if (b != a && which % 3 != 0) return;           // broadcasting does not know the operation
        if (b != a && countOf(a) < countOf(b)) return;  // would grow: an error
        for (std::size_t d = 0; d < N; ++d)
          if (a[d] == 1 && b[d] != 1) return;
        check(everything, which, make<T, N>(a, 0), make<T, N>(b, 1, Kind::nonZero), Value<T>(5));
      });
    });
  });
  expectNoHoles<Compound>();
}

}  // namespace
}  // namespace parax::conformance
