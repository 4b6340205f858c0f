// The function of a reduction: called once with placeholders, its operations are recorded between
// `left`, `right` and the reduction that they belong to.
#include "frontend/messages.h"
#include "frontend/recording/recorder.h"
#include "ir/evaluate.h"

namespace parax::detail {

// As long as the function runs. What it made has no value of its own: whoever kept it is told.
class Recorder::Combining {
 public:
  explicit Combining(Recorder& recorder) : recorder_(recorder), begin_(recorder.holders_.size()) {
    recorder.combining_ = true;
  }
  Combining(const Combining&) = delete;
  Combining& operator=(const Combining&) = delete;
  ~Combining() {
    for (std::size_t k = begin_; k < recorder_.holders_.size(); ++k) {
      ArrayState*& state = recorder_.holders_[k];
      if (!state) continue;
      state->recorder = nullptr;
      state->lost = state->inReduce = true;
      state = nullptr;
    }
    recorder_.combining_ = false;  // last: before the loop, g++ 12 forgets it if f throws
  }

 private:
  Recorder& recorder_;
  std::size_t begin_;
};

Placed Recorder::combine(ElementType type, const CombineFunction& f, const SourceLocation& where) {
  const Combining combining(*this);
  const Handle left = result(append(Op::left, type, 0, where));
  const Handle right = result(append(Op::right, type, 0, where));
  const Handle combined = f.call(f.object, left, right);
  return place({&stateOf(combined, where)}, where);
}

Handle Recorder::reduceWith(const TypedOperand& operand, const TypedOperand& identity,
                            const CombineFunction& f, const SourceLocation& where) {
  if (combining_) checkCombinerOp(Op::reduceWith, 0, where);
  const ElementType type = operand.array->type;
  const Placed array = place(operand, where), start = place(identity, where);
  const Placed placed[] = {array, start, combine(type, f, where)};
  return result(append(Op::reduceWith, type, 0, where, placed));
}

ir::Combiner Recorder::recordCombiner(const TypedOperand& identity, ElementType type,
                                      const CombineFunction& f, const SourceLocation& where) {
  clear();
  thread_ = &threadContext();
  struct Current {
    ThreadContext& thread;
    Current(ThreadContext& t, Recorder* recorder) : thread(t) { t.recorder = recorder; }
    ~Current() { thread.recorder = nullptr; }
  } const current(*thread_, this);
  const Placed start = place(identity, where), result = combine(type, f, where);
  // Inputs stand before operations. Those that are not arrays are values of a product type.
  const auto inputs = static_cast<std::int32_t>(inputs_.size());
  const auto idOf = [&](std::int32_t at) { return at < 0 ? ~at : inputs + at; };
  ir::CombinerBody body;
  for (std::int32_t slot = 0; slot < inputs; ++slot)
    if (recording_->shapeOf(~slot).rank() == 0) body.read(slot, recording_->typeAt(~slot));
  for (std::int32_t k = 0; k < static_cast<std::int32_t>(recording_->ops.size()); ++k) {
    const RecordedOp& op = recording_->opAt(k);
    ir::Node node{.op = op.op, .type = op.type};
    node.ordinal = k;
    if (op.op == Op::field) node.slot = op.part;
    for (int o = 0; o < node.arity(); ++o) node.operand[o] = idOf(recording_->operandOf(k, o));
    if (info(op.op).kind == OpKind::leaf && !ir::isParameter(op.op))
      body.read(inputs + k, op.type);
    else
      body.add(inputs + k, node);
  }
  const std::int32_t ids[] = {idOf(start.position), idOf(result.position)};
  return makeCombiner(type, body, {ids, 1}, {ids + 1, 1}, [&](std::int32_t id, int field) {
    if (id >= inputs) return recording_->valueAt(id - inputs);
    const ArrayState& state = *inputs_[static_cast<std::size_t>(id)].state();
    return ir::loadElement(fieldType(state.type), state.memory(), field);
  });
}

// A scalar in place of an array of rank 0 that repeats it.
Handle Recorder::sameScalar(const TypedOperand& value, const Placed& placed) {
  return value.array ? Handle::shareOf(*value.array) : result(placed.position);
}

void Recorder::checkCombinerOp(Op op, std::int32_t shape, const SourceLocation& where) const {
  if (info(op).kind == OpKind::reduction)
    throw ArgumentError("the function of reduce contains a reduction (" + operationWord(op) +
                            "): compute it before",
                        where);
  const RecordedShape& s = recording_->shape(shape);
  if (s.rank() > 0)
    throw ArgumentError("the function of reduce uses an array of shape " + shapeText(s.span()) +
                            ": it may use its two values, other values and numbers",
                        where);
}

void Recorder::refuseNumber(const SourceLocation& where) {
  throw ArgumentError(
      "a number was read back in the function of reduce: it is called once for all elements, so "
      "use select in place of if, and read numbers back before",
      where);
}

}  // namespace parax::detail
