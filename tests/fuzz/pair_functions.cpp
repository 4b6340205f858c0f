// Functions of two arrays, whose element types may differ.
#include "tests/fuzz/function_calls.h"

namespace parax::fuzz {
namespace {

// Complex numbers of two real operands, the second of which may be a number.
template <class T, class B>
constexpr bool arePair = false;
template <class T, class B>
  requires detail::RealNumber<B>
constexpr bool arePair<T, B> = isReal<T>;
template <class T, class U>
constexpr bool arePair<T, Some<U>> =
    isReal<T> && isReal<U> && detail::mixes<detail::Arithmetic<T>, detail::Arithmetic<U>>;
#define OF_PAIR(call)                                                    \
  []<class T, class B>(const Some<T>& x, const B& y, const Where& where) \
    requires(arePair<T, B>)                                              \
  { return call; }

bool sameRank(Parts parts) {
  return parts[0].variable->rank == parts[1].variable->rank && !parts[1].variable->isValue;
}

}  // namespace

std::vector<Function> pairFunctions() {
  return {
      row<2,
          []<class T, class U>(const Some<T>& a, const Some<U>& b, const Where& where)
            requires(detail::mixes<detail::RealOf<detail::Arithmetic<T>>,
                                   detail::RealOf<detail::Arithmetic<U>>>)
  { return dot(a, b, where); }>("dot", Gives::value, {}, sameRank),
          row<2, OF_PAIR(complexOf(x, y, where))>("complexOf", Gives::elements),
          row<2, OF_PAIR(complexOf(y, x, where))>(
              "[](const auto& x, const auto& y) { return complexOf(y, x); }", Gives::elements),
          row<2, OF_PAIR(polar(x, y, where))>("polar", Gives::elements),
  };
}

}  // namespace parax::fuzz
