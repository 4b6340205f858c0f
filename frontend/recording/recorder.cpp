// Recording: one append per operation; shapes, symbols and numbers are noted beside the list.
#include "frontend/recording/recorder.h"

#include <algorithm>
#include <atomic>
#include <limits>

#include "frontend/messages.h"
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

void Recorder::start(const runtime::ProgramOptions& options, int threads,
                     std::span<Argument> arguments) {
  options_ = options;
  threads_ = threads;
  arguments_ = arguments;
  serial_ = recordings.fetch_add(1, std::memory_order_relaxed) + 1;
  if (!segments_.empty()) {
    spare_ = std::move(segments_.front());
    spare_.program = {};
    segments_.clear();
  }
  leaves_.clear();
  assumedCounts_.clear();
  usedOutside_ = sawError_ = calledState_ = false;
  failure_ = nullptr;
  clear();
  thread_ = &threadContext();
  thread_->recorder = this;
  thread_->serial = serial_;
  thread_->alive = 0;
  runtime::count(runtime::Counter::recordings);
}

void Recorder::stop() {
  thread_->recorder = nullptr;
  thread_->serial = 0;
  failure_ = nullptr;
  clear();
}

void Recorder::clear() {
  ops_.clear();
  holders_.clear();
  shapeOfOp_.clear();
  locations_.clear();
  inputs_.clear();
  numbers_.clear();
  shapes_.resize(1);
  symbols_.assign(1, {ir::SymbolSource::Kind::literalOne});
  symbolValues_.assign(1, 1);
  assumptions_.clear();
  outputs_.clear();
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
    const auto slot = static_cast<std::int32_t>(inputs_.size());
    inputs_.push_back({original, addInputShape(concrete, slot), argument});
    leaf.node = ~slot;
    leaf.shape = inputs_.back().shape;
  }
  leaf.recorder = this;
  leaves_.push_back(&leaf);
  return stand;
}

std::int32_t Recorder::append(Op op, ElementType type, std::int32_t shape,
                              const SourceLocation& where, std::span<const Placed> operands) {
  if (combining_) checkCombinerOp(op, shape, where);
  if (const RecordedShape& s = shapes_[static_cast<std::size_t>(shape)]; s.made)
    checkedBytes(type, {s.extents, static_cast<std::size_t>(s.dims.rank())}, where);
  const auto position = static_cast<std::int32_t>(ops_.size());
  RecordedOp& recorded = ops_.emplace_back(RecordedOp{op, type});
  for (std::size_t k = 0; k < operands.size(); ++k) {
    const std::int32_t at = operands[k].position;
    recorded.operand[k] = at < 0 ? ~at : at - position;
  }
  holders_.push_back(nullptr);
  shapeOfOp_.push_back(shape);
  locations_.push_back(lineOf(where, operands));
  return position;
}

// Some operators cannot note their line (!(a > b)): then it is their operand's.
SourceLocation Recorder::lineOf(const SourceLocation& where,
                                std::span<const Placed> operands) const {
  if (where.line() != 0) return where;
  for (const Placed& operand : operands)
    if (operand.position >= 0) return locations_[static_cast<std::size_t>(operand.position)];
  return where;
}

Handle Recorder::result(std::int32_t position) {
  const auto at = static_cast<std::size_t>(position);
  const RecordedShape& shape = shapes_[static_cast<std::size_t>(shapeOfOp_[at])];
  Handle handle(newState(ops_[at].type,
                         {shape.extents, static_cast<std::size_t>(shape.dims.rank())}, *thread_));
  ArrayState& state = *handle.state();
  state.node = position;
  state.shape = shapeOfOp_[at];
  state.recorder = this;
  holders_[at] = &state;
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
  if (placed.position >= 0 && ops_[static_cast<std::size_t>(placed.position)].op == Op::pack) {
    const std::int32_t distance = ops_[static_cast<std::size_t>(placed.position)].operand[which];
    const auto at = static_cast<std::size_t>(placed.position + distance);
    const bool computed = distance < 0 && info(ops_[at].op).kind != OpKind::leaf;
    if (computed && shapeOfOp_[at] == placed.shape)
      return holders_[at] ? Handle::shareOf(*holders_[at]) : result(static_cast<std::int32_t>(at));
  }
  const std::int32_t position =
      append(Op::field, fieldType(whole.type), placed.shape, where, {&placed, 1});
  ops_.back().axis = static_cast<std::uint8_t>(which);
  return result(position);
}

Handle Recorder::reduce(Op op, const TypedOperand& operand, const SourceLocation& where) {
  const Placed placed = place(operand, where);
  if (info(op).has(op_property::nonEmpty)) assumeNotEmpty(placed);
  return result(append(op, operand.array->type, 0, where, {&placed, 1}));
}

void Recorder::assumeNotEmpty(const Placed& array) {
  for (ir::Symbol s : shapes_[static_cast<std::size_t>(array.shape)].dims)
    if (s != ir::one) assumptions_.push_back({ir::Assumption::Kind::nonZero, s});
}

void Recorder::assumeNotEmpty(const ArrayState& state, const SourceLocation& where) {
  assumeNotEmpty(place({&state}, where));
}

void Recorder::assumeCount(const ArrayState& state, std::int64_t least,
                           const SourceLocation& where) {
  const std::int32_t shape = place({&state}, where).shape;
  assumedCounts_.push_back({shapes_[static_cast<std::size_t>(shape)].dims, least,
                            std::numeric_limits<std::int64_t>::max()});
}

Handle Recorder::full(ElementType type, const TypedOperand& value,
                      std::span<const TypedOperand> extents, const SourceLocation& where) {
  const Placed placed = place(value, where);
  if (combining_ && extents.empty()) return sameScalar(value, placed);
  const std::int32_t shape = shapeFromExtents(extents, where);
  const std::int32_t position = append(Op::full, type, shape, where, {&placed, 1});
  ops_.back().rank = static_cast<std::uint8_t>(extents.size());
  return result(position);
}

// Relative like any operand, so that the key tells whose shape it is.
void Recorder::setShapeOf(const Placed& like) {
  const auto position = static_cast<std::int32_t>(ops_.size()) - 1;
  ops_.back().operand[2] = like.position < 0 ? ~like.position : like.position - position;
}

Handle Recorder::fullLike(ElementType type, const TypedOperand& value, const ArrayState& like,
                          const SourceLocation& where) {
  const Placed shaped = place({&like}, where), placed = place(value, where);
  if (combining_ && like.rank == 0) return sameScalar(value, placed);
  const std::int32_t position = append(Op::full, type, shaped.shape, where, {&placed, 1});
  ops_.back().axis = shapedLike;
  setShapeOf(shaped);
  return result(position);
}

Handle Recorder::iota(ElementType type, std::span<const TypedOperand> extents, int axis,
                      const SourceLocation& where, Counting counting) {
  const std::int32_t shape = shapeFromExtents(extents, where);
  const std::int32_t position = append(Op::iota, type, shape, where);
  ops_.back().rank = static_cast<std::uint8_t>(extents.size());
  ops_.back().axis = static_cast<std::uint8_t>(axis);
  if (counting == Counting::exact) assumeCountable(type, shape, axis);
  return result(position);
}

// Whether the type can count so far was checked for this size only.
void Recorder::assumeCountable(ElementType type, std::int32_t shape, int axis) {
  const std::int64_t most = maxIndices(type);
  if (most == std::numeric_limits<std::int64_t>::max()) return;
  assumedCounts_.push_back({{shapes_[static_cast<std::size_t>(shape)].dims[axis]}, 0, most});
}

Handle Recorder::iotaLike(ElementType type, const ArrayState& like, int axis,
                          const SourceLocation& where) {
  const Placed shaped = place({&like}, where);
  const std::int32_t position = append(Op::iota, type, shaped.shape, where);
  ops_.back().axis = static_cast<std::uint8_t>(axis);
  setShapeOf(shaped);
  assumeCountable(type, shaped.shape, axis);
  return result(position);
}

Handle Recorder::extentOf(const ArrayState& state, int dim, const SourceLocation& where) {
  const Placed shaped = place({&state}, where);
  const std::int32_t position = append(Op::extent, ElementType::int64, 0, where);
  ops_.back().axis = static_cast<std::uint8_t>(dim);
  setShapeOf(shaped);
  Handle size = result(position);
  size.state()->bits = static_cast<std::uint64_t>(state.extents[dim]);  // no output computes it
  return size;
}

// An Index argument stays a parameter; one that was computed has to be known now.
RecordedNumber Recorder::extentNumber(const ArrayState& state, const SourceLocation& where) {
  if (state.traced() && ops_[static_cast<std::size_t>(state.node)].op == Op::number)
    return numberAt(state.node);
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
  shape.made = true;
  for (const TypedOperand& extent : extents) {
    // A parameter even if it is 0 or 1: a size is never part of the structure.
    const RecordedNumber number =
        extent.array ? extentNumber(*extent.array, where) : RecordedNumber{extent.number};
    const auto slot = static_cast<std::int32_t>(numbers_.size());
    appendNumber(number, where);
    const auto count = number.value.as<std::int64_t>();
    shape.extents[shape.dims.rank()] = count;
    shape.dims.push(addSymbol({ir::SymbolSource::Kind::number, slot}, count));
  }
  shapes_.push_back(shape);
  return static_cast<std::int32_t>(shapes_.size()) - 1;
}

Recorder::Placed Recorder::placeNumber(const Scalar& number, std::int32_t argument,
                                       const SourceLocation& where) {
  std::int32_t value = 0;
  if (argument < 0 && isStructural(number, value)) {
    const std::int32_t position = append(Op::constant, number.type, 0, where);
    ops_.back().operand[0] = value;
    return {position, 0};
  }
  return appendNumber({number, argument}, where);
}

Recorder::Placed Recorder::appendNumber(RecordedNumber number, const SourceLocation& where) {
  number.position = append(Op::number, number.value.type, 0, where);
  numbers_.push_back(number);
  return {number.position, 0};
}

const RecordedNumber& Recorder::numberAt(std::int32_t position) const {
  return *std::lower_bound(
      numbers_.begin(), numbers_.end(), position,
      [](const RecordedNumber& number, std::int32_t at) { return number.position < at; });
}

Recorder::Placed Recorder::place(const TypedOperand& operand, const SourceLocation& where) {
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
  const std::int32_t slot = inputOf(state);
  return {~slot, inputs_[static_cast<std::size_t>(slot)].shape};
}

// A concrete array that is not an argument: made inside, or used from outside.
std::int32_t Recorder::inputOf(const ArrayState& state) {
  for (std::size_t k = 0; k < inputs_.size(); ++k)
    if (inputs_[k].argument < 0 && inputs_[k].original.state() == &state)
      return static_cast<std::int32_t>(k);
  // The user may write to a pinned array before the recording runs: take its elements now.
  usedOutside_ |= state.madeIn != serial_ || state.pinned;
  const auto slot = static_cast<std::int32_t>(inputs_.size());
  const std::int32_t shape = addInputShape(state, slot);
  inputs_.push_back({Handle::shareOf(state), shape, -1});
  return slot;
}

std::int32_t Recorder::addInputShape(const ArrayState& state, std::int32_t slot) {
  RecordedShape shape;
  for (int d = 0; d < state.rank; ++d) {
    shape.extents[d] = state.extents[d];
    shape.dims.push(addSymbol({ir::SymbolSource::Kind::inputExtent, slot, d}, state.extents[d]));
  }
  shapes_.push_back(shape);
  return static_cast<std::int32_t>(shapes_.size()) - 1;
}

ir::Symbol Recorder::addSymbol(const ir::SymbolSource& source, std::int64_t value) {
  symbols_.push_back(source);
  symbolValues_.push_back(value);
  return static_cast<ir::Symbol>(symbols_.size()) - 1;
}

// Two extents that meet: equal ones are assumed equal, a one repeats along the other.
ir::Symbol Recorder::broadcastExtent(ir::Symbol a, ir::Symbol b) {
  const std::int64_t na = symbolValues_[static_cast<std::size_t>(a)];
  const std::int64_t nb = symbolValues_[static_cast<std::size_t>(b)];
  using Kind = ir::Assumption::Kind;
  if (a == b) return a;
  if (na == nb) {
    assumptions_.push_back({Kind::equal, a, b});
    return a;
  }
  if (na == 1) {
    assumptions_.push_back({Kind::isOne, a});
    return b;
  }
  if (nb == 1) {
    assumptions_.push_back({Kind::isOne, b});
    return a;
  }
  return -1;
}

std::int32_t Recorder::broadcast(std::int32_t a, std::int32_t b, Op op,
                                 const SourceLocation& where) {
  if (a == b || b == 0) return a;
  if (a == 0) return b;
  const RecordedShape& left = shapes_[static_cast<std::size_t>(a)];
  const RecordedShape& right = shapes_[static_cast<std::size_t>(b)];
  const int ra = left.dims.rank(), rb = right.dims.rank();
  RecordedShape joined;
  joined.made = true;
  for (int d = std::max(ra, rb); d > 0; --d) {  // d-th dimension from the end
    const ir::Symbol s = ra < d   ? right.dims[rb - d]
                         : rb < d ? left.dims[ra - d]
                                  : broadcastExtent(left.dims[ra - d], right.dims[rb - d]);
    if (s < 0)
      throw shapesDoNotMatch(op, {left.extents, static_cast<std::size_t>(ra)},
                             {right.extents, static_cast<std::size_t>(rb)}, where);
    joined.extents[joined.dims.rank()] = symbolValues_[static_cast<std::size_t>(s)];
    joined.dims.push(s);
  }
  if (joined.dims == left.dims) return a;
  if (joined.dims == right.dims) return b;
  shapes_.push_back(joined);
  return static_cast<std::int32_t>(shapes_.size()) - 1;
}

std::int64_t Recorder::readExtent(const ArrayState& state, int dim) {
  const ir::Symbol symbol = shapes_[static_cast<std::size_t>(state.shape)].dims[dim];
  assumedCounts_.push_back({{symbol}, state.extents[dim], state.extents[dim]});
  return state.extents[dim];
}

void Recorder::forget(const ArrayState& state) noexcept {
  if (state.node >= 0) holders_[static_cast<std::size_t>(state.node)] = nullptr;
  std::replace(leaves_.begin(), leaves_.end(), const_cast<ArrayState*>(&state),
               static_cast<ArrayState*>(nullptr));
}

}  // namespace parax::detail
