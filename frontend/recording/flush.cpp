// Running what was recorded: find the program by its key, run it, give live arrays their values.
#include <algorithm>
#include <new>
#include <utility>

#include "frontend/messages.h"
#include "frontend/recording/recorder.h"
#include "runtime/counters.h"
#include "runtime/float_mode.h"

namespace parax::detail {
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
  recording_->outputs.clear();
  for (std::size_t k = 0; k < holders_.size(); ++k)
    if (holders_[k] && info(recording_->ops[k].op).kind != OpKind::leaf)
      recording_->outputs.push_back(static_cast<std::int32_t>(k));
}

void Recorder::flush(const SourceLocation& where, bool last) {
  keepFactors();
  findOutputs();
  runtime::count(runtime::Counter::recordedOps, static_cast<std::int64_t>(holders_.size()));
  Segment& segment = segments_.emplace_back();
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
  if (recording_->outputs.empty()) return;
  makeKey(*recording_, options_, key_);
  segment.program =
      runtime::obtainProgram(key_, options_, [this] { return buildProgram(*recording_); });
  run(segment);
}

// Called while the exception is handled: throws it in the user's terms.
void Recorder::fail(const SourceLocation& where, bool last) {
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
  wanted.swap(recording_->outputs);
  rescuing_ = true;
  for (const std::int32_t position : wanted) {
    ArrayState& state = *holders_[static_cast<std::size_t>(position)];
    try {
      Segment alone;
      recording_->outputs.assign(1, position);
      compute(alone);
      takeResults();
    } catch (...) {  // the first error is the one to tell
      state.lost = true;
    }
  }
  rescuing_ = false;
  recording_->outputs.clear();
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

// The next recording uses the memory of an old one: recording again allocates nothing.
void Recorder::keepFor(Segment& segment) {
  segment.recording =
      std::exchange(recording_, spare_ ? std::move(spare_) : std::make_shared<Recording>());
}

void Recorder::run(Segment& segment) {
  runInputs_.clear();
  for (std::size_t slot = 0; slot < inputs_.size(); ++slot) {
    ArrayState& state = *inputs_[slot].state();
    const std::int32_t argument = recording_->inputs[slot].argument;
    // An argument that died: the call and this recording hold the only references.
    const bool dead = !rescuing_ && argument >= 0 && !leafOf(argument) &&
                      state.references.load(std::memory_order_acquire) == 2;
    const bool donated =
        dead && !state.pinned && state.buffer->unique() && state.buffer->writable();
    runInputs_.push_back({&state.buffer, state.extents, donated});
  }
  runNumbers_.clear();
  for (const RecordedNumber& number : recording_->numbers) runNumbers_.push_back(number.value.bits);
  results_.assign(recording_->outputs.size(), {});
  segment.program.executable->run(runInputs_, runNumbers_, threads_, results_);
}

void Recorder::takeResults() {
  for (std::size_t k = 0; k < recording_->outputs.size(); ++k) {
    ArrayState& state = *holders_[static_cast<std::size_t>(recording_->outputs[k])];
    state.buffer = std::move(results_[k].buffer);
    state.bits = results_[k].bits;
  }
  results_.clear();
}

void Recorder::settle() {
  forEachLive([&](ArrayState& state) {
    if (state.node < 0) {
      state.buffer = inputs_[static_cast<std::size_t>(~state.node)].state()->buffer;
    } else if (recording_->opAt(state.node).op == Op::number) {
      state.bits = recording_->numberAt(state.node).value.bits;
    }
    state.recorder = nullptr;
  });
}

void Recorder::lose() noexcept {
  for (std::size_t k = 0; k < holders_.size(); ++k)
    if (holders_[k] && info(recording_->ops[k].op).kind != OpKind::leaf) holders_[k]->lost = true;
  settle();
  clear();
}

ElementError Recorder::elementError(const ir::ElementFailure& failure) const {
  return divisionByZero(failure.point, recording_->shapeOf(failure.ordinal).span(),
                        recording_->locations[static_cast<std::size_t>(failure.ordinal)]);
}

}  // namespace parax::detail
