// How a callable declares its parameters, and what is wrong with a call of it.
#pragma once

#include <iosfwd>

#include "parax/fields.h"

namespace parax::detail {

// What a refused call returns, so that the message stays alone.
struct Refused {
  template <class T>
  operator T() const;
  friend std::ostream& operator<<(std::ostream& out, const Refused&) { return out; }
};

// How a callable declares its parameters; generic callables are asked what they accept.
template <class F>
struct Declared {
  static constexpr bool known = false;
  using Parameters = void;
  using Result = Refused;
};
template <class F>
  requires requires { &F::operator(); }
struct Declared<F> : Declared<decltype(&F::operator())> {};
template <class R, class... A>
struct Declared<R (*)(A...)> {
  static constexpr bool known = true;
  using Parameters = std::tuple<A...>;
  using Result = R;
};
template <class R, class... A>
struct Declared<R (*)(A...) noexcept> : Declared<R (*)(A...)> {};
template <class C, class R, class... A>
struct Declared<R (C::*)(A...) const> : Declared<R (*)(A...)> {};
template <class C, class R, class... A>
struct Declared<R (C::*)(A...)> : Declared<R (*)(A...)> {};
template <class C, class R, class... A>
struct Declared<R (C::*)(A...) const noexcept> : Declared<R (*)(A...)> {};
template <class C, class R, class... A>
struct Declared<R (C::*)(A...) noexcept> : Declared<R (*)(A...)> {};

template <class P>
constexpr bool isInOut =
    std::is_lvalue_reference_v<P> && !std::is_const_v<std::remove_reference_t<P>>;

// The k-th parameter's type: declared, or for generic callables an lvalue reference only if the
// callable accepts nothing else (`auto&`).
template <class F, class ArgsTuple, std::size_t k>
struct ParameterAt;
template <class F, class... Args, std::size_t k>
struct ParameterAt<F, std::tuple<Args...>, k> {
  template <std::size_t... i>
  static constexpr bool acceptsValue(std::index_sequence<i...>) {
    return std::is_invocable_v<
        F&, std::conditional_t<i == k, std::decay_t<Args>, std::decay_t<Args>&>...>;
  }
  static auto pick() {
    if constexpr (Declared<F>::known) {
      return std::type_identity<std::tuple_element_t<k, typename Declared<F>::Parameters>>();
    } else {
      using Arg = std::tuple_element_t<k, std::tuple<Args...>>;
      constexpr bool value = acceptsValue(std::index_sequence_for<Args...>()) ||
                             std::is_const_v<std::remove_reference_t<Arg>> ||
                             !std::is_lvalue_reference_v<Arg>;
      return std::type_identity<std::conditional_t<value, std::decay_t<Arg>, std::decay_t<Arg>&>>();
    }
  }
  using type = typename decltype(pick())::type;
};

// In-out parameters refer to the caller's variable; everything else is a copy of our own.
template <class P>
using Stored = std::conditional_t<isInOut<P>, P, std::decay_t<P>>;

// ---- what is wrong with a call, found before anything else is instantiated ----
enum class Misfit : std::uint8_t {
  none,
  count,
  arguments,  // of a callable that does not declare its parameters
  inOut,
  elements,
  elementType,
  plainNumber,
  other,
  unknown,  // no array, value, number or struct with Fields
  leftOut,
  result,
  resultLeftOut,
};

constexpr bool isAboutOneArgument(Misfit wrong) {
  return wrong != Misfit::none && wrong != Misfit::count && wrong != Misfit::arguments &&
         wrong != Misfit::result && wrong != Misfit::resultLeftOut;
}

template <class Parameter, class Argument>
consteval Misfit misfitOf() {
  using P = std::decay_t<Parameter>;
  using A = std::decay_t<Argument>;
  if constexpr (leavesOf<P>() != Leaves::all)
    return leavesOf<P>() == Leaves::leftOut ? Misfit::leftOut : Misfit::unknown;
  else if constexpr (isInOut<Parameter>)
    return std::is_convertible_v<Argument, Parameter> ? Misfit::none : Misfit::inOut;
  else if constexpr (isExpression<P> && Elements<A>)
    return Misfit::elements;
  else if constexpr (std::is_convertible_v<Argument, P>)
    return Misfit::none;
  else if constexpr (isExpression<P> && isExpression<A>)
    return Misfit::elementType;
  else
    return Number<P> && isExpression<A> ? Misfit::plainNumber : Misfit::other;
}

template <class Result>
consteval Misfit misfitOfResult() {
  if constexpr (std::is_void_v<Result>) return Misfit::none;
  switch (leavesOf<std::decay_t<Result>>()) {
    case Leaves::all: return Misfit::none;
    case Leaves::leftOut: return Misfit::resultLeftOut;
    default: return Misfit::result;
  }
}

// The first argument that does not fit, and why.
template <class F, class ArgsTuple, class Indices>
struct CallCheck;
template <class F, class... Args, std::size_t... k>
struct CallCheck<F, std::tuple<Args...>, std::index_sequence<k...>> {
  using Arguments = std::tuple<Args...>;
  struct Found {
    Misfit misfit = Misfit::none;
    std::size_t at = 0;
  };
  template <std::size_t i>
  using Called = Stored<typename ParameterAt<F, Arguments, i>::type>;
  static consteval Found find() {
    Found first;
    const auto note = [&](Misfit misfit, std::size_t at) {
      if (first.misfit == Misfit::none) first = {misfit, at};
    };
    if constexpr (!Declared<F>::known) {
      (note(misfitOf<std::decay_t<Args>, std::decay_t<Args>>(), k), ...);
      if constexpr (std::is_invocable_v<F&, Called<k>...>)
        note(misfitOfResult<std::invoke_result_t<F&, Called<k>...>>(), 0);
      else
        note(Misfit::arguments, 0);
    } else if constexpr (sizeof...(Args) != std::tuple_size_v<typename Declared<F>::Parameters>) {
      note(Misfit::count, 0);
    } else {
      (note(misfitOf<std::tuple_element_t<k, typename Declared<F>::Parameters>, Args>(), k), ...);
      note(misfitOfResult<typename Declared<F>::Result>(), 0);
    }
    return first;
  }
  static constexpr Found found = find();

  static constexpr Misfit misfit = found.misfit;
  static constexpr std::size_t number = found.at + 1;

  static auto parameter() {
    if constexpr (isAboutOneArgument(misfit))
      return std::type_identity<typename ParameterAt<F, Arguments, found.at>::type>();
    else
      return std::type_identity<void>();
  }
  static auto given() {
    if constexpr (isAboutOneArgument(misfit))
      return std::type_identity<std::remove_cvref_t<std::tuple_element_t<found.at, Arguments>>>();
    else
      return std::type_identity<void>();
  }
  using Parameter = typename decltype(parameter())::type;
  using Given = typename decltype(given())::type;
};

// Stands in the compiler's message: the number of the argument, the parameter's type and its own.
template <std::size_t number, class Parameter, class Given>
struct Argument {
  template <Misfit found, Misfit... wrong>
  static constexpr bool fits = ((found != wrong) && ...);
};

// Calls with lists, f({1, 2, 3}): only declared parameters say what the list is.
template <class P>
using Passed = std::conditional_t<isInOut<P>, P, const std::decay_t<P>&>;
template <class Self, class Parameters>
struct CallWithLists {
  auto operator()(const CallWithLists&) const = delete;
};
template <class Self, class... P>
struct CallWithLists<Self, std::tuple<P...>> {
  auto operator()(Passed<P>... arguments) const {
    return static_cast<const Self&>(*this).template operator()<Passed<P>...>(arguments...);
  }
};

}  // namespace parax::detail
