// Families of operations whose results have the same type: which one is a plain number, and
// recordings are remembered for each. So the C++ compiler instantiates a family once for each type
// and rank, not every operation.
//
// A family has `names`; refusal<T>(which): nullptr, or why T has no such operation; has<T>: it has
// one; Element<T>: the result's element; operator()(which, operands...).
#pragma once

#include "operations.h"

namespace parax::conformance {

// What families share: which types have them all.
struct OfEveryType {
  template <class T>
  static constexpr bool has = true;
  template <class T>
  static constexpr const char* refusal(int) {
    return nullptr;
  }
};
struct OfBoolOnly {
  template <class T>
  static constexpr bool has = isBool<T>;
  template <class T>
  static constexpr const char* refusal(int) {
    return isBool<T> ? nullptr : onlyBool;
  }
};
struct OfBoolAsInteger {
  template <class T>
  static constexpr bool has = isBool<T>;
  template <class T>
  static constexpr const char* refusal(int) {
    return isBool<T> ? nullptr : elsewhere;
  }
  template <class T>
  using Element = std::int64_t;
};
// Of integers and bool, in double; floats keep their type elsewhere.
struct OfIntegersInDouble {
  template <class T>
  static constexpr bool has = !isFloat<T>;
  template <class T>
  static constexpr const char* refusal(int) {
    return has<T> ? nullptr : elsewhere;
  }
  template <class T>
  using Element = double;
};
struct NeverDivides {
  template <class T>
  static constexpr bool divides(int) {
    return false;
  }
};

// Runs cell.template operator()<T>() for the types that the family has; explains the others.
template <class Family, class Cell>
void forEachTypeOf(const std::string& suffix, Cell cell) {
  forEachType([&]<class T>(T) {
    for (int which = 0; const char* name : Family::names) {
      const char* why = Family::template refusal<T>(which++);
      for (int rank = 0; why != nullptr && *why != '\0' && rank < tableRanks; ++rank)
        Table::instance().explainHole(name + suffix, typeName<T>, rank, why);
    }
    if constexpr (Family::template has<T>) cell.template operator()<T>();
  });
}

// Runs each(which, name) for the operations that the family has for T.
template <class Family, class T, class Each>
void forEachOperation(Each each) {
  for (int which = 0; const char* name : Family::names) {
    if (Family::template refusal<T>(which) == nullptr) each(which, name);
    ++which;
  }
}

template <class Family>
void expectNoHoles(const std::string& suffix = "") {
  for (const char* name : Family::names) Table::instance().expectNoHoles(name + suffix);
}

// Runs cell.template operator()<T, N>() in ranks 0 to 3.
template <class Family, class Cell>
void forEachCell(Cell cell) {
  forEachTypeOf<Family>("", [&]<class T>() {
    cell.template operator()<T, 0>();
    cell.template operator()<T, 1>();
    cell.template operator()<T, 2>();
    cell.template operator()<T, 3>();
  });
}

// ---- one operand ----
template <class Family, class T, int N>
void runUnaryCell() {
  using Result = decltype(Family()(0, Array<T, N>()));
  static_assert(std::is_same_v<Result, Array<typename Family::template Element<T>, N>>);
  forEachOperation<Family, T>([](int which, const char* name) {
    Case check({name, typeName<T>, N}, Family());
    forEachShape<N>(
        [&](const Shape<N>& s, bool everything) { check(everything, which, make<T, N>(s, 0)); });
  });
}
template <class Family>
void runUnary() {
  forEachCell<Family>([]<class T, int N>() { runUnaryCell<Family, T, N>(); });
}

// ---- two operands: arrays that broadcast ----
template <class Family, class T, int N>
void runBinaryCell() {
  using Result = decltype(Family()(0, Array<T, N>(), Array<T, N>()));
  static_assert(std::is_same_v<Result, Array<typename Family::template Element<T>, N>>);
  forEachOperation<Family, T>([](int which, const char* name) {
    Case check({name, typeName<T>, N}, Family());
    const bool divides = Family::template divides<T>(which);
    const auto pair = [&](const Shape<N>& a, const Shape<N>& b, bool everything) {
      const auto right = make<T, N>(b, 1, divides ? Kind::nonZero : Kind::any);
      check(everything, which, make<T, N>(a, 0), right);
    };
    // Broadcasting does not know the operation: every fifth one of a family sees it, and those that
    // may fail.
    if (which % 5 == 0 || divides)
      forEachPair<N>(pair);
    else
      forEachShape<N>([&](const Shape<N>& s, bool everything) { pair(s, s, everything); });
  });
}
template <class Family>
void runBinary() {
  forEachCell<Family>([]<class T, int N>() { runBinaryCell<Family, T, N>(); });
}

// Rank 1 only, where operands are converted before the operation.
template <class Family, class Cell>
void runConverted(Cell cell) {
  forEachTypeOf<Family>("", [&]<class T>() {
    cell.template operator()<T, 1>();
    forEachOperation<Family, T>([](int, const char* name) {
      for (const int rank : {0, 2, 3})
        Table::instance().explainHole(name, typeName<T>, rank, convertedFirst);
    });
  });
}

// Numbers and values on either side, in rank 1: what stands beside an array decides which element
// types meet, not the rank.
template <class Family>
void runWithNumbersAndValues() {
  const std::string suffix = ", numbers";
  forEachTypeOf<Family>(suffix, [&]<class T>() {
    using Number = PlainNumber<T>;
    const auto a = make<T, 1>({69}, 0, Kind::nonZero);
    static_assert(std::is_same_v<decltype(Family()(0, a, Number(1))),
                                 Array<typename Family::template Element<T>>>);
    forEachOperation<Family, T>([&](int which, const char* name) {
      Case check({name + suffix, typeName<T>, 1}, Family());
      for (const T number : {T(1), T(100)}) {
        const bool everything = number == T(100);
        check(everything, which, a, Number(number));
        check(everything, which, Number(number), a);
        check(everything, which, a, Value<T>(number));
        check(everything, which, Value<T>(number), a);
        check(everything, which, Value<T>(number), Value<T>(7));
        check(everything, which, Array<T, 0>(number), a);
      }
      if constexpr (isFloat<T>) {
        static_assert(std::is_same_v<decltype(Family()(0, a, 0.1)),
                                     Array<typename Family::template Element<T>>>,
                      "a number beside an array is weak");
        check(true, which, a, 0.1);
        check(true, which, -2.5, a);
      }
      explainOtherRanks(name + suffix, typeName<T>);
    });
  });
}

}  // namespace parax::conformance
