// acc(f): the same function, compiled at its first call.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "parax/core/call.h"
#include "parax/explain.h"
#include "parax/fields.h"
#include "parax/options.h"

namespace parax {

namespace detail {

// How a callable declares its parameters; generic callables are asked what they accept.
template <class F>
struct Declared {
  static constexpr bool known = false;
};
template <class F>
  requires requires { &F::operator(); }
struct Declared<F> : Declared<decltype(&F::operator())> {};
template <class R, class... A>
struct Declared<R (*)(A...)> {
  static constexpr bool known = true;
  using Parameters = std::tuple<A...>;
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

template <class S>
decltype(auto) pass(S& stored) {
  if constexpr (std::is_lvalue_reference_v<S>)
    return stored;
  else
    return std::move(stored);
}

}  // namespace detail

// A callable like F. Copies share what was recorded and compiled; calls from many threads are fine.
template <class F>
class Accelerated {
 public:
  Accelerated(F f, const Options& options, const SourceLocation& where)
      : f_(std::move(f)),
        where_(where),
        cache_(detail::TraceCache::create(options, isStateless, where)) {}

  template <class... Args>
  auto operator()(Args&&... args) const {
    if constexpr (fits<std::tuple<Args...>>(std::index_sequence_for<Args...>()))
      return run(std::forward<Args>(args)...);
  }

  friend Explanation explain(const Accelerated& accelerated) {
    return accelerated.cache_->explain();
  }

 private:
  static constexpr bool isStateless =
      std::is_empty_v<F> || (std::is_pointer_v<F> && std::is_function_v<std::remove_pointer_t<F>>);

  // Says in one line what would otherwise be an error deep inside.
  template <class ArgsTuple, std::size_t... k>
  static consteval bool fits(std::index_sequence<k...>) {
    if constexpr (!detail::Declared<F>::known) {
      constexpr bool accepted = std::is_invocable_v<
          F&, detail::Stored<typename detail::ParameterAt<F, ArgsTuple, k>::type>...>;
      static_assert(accepted, "parax: this accelerated function does not take these arguments");
      return accepted;
    } else {
      using Parameters = typename detail::Declared<F>::Parameters;
      constexpr bool counted = sizeof...(k) == std::tuple_size_v<Parameters>;
      static_assert(counted, "parax: wrong number of arguments for this accelerated function");
      if constexpr (counted) {
        constexpr bool each =
            (std::is_constructible_v<detail::Stored<std::tuple_element_t<k, Parameters>>,
                                     std::tuple_element_t<k, ArgsTuple>> &&
             ...);
        static_assert(each,
                      "parax: an argument does not fit the function's parameter: in-out parameters "
                      "(Array&) need a variable of exactly that type");
        return each;
      }
      return false;
    }
  }
  template <class... Args>
  auto run(Args&&... args) const {
    using Indices = std::index_sequence_for<Args...>;
    typename Binding<std::tuple<Args...>, Indices>::Stored parameters{std::forward<Args>(args)...};
    const auto invoke = [&] { return invokeWith(parameters, Indices()); };
    using Result = decltype(invoke());
    if (!cache_->records()) {
      const detail::InlineDepth depth(*cache_, where_);
      return invoke();
    }
    detail::Call call(*cache_, signature<std::tuple<Args...>>);
    addArguments(call, parameters, Indices());
    if constexpr (std::is_void_v<Result>) {
      if (!call.replay()) call.record(invoke);
    } else {
      if (call.replay()) return takeResults<Result>(call);
      return recordResults<Result>(call, invoke);
    }
  }

  template <class ArgsTuple, class Indices>
  struct Binding;
  template <class ArgsTuple, std::size_t... k>
  struct Binding<ArgsTuple, std::index_sequence<k...>> {
    using Stored =
        std::tuple<detail::Stored<typename detail::ParameterAt<F, ArgsTuple, k>::type>...>;
  };

  template <class ArgsTuple>
  static inline const detail::Signature signature{detail::placesOf<
      typename Binding<ArgsTuple, std::make_index_sequence<std::tuple_size_v<ArgsTuple>>>::Stored>};

  template <class Tuple, std::size_t... k>
  auto invokeWith(Tuple& parameters, std::index_sequence<k...>) const {
    return std::invoke(f_,
                       detail::pass<std::tuple_element_t<k, Tuple>>(std::get<k>(parameters))...);
  }

  template <class Tuple, std::size_t... k>
  static void addArguments(detail::Call& call, Tuple& parameters, std::index_sequence<k...>) {
    (detail::forEachLeaf(std::get<k>(parameters),
                         [&](auto& leaf) {
      call.addArray(leaf.handle(), std::is_lvalue_reference_v<std::tuple_element_t<k, Tuple>>);
    },
                         [&](auto& number) {
      call.addNumber(number, std::is_lvalue_reference_v<std::tuple_element_t<k, Tuple>>);
    }),
     ...);
  }

  template <class Result, class Invoke>
  static Result recordResults(detail::Call& call, const Invoke& invoke) {
    std::optional<Result> result;
    call.record([&] {
      result.emplace(invoke());
      detail::forEachLeaf(*result, [&](auto& leaf) { call.addResult(leaf.handle()); },
                          [&](auto&) { call.addPlainResult(); });
    });
    return std::move(*result);
  }

  template <class Result>
  static Result takeResults(detail::Call& call) {
    if constexpr (detail::isExpression<Result>) {
      return Result(call.nextResult());
    } else {
      Result result{};
      detail::forEachLeaf(result, [&](auto& leaf) { leaf.handle() = call.nextResult(); },
                          [](auto&) {});
      return result;
    }
  }

  mutable F f_;  // mutable lambdas change when they are called
  SourceLocation where_;
  std::shared_ptr<detail::TraceCache> cache_;
};

// acc(f) or acc(f, Options{...}). Nothing is compiled before the first call.
template <class F>
auto acc(F&& f, const Options& options = {}, SourceLocation where = SourceLocation::current()) {
  static_assert(!std::is_member_pointer_v<std::decay_t<F>>,
                "parax: acc takes functions, lambdas and function objects: call the member in a "
                "lambda");
  return Accelerated<std::decay_t<F>>(std::forward<F>(f), options, where);
}

}  // namespace parax
