// From an operation's text to its family of loops.
#pragma once

#include <array>

#include "element.h"
#include "map_loops.h"

namespace native {

#define NATIVE_FUNCTION(name, reads, R, arguments, text)                              \
  struct Of_##name {                                                                  \
    template <class T>                                                                \
    R operator()([[maybe_unused]] const T& x, [[maybe_unused]] const T& y,            \
                 [[maybe_unused]] const T& z, [[maybe_unused]] const bool& c) const { \
      using namespace element;                                                        \
      return static_cast<R>(text);                                                    \
    }                                                                                 \
  };

// expertForm(F, x, y), where there is one, computes the same in a way that vectorises better.
template <class T, class F>
concept HasExpertForm = requires(T x) { expertForm(F{}, x, x); };
template <class F>
struct Expert {
  template <class T>
  T operator()(const T& x, const T& y, const T&, const bool&) const {
    return expertForm(F{}, x, y);
  }
};

template <class T, class R, class F>
constexpr auto loopVariants() {
  using V = Variant<Map<T>>;
  const V loop{"simd loop", mapWhole<T, R, F>};
  const V streamed{"simd loop, streaming", mapStreamed<T, R, F>};
  if constexpr (HasExpertForm<T, F>)
    return std::array{loop, streamed, V{"expert form", mapWhole<T, R, Expert<F>>},
                      V{"expert form, streaming", mapStreamed<T, R, Expert<F>>}};
  else
    return std::array{loop, streamed};
}
template <class T, class R, class F>
constexpr auto loopVariantsOf = loopVariants<T, R, F>();

// For tables that are templates over T.
#define NATIVE_FAMILY(name, reads, R, arguments, text) \
  {#name, #reads, Arguments::arguments, false, loopVariantsOf<T, R, Of_##name>},

}  // namespace native
