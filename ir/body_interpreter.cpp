// Scalar SSA with regions, one instruction after the other.
#include "ir/body_interpreter.h"

#include "ir/combiner.h"
#include "ir/evaluate.h"
#include "ir/scan_order.h"
#include "parax/core/error.h"

namespace parax::ir {
namespace {

std::size_t at(std::int32_t index) { return static_cast<std::size_t>(index); }

}  // namespace

// A scan whose type is known at run time only.
class BodyRun::ScanRun {
 public:
  ScanRun(Op reduction, ElementType type) : reduction_(reduction), type_(type) {}

  // The scan up to the element, or to the one before it.
  Scalar push(const Scalar& x, bool before) {
    const Scalar old = last_;
    last_ = scan_.push(x);
    return before ? (started_++ > 0 ? old : identity()) : last_;
  }

 private:
  struct Combine {
    Op op;
    ElementType type;
    Scalar operator()(const Scalar& a, const Scalar& b) const {
      const Scalar pair[2] = {a, b};
      return *evaluatePointwise(combineOp(op), type, pair);
    }
  };
  Scalar identity() const {
    return visitScalarType(
        type_, [&]<class T>(T*) { return Scalar::of(reductionIdentity<T>(reduction_)); });
  }

  Op reduction_;
  ElementType type_;
  Scan<Scalar, Combine> scan_{reductionLanes(type_), Combine{reduction_, type_}};
  Scalar last_{};
  std::int64_t started_ = 0;
};

BodyRun::BodyRun(const Body& body, BodyContext& context)
    : body_(body),
      context_(context),
      combiner_(combinersOf(body.insts)),
      values_(body.insts.size()),
      results_(body.insts.size()) {
  startRow();
}

void BodyRun::startRow() { scans_.assign(body_.insts.size(), nullptr); }

void BodyRun::runHoisted() {
  static constexpr std::int64_t nowhere[maxRank] = {};
  coordinate_ = nowhere;
  runFrom(0, body_.hoisted);
  isPrepared_ = true;
}

void BodyRun::run(std::span<const std::int64_t> coordinate, std::int64_t stageTurn,
                  std::int64_t point) {
  if (!isPrepared_) runHoisted();
  coordinate_ = coordinate;
  stageTurn_ = stageTurn;
  point_ = point;
  runFrom(body_.hoisted, static_cast<std::int32_t>(body_.insts.size()));
}

// Up to `end`, or to the first yield or refused continue outside of further regions: its position.
std::int32_t BodyRun::runFrom(std::int32_t first, std::int32_t end) {
  for (std::int32_t id = first; id < end; id = endOf(body_.insts, id)) {
    const Inst& inst = body_.insts[at(id)];
    if (inst.op == Op::yield) return id;
    if (inst.op == Op::proceed && !value(inst.operand[0]).as<bool>()) return id;
    if (combiner_[at(id)] != none) continue;
    if (isActive(inst))
      execute(id);
    else
      values_[at(id)] = {inst.type, 0};
  }
  return end;
}

void BodyRun::execute(std::int32_t id) {
  const Inst& inst = body_.insts[at(id)];
  Scalar& result = values_[at(id)];
  switch (inst.op) {
    case Op::number: result = context_.numbers.at(at(inst.number)); return;
    case Op::constant: result = {inst.type, inst.bits}; return;
    case Op::extent: result = Scalar::of(context_.symbols.at(at(inst.symbol))); return;
    case Op::index:
      result =
          indexValue(inst.type, inst.dim == turnIndex ? stageTurn_ : coordinate_[at(inst.dim)]);
      return;
    case Op::load: return load(inst, result);
    case Op::store: return store(inst);
    case Op::param: result = params_->at(at(inst.part)); return;
    case Op::part: result = results_.at(at(inst.operand[0])).at(at(inst.part)); return;
    case Op::proceed: return;
    case Op::prefix:
    case Op::prefixBefore: {
      auto& scan = scans_[at(id)];
      if (!scan) scan = std::make_shared<ScanRun>(inst.reduction, inst.type);
      result = scan->push(value(inst.operand[0]), inst.op == Op::prefixBefore);
      return;
    }
    default: break;
  }
  if (isRegionOwner(inst.op)) return own(id);
  pointwise(inst, result);
}

void BodyRun::pointwise(const Inst& inst, Scalar& result) {
  if (info(inst.op).kind != OpKind::pointwise)
    throw InternalError("'" + std::string(name(inst.op)) + "' does not belong in a loop");
  Scalar operand[3];
  for (int k = 0; k < inst.arity(); ++k) operand[k] = value(inst.operand[k]);
  const auto computed = evaluatePointwise(inst.op, inst.type, operand);
  result = computed.value_or(Scalar{inst.type, 0});
  if (!computed) context_.note({.ordinal = inst.ordinal, .point = point_});
}

// Computed indices may be any number: like all integers they wrap around.
std::int64_t BodyRun::indexOf(const Index& index, std::span<const std::int32_t> operands) const {
  auto i = static_cast<std::uint64_t>(index.constant);
  if (index.shift != noSymbol)
    i += static_cast<std::uint64_t>(context_.symbols.at(at(index.shift)));
  for (const Term& term : index.terms) {
    const std::int64_t factor =
        isOperandIndex(term) ? value(operands[at(term.index - operandIndex(0))]).as<std::int64_t>()
        : term.index == turnIndex ? stageTurn_
                                  : coordinate_[at(term.index)];
    i += static_cast<std::uint64_t>(term.step) * static_cast<std::uint64_t>(factor);
  }
  return static_cast<std::int64_t>(i);
}

std::optional<std::int64_t> BodyRun::element(const Access& access,
                                             std::span<const std::int32_t> operands,
                                             std::int32_t ordinal) {
  const Place& place = context_.places.at(at(access.buffer));
  std::int64_t offset = 0;
  bool outside = false;
  for (std::size_t k = 0; k < place.extents.size(); ++k) {
    const Index& index = access.at.at(k);
    const std::int64_t i = indexOf(index, operands);
    const std::int64_t extent = place.extents[k], resolved = resolveEdge(index.edge, i, extent);
    if (resolved < 0 && index.edge == Edge::inside)
      throw InternalError("b" + std::to_string(access.buffer) + " is accessed out of bounds");
    if (resolved < 0 && index.edge == Edge::fail && !outside)
      context_.note(
          {.kind = FailureKind::index, .ordinal = ordinal, .point = point_, .detail = {i, extent}});
    outside |= resolved < 0;
    offset = offset * extent + resolved;
  }
  return outside ? std::nullopt : std::optional(offset);
}

void BodyRun::load(const Inst& inst, Scalar& result) {
  const Access& access = body_.accesses.at(at(inst.access));
  const Place& place = context_.places.at(at(access.buffer));
  if (fieldType(place.type) != inst.type)
    throw InternalError("an access has another type than its buffer");
  const auto from = element(access, inst.operand, inst.ordinal);
  if (from)
    result =
        loadElement(inst.type, place.memory->data(), *from * fieldCount(place.type) + inst.field);
  else
    result = hasConstantEdge(access) ? value(inst.operand.back()) : Scalar{inst.type, 0};
}

void BodyRun::store(const Inst& inst) {
  const Access& access = body_.accesses.at(at(inst.access));
  const Place& place = context_.places.at(at(access.buffer));
  const std::span<const std::int32_t> operands = inst.operand;
  if (const auto to = element(access, operands.subspan(1), inst.ordinal))
    storeElement(place.memory->data(), *to * fieldCount(place.type) + inst.field,
                 value(operands[0]));
}

void BodyRun::own(std::int32_t id) {
  switch (body_.insts[at(id)].op) {
    case Op::branch: return branch(id);
    case Op::forLoop: return repeat(id);
    case Op::whileLoop: return repeatWhile(id);
    default: return reduceOver(id);
  }
}

bool BodyRun::region(std::int32_t first, std::vector<Scalar> params, std::vector<Scalar>& yielded) {
  const std::vector<Scalar>* outer = params_;
  params_ = &params;
  const std::int32_t end = runFrom(first, static_cast<std::int32_t>(body_.insts.size()));
  params_ = outer;
  const Inst& last = body_.insts.at(at(end));
  if (last.op == Op::proceed) return false;
  yielded.clear();
  for (std::int32_t result : last.operand) yielded.push_back(value(result));
  return true;
}

void BodyRun::branch(std::int32_t id) {
  std::int32_t first = id + 1;
  if (!value(body_.insts[at(id)].operand[0]).as<bool>()) {
    while (body_.insts[at(first)].op != Op::yield) first = endOf(body_.insts, first);
    ++first;
  }
  std::vector<Scalar> yielded;
  region(first, {}, yielded);
  results_[at(id)] = std::move(yielded);
}

void BodyRun::repeat(std::int32_t id) {
  const Inst& inst = body_.insts[at(id)];
  const auto trips = value(inst.operand[0]).as<std::int64_t>();
  std::vector<Scalar> state;
  for (std::size_t k = 1; k < inst.operand.size(); ++k) state.push_back(value(inst.operand[k]));
  for (std::int64_t i = 0; i < trips; ++i) {
    std::vector<Scalar> params = {Scalar::of(i)};
    params.insert(params.end(), state.begin(), state.end());
    region(id + 1, std::move(params), state);
  }
  results_[at(id)] = std::move(state);
}

void BodyRun::repeatWhile(std::int32_t id) {
  std::vector<Scalar> state;
  for (std::int32_t start : body_.insts[at(id)].operand) state.push_back(value(start));
  while (region(id + 1, state, state)) {
  }
  results_[at(id)] = std::move(state);
}

void BodyRun::reduceOver(std::int32_t id) {
  const Inst& inst = body_.insts[at(id)];
  const auto count = value(inst.operand[0]).as<std::int64_t>();
  std::vector<std::byte> elements(static_cast<std::size_t>(std::max<std::int64_t>(count, 0)) *
                                  sizeOf(inst.type));
  std::vector<Scalar> yielded;
  for (std::int64_t i = 0; i < count; ++i) {
    region(id + 1, {Scalar::of(i)}, yielded);
    storeElement(elements.data(), i, yielded.at(0));
  }
  const std::int64_t extents[] = {std::max<std::int64_t>(count, 0)};
  values_[at(id)] = evaluateReduction(inst.reduction, inst.type, extents, elements.data());
}

}  // namespace parax::ir
