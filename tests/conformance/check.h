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

}  // namespace parax::conformance
