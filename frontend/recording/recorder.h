// Records the operations of one accelerated call: a linear list with relative operands.
//
// An operand is the distance back to an earlier operation (negative), so that
// equal parts of a program look equal wherever they stand, or the slot of an
// input array (zero and up). Numbers are operations of their own: their
// values stand aside, outside the key under which the program is found.
#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <string>
#include <vector>

#include "frontend/array_state.h"
#include "ir/combiner.h"
#include "ir/domain.h"
#include "runtime/compile_service.h"

namespace parax::detail {

struct RecordedOp {
  Op op;
  ElementType type;
  std::uint8_t rank = 0;  // generators: how many extents, the numbers just before it
  std::uint8_t axis = 0;  // iota, extent: the dimension; field: which; full: shapedLike, or 0
  // constant: [0] is the value; extent and generators without extents: the last is the array whose
  // shape counts, as an operand
  std::int32_t operand[3] = {0, 0, 0};
};
constexpr std::uint8_t shapedLike = 255;
std::uint64_t constantBits(const RecordedOp& op);  // of a constant
static_assert(sizeof(RecordedOp) == 16, "recorded operations are hashed and compared as bytes");

// An operand whose type is settled: an array or value, or a number.
struct TypedOperand {
  const ArrayState* array = nullptr;
  Scalar number{};
};

// A symbolic shape and its extents in this call.
struct RecordedShape {
  ir::Dims dims;
  std::int64_t extents[maxRank] = {};
  bool made = false;  // not an input's: nothing says yet that so many bytes can be counted
};

// An array that the recording reads.
struct RecordedInput {
  Handle original;
  std::int32_t shape = 0;
  std::int32_t argument = -1;  // which argument of the call; -1: not an argument
};

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

// A run-time parameter.
struct RecordedNumber {
  Scalar value;
  std::int32_t argument = -1;  // which argument of the call; -1: a number in the code
  std::int32_t position = -1;  // of its operation
};

// A number of elements that the recording relies on: the product of these extents stays within the
// bounds at later calls. An extent that was read into a plain C++ number has to be the same.
struct AssumedCount {
  ir::Dims dims;
  std::int64_t least;
  std::int64_t most;
};

// How long iota of this type can be: every integer below is held.
std::int64_t maxIndices(ElementType type);

// What explain keeps of an input: not the array.
struct SegmentInput {
  ElementType type;
  std::int32_t shape;
  std::int32_t argument;  // -1: not an argument
};

// A segment of the trace that was compiled and run.
struct Segment {
  runtime::Obtained program;
  std::vector<RecordedOp> ops;
  std::vector<SourceLocation> locations;  // by ordinal, that is by position among ops
  std::vector<std::int32_t> shapeOfOp;
  std::vector<RecordedShape> shapes;
  std::vector<ir::SymbolSource> symbols;
  std::vector<std::int64_t> symbolValues;
  std::vector<ir::Assumption> assumptions;
  std::vector<SegmentInput> inputs;
  std::vector<RecordedNumber> numbers;  // by ascending position
  std::vector<std::int32_t> outputs;
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
  void start(const runtime::ProgramOptions& options, int threads, std::span<Argument> arguments);
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

  void assumeNotEmpty(const ArrayState& state, const SourceLocation& where);
  void assumeCount(const ArrayState& state, std::int64_t least, const SourceLocation& where);
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

 private:
  friend class Rememberer;  // reads a finished recording (remembered.cpp)

  struct Placed {           // an operand as it stands in the list
    std::int32_t position;  // of the operation, or ~slot of an input
    std::int32_t shape;
  };
  std::int32_t append(Op op, ElementType type, std::int32_t shape, const SourceLocation& where,
                      std::span<const Placed> operands = {});
  SourceLocation lineOf(const SourceLocation& where, std::span<const Placed> operands) const;
  void assumeNotEmpty(const Placed& array);
  void setShapeOf(const Placed& like);
  void assumeCountable(ElementType type, std::int32_t shape, int axis);
  Handle result(std::int32_t position);
  Placed place(const TypedOperand& operand, const SourceLocation& where);
  Placed appendNumber(RecordedNumber number, const SourceLocation& where);
  const RecordedNumber& numberAt(std::int32_t position) const;
  RecordedNumber extentNumber(const ArrayState& state, const SourceLocation& where);
  Placed placeNumber(const Scalar& number, std::int32_t argument, const SourceLocation& where);
  std::int32_t inputOf(const ArrayState& state);
  std::int32_t broadcast(std::int32_t a, std::int32_t b, Op op, const SourceLocation& where);
  ir::Symbol broadcastExtent(ir::Symbol a, ir::Symbol b);  // -1: they do not match
  std::int32_t shapeFromExtents(std::span<const TypedOperand> extents, const SourceLocation& where);
  std::int32_t addInputShape(const ArrayState& state, std::int32_t slot);
  ir::Symbol addSymbol(const ir::SymbolSource& source, std::int64_t value);

  void findOutputs();
  void makeKey();
  runtime::NamedProgram build() const;  // build_program.cpp
  void compute(Segment& segment);
  void run(Segment& segment);
  [[noreturn]] void fail(const SourceLocation& where, bool last);
  void rescue() noexcept;
  void noteValues();               // what in-out variables hold now
  void keepFor(Segment& segment);  // after settle: what explain and Rememberer want to know
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
  std::uint64_t bitsOf(const RecordedOp& op, std::int32_t position) const;
  Handle sameScalar(const TypedOperand& value, const Placed& placed);

  runtime::ProgramOptions options_;
  int threads_ = 0;
  std::uint64_t serial_ = 0;
  ThreadContext* thread_ = nullptr;

  // The list, and what stands beside each operation.
  std::vector<RecordedOp> ops_;
  std::vector<ArrayState*> holders_;  // the live state of the operation's result, or null
  std::vector<std::int32_t> shapeOfOp_;
  std::vector<SourceLocation> locations_;

  std::span<Argument> arguments_;
  std::vector<ArrayState*> leaves_;  // the placeholders, by argument
  std::vector<RecordedInput> inputs_;
  std::vector<RecordedNumber> numbers_;
  std::vector<RecordedShape> shapes_;  // 0 is the shape of scalars
  std::vector<ir::SymbolSource> symbols_;
  std::vector<std::int64_t> symbolValues_;
  std::vector<ir::Assumption> assumptions_;
  std::vector<AssumedCount> assumedCounts_;
  std::vector<std::int32_t> outputs_;  // operations whose results live on after the flush
  std::vector<runtime::RunOutput> results_;

  // Kept between calls, so that recording allocates nothing when it is warm.
  std::string key_;
  std::vector<runtime::RunInput> runInputs_;
  std::vector<std::uint64_t> runNumbers_;

  std::vector<Segment> segments_;
  Segment spare_;             // an earlier call's: its memory is used again
  bool usedOutside_ = false;  // an array that is neither an argument nor made inside
  bool combining_ = false;    // the function of a reduction is running
  bool rescuing_ = false;     // a piece failed: its programs run one by one and spare their inputs
  bool sawError_ = false;     // the function may have caught it, and gone another way
  bool calledState_ = false;  // an accelerated function with state was called
  std::exception_ptr failure_;  // thrown by the last flush that failed
};

}  // namespace parax::detail
