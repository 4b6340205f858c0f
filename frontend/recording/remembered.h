// A recording that later calls can replay without running the user's function.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "frontend/recording/recorder.h"

namespace parax::detail {

// Where a result, or the final value of an in-out argument, comes from.
struct ResultSource {
  enum class Kind : std::uint8_t { output, argument, kept, movedFrom } kind;
  std::int32_t index = 0;  // output or argument
  Handle kept;             // an array made inside without an operation
};

// A recording without the call that made it: what a replay needs.
struct Replayable {
  struct Input {
    Handle kept;    // an array that is no argument
    bool replaced;  // an argument whose array nobody sees after the call, unless the caller shares
                    // it
  };
  const void* signature = nullptr;
  std::vector<std::int32_t> sameAs;  // by argument
  std::vector<std::uint64_t> plain;
  std::shared_ptr<const Recording> recording;
  std::vector<Input> inputs;
  std::vector<ResultSource> results;
  std::vector<std::pair<std::int32_t, ResultSource>> finals;  // argument, its final value
  std::vector<std::pair<std::int32_t, std::int32_t>> offers;  // argument, the output in its place
  std::shared_ptr<const runtime::Executable> executable;      // null: nothing is computed
};

class Remembered {
 public:
  explicit Remembered(Replayable&& made) : made_(std::move(made)), recording_(*made_.recording) {}

  // Whether the recording's guards hold for these arguments and plain numbers.
  bool fits(const void* signature, std::span<const Argument> arguments,
            std::span<const std::uint64_t> plain) const;
  // Runs it; in-out variables get their values, results are appended.
  void replay(std::span<Argument> arguments, int threads, std::vector<Handle>& results) const;

 private:
  ArrayState& inputState(std::span<const Argument> arguments, std::size_t slot) const;
  std::uint64_t numberBits(std::span<const Argument> arguments, std::size_t slot) const;
  void evaluateSizes(std::span<const Argument> arguments, std::int64_t* values) const;
  void offerMemory(std::span<const Argument> arguments,
                   std::span<runtime::RunOutput> outputs) const;
  Handle resultFrom(const ResultSource& source, std::span<const Argument> arguments,
                    std::span<runtime::RunOutput> outputs) const;
  ElementError elementError(std::span<const Argument> arguments,
                            const ir::ElementFailure& failure) const;

  const Replayable made_;
  const Recording& recording_;
};

// Looks at a recording that is about to be flushed for
// the last time, and afterwards makes it replayable.
class Rememberer {
 public:
  // Before the last flush: notes where results come
  // from, unless `whyNot` forbids remembering already.
  Rememberer(const Recorder& recorder, std::span<const Argument> arguments,
             std::span<Handle* const> results, const char* whyNot);
  const std::string& whyNot() const { return whyNot_; }
  // After it, of the only segment; null if it would keep too much memory.
  std::shared_ptr<const Remembered> make(Segment& segment, const void* signature,
                                         std::span<const Argument> arguments,
                                         std::span<const std::uint64_t> plain) const;

 private:
  bool source(const Handle& handle, std::span<const Argument> arguments, ResultSource& result);
  bool isReplaced(std::span<const Argument> arguments, std::int32_t argument) const;
  bool escapes(std::span<const Argument> arguments, std::span<Handle* const> results) const;

  const Recorder& recorder_;
  std::string whyNot_;
  std::vector<ResultSource> results_;
  std::vector<std::pair<std::int32_t, ResultSource>> finals_;
};

}  // namespace parax::detail
