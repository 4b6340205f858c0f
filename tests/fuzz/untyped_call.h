// A call of an accelerated function whose types are known at run time: what acc does for typed
// ones.
#pragma once

#include <span>
#include <vector>

#include "parax/core/call.h"
#include "tests/fuzz/program.h"

namespace parax::fuzz {

struct CallArgument {
  detail::Handle* variable;
  bool inOut;
};

// `body` fills `results`; it is not called if a remembered recording does that.
template <class Body>
void callUntyped(detail::TraceCache& cache, const void* signature,
                 std::span<const CallArgument> arguments, std::span<const Number> numbers,
                 std::vector<detail::Handle>& results, const Body& body) {
  if (!cache.records()) return body();
  detail::Call call(cache, signature);
  for (const CallArgument& argument : arguments) call.addArray(*argument.variable, argument.inOut);
  for (const Number& number : numbers) {
    if (number.kind == Number::Kind::complex)
      call.addNumber(number.as<std::complex<double>>(), false);
    else if (number.kind == Number::Kind::floating)
      call.addNumber(number.f, false);
    else
      call.addNumber(number.i, false);
  }
  if (call.replay()) {
    for (detail::Handle& result : results) result = call.nextResult();
    return;
  }
  call.record([&] {
    body();
    for (detail::Handle& result : results) call.addResult(result);
  });
}

}  // namespace parax::fuzz
