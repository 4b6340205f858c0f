// Calls with the static types that a program would have, but for the rank: the core has its own.
// Each file of functions includes this; together they would take long to compile.
#pragma once

#include <concepts>
#include <type_traits>

#include "parax/parax.h"
#include "tests/fuzz/functions.h"

namespace parax::fuzz {

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

inline bool secondIsValue(Parts parts) { return parts[1].variable->isValue; }

inline Number integer(std::int64_t i) { return {Number::Kind::integer, i, 0}; }
inline Number floating(double x) { return {Number::Kind::floating, 0, x}; }

}  // namespace parax::fuzz
