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

// Stands for a function and its types; its address counts.
class UntypedSignature {
 public:
  explicit UntypedSignature(std::size_t arguments) : places_(arguments), signature_{places_} {
    for (std::size_t k = 0; k < arguments; ++k) places_[k] = detail::Place().member(k);
  }
  UntypedSignature(const UntypedSignature&) = delete;
  UntypedSignature& operator=(const UntypedSignature&) = delete;
  const detail::Signature& get() const { return signature_; }

 private:
  std::vector<detail::Place> places_;
  detail::Signature signature_;
};

// `body` fills `results`; it is not called if a recorded trace does that.
template <class Body>
void callUntyped(detail::TraceCache& cache, const UntypedSignature& signature,
                 std::span<const CallArgument> arguments, std::span<const Number> numbers,
                 std::vector<detail::Handle>& results, const Body& body) {
  if (!cache.records()) {
    const detail::InlineDepth depth(cache, SourceLocation::current());
    return body();
  }
  detail::Call call(cache, signature.get());
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
