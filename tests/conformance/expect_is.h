// expectIs: what a result has to be, written as numbers, in every mode.
#pragma once

#include "check.h"

namespace parax::conformance {

// f(arguments) is `expected`, bit for bit, in every way.
template <class F, class R, class... Args>
void expectIs(const R& expected, F f, const Args&... args) {
  Flat right;
  flatten(right, expected);
  for (const Way& way : ways()) {
    const auto g = acc(f, way.options);
    for (int k = 0; k < 2; ++k) {
      const auto result = g(args...);
      static_assert(std::is_same_v<std::decay_t<decltype(result)>, R>, "the promised type");
      Flat found;
      flatten(found, result);
      EXPECT_EQ(difference(right, found), "") << way.name << ", found " << result;
    }
  }
}

}  // namespace parax::conformance
