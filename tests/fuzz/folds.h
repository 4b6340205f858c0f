// Reductions with functions that need not be associative: the tree is fixed, so all modes agree.
// As a macro, so that printed programs contain them, too.
#pragma once

#define PARAX_FUZZ_FOLDS                                                                          \
  template <class A>                                                                              \
  auto foldMax(const A& a, SourceLocation where = SourceLocation::current()) {                    \
    using T = typename A::Elem;                                                                   \
    return reduce([](Value<T> x, Value<T> y) { return max(x, y); }, T(0), a, where);              \
  }                                                                                               \
  template <class A>                                                                              \
  auto foldDifference(const A& a, SourceLocation where = SourceLocation::current()) {             \
    using T = typename A::Elem;                                                                   \
    return reduce([](Value<T> x, Value<T> y) { return cast<T>(x - y); }, T(1), a, where);         \
  }                                                                                               \
  template <class A>                                                                              \
  auto foldInDouble(const A& a, SourceLocation where = SourceLocation::current()) {               \
    using T = typename A::Elem;                                                                   \
    return reduce([k = 0.75](Value<T> x, Value<T> y) {                                            \
      return cast<T>(cast<double>(x) * k + cast<double>(y));                                      \
    }, T(1), a, where);                                                                           \
  }                                                                                               \
  template <class A>                                                                              \
  auto foldSelect(const A& a, SourceLocation where = SourceLocation::current()) {                 \
    using T = typename A::Elem;                                                                   \
    return reduce([](Value<T> x, Value<T> y) { return select(x < y, y, cast<T>(x + y)); }, T(1),  \
                  a, where);                                                                      \
  }                                                                                               \
  template <class A>                                                                              \
  auto foldRemainder(const A& a, SourceLocation where = SourceLocation::current()) {              \
    using T = typename A::Elem;                                                                   \
    return reduce([](Value<T> x, Value<T> y) { return y % (x - 1); }, T(7), a, where);            \
  }                                                                                               \
  template <class A>                                                                              \
  auto foldComplex(const A& a, SourceLocation where = SourceLocation::current()) {                \
    const auto z = complexOf(a, 1);                                                               \
    return real(reduce([](auto x, auto y) { return conj(x) * y + 1; }, 1, z, where)) +            \
           imag(product(z, where));                                                               \
  }                                                                                               \
  template <class A>                                                                              \
  auto foldConjugates(const A& a, SourceLocation where = SourceLocation::current()) {             \
    return reduce([](auto x, auto y) { return conj(x) * y + 1; }, 1, a, where);                   \
  }                                                                                               \
  template <class A, class V>                                                                     \
  auto foldScaled(const A& a, const V& scale, SourceLocation where = SourceLocation::current()) { \
    using T = typename A::Elem;                                                                   \
    const Value<T> k(scale.handle());                                                             \
    return reduce([=](Value<T> x, Value<T> y) { return cast<T>(x * k + y); }, k, a, where);       \
  }
