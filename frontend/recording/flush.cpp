// Running what was recorded: find the program by its key, run it, give live arrays their values.
#include <algorithm>
#include <new>

#include "frontend/messages.h"
#include "frontend/recording/recorder.h"
#include "runtime/counters.h"
#include "runtime/float_mode.h"

namespace parax::detail {
namespace {

template <class T>
void appendBytes(std::string& key, const T* data, std::size_t count) {
  key.append(reinterpret_cast<const char*>(data), count * sizeof(T));
}
template <class T>
void appendBytes(std::string& key, const T& value) {
  appendBytes(key, &value, 1);
}

}  // namespace

// For states that stop being traced.
template <class F>
void Recorder::forEachLive(F&& f) {
  for (ArrayState* state : holders_)
    if (state) f(*state);
  for (ArrayState* state : leaves_)
    if (state && state->node < 0) f(*state);
  std::fill(leaves_.begin(), leaves_.end(), nullptr);
}

// Results are what somebody still refers to; numbers and constants have their values already.
void Recorder::findOutputs() {
  outputs_.clear();
  for (std::size_t k = 0; k < ops_.size(); ++k)
    if (holders_[k] && info(ops_[k].op).kind != OpKind::leaf)
      outputs_.push_back(static_cast<std::int32_t>(k));
}

// Everything that decides the code, and nothing else: no sizes, no numbers, no source lines.
void Recorder::makeKey() {
  std::string& key = key_;
  key.clear();
  const std::uint8_t options[] = {options_.interpret, options_.fma, options_.fastMath,
                                  options_.checked};
  appendBytes(key, options, std::size(options));
  const std::uint32_t counts[] = {
      static_cast<std::uint32_t>(ops_.size()), static_cast<std::uint32_t>(inputs_.size()),
      static_cast<std::uint32_t>(assumptions_.size()), static_cast<std::uint32_t>(outputs_.size())};
  appendBytes(key, counts, std::size(counts));
  appendBytes(key, ops_.data(), ops_.size());
  for (const RecordedInput& input : inputs_) {
    appendBytes(key, input.original.state()->type);
    appendBytes(key, input.original.state()->rank);
  }
  for (const ir::Assumption& assumption : assumptions_) {
    appendBytes(key, assumption.kind);
    appendBytes(key, assumption.a);
    appendBytes(key, assumption.b);
  }
  appendBytes(key, outputs_.data(), outputs_.size());
}

void Recorder::flush(const SourceLocation& where, bool last) {
  findOutputs();
  runtime::count(runtime::Counter::recordedOps, static_cast<std::int64_t>(ops_.size()));
  Segment& segment = segments_.emplace_back(std::move(spare_));
  segment.endedBy = where;
  segment.last = last;
  try {
    compute(segment);
  } catch (...) {
    fail(where, last);
  }
  takeResults();
  settle();
  keepFor(segment);
  if (last) return;
  clear();
  try {
    noteValues();
  } catch (const std::bad_alloc&) {  // copies of memory that was handed out for writing
    throw outOfMemory(where);
  }
}

void Recorder::compute(Segment& segment) {
  const runtime::StandardFloats floats;  // constants are folded on this thread, too
  if (outputs_.empty()) return;
  makeKey();
  segment.program = runtime::obtainProgram(key_, options_, [this] { return build(); });
  run(segment);
}

// Called while the exception is handled: throws it in the user's terms.
void Recorder::fail(const SourceLocation& where, bool last) {
  spare_ = std::move(segments_.back());
  spare_.program = {};
  segments_.pop_back();
  sawError_ = true;
  const auto settleAll = [&] { last ? lose() : rescue(); };
  try {
    try {
      throw;
    } catch (const ir::ElementFailure& failure) {
      const ElementError error = elementError(failure);
      settleAll();
      throw error;
    } catch (const std::bad_alloc&) {
      settleAll();
      throw outOfMemory(where);
    } catch (...) {
      settleAll();
      throw;
    }
  } catch (...) {
    failure_ = std::current_exception();
    throw;
  }
}

// Every live array on its own: the failure takes only those along that depend on it.
void Recorder::rescue() noexcept {
  std::vector<std::int32_t> wanted;
  wanted.swap(outputs_);
  rescuing_ = true;
  for (const std::int32_t position : wanted) {
    ArrayState& state = *holders_[static_cast<std::size_t>(position)];
    try {
      Segment alone;
      outputs_.assign(1, position);
      compute(alone);
      takeResults();
    } catch (...) {  // the first error is the one to tell
      state.lost = true;
    }
  }
  rescuing_ = false;
  outputs_.clear();
  settle();
  clear();
}

// From here on a failure leads back to these values. What was caught before is still lost, and has
// its older value.
void Recorder::noteValues() {
  for (std::size_t k = 0; k < arguments_.size(); ++k) {
    Argument& argument = arguments_[k];
    const ArrayState* state = argument.variable->state();
    const bool isFirst = argument.sameAs == static_cast<std::int32_t>(k);
    if (argument.inOut && isFirst && !(state && state->lost))
      argument.before = *argument.variable;
    else if (argument.original)
      argument.before = std::move(argument.original);
    argument.original = {};
  }
}

// Swaps rather than copies: recording again allocates nothing.
void Recorder::keepFor(Segment& segment) {
  segment.inputs.clear();
  for (const RecordedInput& input : inputs_)
    segment.inputs.push_back({input.original.state()->type, input.shape, input.argument});
  segment.numbers.swap(numbers_);
  segment.ops.swap(ops_);
  segment.locations.swap(locations_);
  segment.shapeOfOp.swap(shapeOfOp_);
  segment.shapes.swap(shapes_);
  segment.symbols.swap(symbols_);
  segment.symbolValues.swap(symbolValues_);
  segment.assumptions.swap(assumptions_);
  segment.outputs.swap(outputs_);
}

void Recorder::run(Segment& segment) {
  runInputs_.clear();
  for (const RecordedInput& input : inputs_) {
    ArrayState& state = *input.original.state();
    // An argument that died: the call and this recording hold the only references.
    const bool dead = !rescuing_ && input.argument >= 0 && !leafOf(input.argument) &&
                      state.references.load(std::memory_order_acquire) == 2;
    const bool donated =
        dead && !state.pinned && state.buffer->unique() && state.buffer->writable();
    runInputs_.push_back({&state.buffer, state.extents, donated});
  }
  runNumbers_.clear();
  for (const RecordedNumber& number : numbers_) runNumbers_.push_back(number.value.bits);
  results_.assign(outputs_.size(), {});
  segment.program.executable->run(runInputs_, runNumbers_, threads_, results_);
}

void Recorder::takeResults() {
  for (std::size_t k = 0; k < outputs_.size(); ++k) {
    ArrayState& state = *holders_[static_cast<std::size_t>(outputs_[k])];
    state.buffer = std::move(results_[k].buffer);
    state.bits = results_[k].bits;
  }
  results_.clear();
}

void Recorder::settle() {
  forEachLive([&](ArrayState& state) {
    if (state.node < 0) {
      state.buffer = inputs_[static_cast<std::size_t>(~state.node)].original.state()->buffer;
    } else if (const RecordedOp& op = ops_[static_cast<std::size_t>(state.node)];
               op.op == Op::number) {
      state.bits = numberAt(state.node).value.bits;
    }
    state.recorder = nullptr;
  });
}

void Recorder::lose() noexcept {
  for (std::size_t k = 0; k < ops_.size(); ++k)
    if (holders_[k] && info(ops_[k].op).kind != OpKind::leaf) holders_[k]->lost = true;
  settle();
  clear();
}

ElementError Recorder::elementError(const ir::ElementFailure& failure) const {
  const auto at = static_cast<std::size_t>(failure.ordinal);
  const RecordedShape& shape = shapes_[static_cast<std::size_t>(shapeOfOp_[at])];
  return divisionByZero(failure.index, {shape.extents, static_cast<std::size_t>(shape.dims.rank())},
                        locations_[at]);
}

}  // namespace parax::detail
