#include "untyped.h"

#include "tests/fuzz/execute.h"

namespace parax::conformance {

namespace {

Extents shapeOf(const Handle& handle, int rank) {
  Extents shape;
  for (int d = 0; d < rank; ++d)
    shape.push_back(detail::extent(handle, d, SourceLocation::current()));
  return shape;
}

void flattenHandle(Flat& flat, const Handle& handle, const Variable& is) {
  const auto where = SourceLocation::current();
  const auto count = static_cast<std::size_t>(detail::elementCount(handle, where));
  flattenMemory(flat, is.type, shapeOf(handle, is.rank), detail::data(handle, where), count);
}

// A copy that shares no memory, so that it may be written in place.
Handle unsharedHandle(const Handle& handle, const Variable& is) {
  const auto where = SourceLocation::current();
  const Extents shape = shapeOf(handle, is.rank);
  return detail::copyOf(is.type, shape, detail::data(handle, where),
                        static_cast<std::size_t>(countOf(shape)), where);
}

bool isInOut(const Untyped& function, std::size_t k) {
  return k < function.inOut.size() && function.inOut[k];
}

std::vector<Handle> execute(const fuzz::Program& program, std::span<Handle* const> arguments) {
  fuzz::Frame frame;
  frame.own.resize(program.variables.size());
  frame.variables.resize(program.variables.size());
  for (std::size_t p = 0; p < arguments.size(); ++p) {
    frame.variables[p] = arguments[p];
    if (program.parameters[p].inOut) continue;
    frame.own[p] = std::move(*arguments[p]);
    frame.variables[p] = &frame.own[p];
  }
  fuzz::execute(program, frame);
  std::vector<Handle> results;
  for (const int k : program.results)
    results.push_back(*frame.variables[static_cast<std::size_t>(k)]);
  return results;
}

}  // namespace

std::optional<Untyped> untyped(fuzz::Program program) {
  program.variables.clear();
  for (const fuzz::Parameter& parameter : program.parameters)
    program.variables.push_back(parameter.is);
  for (const fuzz::Statement& statement : program.statements) {
    const std::optional<Variable> result = fuzz::resultOf(statement, program);
    if (!result) return {};
    program.variables.resize(
        std::max(program.variables.size(), static_cast<std::size_t>(statement.target) + 1));
    program.variables[static_cast<std::size_t>(statement.target)] = *result;
  }
  Untyped function;
  for (const fuzz::Parameter& parameter : program.parameters) {
    function.parameters.push_back(parameter.is);
    function.inOut.push_back(parameter.inOut);
  }
  for (const int k : program.results)
    function.results.push_back(program.variables[static_cast<std::size_t>(k)]);
  function.body = [program](std::span<Handle* const> arguments) {
    return execute(program, arguments);
  };
  return function;
}

UntypedCase::UntypedCase(Row row, Untyped function, bool formsFmas)
    : comparison_(std::move(row)), function_(std::move(function)) {
  const auto where = SourceLocation::current();
  for (const Way& way : ways())
    if (formsFmas || !way.onlyWhereFmasForm)
      runs_.push_back({way, detail::TraceCache::create(way.options, true, where),
                       detail::TraceCache::create(way.options, false, where)});
}

void UntypedCase::operator()(bool everything, const std::vector<Handle>& arguments, Errors errors) {
  const auto describe = [&] {
    Flat flat;
    for (std::size_t k = 0; k < arguments.size(); ++k)
      flattenHandle(flat, arguments[k], function_.parameters[k]);
    return flat;
  };
  const auto unshared = [&] {
    std::vector<Handle> copies;
    for (std::size_t k = 0; k < arguments.size(); ++k)
      copies.push_back(unsharedHandle(arguments[k], function_.parameters[k]));
    return copies;
  };
  bool anyOfRankOne = false;
  for (const Variable& parameter : function_.parameters)
    anyOfRankOne |= parameter.rank == 1 && !parameter.isValue;
  for (const Run& run : runs_) {
    const Way& way = run.way;
    if (!everything && !way.everySize) continue;
    const auto shared = [&] { return call(*run.cache, arguments, errors); };
    comparison_.compare(way, Call::first, shared, describe);
    if (!everything) continue;
    const auto alone = [&] { return call(*run.cache, unshared(), errors); };
    comparison_.compare(way, Call::later, alone, describe);
    const auto recorded = [&] { return call(*run.withState, arguments, errors); };
    for (const Call which : {Call::withState, Call::withStateAgain})
      if (anyOfRankOne) comparison_.compare(way, which, recorded, describe);
  }
}

// The results and then the arguments as they are afterwards.
Flat UntypedCase::call(detail::TraceCache& cache, std::vector<Handle> arguments,
                       Errors errors) const {
  std::vector<Handle> stored(arguments.size()), results(function_.results.size());
  std::vector<Handle*> variables;
  std::vector<fuzz::CallArgument> given;
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    stored[k] = isInOut(function_, k) ? Handle() : arguments[k];
    variables.push_back(isInOut(function_, k) ? &arguments[k] : &stored[k]);
    given.push_back({variables.back(), isInOut(function_, k)});
  }
  Flat flat;
  try {
    fuzz::callUntyped(cache, signature_, given, {}, results,
                      [&] { results = function_.body(variables); });
  } catch (const Error& error) {
    if (errors == Errors::failures) throw;
    flat.push_back({"error: " + error.message(), {}, {}});
    return flat;
  }
  for (std::size_t k = 0; k < results.size(); ++k)
    flattenHandle(flat, results[k], function_.results[k]);
  for (std::size_t k = 0; k < arguments.size(); ++k)
    flattenHandle(flat, arguments[k], function_.parameters[k]);
  return flat;
}

}  // namespace parax::conformance
