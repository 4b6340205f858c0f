// The caller's side: variables, copies of them, the call, and a look at everything afterwards.
#include "tests/fuzz/session.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <memory>

#include "tests/fuzz/execute.h"
#include "tests/fuzz/untyped_call.h"

namespace parax::fuzz {
namespace {

using detail::Handle;

Seen look(std::string what, bool inOut, const Handle& handle, const Variable& is) {
  const auto where = SourceLocation::current();
  Seen seen{std::move(what), inOut, std::string(name(is.type)), {}};
  for (int d = 0; d < is.rank; ++d)
    seen.shape += " " + std::to_string(detail::extent(handle, d, where));
  const auto count = static_cast<std::size_t>(detail::elementCount(handle, where));
  const void* memory = nullptr;
  try {
    memory = detail::data(handle, where);
  } catch (const ArgumentError& error) {  // the call that should have computed it failed
    seen.bytes = error.message();
    return seen;
  }
  const std::size_t numbers = count * static_cast<std::size_t>(fieldCount(is.type));
  visitScalarType(fieldType(is.type), [&]<class T>(T*) {
    seen.bytes.resize(numbers * sizeof(T));
    const T* data = static_cast<const T*>(memory);
    for (std::size_t k = 0; k < numbers; ++k) {
      T x = data[k];
      if constexpr (std::is_floating_point_v<T>)
        if (std::isnan(x)) x = std::numeric_limits<T>::quiet_NaN();
      std::memcpy(seen.bytes.data() + k * sizeof(T), &x, sizeof(T));
    }
  });
  return seen;
}

Outcome failed(Outcome::Kind kind, const Error& error) {
  const bool inFold = std::string_view(error.where().file_name()).ends_with("functions.cpp");
  return {kind, error.message(), error.where().line(), inFold, {}};
}

class Session {
 public:
  Session(const Program& program, const Options& options)
      : program_(program),
        cache_(detail::TraceCache::create(options, program.stateless, SourceLocation::current())),
        outer_(program.parameters.size()) {}

  std::vector<Outcome> run() {
    std::vector<Outcome> outcomes;
    bool first = true;
    for (const CallSpec& call : program_.calls) {
      prepare(call, first || outcomes.back().kind != Outcome::Kind::fine);
      first = false;
      outcomes.push_back(attempt(call));
      observe(outcomes.back(), "");
      if (!call.writesAfterwards || outcomes.back().kind != Outcome::Kind::fine) continue;
      writeToAll();
      observe(outcomes.back(), ", written to");
    }
    return outcomes;
  }

 private:
  std::size_t count() const { return outer_.size(); }

  void prepare(const CallSpec& call, bool allFresh) {
    copies_.assign(count(), Handle());
    results_.clear();
    if (allFresh) outer_.assign(count(), Handle());
    for (std::size_t p = 0; p < count(); ++p) {
      const Passing& passing = call.passing[p];
      if (passing.kind == Passing::Kind::previous && outer_[p]) continue;
      const auto other = static_cast<std::size_t>(passing.other);
      outer_[p] = Handle();
      if (passing.kind == Passing::Kind::same) continue;
      if (passing.kind == Passing::Kind::shared)
        outer_[p] = outer_[other];
      else
        outer_[p] = fresh(p, call);
      if (passing.kind == Passing::Kind::pinned)
        detail::mutableData(outer_[p], SourceLocation::current());
      if (passing.kind == Passing::Kind::kept) copies_[p] = outer_[p];
    }
  }

  Handle fresh(std::size_t p, const CallSpec& call) {
    const Parameter& parameter = program_.parameters[p];
    const auto size = [&](int c) { return c < 0 ? 1 : call.sizes[static_cast<std::size_t>(c)]; };
    if (parameter.isSize) return detail::makeNumber(Scalar::of(size(parameter.dims[0])));
    const Data& data = call.data[p];
    if (parameter.is.isValue) return data.table[0].value(parameter.is.type);
    std::vector<std::int64_t> extents;
    std::size_t elements = 1;
    for (int c : parameter.dims) {
      extents.push_back(size(c));
      elements *= static_cast<std::size_t>(extents.back());
    }
    const std::size_t bytes = sizeOf(parameter.is.type);
    auto memory = std::make_unique<std::byte[]>(elements * bytes + 1);
    for (std::size_t i = 0; i < elements; ++i)
      data.table[i * static_cast<std::size_t>(data.step) % data.table.size()].write(
          parameter.is.type, memory.get() + i * bytes);
    const bool borrows = call.passing[p].kind == Passing::Kind::borrowed;
    const auto make = borrows ? &detail::borrow : &detail::copyOf;
    Handle handle =
        make(parameter.is.type, extents, memory.get(), elements, SourceLocation::current());
    if (borrows) lent_.push_back(std::move(memory));
    return handle;
  }

  // Arguments as acc stores them: references to the caller's variables, or copies of its own.
  Outcome attempt(const CallSpec& call) {
    arguments_.assign(count(), Handle());
    std::vector<Handle*> variables(count());
    for (std::size_t p = 0; p < count(); ++p) {
      const Parameter& parameter = program_.parameters[p];
      const Passing& passing = call.passing[p];
      const bool same = passing.kind == Passing::Kind::same;
      variables[p] = &outer_[same ? static_cast<std::size_t>(passing.other) : p];
      if (parameter.inOut || parameter.outside) continue;
      const bool given = passing.kind == Passing::Kind::given;
      arguments_[p] = given ? std::move(*variables[p]) : *variables[p];
      variables[p] = &arguments_[p];
    }
    try {
      invoke(variables, call);
      return {};
    } catch (const ShapeError& error) {
      return failed(Outcome::Kind::shape, error);
    } catch (const ElementError& error) {
      return failed(Outcome::Kind::element, error);
    } catch (const ArgumentError& error) {
      return failed(Outcome::Kind::argument, error);
    } catch (const MemoryError& error) {
      return failed(Outcome::Kind::memory, error);
    } catch (const std::exception& error) {
      return {Outcome::Kind::internal, error.what(), 0, false, {}};
    }
  }

  void invoke(const std::vector<Handle*>& variables, const CallSpec& call) {
    results_.resize(program_.results.size());
    std::vector<CallArgument> arguments;
    for (std::size_t p = 0; p < count(); ++p)
      if (!program_.parameters[p].outside)
        arguments.push_back({variables[p], program_.parameters[p].inOut});
    callUntyped(*cache_, signature_, arguments, call.plain, results_,
                [&] { body(variables, call); });
  }

  void body(const std::vector<Handle*>& variables, const CallSpec& call) {
    Frame frame;
    frame.own.resize(program_.variables.size());
    frame.variables.resize(program_.variables.size());
    frame.plain = call.plain;
    for (std::size_t p = 0; p < count(); ++p) {
      frame.variables[p] = variables[p];
      if (program_.parameters[p].inOut || program_.parameters[p].outside) continue;
      frame.own[p] = std::move(*variables[p]);
      frame.variables[p] = &frame.own[p];
    }
    execute(program_, frame);
    for (std::size_t k = 0; k < results_.size(); ++k)
      results_[k] = *frame.variables[static_cast<std::size_t>(program_.results[k])];
  }

  void observe(Outcome& outcome, const std::string& when) {
    const auto note = [&](const std::string& what, std::size_t k, const Handle& handle,
                          const Variable& is, bool inOut) {
      if (handle) outcome.seen.push_back(look(what + std::to_string(k) + when, inOut, handle, is));
    };
    for (std::size_t k = 0; k < results_.size(); ++k)
      if (outcome.kind == Outcome::Kind::fine)
        note("result ", k, results_[k],
             program_.variables[static_cast<std::size_t>(program_.results[k])], false);
    for (std::size_t p = 0; p < count(); ++p) {
      const Parameter& parameter = program_.parameters[p];
      note("variable v", p, outer_[p], parameter.is, parameter.inOut || parameter.outside);
      note("the copy of v", p, copies_[p], parameter.is, false);
    }
  }

  void writeToAll() {
    const auto write = [](Handle& handle, const Variable& is) {
      if (handle && is.type != ElementType::boolean)
        detail::compound(Op::add, handle, detail::WeakNumber(1), SourceLocation::current());
    };
    for (std::size_t k = 0; k < results_.size(); ++k)
      write(results_[k], program_.variables[static_cast<std::size_t>(program_.results[k])]);
    for (std::size_t p = 0; p < count(); p += 2) write(outer_[p], program_.parameters[p].is);
  }

  const Program& program_;
  std::vector<std::unique_ptr<std::byte[]>> lent_;  // outlives the arrays that borrow it
  std::shared_ptr<detail::TraceCache> cache_;
  const UntypedSignature signature_{program_.parameters.size()};
  std::vector<Handle> outer_, copies_, arguments_, results_;
};

}  // namespace

std::vector<Outcome> runCalls(const Program& program, const Options& options) {
  return Session(program, options).run();
}

}  // namespace parax::fuzz
