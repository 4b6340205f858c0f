// Deciding whether a recording is closed, and replaying it.
#include "frontend/recording/remembered.h"

#include <algorithm>
#include <set>
#include <unordered_map>

#include "frontend/messages.h"
#include "runtime/counters.h"

namespace parax::detail {
namespace {

constexpr std::size_t maxKeptBytes = 64 * 1024;  // of constant arrays in one remembered recording

template <class T>
const T& at(const std::vector<T>& list, std::int32_t index) {
  return list[static_cast<std::size_t>(index)];
}

// Whether the compiled program reads the argument's array.
bool isRead(const runtime::Executable* executable, const Recording& recording,
            std::int32_t argument) {
  if (!executable) return false;
  return std::ranges::any_of(executable->program().buffers, [&](const ir::Buffer& buffer) {
    return buffer.kind == ir::Buffer::Kind::input &&
           at(recording.inputs, buffer.slot).argument == argument;
  });
}

}  // namespace

Rememberer::Rememberer(const Recorder& recorder, std::span<const Argument> arguments,
                       std::span<Handle* const> results, const char* whyNot)
    : recorder_(recorder), whyNot_(whyNot) {
  if (!whyNot_.empty()) return;
  if (!recorder.segments().empty())
    whyNot_ = "a number or data was read back: keep it a Value";
  else if (recorder.sawError())
    whyNot_ = "an error was thrown inside";
  else if (recorder.calledState())
    whyNot_ =
        "it calls an accelerated function that has state: pass what that captures as arguments";
  else if (recorder.usedOutside())
    whyNot_ = "an array from outside is used: pass it as an argument";
  else if (escapes(arguments, results))
    whyNot_ = "an array outlives the call that is not a result: return it";
  if (!whyNot_.empty()) return;

  bool known = true;
  for (const Handle* result : results) known &= source(*result, arguments, results_.emplace_back());
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    const Argument& argument = arguments[k];
    if (!argument.inOut || argument.sameAs != static_cast<std::int32_t>(k)) continue;
    const ArrayState* state = argument.variable->state();
    if (state && state == recorder.leafOf(static_cast<std::int32_t>(k))) continue;  // unchanged
    ResultSource& final = finals_.emplace_back(static_cast<std::int32_t>(k), ResultSource{}).second;
    if (state)
      known &= source(*argument.variable, arguments, final);
    else
      final.kind = ResultSource::Kind::movedFrom;
  }
  if (!known) whyNot_ = "a result is an array from outside";
}

bool Rememberer::source(const Handle& handle, std::span<const Argument> arguments,
                        ResultSource& result) {
  const ArrayState* state = handle.state();
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    if (!state || recorder_.leafOf(static_cast<std::int32_t>(k)) != state) continue;
    result = {ResultSource::Kind::argument, static_cast<std::int32_t>(k), {}};
    return true;
  }
  if (state && state->traced()) {
    // Numbers and constants are leaves of the recording: their value is known without running it.
    const auto isLeaf = [&](const ArrayState& held) {
      return info(recorder_.recording().opAt(held.node).op).kind == OpKind::leaf;
    };
    if (isLeaf(*state)) return false;
    const auto holders = recorder_.holders().first(static_cast<std::size_t>(state->node));
    const auto before = std::ranges::count_if(
        holders, [&](const ArrayState* held) { return held && !isLeaf(*held); });
    result = {ResultSource::Kind::output, static_cast<std::int32_t>(before), {}};
    return true;
  }
  if (!state || state->madeIn != recorder_.serial() || state->pinned) return false;
  result = {ResultSource::Kind::kept, 0, handle};
  return true;
}

// Every reference to a live array that was recorded or made inside must be a result, a variable of
// the caller that we know, or an input of the recording.
bool Rememberer::escapes(std::span<const Argument> arguments,
                         std::span<Handle* const> results) const {
  std::unordered_map<const ArrayState*, std::int32_t> known;
  for (const Handle* result : results) ++known[result->state()];
  for (const Handle& input : recorder_.inputs()) ++known[input.state()];
  for (std::size_t k = 0; k < arguments.size(); ++k)
    if (arguments[k].sameAs == static_cast<std::int32_t>(k))
      ++known[arguments[k].variable->state()];
  const auto escaped = [&](const ArrayState* state) {
    return state && state->references.load(std::memory_order_relaxed) != known[state];
  };
  std::set<const ArrayState*> seen;
  for (const auto& [state, count] : known)
    if (state && state->madeIn == recorder_.serial()) seen.insert(state);
  for (const auto states : {recorder_.holders(), recorder_.leaves()})
    for (const ArrayState* state : states)
      if (state) seen.insert(state);
  return std::ssize(seen) != threadContext().alive || std::ranges::any_of(seen, escaped);
}

// Whether nobody sees the argument's array after a call: its variable goes away or gets another
// value, and no result or other variable is that array.
bool Rememberer::isReplaced(std::span<const Argument> arguments, std::int32_t argument) const {
  const auto isArgument = [&](const ResultSource& source) {
    return source.kind == ResultSource::Kind::argument && source.index == argument;
  };
  bool overwritten = !arguments[static_cast<std::size_t>(argument)].inOut;
  for (const auto& [variable, source] : finals_) {
    if (isArgument(source)) return false;
    overwritten |= variable == argument;
  }
  return overwritten && std::none_of(results_.begin(), results_.end(), isArgument);
}

std::shared_ptr<const Remembered> Rememberer::make(Segment& segment, const void* signature,
                                                   std::span<const Argument> arguments,
                                                   std::span<const std::uint64_t> plain) const {
  Replayable made;
  made.signature = signature;
  for (const Argument& argument : arguments) made.sameAs.push_back(argument.sameAs);
  made.plain.assign(plain.begin(), plain.end());
  const Recording& recording = *segment.recording;
  std::size_t keptBytes = 0;
  for (std::size_t slot = 0; slot < recording.inputs.size(); ++slot) {
    const std::int32_t argument = recording.inputs[slot].argument;
    const Handle& array = recorder_.inputs()[slot];
    if (argument < 0) keptBytes += array.state()->buffer->bytes();
    made.inputs.push_back(
        {argument < 0 ? array : Handle(), argument >= 0 && isReplaced(arguments, argument)});
  }
  if (keptBytes > maxKeptBytes) return nullptr;
  made.results = results_;
  made.finals = finals_;
  made.executable = segment.program.executable;
  for (const auto& [argument, source] : finals_)
    if (source.kind == ResultSource::Kind::output && isReplaced(arguments, argument) &&
        !isRead(made.executable.get(), recording, argument))
      made.offers.emplace_back(argument, source.index);
  made.recording = segment.recording;
  segment.shared = true;
  return std::make_shared<Remembered>(std::move(made));
}

ArrayState& Remembered::inputState(std::span<const Argument> arguments, std::size_t slot) const {
  const std::int32_t argument = recording_.inputs[slot].argument;
  return argument < 0 ? *made_.inputs[slot].kept.state()
                      : *arguments[static_cast<std::size_t>(argument)].variable->state();
}

std::uint64_t Remembered::numberBits(std::span<const Argument> arguments, std::size_t slot) const {
  const RecordedNumber& number = recording_.numbers[slot];
  if (number.argument < 0) return number.value.bits;
  return arguments[static_cast<std::size_t>(number.argument)].variable->state()->bits;
}

void Remembered::evaluateSizes(std::span<const Argument> arguments, std::int64_t* values) const {
  const auto extent = [&](std::int32_t slot, std::int32_t dim) {
    return inputState(arguments, static_cast<std::size_t>(slot)).extents[dim];
  };
  const auto number = [&](std::int32_t slot) {
    return static_cast<std::int64_t>(numberBits(arguments, static_cast<std::size_t>(slot)));
  };
  ir::evaluateSizes(recording_.sizes.list(), values, extent, number);
}

bool Remembered::fits(const void* signature, std::span<const Argument> arguments,
                      std::span<const std::uint64_t> plain) const {
  if (signature != made_.signature || arguments.size() != made_.sameAs.size()) return false;
  if (!std::equal(plain.begin(), plain.end(), made_.plain.begin(), made_.plain.end())) return false;
  for (std::size_t k = 0; k < arguments.size(); ++k)
    if (arguments[k].sameAs != made_.sameAs[k]) return false;
  if (recording_.sizes.guards().empty()) return true;
  constexpr std::size_t few = 32;  // most calls need no heap
  const std::size_t count = recording_.sizes.count();
  std::int64_t space[few];
  std::vector<std::int64_t> many(count > few ? count : 0);
  std::int64_t* const values = many.empty() ? space : many.data();
  evaluateSizes(arguments, values);
  return std::ranges::all_of(recording_.sizes.guards(), [&](const ir::Guard& guard) {
    return guard.holds(values[guard.size]);
  });
}

// `out = a * x` with an in-out `out` of the right size writes into out's own memory.
void Remembered::offerMemory(std::span<const Argument> arguments,
                             std::span<runtime::RunOutput> outputs) const {
  for (const auto& [argument, output] : made_.offers) {
    const ArrayState& state = *arguments[static_cast<std::size_t>(argument)].variable->state();
    const bool own = !state.isInline() && !state.shared() && !state.pinned &&
                     state.buffer->unique() && state.buffer->writable();
    if (own) outputs[static_cast<std::size_t>(output)].buffer = state.buffer;
  }
}

Handle Remembered::resultFrom(const ResultSource& source, std::span<const Argument> arguments,
                              std::span<runtime::RunOutput> outputs) const {
  if (source.kind == ResultSource::Kind::argument)
    return *arguments[static_cast<std::size_t>(source.index)].variable;
  if (source.kind == ResultSource::Kind::kept) return source.kept;
  if (source.kind == ResultSource::Kind::movedFrom) return {};
  runtime::RunOutput& output = outputs[static_cast<std::size_t>(source.index)];
  Handle handle(newState(output.type, {output.extents, static_cast<std::size_t>(output.rank)}));
  handle.state()->buffer = output.buffer;
  handle.state()->bits = output.bits;
  return handle;
}

ElementError Remembered::elementError(std::span<const Argument> arguments,
                                      const ir::ElementFailure& failure) const {
  std::vector<std::int64_t> values(recording_.sizes.count());
  evaluateSizes(arguments, values.data());
  std::vector<std::int64_t> extents;
  for (const ir::Symbol s : recording_.shapeOf(failure.ordinal).dims)
    extents.push_back(at(values, s));
  return divisionByZero(failure.point, extents, at(recording_.locations, failure.ordinal));
}

void Remembered::replay(std::span<Argument> arguments, int threads,
                        std::vector<Handle>& results) const {
  constexpr std::size_t few = 16;  // most calls need no heap
  runtime::RunInput inputSpace[few];
  std::uint64_t numberSpace[few];
  const std::size_t inputCount = made_.inputs.size(), numberCount = recording_.numbers.size();
  std::vector<runtime::RunInput> manyInputs(inputCount > few ? inputCount : 0);
  std::vector<std::uint64_t> manyNumbers(numberCount > few ? numberCount : 0);
  runtime::RunInput* inputs = manyInputs.empty() ? inputSpace : manyInputs.data();
  std::uint64_t* numbers = manyNumbers.empty() ? numberSpace : manyNumbers.data();
  for (std::size_t k = 0; k < inputCount; ++k) {
    ArrayState& state = inputState(arguments, k);
    const bool donated = made_.inputs[k].replaced && !state.shared() && !state.pinned &&
                         state.buffer->unique() && state.buffer->writable();
    inputs[k] = {&state.buffer, state.extents, donated};
  }
  for (std::size_t k = 0; k < numberCount; ++k) numbers[k] = numberBits(arguments, k);

  const runtime::Executable* const executable = made_.executable.get();
  const std::size_t outputCount = executable ? executable->program().outputs.size() : 0;
  runtime::RunOutput outputSpace[4];
  std::vector<runtime::RunOutput> manyOutputs(outputCount > 4 ? outputCount : 0);
  const std::span<runtime::RunOutput> outputs(
      manyOutputs.empty() ? outputSpace : manyOutputs.data(), outputCount);
  offerMemory(arguments, outputs);
  try {
    if (executable) executable->run({inputs, inputCount}, {numbers, numberCount}, threads, outputs);
  } catch (const ir::ElementFailure& failure) {
    throw elementError(arguments, failure);
  }
  // Results first: they may be arguments whose variables change now.
  for (const ResultSource& source : made_.results)
    results.push_back(resultFrom(source, arguments, outputs));
  std::vector<Handle> values;
  for (const auto& [argument, source] : made_.finals)
    values.push_back(resultFrom(source, arguments, outputs));
  for (std::size_t k = 0; k < made_.finals.size(); ++k) {
    Handle& variable = *arguments[static_cast<std::size_t>(made_.finals[k].first)].variable;
    const bool pinned = variable.state()->pinned;
    Handle own = pinned ? std::move(variable) : Handle();
    variable = std::move(values[k]);
    if (pinned) keepMemory(variable, std::move(own));
  }
}

}  // namespace parax::detail
