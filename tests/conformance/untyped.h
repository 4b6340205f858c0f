// A case whose types and ranks are known at run time, in every way it can run.
#pragma once

#include <functional>
#include <memory>

#include "comparison.h"
#include "shapes.h"
#include "tests/fuzz/program.h"
#include "tests/fuzz/untyped_call.h"

namespace parax::conformance {

using detail::Handle;
using fuzz::Variable;

// A function of arrays. `body` is given its arguments, of which it may take those that are not
// in-out.
struct Untyped {
  std::vector<Variable> parameters;
  std::vector<bool> inOut;  // empty: none
  std::vector<Variable> results;
  std::function<std::vector<Handle>(std::span<Handle* const> arguments)> body;
};

// What the statements of a program do; nothing if the C++ compiler would refuse it.
std::optional<Untyped> untyped(fuzz::Program program);

// Errors are results like others only where they are expected.
enum class Errors { failures, results };

// Accelerated in every way, so that later calls meet what earlier ones left behind.
class UntypedCase {
 public:
  UntypedCase(Row row, Untyped function, bool formsFmas = false);
  // Calls it with shared arguments, again with unshared ones (from memory, if it was remembered),
  // and where `everything` is asked for as a function that has state, which is recorded at each
  // call; that in rank 1 only, because recording knows no ranks.
  void operator()(bool everything, const std::vector<Handle>& arguments,
                  Errors errors = Errors::failures);

 private:
  struct Run {
    Way way;
    std::shared_ptr<detail::TraceCache> cache, withState;
  };
  Flat call(detail::TraceCache& cache, std::vector<Handle> arguments, Errors errors) const;

  Comparison comparison_;
  Untyped function_;
  const fuzz::UntypedSignature signature_{function_.parameters.size()};
  std::vector<Run> runs_;
};

}  // namespace parax::conformance
