// Makers of arrays.
#include "tests/fuzz/function_calls.h"

namespace parax::fuzz {
namespace {

std::int64_t plain(const detail::Operand& extent) { return extent.number.i; }
Extent extentOf(const detail::Operand& operand) {
  if (!operand.isNumber) return Index(Handle::shareOf(*operand.array));
  if (operand.number.kind == detail::WeakNumber::Kind::signedInt) return operand.number.i;
  return operand.number.u;
}

// f.operator()<T>(operands, where) as a row's function.
template <auto f>
Handle make(ElementType type, Arguments x, const Where& where) {
  return visitElementType(type, [&]<class T>(T*) -> Handle {
    if constexpr (requires { f.template operator()<T>(x, where); })
      return f.template operator()<T>(x, where).handle();
    else
      return {};
  });
}
bool anything(ElementType) { return true; }
bool isRealNumber(ElementType type) { return isInteger(type) || isFloating(type); }

// zeros, ones: one overload per rank.
#define BY_RANK(name)                                                              \
  [](ElementType type, Arguments x, const Where& where) {                          \
    constexpr auto one = []<class T>(Arguments n, const Where& w) {                \
      return name<T>(extentOf(n[0]), w);                                           \
    };                                                                             \
    constexpr auto two = []<class T>(Arguments n, const Where& w) {                \
      return name<T>(extentOf(n[0]), extentOf(n[1]), w);                           \
    };                                                                             \
    constexpr auto three = []<class T>(Arguments n, const Where& w) {              \
      return name<T>(extentOf(n[0]), extentOf(n[1]), extentOf(n[2]), w);           \
    };                                                                             \
    constexpr decltype(&make<one>) all[] = {&make<one>, &make<two>, &make<three>}; \
    return all[x.size() - 1](type, x, where);                                      \
  }

template <class T>
Array<T, 2> eyeOf(Arguments n, const Where& where) {
  return n.size() == 1 ? eye<T>(extentOf(n[0]), where)
                       : eye<T>(extentOf(n[0]), extentOf(n[1]), where);
}

}  // namespace

const std::vector<Maker>& makers() {
  static const std::vector<Maker> rows = {
      {"zeros", 0, 1, 3, 0, anything, BY_RANK(zeros)},
      {"ones", 0, 1, 3, 0, anything, BY_RANK(ones)},
      {"eye", 0, 1, 2, 2, anything,
       &make<[]<class T>(Arguments n, const Where& where) { return eyeOf<T>(n, where); }>},
      {"arange", 3, 0, 0, 1, isRealNumber,
       &make<[]<class T>(Arguments x, const Where& where)
               requires isNumber<T>
  { return arange<T>(x[0].number.f, x[1].number.f, x[2].number.f, where); }>},
       {"linspace", 2, 1, 1, 1, isFloating,
        &make<[]<class T>(Arguments x, const Where& where)
                requires isFloat<T>
  { return linspace<T>(x[0].number.f, x[1].number.f, plain(x[2]), where); }>},
        {"logspace", 2, 1, 1, 1, isFloating,
         &make<[]<class T>(Arguments x, const Where& where)
                 requires isFloat<T>
  { return logspace<T>(x[0].number.f, x[1].number.f, plain(x[2]), where); }>},
       };
  return rows;
}

}  // namespace parax::fuzz
