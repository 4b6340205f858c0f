// check: one case, written once, in every way it can run.
#pragma once

#include <gtest/gtest.h>

#include "bits.h"
#include "comparison.h"
#include "inputs.h"

namespace parax::conformance {

template <class T>
constexpr int rankOf = -1;
template <class T, int N>
constexpr int rankOf<Array<T, N>> = N;

// Holds the function accelerated in every way, so that later calls meet what earlier ones left
// behind.
template <class F>
class Case {
 public:
  Case(Row row, F f, bool formsFmas = false) : comparison_(std::move(row)), f_(f) {
    for (const Way& way : ways())
      if (formsFmas || !way.onlyWhereFmasForm) runs_.push_back({way, acc(f, way.options)});
  }

  // Calls it with shared arguments, again with unshared ones (from memory, if it was remembered),
  // and where `everything` is asked for with a function that has state, which is recorded at each
  // call; that in rank 1 only, because recording knows no ranks.
  template <class... Args>
  void operator()(bool everything, const Args&... args) {
    const auto describe = [&] { return before(args...); };
    for (Run& run : runs_) {
      const Way& way = run.way;
      if (!everything && !way.everySize) continue;
      const auto shared = [&] { return call(run.f, args...); };
      comparison_.compare(way, Call::first, shared, describe);
      if (!everything) continue;
      const auto alone = [&] { return call(run.f, unshared(args)...); };
      comparison_.compare(way, Call::later, alone, describe);
      if constexpr (((rankOf<Args> == 1) || ...)) {
        const auto withState = acc(Stateful{f_, 1}, way.options);
        const auto recorded = [&] { return call(withState, args...); };
        for (const Call which : {Call::withState, Call::withStateAgain})
          comparison_.compare(way, which, recorded, describe);
      }
    }
  }

 private:
  struct Run {
    Way way;
    decltype(acc(std::declval<F>())) f;
  };
  struct Stateful {
    F f;
    int state;
    template <class... Args>
    auto operator()(Args&&... args) const -> decltype(f(std::forward<Args>(args)...)) {
      return f(std::forward<Args>(args)...);
    }
  };

  // The result and then the arguments as they are afterwards.
  template <class G, class... Args>
  static Flat call(const G& g, Args... args) {
    Flat flat;
    if constexpr (std::is_void_v<decltype(g(args...))>)
      g(args...);
    else
      flatten(flat, g(args...));
    (flatten(flat, args), ...);
    return flat;
  }
  template <class... Args>
  static Flat before(const Args&... args) {
    Flat flat;
    (flatten(flat, args), ...);
    return flat;
  }

  Comparison comparison_;
  F f_;
  std::vector<Run> runs_;
};

// Shapes of a rank: f(shape, everything); everything is false where only fast ways are asked for.
template <int N, class F>
void forEachShape(F f) {
  if constexpr (N == 0) {
    f(Shape<0>{}, true);
  } else if constexpr (N == 1) {
    for (std::int64_t n = 0; n <= 70; n += sanitized && n > 17 ? 13 : 1)
      f(Shape<1>{n}, n == 1 || n == 33);
    for (const std::int64_t n : {1279, 1280, 5121}) f(Shape<1>{n}, n == 5121);
    if (!sanitized) f(Shape<1>{10000}, false);
  } else if constexpr (N == 2) {
    for (const Shape<2>& s : {Shape<2>{0, 3}, {3, 0}, {1, 1}, {3, 5}, {5, 17}, {1, 70}, {67, 1}})
      f(s, s[1] == 17);
    f(Shape<2>{sanitized ? 9 : 61, 67}, true);
  } else {
    for (const Shape<3>& s : {Shape<3>{2, 0, 3}, {1, 1, 1}, {2, 3, 5}, {3, 1, 9}, {4, 5, 33}})
      f(s, s[2] == 5);
    f(Shape<3>{5, sanitized ? 3 : 19, 66}, true);
  }
}

// Pairs of shapes that broadcast, beside equal ones.
template <int N, class F>
void forEachPair(F f) {
  forEachShape<N>([&](const Shape<N>& s, bool everything) { f(s, s, everything); });
  if constexpr (N >= 1) {
    Shape<N> full{}, one{};
    for (int d = 0; d < N; ++d) {
      full[static_cast<std::size_t>(d)] = d == N - 1 ? 37 : 5;
      one[static_cast<std::size_t>(d)] = 1;
    }
    f(full, one, true);
    f(one, full, false);
    if constexpr (N >= 2) {
      Shape<N> column = full, row = full;
      column[N - 1] = 1;
      row[0] = 1;
      f(full, column, true);
      f(row, column, N == 2);
      f(column, row, false);
    }
    Shape<N> empty = full;
    empty[0] = 0;
    f(empty, one, false);
  }
}

}  // namespace parax::conformance
