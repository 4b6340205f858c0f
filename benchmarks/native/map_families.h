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

// expertForm(F, x, y, c), where there is one, computes the same in a way that vectorises better.
template <class T, class F>
concept HasExpertForm = requires(T x, bool c) { expertForm(F{}, x, x, c); };
template <class F>
struct Expert {
  template <class T>
  T operator()(const T& x, const T& y, const T&, const bool& c) const {
    return expertForm(F{}, x, y, c);
  }
};

// Both are loaded, and the bits of one remain: a choice between two loads does not vectorise.
template <class T>
inline T blended(bool c, T x, T y) {
  using Bits =
      std::conditional_t<sizeof(T) == 8, uint64,
                         std::conditional_t<sizeof(T) == 4, uint32,
                                            std::conditional_t<sizeof(T) == 2, uint16, uint8>>>;
  const Bits mask = static_cast<Bits>(-static_cast<Bits>(std::bit_cast<uint8>(c)));
  return std::bit_cast<T>(
      static_cast<Bits>((std::bit_cast<Bits>(x) & mask) | (std::bit_cast<Bits>(y) & ~mask)));
}

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
