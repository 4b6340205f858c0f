// Deciding whether a recording is closed, and replaying it.
#include "frontend/recording/remembered.h"

#include <algorithm>
#include <set>
#include <unordered_map>

#include "frontend/messages.h"
#include "runtime/counters.h"

namespace parax::detail {
namespace {

constexpr std::int64_t largestElement = 16;      // bytes
constexpr std::size_t maxKeptBytes = 64 * 1024;  // of constant arrays in one remembered recording

template <class T>
const T& at(const std::vector<T>& list, std::int32_t index) {
  return list[static_cast<std::size_t>(index)];
}

}  // namespace

Rememberer::Rememberer(const Recorder& recorder, std::span<const Argument> arguments,
                       std::span<Handle* const> results, const char* whyNot)
    : recorder_(recorder), whyNot_(whyNot) {
  if (!whyNot_.empty()) return;
  if (!recorder.segments_.empty())
    whyNot_ = "a number or data was read back: keep it a Value";
  else if (recorder.sawError_)
    whyNot_ = "an error was thrown inside";
  else if (recorder.calledState_)
    whyNot_ =
        "it calls an accelerated function that has state: pass what that captures as arguments";
  else if (recorder.usedOutside_)
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
    if (info(at(recorder_.ops_, state->node).op).kind == OpKind::leaf) return false;
    const auto before =
        std::count_if(recorder_.holders_.begin(), recorder_.holders_.begin() + state->node,
                      [&](const ArrayState* held) {
      return held && info(at(recorder_.ops_, held->node).op).kind != OpKind::leaf;
    });
    result = {ResultSource::Kind::output, static_cast<std::int32_t>(before), {}};
    return true;
  }
  if (!state || state->madeIn != recorder_.serial_ || state->pinned) return false;
  result = {ResultSource::Kind::kept, 0, handle};
  return true;
}

// Every reference to a live array that was recorded or made inside must be a result, a variable of
// the caller that we know, or an input of the recording.
bool Rememberer::escapes(std::span<const Argument> arguments,
                         std::span<Handle* const> results) const {
  std::unordered_map<const ArrayState*, std::int32_t> known;
  for (const Handle* result : results) ++known[result->state()];
  for (const RecordedInput& input : recorder_.inputs_) ++known[input.original.state()];
  for (std::size_t k = 0; k < arguments.size(); ++k)
    if (arguments[k].sameAs == static_cast<std::int32_t>(k))
      ++known[arguments[k].variable->state()];
  const auto escaped = [&](const ArrayState* state) {
    return state && state->references.load(std::memory_order_relaxed) != known[state];
  };
  std::set<const ArrayState*> seen;
  for (const auto& [state, count] : known)
    if (state && state->madeIn == recorder_.serial_) seen.insert(state);
  for (const auto* states : {&recorder_.holders_, &recorder_.leaves_})
    for (const ArrayState* state : *states)
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

// Whether the compiled program reads the argument's array.
bool Rememberer::isRead(std::int32_t argument) const {
  const auto& executable = recorder_.segments_.back().program.executable;
  if (!executable) return false;
  const auto& buffers = executable->program().buffers;
  return std::any_of(buffers.begin(), buffers.end(), [&](const ir::Buffer& buffer) {
    return buffer.kind == ir::Buffer::Kind::input &&
           at(recorder_.inputs_, buffer.slot).argument == argument;
  });
}

std::shared_ptr<const Remembered> Rememberer::make(const void* signature,
                                                   std::span<const Argument> arguments,
                                                   std::span<const std::uint64_t> plain) const {
  auto made = std::make_shared<Remembered>();
  made->signature_ = signature;
  for (const Argument& argument : arguments) made->sameAs_.push_back(argument.sameAs);
  made->plain_.assign(plain.begin(), plain.end());
  const Segment& segment = recorder_.segments_.back();
  made->symbols_ = segment.symbols;
  made->assumptions_ = segment.assumptions;
  made->assumedCounts_ = recorder_.assumedCounts_;
  for (const RecordedShape& shape : segment.shapes)
    if (shape.made) made->madeDims_.push_back(shape.dims);
  std::size_t keptBytes = 0;
  for (const RecordedInput& input : recorder_.inputs_) {
    const bool isArgument = input.argument >= 0;
    const bool replaced = isArgument && isReplaced(arguments, input.argument);
    if (!isArgument) keptBytes += input.original.state()->buffer->bytes();
    made->inputs_.push_back({input.argument, isArgument ? Handle() : input.original, replaced});
  }
  if (keptBytes > maxKeptBytes) return nullptr;
  for (const RecordedNumber& number : segment.numbers)
    made->numbers_.push_back({number.argument, number.value.bits});
  made->results_ = results_;
  made->finals_ = finals_;
  for (const auto& [argument, source] : finals_)
    if (source.kind == ResultSource::Kind::output && isReplaced(arguments, argument) &&
        !isRead(argument))
      made->offers_.emplace_back(argument, source.index);
  made->executable_ = segment.program.executable;
  made->locations_ = segment.locations;
  for (std::int32_t shape : segment.shapeOfOp)
    made->failingDims_.push_back(at(segment.shapes, shape).dims);
  return made;
}

std::uint64_t Remembered::numberBits(std::span<const Argument> arguments, std::size_t slot) const {
  const NumberSource& source = numbers_[slot];
  if (source.argument < 0) return source.bits;
  return arguments[static_cast<std::size_t>(source.argument)].variable->state()->bits;
}

std::int64_t Remembered::symbolValue(std::span<const Argument> arguments, ir::Symbol symbol) const {
  const ir::SymbolSource& source = at(symbols_, symbol);
  switch (source.kind) {
    case ir::SymbolSource::Kind::literalOne: return 1;
    case ir::SymbolSource::Kind::number:
      return static_cast<std::int64_t>(
          numberBits(arguments, static_cast<std::size_t>(source.slot)));
    case ir::SymbolSource::Kind::inputExtent: break;
  }
  const InputSource& input = at(inputs_, source.slot);
  const ArrayState* state =
      input.argument < 0 ? input.kept.state()
                         : arguments[static_cast<std::size_t>(input.argument)].variable->state();
  return state->extents[source.dim];
}

bool Remembered::fits(const void* signature, std::span<const Argument> arguments,
                      std::span<const std::uint64_t> plain) const {
  if (signature != signature_ || arguments.size() != sameAs_.size()) return false;
  if (!std::equal(plain.begin(), plain.end(), plain_.begin(), plain_.end())) return false;
  for (std::size_t k = 0; k < arguments.size(); ++k)
    if (arguments[k].sameAs != sameAs_[k]) return false;
  using Kind = ir::Assumption::Kind;
  for (const ir::Assumption& assumption : assumptions_) {
    const std::int64_t a = symbolValue(arguments, assumption.a);
    const bool holds = assumption.kind == Kind::equal   ? a == symbolValue(arguments, assumption.b)
                       : assumption.kind == Kind::isOne ? a == 1
                                                        : a != 0;
    if (!holds) return false;
  }
  // A size that comes from an Index must still be a size.
  for (const ir::SymbolSource& source : symbols_)
    if (source.kind == ir::SymbolSource::Kind::number &&
        static_cast<std::int64_t>(numberBits(arguments, static_cast<std::size_t>(source.slot))) < 0)
      return false;
  for (const ir::Dims& dims : madeDims_) {
    std::int64_t bytes = largestElement;
    for (const ir::Symbol symbol : dims)
      if (__builtin_mul_overflow(bytes, symbolValue(arguments, symbol), &bytes)) return false;
  }
  return std::all_of(assumedCounts_.begin(), assumedCounts_.end(), [&](const AssumedCount& a) {
    std::int64_t count = 1;
    for (const ir::Symbol symbol : a.dims) count *= symbolValue(arguments, symbol);
    return count >= a.least && count <= a.most;
  });
}

// `out = a * x` with an in-out `out` of the right size writes into out's own memory.
void Remembered::offerMemory(std::span<const Argument> arguments,
                             std::span<runtime::RunOutput> outputs) const {
  for (const auto& [argument, output] : offers_) {
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

void Remembered::replay(std::span<Argument> arguments, int threads,
                        std::vector<Handle>& results) const {
  constexpr std::size_t few = 16;  // most calls need no heap
  runtime::RunInput inputSpace[few];
  std::uint64_t numberSpace[few];
  std::vector<runtime::RunInput> manyInputs(inputs_.size() > few ? inputs_.size() : 0);
  std::vector<std::uint64_t> manyNumbers(numbers_.size() > few ? numbers_.size() : 0);
  runtime::RunInput* inputs = manyInputs.empty() ? inputSpace : manyInputs.data();
  std::uint64_t* numbers = manyNumbers.empty() ? numberSpace : manyNumbers.data();
  for (std::size_t k = 0; k < inputs_.size(); ++k) {
    const InputSource& source = inputs_[k];
    const bool isArgument = source.argument >= 0;
    ArrayState& state =
        isArgument ? *arguments[static_cast<std::size_t>(source.argument)].variable->state()
                   : *source.kept.state();
    const bool donated = isArgument && source.replaced && !state.shared() && !state.pinned &&
                         state.buffer->unique() && state.buffer->writable();
    inputs[k] = {&state.buffer, state.extents, donated};
  }
  for (std::size_t k = 0; k < numbers_.size(); ++k) numbers[k] = numberBits(arguments, k);

  const std::size_t outputCount = executable_ ? executable_->program().outputs.size() : 0;
  runtime::RunOutput outputSpace[4];
  std::vector<runtime::RunOutput> manyOutputs(outputCount > 4 ? outputCount : 0);
  const std::span<runtime::RunOutput> outputs(
      manyOutputs.empty() ? outputSpace : manyOutputs.data(), outputCount);
  offerMemory(arguments, outputs);
  try {
    if (executable_)
      executable_->run({inputs, inputs_.size()}, {numbers, numbers_.size()}, threads, outputs);
  } catch (const ir::ElementFailure& failure) {
    std::int64_t extents[maxRank];
    const ir::Dims& dims = at(failingDims_, failure.ordinal);
    for (int d = 0; d < dims.rank(); ++d) extents[d] = symbolValue(arguments, dims[d]);
    throw divisionByZero(failure.index, {extents, static_cast<std::size_t>(dims.rank())},
                         at(locations_, failure.ordinal));
  }
  // Results first: they may be arguments whose variables change now.
  for (const ResultSource& source : results_)
    results.push_back(resultFrom(source, arguments, outputs));
  std::vector<Handle> values;
  for (const auto& [argument, source] : finals_)
    values.push_back(resultFrom(source, arguments, outputs));
  for (std::size_t k = 0; k < finals_.size(); ++k) {
    Handle& variable = *arguments[static_cast<std::size_t>(finals_[k].first)].variable;
    const bool pinned = variable.state()->pinned;
    Handle own = pinned ? std::move(variable) : Handle();
    variable = std::move(values[k]);
    if (pinned) keepMemory(variable, std::move(own));
  }
}

}  // namespace parax::detail
