// Records the operations of one accelerated call, and runs what was recorded.
#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <string>
#include <vector>

#include "frontend/array_state.h"
#include "frontend/recording/recording.h"
#include "ir/combiner.h"
#include "runtime/compile_service.h"

namespace parax::detail {

// One argument of a call, as the caller gave it.
struct Argument {
  Handle* variable;
  bool inOut;
  std::int32_t sameAs;  // the first argument that is the same variable
  // Recording: what the variable held before it got a placeholder.
  Handle original;
  // Recording: the array whose memory was handed out for writing, if the variable held such a one.
  // The original is a copy of it, and it gets its variable's final elements.
  Handle own;
  // Recording: what an in-out variable gets back if the piece that is being recorded fails.
  Handle before;
};

// Which factor of a product is negated: a number rather than an array.
int negatedFactor(int firstRank, int secondRank);

// How long iota of this type can be: every integer below is held.
std::int64_t maxIndices(ElementType type);

// A segment of the trace that was compiled and run.
struct Segment {
  runtime::Obtained program;
  std::shared_ptr<Recording> recording;
  bool shared = false;     // somebody else holds the recording, too: its memory is not used again
  SourceLocation endedBy;  // where a number was read back, unless it is the last
  bool last = false;
  std::string whyCompiled;  // if the program was not in the cache
};

class Recorder {
 public:
  Recorder() = default;
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  // From start to stop this is the thread's current recorder; it can be started again. The
  // arguments stay the caller's.
  void start(const runtime::ProgramOptions& options, bool formsMultiplyAdds, int threads,
             std::span<Argument> arguments);
  void stop();

  // The recording that runs on this thread, if any.
  static Recorder* current() { return threadContext().recorder; }
  // The recorder of a traced state; ArgumentError if that is not this thread's current one.
  static Recorder& of(const ArrayState& state, const SourceLocation& where);

  // Makes a traced placeholder for the next argument.
  Handle addArgument(const Handle& original);
  // The next argument is the same variable as an earlier one.
  void addSameArgument(std::int32_t argument) {
    leaves_.push_back(leaves_[static_cast<std::size_t>(argument)]);
  }
  // The placeholder of an argument; null once it died or was given its value.
  const ArrayState* leafOf(std::int32_t argument) const {
    return leaves_[static_cast<std::size_t>(argument)];
  }

  // Operations. Operands have the right types already.
  Handle pointwise(Op op, ElementType type, std::span<const TypedOperand> operands,
                   const SourceLocation& where);
  // The sum or difference of a recorded product and another term, as one operation.
  Handle multiplyAdd(Op op, std::int32_t product, const TypedOperand& other, bool productFirst,
                     const SourceLocation& where);
  Handle field(const ArrayState& whole, int which, const SourceLocation& where);
  Handle reduce(Op op, const TypedOperand& operand, const SourceLocation& where);
  Handle reduceWith(const TypedOperand& operand, const TypedOperand& identity,
                    const CombineFunction& f, const SourceLocation& where);
  Handle full(ElementType type, const TypedOperand& value, std::span<const TypedOperand> extents,
              const SourceLocation& where);
  Handle fullLike(ElementType type, const TypedOperand& value, const ArrayState& like,
                  const SourceLocation& where);
  Handle iota(ElementType type, std::span<const TypedOperand> extents, int axis,
              const SourceLocation& where, Counting counting);
  Handle iotaLike(ElementType type, const ArrayState& like, int axis, const SourceLocation& where);
  Handle extentOf(const ArrayState& state, int dim, const SourceLocation& where);

  // Library mode: records nothing but the function of a reduction. Call it once.
  ir::Combiner recordCombiner(const TypedOperand& identity, ElementType type,
                              const CombineFunction& f, const SourceLocation& where);
  // ArgumentError in the function of a reduction: numbers are not known there.
  void requireNoCombiner(const SourceLocation& where) const {
    if (combining_) refuseNumber(where);
  }

  // Later calls are recorded anew if they do not fulfil this.
  void guardNotEmpty(const ArrayState& state, const SourceLocation& where);
  void guardCount(const ArrayState& state, std::int64_t least, const SourceLocation& where);
  // The value of an Index that gives a size: a parameter's, or computed now.
  std::int64_t extentValue(const ArrayState& state, const SourceLocation& where);
  std::int64_t readExtent(const ArrayState& state, int dim);
  // A concrete array is read. If it comes from outside, the trace cannot be replayed.
  void noteLook(const ArrayState& state) { usedOutside_ |= state.madeIn != serial_; }

  const runtime::ProgramOptions& options() const { return options_; }

  // What a later call could not know: the trace is not remembered.
  void noteError() { sawError_ = true; }
  void noteStateInside() { calledState_ = true; }

  // Compiles and runs what was recorded, and gives every traced array that is alive its value. If
  // that fails, those that do not depend on the failure get theirs all the same, unless it is the
  // last piece: the function may catch the error and go on.
  void flush(const SourceLocation& where, bool last = false);
  // Whether flush threw this very exception.
  bool threw(const std::exception_ptr& exception) const { return failure_ == exception; }

  // After an error: traced arrays that are alive lose their claim to a value, and say so when used.
  // Stand-ins of arguments keep theirs.
  void lose() noexcept;

  void forget(const ArrayState& state) noexcept;  // a traced state died

  // The failing operation in the user's terms.
  ElementError elementError(const ir::ElementFailure& failure) const;

  // What was compiled and run; the caller may swap it for an old one, whose memory is used again.
  std::vector<Segment>& segments() { return segments_; }
  const std::vector<Segment>& segments() const { return segments_; }

  // What is recorded now, and what a closed one is told by.
  const Recording& recording() const { return *recording_; }
  std::span<ArrayState* const> holders() const { return holders_; }
  std::span<ArrayState* const> leaves() const { return leaves_; }
  std::span<const Handle> inputs() const { return inputs_; }
  std::uint64_t serial() const { return serial_; }
  bool usedOutside() const { return usedOutside_; }
  bool sawError() const { return sawError_; }
  bool calledState() const { return calledState_; }

 private:
  Placed operandAt(std::int32_t position, int which) const;
  void keepFactors();
  std::int32_t append(Op op, ElementType type, std::int32_t shape, const SourceLocation& where,
                      std::span<const Placed> operands = {});
  SourceLocation lineOf(const SourceLocation& where, std::span<const Placed> operands) const;
  void guardNotEmpty(std::int32_t shape);
  void guardCountable(ElementType type, std::int32_t shape, int axis);
  Handle result(std::int32_t position);
  Placed place(const TypedOperand& operand, const SourceLocation& where);
  Placed appendNumber(const RecordedNumber& number, const SourceLocation& where);
  RecordedNumber extentNumber(const ArrayState& state, const SourceLocation& where);
  Placed placeNumber(const Scalar& number, std::int32_t argument, const SourceLocation& where);
  std::int32_t inputOf(const ArrayState& state);
  std::int32_t addInput(const Handle& array, std::int32_t argument);
  std::int32_t broadcast(std::int32_t a, std::int32_t b, Op op, const SourceLocation& where);
  std::int32_t shapeFromExtents(std::span<const TypedOperand> extents, const SourceLocation& where);

  void findOutputs();
  void compute(Segment& segment);
  void run(Segment& segment);
  [[noreturn]] void fail(const SourceLocation& where, bool last);
  void rescue() noexcept;
  void noteValues();               // what in-out variables hold now
  void keepFor(Segment& segment);  // after settle
  void takeResults();
  void settle();  // every live traced state becomes concrete
  template <class F>
  void forEachLive(F&& f);
  void clear();

  // combiner.cpp: the function of a reduction
  class Combining;
  Placed combine(ElementType type, const CombineFunction& f, const SourceLocation& where);
  void checkCombinerOp(Op op, std::int32_t shape, const SourceLocation& where) const;
  [[noreturn]] static void refuseNumber(const SourceLocation& where);
  Handle sameScalar(const TypedOperand& value, const Placed& placed);

  runtime::ProgramOptions options_;
  int threads_ = 0;
  std::uint64_t serial_ = 0;
  ThreadContext* thread_ = nullptr;
  struct {
    const Factors* factors;  // of the expression that called the function
    MultiplyAddContext multiplyAdds;
  } outer_{};

  std::shared_ptr<Recording> recording_ = std::make_shared<Recording>();
  std::vector<ArrayState*> holders_;  // by operation: the live state of its result, or null
  std::vector<Handle> inputs_;        // the arrays, by slot
  std::span<Argument> arguments_;
  std::vector<ArrayState*> leaves_;  // the placeholders, by argument
  std::vector<runtime::RunOutput> results_;

  // Kept between calls, so that recording allocates nothing when it is warm.
  std::string key_;
  std::vector<runtime::RunInput> runInputs_;
  std::vector<std::uint64_t> runNumbers_;

  std::vector<Segment> segments_;
  std::shared_ptr<Recording> spare_;  // an earlier call's: its memory is used again
  bool usedOutside_ = false;          // an array that is neither an argument nor made inside
  bool combining_ = false;            // the function of a reduction is running
  bool rescuing_ = false;     // a piece failed: its programs run one by one and spare their inputs
  bool sawError_ = false;     // the function may have caught it, and gone another way
  bool calledState_ = false;  // an accelerated function with state was called
  std::exception_ptr failure_;  // thrown by the last flush that failed
};

}  // namespace parax::detail
