// acc(f): the same function, compiled at its first call.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "parax/callable.h"
#include "parax/core/call.h"
#include "parax/explain.h"
#include "parax/options.h"

namespace parax {

namespace detail {
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
class Accelerated
    : public detail::CallWithLists<Accelerated<F>, typename detail::Declared<F>::Parameters> {
 public:
  Accelerated(F f, const Options& options, const SourceLocation& where)
      : f_(std::move(f)),
        where_(where),
        cache_(detail::TraceCache::create(options, isStateless, where)) {}

  using detail::CallWithLists<Accelerated, typename detail::Declared<F>::Parameters>::operator();
  template <class... Args>
  auto operator()(Args&&... args) const {
    using Check = detail::CallCheck<F, std::tuple<Args...>, std::index_sequence_for<Args...>>;
    using detail::Misfit;
    if constexpr (Check::misfit == Misfit::none) {
      return run(std::forward<Args>(args)...);
    } else {
      // One of these, here: deeper inside, messages are longer.
      using Argument =
          detail::Argument<Check::number, typename Check::Parameter, typename Check::Given>;
      static_assert(Argument::template fits<Check::misfit, Misfit::count>,
                    "parax: wrong number of arguments for this accelerated function");
      static_assert(Argument::template fits<Check::misfit, Misfit::arguments>,
                    "parax: this accelerated function does not take these arguments");
      static_assert(Argument::template fits<Check::misfit, Misfit::inOut>,
                    "parax: in-out parameters (Array&) need a variable of exactly that type");
      static_assert(Argument::template fits<Check::misfit, Misfit::elements>,
                    "parax: nothing is copied behind your back: pass Array<T>(v), which copies the "
                    "vector, or Array<T>::borrow(v), which reads it in place");
      static_assert(Argument::template fits<Check::misfit, Misfit::elementType>,
                    "parax: the argument has another element type or rank than the parameter: "
                    "cast<T>(a) converts the elements");
      static_assert(Argument::template fits<Check::misfit, Misfit::plainNumber>,
                    "parax: the parameter is a plain number: declare it as Value<T>, or take the "
                    "number out with v.get()");
      static_assert(Argument::template fits<Check::misfit, Misfit::other>,
                    "parax: an argument does not fit the function's parameter");
      static_assert(Argument::template fits<Check::misfit, Misfit::unknown, Misfit::result>,
                    "parax: arguments and results of accelerated functions are arrays, values, "
                    "numbers, enums, tuples, pairs and std::arrays of them, or structs with a "
                    "specialisation of parax::Fields; a std::vector is an Array there");
      static_assert(Argument::template fits<Check::misfit, Misfit::leftOut, Misfit::resultLeftOut>,
                    "parax: Fields leaves out a member of this struct: tie all of them, or say "
                    "static constexpr bool partial = true");
      using Result = typename detail::Declared<F>::Result;
      if constexpr (!std::is_void_v<Result>) return static_cast<Result (*)()>(nullptr)();
    }
  }

  friend Explanation explain(const Accelerated& accelerated) {
    return accelerated.cache_->explain();
  }

 private:
  static constexpr bool isStateless =
      std::is_empty_v<F> || (std::is_pointer_v<F> && std::is_function_v<std::remove_pointer_t<F>>);

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
    detail::Call call(*cache_, signature<decltype(parameters)>);
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

  // One object for the types of one way to call F.
  template <class Parameters>
  static inline const detail::Signature signature{detail::placesOf<Parameters>};

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
[[nodiscard]] auto acc(F&& f, const Options& options = {},
                       SourceLocation where = SourceLocation::current()) {
  static_assert(!std::is_member_pointer_v<std::decay_t<F>>,
                "parax: acc takes functions, lambdas and function objects: call the member in a "
                "lambda");
  return Accelerated<std::decay_t<F>>(std::forward<F>(f), options, where);
}

}  // namespace parax
