// Reductions of whole arrays: fixed trees, any number of threads.
#include "families.h"
#include "rankless.h"

namespace parax::conformance {
namespace {

struct OfEveryType {
  static constexpr bool needsElements = false;
  template <class T>
  static constexpr bool has(int) {
    return true;
  }
};

// Integers and bool are summed in 64 bits. Only dot looks at b.
struct Totals : OfEveryType {
  static constexpr const char* names[] = {"sum", "product", "sumOfSquares", "dot"};
  template <class T>
  using Element = Total<T>;
  template <class A>
  auto operator()(int which, const A& a, const A& b) const {
    switch (which) {
      case 0: return sum(a);
      case 1: return product(a);
      case 2: return sumOfSquares(a);
      default: return dot(a, b);
    }
  }
};

struct Extremes : OfEveryType {
  static constexpr const char* names[] = {"min(a)", "max(a)"};
  static constexpr bool needsElements = true;
  template <class T>
  using Element = T;
  template <class A>
  auto operator()(int which, const A& a, const A&) const {
    return which == 0 ? min(a) : max(a);
  }
};

struct AnyAll : OfEveryType {
  static constexpr const char* names[] = {"any", "all"};
  template <class T>
  using Element = bool;
  template <class A>
  auto operator()(int which, const A& a, const A&) const {
    return which == 0 ? any(a) : all(a);
  }
};

struct Norms : OfEveryType {
  static constexpr const char* names[] = {"norm", "norm(a, 1)", "norm(a, inf)"};
  template <class T>
  using Element = Real<T>;
  template <class A>
  auto operator()(int which, const A& a, const A&) const {
    if (which == 0) return norm(a);
    return norm(a, which == 1 ? 1 : std::numeric_limits<double>::infinity());
  }
};

struct Statistics : OfEveryType {
  static constexpr const char* names[] = {"mean", "var", "var(a, 1)", "stddev", "stddev(a, 1)"};
  static constexpr bool needsElements = true;
  template <class T>
  using Element = Real<T>;
  template <class A>
  auto operator()(int which, const A& a, const A&) const {
    switch (which) {
      case 0: return mean(a);
      case 1: return var(a);
      case 2: return var(a, 1);
      case 3: return stddev(a);
      default: return stddev(a, 1);
    }
  }
};

struct Places {
  static constexpr const char* names[] = {"argMin", "argMax", "count"};
  template <class T>
  static constexpr bool has(int which) {
    return which != 2 || isBool<T>;
  }
  static constexpr bool needsElements = true;
  template <class T>
  using Element = std::int64_t;
  template <class A>
  auto operator()(int which, const A& a, const A&) const {
    if constexpr (isBool<Elem<A>>)
      if (which == 2) return count(a);
    return which == 0 ? argMin(a) : argMax(a);
  }
};

// Functions of the user: associative or not, the tree is the same. All keep the element type.
struct Functions {
  static constexpr const char* names[] = {"reduce, max",         "reduce, not associative",
                                          "reduce, with values", "reduce, in double",
                                          "reduce, second",      "mapReduce"};
  template <class A>
  auto operator()(int which, const A& a, const A& b) const {
    using T = Elem<A>;
    const auto larger = [](Value<T> x, Value<T> y) { return max(x, y); };
    constexpr T least = std::numeric_limits<T>::lowest();
    switch (which) {
      case 0: return reduce(larger, least, a);
      case 1: return reduce([](auto x, auto y) { return differ(x, y); }, T(1), a);
      case 2: {  // from outside: a number, a value, the result of another reduction
        const Value<T> most = reduce(larger, least, b), one(T(1));
        return reduce([=, k = T(1)](auto x, auto y) {
          return select(x < most, differ(y, one), differ(x, Value<T>(k)));
        }, most, a);
      }
      case 3:
        return reduce([](auto x, auto y) {
          return cast<T>((cast<double>(x) - cast<double>(y)) * 0.75);
        }, T(1), a);
      case 4: return reduce([](auto, auto y) { return y; }, T(1), a);
      default:
        return mapReduce([](const A& x, const A& y) { return max(x, y); },
                         [](auto x, auto y) { return min(x, y); }, Value<T>(T(1)), a, b);
    }
  }

 private:
  template <class T>
  static Value<T> differ(const Value<T>& x, const Value<T>& y) {
    if constexpr (isBool<T>)
      return x && !y;
    else
      return x - y;
  }
};

template <class Family, class T>
void runReductions() {
  using Result = decltype(Family()(0, Array<T>(), Array<T>()));
  static_assert(std::is_same_v<Result, Value<typename Family::template Element<T>>>);
  forEachOperation<Family, T>([](int which, const char* name) {
    Case check({name, typeName<T>, 1}, Family());
    for (const std::int64_t n : {0, 1, 69, 5121})
      if (n > 0 || !Family::needsElements)  // else tests/errors
        check(n == 69, which, make<T, 1>({n}, 2, Kind::finite), make<T, 1>({n}, 1, Kind::finite));
  });
}

TEST(Reduction, Totals) {
  forEachKind([]<class T>(T) { runReductions<Totals, T>(); });
}
TEST(Reduction, Extremes) {
  forEachKind([]<class T>(T) { runReductions<Extremes, T>(); });
}
TEST(Reduction, AnyAll) { runReductions<AnyAll, bool>(); }
TEST(Reduction, Norms) {
  forEachKind([]<class T>(T) { runReductions<Norms, T>(); });
}
TEST(Reduction, Statistics) {
  forEachKind([]<class T>(T) { runReductions<Statistics, T>(); });
}
TEST(Reduction, Places) {
  forEachKind([]<class T>(T) { runReductions<Places, T>(); });
}

template <class T>
void runFunctions(int rank) {
  constexpr ElementType type = elementTypeOf<T>;
  for (int which = 0; const char* name : Functions::names) {
    const auto f = [which](const Array<T>& a, const Array<T>& b) {
      return Functions()(which, a, b);
    };
    UntypedCase check({name, typeName<T>, rank}, rankless<Array<T>, Array<T>>(rank, f));
    const auto both = [&](const Extents& s, Kind kind, int seed) {
      return std::vector{makeHandle(type, s, seed, kind), makeHandle(type, s, 1, kind)};
    };
    forEachShape(rank, [&](const Extents& s, bool everything) {
      check(everything, both(s, Kind::finite, 2));
      if (everything) check(true, both(s, Kind::any, 0));
    });
    if (rank == 1 && !sanitized) check(true, both({100003}, Kind::nearOne, 2));
    ++which;
  }
}

TEST(Reduction, Functions) {
  forEachRank([](int rank) {
    runFunctions<bool>(rank);
    runFunctions<std::int8_t>(rank);
    runFunctions<std::int16_t>(rank);
    runFunctions<std::int32_t>(rank);
    runFunctions<std::int64_t>(rank);
    runFunctions<std::uint8_t>(rank);
    runFunctions<std::uint16_t>(rank);
    runFunctions<std::uint32_t>(rank);
    runFunctions<std::uint64_t>(rank);
    runFunctions<float>(rank);
    runFunctions<double>(rank);
  });
}

// As users write it, with types that acc sees.
TEST(Reduction, FunctionsOfTypedCalls) {
  for (int which = 0; const char* name : Functions::names) {
    Case check({name, "f64", 1}, Functions());
    check(true, which++, make<double, 1>({69}, 2, Kind::finite), make<double, 1>({69}, 1));
  }
}

Value<int> addInts(Value<int> x, Value<int> y) { return x + y; }

// A user's + is sum, to the last bit.
TEST(Reduction, AddingIsSum) {
  const auto add = [](auto x, auto y) { return x + y; };
  for (const std::int64_t n : {0, 1, 31, 32, 33, 1279, 1280, 1281, 5120, 12289, 30000}) {
    const auto a = make<double, 1>({n}, 1, Kind::finite);
    EXPECT_EQ(reduce(add, 0.0, a).get(), sum(a).get()) << n;
    const auto b = make<std::int64_t, 1>({n}, 1);
    EXPECT_EQ(reduce(add, 0, b).get(), sum(b).get()) << n;
  }
  EXPECT_EQ(reduce(add, 7, Array<int>()).get(), 7);
  EXPECT_EQ(reduce(addInts, 0, Array<int>{1, 2, 3}).get(), 6);
  EXPECT_EQ(reduce(acc(addInts), 0, Array<int>{1, 2, 3}).get(), 6);
  EXPECT_EQ(mapReduce([](auto x, auto y, auto z) { return x * y + z; }, add, 0, Array<int>{1, 2},
                      Array<int>{3, 4}, Array<int>{5})
                .get(),
            21);
}

// One true, or one false, among many: at the ends and at borders between threads and vectors.
TEST(Reduction, OneAmongMany) {
  Case checkAnyAll({"any, all, one", "bool", 1}, AnyAll());
  Case checkMax({"max(a), one", "int32", 1}, Extremes());
  Case checkPlace({"argMax, one", "int32", 1}, Places());
  for (const std::int64_t n : {1, 64, 65, 4097})
    for (const std::int64_t at : {std::int64_t(0), n / 2, n - 1}) {
      const Array<bool> one = iota<std::int32_t>(n) == at;
      checkAnyAll(true, 0, one, one);
      checkAnyAll(true, 1, !one, one);
      const auto seven = cast<std::int32_t>(one) * 7;
      checkMax(true, 1, seven, seven);
      checkPlace(true, 1, seven, seven);
      EXPECT_EQ(argMax(seven).get(), at);
    }
}

}  // namespace
}  // namespace parax::conformance
