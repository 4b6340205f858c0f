// Recording: one append per operation.
#include "frontend/recording/recorder.h"

#include <algorithm>
#include <atomic>
#include <limits>

#include "frontend/messages.h"
#include "frontend/multiply_adds.h"
#include "runtime/counters.h"

namespace parax::detail {
namespace {

std::atomic<std::uint64_t> recordings{0};

// 0, 1, -1 and 2 are part of the structure, so that they can be simplified away; -0 is not 0.
bool isStructural(const Scalar& number, std::int32_t& value) {
  return visitScalarType(number.type, [&]<class T>(T*) {
    for (std::int32_t k : {0, 1, -1, 2}) {
      if constexpr (std::is_same_v<T, bool>) {
        if (k < 0 || k > 1) continue;
      }
      if (Scalar::of(static_cast<T>(k)) == number) return value = k, true;
    }
    return false;
  });
}

}  // namespace

std::int64_t maxIndices(ElementType type) {
  return visitScalarType(type, []<class T>(T*) {
    using Limits = std::numeric_limits<T>;
    constexpr bool inner = Limits::digits < 63;  // floats hold the power of two as well
    if constexpr (!inner) return std::numeric_limits<std::int64_t>::max();
    return (std::int64_t{1} << (inner ? Limits::digits : 0)) + (Limits::is_integer ? 0 : 1);
  });
}

Recorder& Recorder::of(const ArrayState& state, const SourceLocation& where) {
  if (state.recorder != current())
    throw ArgumentError(
        "an array that is being recorded by an accelerated function was used on another thread",
        where);
  return *state.recorder;
}

void Recorder::start(const runtime::ProgramOptions& options, bool formsMultiplyAdds, int threads,
                     std::span<Argument> arguments) {
  options_ = options;
  threads_ = threads;
  arguments_ = arguments;
  serial_ = recordings.fetch_add(1, std::memory_order_relaxed) + 1;
  if (!segments_.empty()) {
    if (!segments_.front().shared) spare_ = std::move(segments_.front().recording);
    segments_.clear();
  }
  leaves_.clear();
  usedOutside_ = sawError_ = calledState_ = false;
  failure_ = nullptr;
  clear();
  thread_ = &threadContext();
  thread_->recorder = this;
  thread_->serial = serial_;
  thread_->alive = 0;
  outer_.factors = thread_->factors;
  outer_.multiplyAdds = MultiplyAdds::enter(*thread_, formsMultiplyAdds);
  runtime::count(runtime::Counter::recordings);
}

void Recorder::stop() {
  thread_->recorder = nullptr;
  thread_->serial = 0;
  thread_->multiplyAdds = outer_.multiplyAdds;
  failure_ = nullptr;
  clear();
}

void Recorder::clear() {
  recording_->clear();
  holders_.clear();
  inputs_.clear();
}

Handle Recorder::addArgument(const Handle& original) {
  const auto argument = static_cast<std::int32_t>(leaves_.size());
  const ArrayState& concrete = *original.state();
  Handle stand(newState(concrete.type, concrete.shapeSpan()));
  ArrayState& leaf = *stand.state();
  if (concrete.isInline()) {
    const Placed number = placeNumber(concrete.scalar(), argument, SourceLocation::current());
    leaf.node = number.position;
    holders_[static_cast<std::size_t>(number.position)] = &leaf;
  } else {
    leaf.node = ~addInput(original, argument);
    leaf.shape = recording_->shapeAt(leaf.node);
  }
  leaf.recorder = this;
  leaves_.push_back(&leaf);
  return stand;
}

std::int32_t Recorder::append(Op op, ElementType type, std::int32_t shape,
                              const SourceLocation& where, std::span<const Placed> operands) {
  if (combining_) checkCombinerOp(op, shape, where);
  if (const RecordedShape& s = recording_->shape(shape); s.made)
    checkedBytes(type, s.span(), where);
  holders_.push_back(nullptr);
  return recording_->append(op, type, shape, lineOf(where, operands), operands);
}

// Some operators cannot note their line (!(a > b)): then it is their operand's.
SourceLocation Recorder::lineOf(const SourceLocation& where,
                                std::span<const Placed> operands) const {
  if (where.line() != 0) return where;
  for (const Placed& operand : operands)
    if (operand.position >= 0)
      return recording_->locations[static_cast<std::size_t>(operand.position)];
  return where;
}

Handle Recorder::result(std::int32_t position) {
  const std::int32_t shape = recording_->shapeAt(position);
  Handle handle(
      newState(recording_->opAt(position).type, recording_->shape(shape).span(), *thread_));
  ArrayState& state = *handle.state();
  state.node = position;
  state.shape = shape;
  state.recorder = this;
  holders_[static_cast<std::size_t>(position)] = &state;
  return handle;
}

Handle Recorder::pointwise(Op op, ElementType type, std::span<const TypedOperand> operands,
                           const SourceLocation& where) {
  Placed placed[3];
  std::int32_t shape = 0;
  for (std::size_t k = 0; k < operands.size(); ++k) {
    placed[k] = place(operands[k], where);
    shape = broadcast(shape, placed[k].shape, op, where);
  }
  return result(append(op, type, shape, where, {placed, operands.size()}));
}

// A field of what was put together here is at hand, if it has the shape of the whole.
Handle Recorder::field(const ArrayState& whole, int which, const SourceLocation& where) {
  const Placed placed = place({&whole}, where);
  if (placed.position >= 0 && recording_->opAt(placed.position).op == Op::pack) {
    const std::int32_t at = recording_->operandOf(placed.position, which);
    const bool computed = at >= 0 && info(recording_->opAt(at).op).kind != OpKind::leaf;
    if (computed && recording_->shapeAt(at) == placed.shape) {
      ArrayState* const holder = holders_[static_cast<std::size_t>(at)];
      return holder ? Handle::shareOf(*holder) : result(at);
    }
  }
  const std::int32_t position =
      append(Op::field, fieldType(whole.type), placed.shape, where, {&placed, 1});
  recording_->ops.back().part = static_cast<std::uint8_t>(which);
  return result(position);
}

Handle Recorder::reduce(Op op, const TypedOperand& operand, const SourceLocation& where) {
  const Placed placed = place(operand, where);
  if (info(op).has(op_property::nonEmpty)) guardNotEmpty(placed.shape);
  return result(append(op, operand.array->type, 0, where, {&placed, 1}));
}

void Recorder::guardNotEmpty(std::int32_t shape) {
  for (const ir::Symbol s : recording_->shape(shape).dims) recording_->sizes.guard(s, 1);
}

void Recorder::guardNotEmpty(const ArrayState& state, const SourceLocation& where) {
  guardNotEmpty(place({&state}, where).shape);
}

void Recorder::guardCount(const ArrayState& state, std::int64_t least,
                          const SourceLocation& where) {
  recording_->sizes.guard(recording_->countOf(place({&state}, where).shape), least);
}

Handle Recorder::full(ElementType type, const TypedOperand& value,
                      std::span<const TypedOperand> extents, const SourceLocation& where) {
  const Placed placed = place(value, where);
  if (combining_ && extents.empty()) return sameScalar(value, placed);
  const std::int32_t shape = shapeFromExtents(extents, where);
  const std::int32_t position = append(Op::full, type, shape, where, {&placed, 1});
  recording_->ops.back().extents = static_cast<std::uint8_t>(extents.size());
  return result(position);
}

Handle Recorder::fullLike(ElementType type, const TypedOperand& value, const ArrayState& like,
                          const SourceLocation& where) {
  const Placed shaped = place({&like}, where), placed = place(value, where);
  if (combining_ && like.rank == 0) return sameScalar(value, placed);
  const std::int32_t position = append(Op::full, type, shaped.shape, where, {&placed, 1});
  recording_->ops.back().extents = likeArray;
  recording_->setLike(shaped);
  return result(position);
}

Handle Recorder::iota(ElementType type, std::span<const TypedOperand> extents, int axis,
                      const SourceLocation& where, Counting counting) {
  const std::int32_t shape = shapeFromExtents(extents, where);
  const std::int32_t position = append(Op::iota, type, shape, where);
  recording_->ops.back().extents = static_cast<std::uint8_t>(extents.size());
  recording_->ops.back().part = static_cast<std::uint8_t>(axis);
  if (counting == Counting::exact) guardCountable(type, shape, axis);
  return result(position);
}

// Whether the type can count so far was checked for this size only.
void Recorder::guardCountable(ElementType type, std::int32_t shape, int axis) {
  const std::int64_t most = maxIndices(type);
  if (most != ir::largestSize)
    recording_->sizes.guard(recording_->shape(shape).dims[axis], 0, most);
}

Handle Recorder::iotaLike(ElementType type, const ArrayState& like, int axis,
                          const SourceLocation& where) {
  const Placed shaped = place({&like}, where);
  const std::int32_t position = append(Op::iota, type, shaped.shape, where);
  recording_->ops.back().extents = likeArray;
  recording_->ops.back().part = static_cast<std::uint8_t>(axis);
  recording_->setLike(shaped);
  guardCountable(type, shaped.shape, axis);
  return result(position);
}

Handle Recorder::extentOf(const ArrayState& state, int dim, const SourceLocation& where) {
  const Placed shaped = place({&state}, where);
  const std::int32_t position = append(Op::extent, ElementType::int64, 0, where);
  recording_->ops.back().part = static_cast<std::uint8_t>(dim);
  recording_->setLike(shaped);
  Handle size = result(position);
  size.state()->bits = static_cast<std::uint64_t>(state.extents[dim]);  // no output computes it
  return size;
}

// An Index argument stays a parameter; one that was computed has to be known now.
RecordedNumber Recorder::extentNumber(const ArrayState& state, const SourceLocation& where) {
  if (state.traced() && recording_->opAt(state.node).op == Op::number)
    return recording_->numberAt(state.node);
  materialize(state, where);
  return {state.scalar()};
}

std::int64_t Recorder::extentValue(const ArrayState& state, const SourceLocation& where) {
  return extentNumber(state, where).value.as<std::int64_t>();
}

// Extents become numbers in front of the operation; its shape gets a symbol for each.
std::int32_t Recorder::shapeFromExtents(std::span<const TypedOperand> extents,
                                        const SourceLocation& where) {
  RecordedShape shape;
  for (const TypedOperand& extent : extents) {
    // A parameter even if it is 0 or 1: a size is never part of the structure.
    const RecordedNumber number =
        extent.array ? extentNumber(*extent.array, where) : RecordedNumber{extent.number};
    const auto slot = static_cast<std::int32_t>(recording_->numbers.size());
    appendNumber(number, where);
    const auto count = number.value.as<std::int64_t>();
    const ir::Symbol size = recording_->sizes.add(ir::Size::number(slot), count);
    recording_->sizes.guard(size, 0);
    shape.extents[shape.rank()] = count;
    shape.dims.push(size);
  }
  return recording_->addShape(shape);
}

Placed Recorder::placeNumber(const Scalar& number, std::int32_t argument,
                             const SourceLocation& where) {
  std::int32_t value = 0;
  if (argument < 0 && isStructural(number, value)) {
    const std::int32_t position = append(Op::constant, number.type, 0, where);
    recording_->ops.back().value() = value;
    return {position, 0};
  }
  return appendNumber({number, argument}, where);
}

Placed Recorder::appendNumber(const RecordedNumber& number, const SourceLocation& where) {
  holders_.push_back(nullptr);
  return {recording_->appendNumber(number, where), 0};
}

Placed Recorder::place(const TypedOperand& operand, const SourceLocation& where) {
  if (!operand.array) return placeNumber(operand.number, -1, where);
  const ArrayState& state = *operand.array;
  if (state.traced()) {
    if (state.recorder != this) of(state, where);
    return {state.node, state.shape};
  }
  requireValue(state, where);
  if (state.isInline()) {
    noteLook(state);
    return placeNumber(state.scalar(), -1, where);
  }
  const std::int32_t place = ~inputOf(state);
  return {place, recording_->shapeAt(place)};
}

// A concrete array that is not an argument: made inside, or used from outside.
std::int32_t Recorder::inputOf(const ArrayState& state) {
  for (std::size_t k = 0; k < inputs_.size(); ++k)
    if (recording_->inputs[k].argument < 0 && inputs_[k].state() == &state)
      return static_cast<std::int32_t>(k);
  // The user may write to a pinned array before the recording runs: take its elements now.
  usedOutside_ |= state.madeIn != serial_ || state.pinned;
  return addInput(Handle::shareOf(state), -1);
}

std::int32_t Recorder::addInput(const Handle& array, std::int32_t argument) {
  const ArrayState& state = *array.state();
  inputs_.push_back(array);
  return recording_->addInput(state.type, state.shapeSpan(), argument);
}

std::int32_t Recorder::broadcast(std::int32_t a, std::int32_t b, Op op,
                                 const SourceLocation& where) {
  const std::int32_t joined = recording_->broadcast(a, b);
  if (joined == ir::none)
    throw shapesDoNotMatch(op, recording_->shape(a).span(), recording_->shape(b).span(), where);
  return joined;
}

std::int64_t Recorder::readExtent(const ArrayState& state, int dim) {
  const ir::Symbol size = recording_->shape(state.shape).dims[dim];
  recording_->sizes.guard(size, state.extents[dim], state.extents[dim]);
  return state.extents[dim];
}

void Recorder::forget(const ArrayState& state) noexcept {
  if (state.node >= 0) holders_[static_cast<std::size_t>(state.node)] = nullptr;
  std::replace(leaves_.begin(), leaves_.end(), const_cast<ArrayState*>(&state),
               static_cast<ArrayState*>(nullptr));
}

}  // namespace parax::detail
