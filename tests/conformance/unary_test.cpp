// Signs, not, roots and the math functions: every type, rank and size.
#include "families.h"

namespace parax::conformance {
namespace {

struct Signs {
  static constexpr const char* names[] = {"-a", "+a", "abs"};
  template <class T>
  static constexpr const char* refusal = nullptr;
  template <class T>
  using Element = Counted<T>;
  template <class A>
  auto operator()(int which, const A& a) const {
    return which == 0 ? -a : which == 1 ? +a : abs(a);
  }
};

struct Math {
  static constexpr const char* names[] = {"sqrt", "exp", "log", "log10", "erf"};
  template <class T>
  static constexpr const char* refusal = nullptr;
  template <class T>
  using Element = Real<T>;
  template <class A>
  auto operator()(int which, const A& a) const {
    switch (which) {
      case 0: return sqrt(a);
      case 1: return exp(a);
      case 2: return log(a);
      case 3: return log10(a);
      default: return erf(a);
    }
  }
};

struct Not {
  static constexpr const char* names[] = {"!a"};
  template <class T>
  static constexpr const char* refusal = boolOnly<T>;
  template <class T>
  using Element = bool;
  template <class A>
  auto operator()(int, const A& a) const {
    return !a;
  }
};

template <class Family, class T, int N>
void runUnaryCell() {
  using Result = decltype(Family()(0, Array<T, N>()));
  static_assert(std::is_same_v<Result, Array<typename Family::template Element<T>, N>>);
  for (int which = 0; const char* name : Family::names) {
    Case check({name, typeName<T>, N}, Family());
    forEachShape<N>(
        [&](const Shape<N>& s, bool everything) { check(everything, which, make<T, N>(s, 0)); });
    ++which;
  }
}

template <class Family>
void runUnary() {
  forEachTypeOf<Family>("", []<class T>() {
    runUnaryCell<Family, T, 0>();
    runUnaryCell<Family, T, 1>();
    runUnaryCell<Family, T, 2>();
    runUnaryCell<Family, T, 3>();
  });
}

TEST(Unary, Signs) { runUnary<Signs>(); }
TEST(Unary, Math) { runUnary<Math>(); }
TEST(Unary, Not) { runUnary<Not>(); }

}  // namespace
}  // namespace parax::conformance
