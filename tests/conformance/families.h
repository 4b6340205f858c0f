// Operations of two operands by families: which one is a plain number, and recordings are
// remembered for each. So the C++ compiler instantiates a family once for each type and rank, not
// every operation.
#pragma once

#include "operations.h"

namespace parax::conformance {

struct Arithmetic {
  static constexpr const char* names[] = {"a + b", "a - b", "a * b", "a / b"};
  static constexpr int division = 3;
  template <class T>
  static constexpr const char* refusal = nullptr;
  template <class T>
  using Element = Counted<T>;
  template <class A, class B>
  auto operator()(int which, const A& a, const B& b) const {
    switch (which) {
      case 0: return a + b;
      case 1: return a - b;
      case 2: return a * b;
      default: return a / b;
    }
  }
};

struct Extremes {
  static constexpr const char* names[] = {"min(a, b)", "max(a, b)"};
  static constexpr int division = -1;
  template <class T>
  static constexpr const char* refusal = nullptr;
  template <class T>
  using Element = T;
  template <class A, class B>
  auto operator()(int which, const A& a, const B& b) const {
    return which == 0 ? min(a, b) : max(a, b);
  }
};

struct Comparisons {
  static constexpr const char* names[] = {"a < b", "a <= b", "a > b", "a >= b", "a == b", "a != b"};
  static constexpr int division = -1;
  template <class T>
  static constexpr const char* refusal = nullptr;
  template <class T>
  using Element = bool;
  template <class A, class B>
  auto operator()(int which, const A& a, const B& b) const {
    switch (which) {
      case 0: return a < b;
      case 1: return a <= b;
      case 2: return a > b;
      case 3: return a >= b;
      case 4: return a == b;
      default: return a != b;
    }
  }
};

struct Logic {
  static constexpr const char* names[] = {"a && b", "a || b"};
  static constexpr int division = -1;
  template <class T>
  static constexpr const char* refusal = boolOnly<T>;
  template <class T>
  using Element = bool;
  template <class A, class B>
  auto operator()(int which, const A& a, const B& b) const {
    return which == 0 ? a && b : a || b;
  }
};

template <class Family, class T>
Kind rightOperand(int which) {
  return which == Family::division && !std::is_floating_point_v<T> ? Kind::nonZero : Kind::any;
}

// Arrays that broadcast, in every type and rank.
template <class Family, class T, int N>
void runCell() {
  using Result = decltype(Family()(0, Array<T, N>(), Array<T, N>()));
  static_assert(std::is_same_v<Result, Array<typename Family::template Element<T>, N>>);
  for (int which = 0; const char* name : Family::names) {
    Case check({name, typeName<T>, N}, Family());
    forEachPair<N>([&](const Shape<N>& a, const Shape<N>& b, bool everything) {
      check(everything, which, make<T, N>(a, 0), make<T, N>(b, 1, rightOperand<Family, T>(which)));
    });
    ++which;
  }
}

// Runs cell.template operator()<T>() for the types that the family has; explains the others.
template <class Family, class Cell>
void forEachTypeOf(const std::string& suffix, Cell cell) {
  forEachType([&]<class T>(T) {
    if constexpr (Family::template refusal<T> == nullptr) {
      cell.template operator()<T>();
    } else {
      for (const char* name : Family::names)
        for (int rank = 0; rank < tableRanks; ++rank)
          Table::instance().explainHole(name + suffix, typeName<T>, rank,
                                        Family::template refusal<T>);
    }
  });
  for (const char* name : Family::names) Table::instance().expectNoHoles(name + suffix);
}

template <class Family>
void runArrays() {
  forEachTypeOf<Family>("", []<class T>() {
    runCell<Family, T, 0>();
    runCell<Family, T, 1>();
    runCell<Family, T, 2>();
    runCell<Family, T, 3>();
  });
}

// Numbers and values on either side, in rank 1: what stands beside an array decides which element
// types meet, not the rank.
template <class Family>
void runWithNumbersAndValues() {
  const std::string suffix = ", numbers";
  forEachTypeOf<Family>(suffix, [&]<class T>() {
    using Number = std::conditional_t<std::is_same_v<T, bool>, bool, int>;
    const auto a = make<T, 1>({69}, 0, Kind::nonZero);
    static_assert(std::is_same_v<decltype(Family()(0, a, Number(1))),
                                 Array<typename Family::template Element<T>>>);
    for (int which = 0; const char* name : Family::names) {
      Case check({name + suffix, typeName<T>, 1}, Family());
      for (const T number : {T(1), T(3)}) {
        check(true, which, a, Number(number));
        check(true, which, Number(number), a);
        check(true, which, a, Value<T>(number));
        check(true, which, Value<T>(number), a);
        check(true, which, Value<T>(number), Value<T>(7));
        check(true, which, Array<T, 0>(number), a);
      }
      if constexpr (std::is_floating_point_v<T>) {
        static_assert(std::is_same_v<decltype(Family()(0, a, 0.1)),
                                     Array<typename Family::template Element<T>>>,
                      "a number beside an array is weak");
        check(true, which, a, 0.1);
        check(true, which, -2.5, a);
      }
      explainOtherRanks(name + suffix, typeName<T>);
      ++which;
    }
  });
}

}  // namespace parax::conformance
