// Calls with the static types that a program would have, but for the rank: the core has its own.
#include "tests/fuzz/functions.h"

#include <concepts>
#include <limits>

#include "parax/parax.h"
#include "tests/fuzz/folds.h"

namespace parax::fuzz {
namespace {

using detail::Handle;
using Where = SourceLocation;
using Gives = Function::Gives;

// ---- operands with their types ----
template <class T>
using Some = Array<T, 1>;

template <class X>
constexpr bool isArray = false;
template <class T>
constexpr bool isArray<Some<T>> = true;

// Calls use with the type of an operand; no function of the table takes a plain bool.
template <class R, class Use>
R visitPart(const Part& part, Use&& use) {
  if (part.variable)
    return visitElementType(part.variable->type,
                            [&]<class T>(T*) -> R { return use(std::type_identity<Some<T>>()); });
  switch (part.number) {
    case Number::Kind::integer: return use(std::type_identity<std::int64_t>());
    case Number::Kind::natural: return use(std::type_identity<std::uint64_t>());
    case Number::Kind::floating: return use(std::type_identity<double>());
    case Number::Kind::complex: return use(std::type_identity<std::complex<double>>());
    case Number::Kind::boolean: break;
  }
  return R();
}

template <class X>
X argument(const detail::Operand& operand) {
  if constexpr (isArray<X>)
    return X(Handle::shareOf(*operand.array));
  else if constexpr (detail::isComplex<X>)
    return X(operand.number.f, operand.number.imaginary);
  else if constexpr (std::is_floating_point_v<X>)
    return operand.number.f;
  else
    return static_cast<X>(operand.number.i);
}

std::int64_t plain(const detail::Operand& extent) { return extent.number.i; }
Extent extentOf(const detail::Operand& operand) {
  if (!operand.isNumber) return Index(Handle::shareOf(*operand.array));
  if (operand.number.kind == detail::WeakNumber::Kind::signedInt) return operand.number.i;
  return operand.number.u;
}

// ---- calls of n operands ----
template <auto f, std::size_t n>
struct Calls {
  // use.operator()<A, B>() for the types of the first operand and of the others.
  template <class R, class Use>
  static R visit(Parts parts, Use&& use) {
    return visitPart<R>(parts[0], [&]<class A>(std::type_identity<A>) -> R {
      if constexpr (!isArray<A>) {
        return R();
      } else if constexpr (n == 1) {
        if constexpr (std::is_invocable_v<decltype(f), A, Where>)
          return use.template operator()<A, A>();
        else
          return R();
      } else {
        return visitPart<R>(parts[1], [&]<class B>(std::type_identity<B>) -> R {
          if constexpr (accepts<A, B>)
            return use.template operator()<A, B>();
          else
            return R();
        });
      }
    });
  }
  template <class A, class B>
  static constexpr bool accepts = n == 2 ? std::is_invocable_v<decltype(f), A, B, Where>
                                         : std::is_invocable_v<decltype(f), A, B, B, Where>;

  template <class A, class B>
  static auto call(Arguments x, const Where& where) {
    if constexpr (n == 1)
      return f(argument<A>(x[0]), where);
    else if constexpr (n == 2)
      return f(argument<A>(x[0]), argument<B>(x[1]), where);
    else
      return f(argument<A>(x[0]), argument<B>(x[1]), argument<B>(x[2]), where);
  }

  static std::optional<Variable> result(Parts parts) {
    if (n == 3 && (parts[1].number != parts[2].number ||
                   parts[1].variable.has_value() != parts[2].variable.has_value() ||
                   (parts[1].variable && parts[1].variable->type != parts[2].variable->type)))
      return {};
    return visit<std::optional<Variable>>(parts, [&]<class A, class B>() {
      using Result = decltype(call<A, B>({}, Where()));
      Variable is{elementTypeOf<typename Result::Elem>, 0, true};
      if (!isArray<Result>) return is;
      for (const Part& part : parts) {
        if (!part.variable) continue;
        is.rank = std::max(is.rank, part.variable->rank);
        is.isValue &= part.variable->isValue;
      }
      return is;
    });
  }
  static Handle run(Parts parts, Arguments x, const Where& where) {
    return visit<Handle>(parts, [&]<class A, class B>() { return call<A, B>(x, where).handle(); });
  }
};

#define CALL(name) [](const auto&... x) -> decltype(name(x...)) { return name(x...); }
// For elements of which `allowed` is true: the function itself refuses others by a static_assert.
#define CALL_OF(name, allowed)                      \
  []<class T>(const Some<T>& x, const Where& where) \
    requires(allowed<T>)                            \
  { return name(x, where); }

template <class T>
constexpr bool isFloat = std::is_floating_point_v<T>;
template <class T>
constexpr bool isBool = std::is_same_v<T, bool>;
template <class T>
constexpr bool isComplex = detail::isComplex<T>;
template <class T>
constexpr bool isReal = !isComplex<T>;
template <class T>
constexpr bool isNumber = !isBool<T> && isReal<T>;
template <class T>
constexpr bool isWhole = std::is_integral_v<T> && !isBool<T>;

PARAX_FUZZ_FOLDS

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

template <std::size_t n, auto f>
Function row(const char* text, Gives gives, std::vector<Number> numbers = {},
             bool (*fits)(Parts) = nullptr) {
  return {text,
          n,
          gives,
          &Calls<f, n>::result,
          &Calls<f, n>::run,
          std::move(numbers),
          fits,
          gives != Gives::elementsOf};
}

bool secondIsValue(Parts parts) { return parts[1].variable->isValue; }
bool sameRank(Parts parts) { return parts[0].variable->rank == parts[1].variable->rank; }

Number integer(std::int64_t i) { return {Number::Kind::integer, i, 0}; }
Number floating(double x) { return {Number::Kind::floating, 0, x}; }

std::vector<Function> allFunctions() {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  std::vector<Function> rows = {
      row<1, CALL_OF(isnan, isFloat)>("isnan", Gives::elements),
      row<1, CALL_OF(isinf, isFloat)>("isinf", Gives::elements),
      row<1, CALL_OF(isfinite, isFloat)>("isfinite", Gives::elements),
      row<1, CALL_OF(signbit, isReal)>("signbit", Gives::elements),
      row<1, CALL_OF(sign, isNumber)>("sign", Gives::elements),
      row<1, CALL(rsqrt)>("rsqrt", Gives::elements),
      row<2,
          []<std::integral I>(const auto& a, I k, const Where& where) { return pow(a, k, where); }>(
          "pow", Gives::elements,
          {integer(0),
           integer(1),
           integer(2),
           integer(3),
           integer(5),
           integer(11),
           integer(16),
           integer(17),
           integer(-1),
           integer(-2),
           {Number::Kind::natural, 4, 0}}),
      // Bounds of the elements' type, or numbers. Unqualified, it would be std::clamp.
      row<3,
          []<class T, class B>(const Some<T>& x, const B& low, const B& high, const Where& where)
            requires(isReal<T> && (detail::RealNumber<B> || std::same_as<B, Some<T>>))
  { return parax::clamp(x, low, high, where); }>("clamp", Gives::elements),
          row<1, CALL(zerosLike)>("zerosLike", Gives::elementsOf),
          row<1, CALL(onesLike)>("onesLike", Gives::elementsOf),
          row<2,
              []<class T>(const Some<T>& like, const Some<T>& value, const Where& where) {
    return fullLike(like, Value<T>(value.handle()), where);
  }>("fullLike", Gives::elementsOf, {}, secondIsValue),
          row<1, CALL_OF(count, isBool)>("count", Gives::index),
          row<1, CALL_OF(argMin, isReal)>("argMin", Gives::index),
          row<1, CALL_OF(argMax, isReal)>("argMax", Gives::index),
          row<1, CALL(mean)>("mean", Gives::value),
          row<2, []<std::same_as<std::int64_t> I>(
                     const auto& a, I k,
                     const Where& where) { return var(a, static_cast<int>(k), where); }>(
              "var", Gives::value, {integer(0), integer(1)}),
          row<2, []<std::same_as<std::int64_t> I>(
                     const auto& a, I k,
                     const Where& where) { return stddev(a, static_cast<int>(k), where); }>(
              "stddev", Gives::value, {integer(0), integer(1)}),
          row<1, CALL(sumOfSquares)>("sumOfSquares", Gives::value),
          row<2, []<std::same_as<double> D>(const auto& a, D order,
                                            const Where& where) { return norm(a, order, where); }>(
              "norm", Gives::value,
              {floating(1), floating(2), floating(2), floating(infinity), floating(infinity)}),
          row<2,
              []<class T, class U>(const Some<T>& a, const Some<U>& b, const Where& where)
                requires(detail::mixes<detail::RealOf<detail::Arithmetic<T>>,
                                       detail::RealOf<detail::Arithmetic<U>>>)
  { return dot(a, b, where); }>("dot", Gives::value, {}, sameRank),
              row<1, CALL_OF(real, isComplex)>("real", Gives::elements),
              row<1, CALL_OF(imag, isComplex)>("imag", Gives::elements),
              row<1, CALL_OF(conj, isComplex)>("conj", Gives::elements),
              row<1, CALL_OF(arg, isComplex)>("arg", Gives::elements),
              row<1, CALL_OF(norm, isComplex)>("norm", Gives::elements),
              row<2, OF_PAIR(complexOf(x, y, where))>("complexOf", Gives::elements),
              row<2, OF_PAIR(complexOf(y, x, where))>(
                  "[](const auto& x, const auto& y) { return complexOf(y, x); }", Gives::elements),
              row<2, OF_PAIR(polar(x, y, where))>("polar", Gives::elements),
              row<1, CALL_OF(foldMax, isReal)>("foldMax", Gives::value),
              row<1, CALL(foldDifference)>("foldDifference", Gives::value),
              row<1, CALL_OF(foldInDouble, isReal)>("foldInDouble", Gives::value),
              row<1, CALL_OF(foldSelect, isReal)>("foldSelect", Gives::value),
              row<1, CALL_OF(foldRemainder, isWhole)>("foldRemainder", Gives::value),
              row<1, CALL_OF(foldComplex, isFloat)>("foldComplex", Gives::value),
              row<1, CALL_OF(foldConjugates, isComplex)>("foldConjugates", Gives::value),
              row<2, []<class T>(const Some<T>& a, const Some<T>& k,
                                 const Where& where) { return foldScaled(a, k, where); }>(
                  "foldScaled", Gives::value, {}, secondIsValue),
      };
  // To the power of 0, the largest of nothing, the other part: what the operand is does not matter.
  for (Function& function : rows)
    for (const std::string_view text : {"pow", "norm", "real", "imag"})
      if (function.text == text) function.needsValues = false;
  for (Function& function : rows)
    if (std::string_view(function.text) == "foldRemainder") function.fails = true;
  return rows;
}

// ---- makers ----
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

const std::vector<Function>& functions() {
  static const std::vector<Function> rows = allFunctions();
  return rows;
}

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
