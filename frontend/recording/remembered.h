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

class Remembered {
 public:
  // Whether the recording's assumptions hold for these arguments and plain numbers.
  bool fits(const void* signature, std::span<const Argument> arguments,
            std::span<const std::uint64_t> plain) const;
  // Runs it; in-out variables get their values, results are appended.
  void replay(std::span<Argument> arguments, int threads, std::vector<Handle>& results) const;

 private:
  friend class Rememberer;
  struct NumberSource {
    std::int32_t argument;  // -1: `bits`
    std::uint64_t bits;
  };
  struct InputSource {
    std::int32_t argument;  // -1: `kept`
    Handle kept;
    bool replaced;  // an argument whose array nobody sees after the call, unless the caller shares
                    // it
  };
  std::int64_t symbolValue(std::span<const Argument> arguments, ir::Symbol symbol) const;
  std::uint64_t numberBits(std::span<const Argument> arguments, std::size_t slot) const;
  void offerMemory(std::span<const Argument> arguments,
                   std::span<runtime::RunOutput> outputs) const;
  Handle resultFrom(const ResultSource& source, std::span<const Argument> arguments,
                    std::span<runtime::RunOutput> outputs) const;

  const void* signature_ = nullptr;
  std::vector<std::int32_t> sameAs_;
  std::vector<std::uint64_t> plain_;
  std::vector<ir::SymbolSource> symbols_;
  std::vector<ir::Assumption> assumptions_;
  std::vector<AssumedCount> assumedCounts_;
  std::vector<ir::Dims> madeDims_;  // of shapes that no input has: they must stay countable
  std::vector<InputSource> inputs_;
  std::vector<NumberSource> numbers_;
  std::vector<ResultSource> results_;
  std::vector<std::pair<std::int32_t, ResultSource>> finals_;  // argument, its final value
  std::vector<std::pair<std::int32_t, std::int32_t>> offers_;  // argument, the output in its place
  std::shared_ptr<const runtime::Executable> executable_;
  std::vector<SourceLocation> locations_;
  std::vector<ir::Dims> failingDims_;  // by ordinal, for messages
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
  std::shared_ptr<const Remembered> make(const void* signature, std::span<const Argument> arguments,
                                         std::span<const std::uint64_t> plain) const;

 private:
  bool source(const Handle& handle, std::span<const Argument> arguments, ResultSource& result);
  bool isReplaced(std::span<const Argument> arguments, std::int32_t argument) const;
  bool isRead(std::int32_t argument) const;
  bool escapes(std::span<const Argument> arguments, std::span<Handle* const> results) const;

  const Recorder& recorder_;
  std::string whyNot_;
  std::vector<ResultSource> results_;
  std::vector<std::pair<std::int32_t, ResultSource>> finals_;
};

}  // namespace parax::detail
