// The reduction tree in vector form. Arrays hold elements in their memory form (bool: bytes).
#include "codegen/host/reduction_emitter.h"

#include <algorithm>
#include <numeric>

#include "codegen/host/body_emitter.h"
#include "ir/combiner.h"
#include "ir/reduction_tree.h"
#include "parax/core/scalar.h"

namespace parax::codegen::host {

using llvm::BasicBlock;
using llvm::Value;

namespace {

// The lanes k < count of `lanes`; count is an i64, at most a block and may be negative.
Value* firstLanes(Builder& b, int lanes, Value* count) {
  auto* type = llvm::FixedVectorType::get(b.getInt16Ty(), static_cast<unsigned>(lanes));
  static_assert(ir::reductionBlock < 1 << 15);
  return b.CreateICmpSLT(b.CreateStepVector(type),
                         splat(b, b.CreateTrunc(count, b.getInt16Ty()), lanes));
}

}  // namespace

ReductionEmitter::ReductionEmitter(LoopContext& c) : c_(c) {
  for (const ir::Reduction& r : c.loop.reductions)
    states_.push_back(makeState(r, static_cast<int>(states_.size())));
}

ReductionEmitter::State ReductionEmitter::makeState(const ir::Reduction& r, int number) {
  const std::int64_t treeLanes = ir::reductionLanes(r.type);
  const ElementType type = fieldType(r.type);
  llvm::Type* element = memoryType(c_.b, type, 1);
  State s{r,
          treeLanes,
          type,
          c_.plan.registers ? c_.plan.accumulators[static_cast<std::size_t>(number)]
                            : LoopPlan::Accumulators{},
          c_.stackArray(element, r.fields() * treeLanes),
          c_.plan.scratch ? c_.stackArray(element, r.fields() * (ir::reductionBlock + treeLanes))
                          : nullptr,
          c_.slot(c_.unit.layout.partial(c_.number, number), c_.b.getPtrTy())};
  std::size_t widest = sizeOf(type);
  if (s.combines()) {
    const std::vector<std::int32_t> combiner = ir::combinersOf(c_.loop.body);
    const std::int32_t own = ir::combinerOf(r, combiner);
    for (int i = 0; own != ir::none && i < static_cast<int>(combiner.size()); ++i)
      if (combiner[i] == own) {
        s.combiner.push_back(i);
        widest = std::max(widest, sizeOf(c_.loop.body[i].type));
      }
  }
  s.width = static_cast<int>(
      std::min(treeLanes, c_.unit.vectorBytes / static_cast<std::int64_t>(widest)));
  return s;
}

bool ReductionEmitter::hasCombiners() const {
  return std::ranges::any_of(states_, &State::combines);
}

// A value that is known before the loop.
Value* ReductionEmitter::invariant(int inst, int lanes) const {
  return lanes == c_.lanes() ? c_.splats[inst] : splat(c_.b, c_.scalars[inst], lanes);
}

Value* ReductionEmitter::identity(const State& s, int field, int lanes) const {
  if (s.combines()) return toMemory(c_.b, s.type, invariant(s.reduction.identity[field], lanes));
  const Scalar value = visitScalarType(
      s.type, [&]<class T>(T*) { return Scalar::of(ir::reductionIdentity<T>(s.reduction.op)); });
  llvm::Constant* inRegister = constantOf(c_.b, s.type, value.bits, lanes);
  if (s.type != ElementType::boolean) return inRegister;
  return llvm::ConstantInt::get(memoryType(c_.b, s.type, lanes), value.bits);
}

Fields ReductionEmitter::combine(const State& s, const Fields& x, const Fields& y,
                                 Value* mask) const {
  Fields combined =
      s.combines() ? emitCombiner(s, x, y, mask) : Fields{combineBuiltIn(s, x[0], y[0])};
  for (unsigned f = 0; mask && f < combined.size(); ++f)
    combined[f] = c_.b.CreateSelect(mask, combined[f], x[f]);
  return combined;
}

Value* ReductionEmitter::combineBuiltIn(const State& s, Value* x, Value* y) const {
  const Op op = ir::combineOp(s.reduction.op);
  if (isFloating(s.type) && (op == Op::min || op == Op::max))
    return emitMinMaxOfAnySign(c_.b, op, x, y);
  return emitPointwise(c_.b, op, s.type, s.type, {x, y});
}

// The user's function, for pairs in memory or register form; the result has the same form.
Fields ReductionEmitter::emitCombiner(const State& s, const Fields& x, const Fields& y,
                                      Value* mask) const {
  const int lanes = lanesOf(x[0]);
  const bool inMemory = x[0]->getType() != registerType(c_.b, s.type, lanes);
  std::vector<Value*> value(c_.loop.body.size(), nullptr);
  const auto valueOf = [&](int id) {
    return c_.plan.combines[id] ? value[id] : invariant(id, lanes);
  };
  for (int i : s.combiner) {
    const ir::Inst& inst = c_.loop.body[i];
    if (ir::isParameter(inst.op)) {
      Value* given = (inst.op == Op::left ? x : y)[static_cast<unsigned>(inst.field)];
      value[i] = inMemory ? fromMemory(c_.b, s.type, given) : given;
      continue;
    }
    llvm::SmallVector<Value*, 3> operands;
    for (int k = 0; k < inst.arity(); ++k) operands.push_back(valueOf(inst.operand[k]));
    value[i] = emitCombination(c_, inst, operands, mask);
  }
  Fields combined;
  for (int f = 0; f < s.fields(); ++f) {
    Value* field = valueOf(s.reduction.combined[f]);
    combined.push_back(inMemory ? toMemory(c_.b, s.type, field) : field);
  }
  return combined;
}

// A register holds -max of floats: max(a, x) = -min(-a, -x), and an exact min is shorter code.
bool ReductionEmitter::isNegated(const State& s) const {
  return s.reduction.op == Op::reduceMax && isFloating(s.type);
}

Fields ReductionEmitter::accumulate(const State& s, const Fields& accumulator,
                                    const Fields& value) const {
  if (!isNegated(s)) return combine(s, accumulator, value);
  return {emitMinMaxOfAnySign(c_.b, Op::min, accumulator[0], c_.b.CreateFNeg(value[0]))};
}

// What a reduction takes of the values of a place.
Fields ReductionEmitter::valuesOf(const State& s, std::span<Value* const> values) const {
  Fields taken;
  for (int f = 0; f < s.fields(); ++f)
    taken.push_back(values[static_cast<std::size_t>(s.reduction.value[f])]);
  return taken;
}

Value* ReductionEmitter::address(const State& s, Value* array, Value* index) const {
  return c_.b.CreateGEP(memoryType(c_.b, s.type, 1), array, index);
}

Value* ReductionEmitter::lane(const State& s, int field, Value* index) const {
  return address(s, s.lanes, c_.b.CreateAdd(index, c_.i64(field * s.treeLanes)));
}

Value* ReductionEmitter::collected(const State& s, int field, Value* index) const {
  const std::int64_t first = field * (ir::reductionBlock + s.treeLanes);
  return address(s, s.scratch, c_.b.CreateAdd(index, c_.i64(first)));
}

Value* ReductionEmitter::partial(const State& s, int field, Value* block) const {
  Value* first = c_.b.CreateMul(block, c_.i64(s.fields()));
  return address(s, s.partial, c_.b.CreateAdd(first, c_.i64(field)));
}

void ReductionEmitter::start(Value* first) {
  first_ = first;
  for (const State& s : states_)
    for (int f = 0; f < s.fields(); ++f)
      for (std::int64_t k = 0; k < s.treeLanes; k += s.width)
        c_.b.CreateStore(identity(s, f, s.width), lane(s, f, c_.i64(k)));
}

Value* ReductionEmitter::accumulator(const State& s, int field, int k) const {
  return lane(s, field, c_.i64(static_cast<std::int64_t>(k) * c_.lanes()));
}

// In this order: by reduction, accumulator and field.
std::vector<Value*> ReductionEmitter::registers() {
  std::vector<Value*> all;
  for (const State& s : states_)
    for (int k = 0; k < s.accumulators.each; ++k)
      for (int f = 0; f < s.fields(); ++f) {
        llvm::Type* type = memoryType(c_.b, s.type, c_.lanes());
        Value* value = fromMemory(c_.b, s.type, c_.b.CreateLoad(type, accumulator(s, f, k)));
        all.push_back(isNegated(s) ? c_.b.CreateFNeg(value) : value);
      }
  return all;
}

std::vector<Value*> ReductionEmitter::startInterleaved() const {
  std::vector<Value*> all;
  for (const State& s : states_)
    for (int k = 0; k < s.accumulators.all; ++k)
      for (int f = 0; f < s.fields(); ++f) {
        Value* value = fromMemory(c_.b, s.type, identity(s, f, c_.lanes()));
        all.push_back(isNegated(s) ? c_.b.CreateFNeg(value) : value);
      }
  return all;
}

// Vector k of a block goes to its accumulator k % each: an iteration is a multiple of the tree's
// lanes, and starts at the start of a block. Where any order will do, the blocks alternate. One
// vector after the other, so that few of them are alive at a time.
std::vector<Value*> ReductionEmitter::add(std::vector<Value*> registers,
                                          std::span<const std::vector<Value*>> values,
                                          int interleaved) const {
  for (std::size_t v = 0; v < values.size(); ++v) {
    const int k = static_cast<int>(v) / interleaved, block = static_cast<int>(v) % interleaved;
    Value** first = registers.data();
    for (const State& s : states_) {
      const auto [each, all] = s.accumulators;
      const int count = interleaved == 1 ? each : all;
      const int which =
          count == each * interleaved ? block * each + k % each : static_cast<int>(v) % count;
      Value** const at = first + which * s.fields();
      const Fields sum = accumulate(s, Fields(at, at + s.fields()), valuesOf(s, values[v]));
      std::ranges::copy(sum, at);
      first += count * s.fields();
    }
  }
  return registers;
}

void ReductionEmitter::flush(std::span<Value* const> registers) {
  std::size_t at = 0;
  for (const State& s : states_)
    for (int k = 0; k < s.accumulators.each; ++k)
      for (int f = 0; f < s.fields(); ++f) {
        Value* value = registers[at++];
        if (isNegated(s)) value = c_.b.CreateFNeg(value);
        c_.b.CreateStore(toMemory(c_.b, s.type, value), accumulator(s, f, k));
      }
}

// One walked dimension: the column is the point's number; blocks start at multiples of treeLanes:
//   lanes[column % treeLanes ...] op= value     where the mask is set
// Several: scratch[point - first ...] = value; what inactive lanes write is overwritten later.
void ReductionEmitter::add(const Row& row, const Place& place, std::span<Value* const> values) {
  Builder& b = c_.b;
  for (const State& s : states_) {
    Fields value = valuesOf(s, values);
    for (Value*& field : value) field = toMemory(b, s.type, field);
    if (s.scratch) {
      Value* at = b.CreateSub(c_.point(row, place), first_);
      for (int f = 0; f < s.fields(); ++f)
        b.CreateAlignedStore(value[f], collected(s, f, at), llvm::Align(sizeOf(s.type)));
      continue;
    }
    const bool oneVector = s.type == ElementType::boolean && !s.combines();
    Value* at = oneVector ? c_.i64(0) : b.CreateAnd(c_.column(place), c_.i64(s.treeLanes - 1));
    const llvm::Align align(static_cast<std::uint64_t>(c_.lanes()) * sizeOf(s.type));
    Fields old;
    for (int f = 0; f < s.fields(); ++f)
      old.push_back(b.CreateAlignedLoad(value[f]->getType(), lane(s, f, at), align));
    const Fields combined = combine(s, old, value, place.mask);
    for (int f = 0; f < s.fields(); ++f) b.CreateAlignedStore(combined[f], lane(s, f, at), align);
  }
}

// for (k = 0; k < treeLanes; k += width) scratch[count + k ...] = identity;
// do { lanes[...] op= scratch[e ...] } while ((e += treeLanes) < count);      lanes in registers
// The identity changes no bit, as no lane of a sum is ever -0. A user's identity may: there a mask
// stops at `count`.
void ReductionEmitter::reduceScratch(const State& s, Value* count) {
  Builder& b = c_.b;
  const int w = s.width;
  const llvm::Align align(sizeOf(s.type));
  for (std::int64_t k = 0; k < s.treeLanes && !s.combines(); k += w)
    b.CreateAlignedStore(identity(s, 0, w), collected(s, 0, b.CreateAdd(count, c_.i64(k))), align);
  Fields start;
  for (int f = 0; f < s.fields(); ++f) start.push_back(identity(s, f, w));
  BasicBlock *before = b.GetInsertBlock(), *loop = c_.block("scratch"), *done = c_.block("reduced");
  b.CreateBr(loop);
  b.SetInsertPoint(loop);
  llvm::Type* type = memoryType(b, s.type, w);
  llvm::PHINode* e = b.CreatePHI(b.getInt64Ty(), 2);
  e->addIncoming(c_.i64(0), before);
  std::vector<Fields> acc(static_cast<std::size_t>(s.treeLanes / w));
  for (Fields& a : acc)
    for (Value* field : start) {
      llvm::PHINode* phi = b.CreatePHI(type, 2);
      phi->addIncoming(field, before);
      a.push_back(phi);
    }
  std::vector<Fields> next;
  for (const Fields& a : acc) {
    Value* at = b.CreateAdd(e, c_.i64(static_cast<std::int64_t>(next.size()) * w));
    Fields elements;
    for (int f = 0; f < s.fields(); ++f)
      elements.push_back(b.CreateLoad(type, collected(s, f, at)));
    Value* mask = s.combines() ? firstLanes(b, w, b.CreateSub(count, at)) : nullptr;
    next.push_back(combine(s, a, elements, mask));
  }
  Value* following = b.CreateAdd(e, c_.i64(s.treeLanes));
  BasicBlock* latch = b.GetInsertBlock();  // combining may branch
  e->addIncoming(following, latch);
  for (std::size_t k = 0; k < acc.size(); ++k)
    for (unsigned f = 0; f < acc[k].size(); ++f)
      llvm::cast<llvm::PHINode>(acc[k][f])->addIncoming(next[k][f], latch);
  b.CreateCondBr(b.CreateICmpSLT(following, count), loop, done);
  b.SetInsertPoint(done);
  for (std::size_t k = 0; k < next.size(); ++k)
    for (int f = 0; f < s.fields(); ++f)
      b.CreateStore(next[k][f], lane(s, f, c_.i64(static_cast<std::int64_t>(k) * w)));
}

std::vector<Fields> ReductionEmitter::stackLanes(const State& s) {
  std::vector<Fields> vectors(static_cast<std::size_t>(s.treeLanes / s.width));
  for (std::size_t k = 0; k < vectors.size(); ++k)
    for (int f = 0; f < s.fields(); ++f)
      vectors[k].push_back(
          c_.b.CreateLoad(memoryType(c_.b, s.type, s.width),
                          lane(s, f, c_.i64(static_cast<std::int64_t>(k) * s.width))));
  return vectors;
}

// Lane j with lane j + half: first whole vectors, then the halves of one.
Fields ReductionEmitter::combineLanes(const State& s, std::vector<Fields> v) const {
  Builder& b = c_.b;
  for (std::size_t half = v.size() / 2; half >= 1; half /= 2)
    for (std::size_t j = 0; j < half; ++j) v[j] = combine(s, v[j], v[j + half]);
  Fields x = v[0];
  for (int half = lanesOf(x[0]) / 2; half >= 1; half /= 2) {
    const auto part = [&](int from) {
      Fields fields;
      std::vector<int> which(static_cast<std::size_t>(half));
      std::iota(which.begin(), which.end(), from);
      for (Value* field : x)
        fields.push_back(half > 1 ? b.CreateShuffleVector(field, which)
                                  : b.CreateExtractElement(field, std::uint64_t(from)));
      return fields;
    };
    const Fields low = part(0), high = part(half);
    x = combine(s, low, high);
  }
  return x;
}

void ReductionEmitter::storePartial(const State& s, const Fields& value, Value* block) {
  for (int f = 0; f < s.fields(); ++f) c_.b.CreateStore(value[f], partial(s, f, block));
}

Value* ReductionEmitter::blockOf(Value* point) const {
  return c_.b.CreateUDiv(point, c_.i64(ir::reductionBlock));
}

void ReductionEmitter::finish(Value* count) {
  for (const State& s : states_) {
    if (s.scratch) reduceScratch(s, count);
    storePartial(s, combineLanes(s, stackLanes(s)), blockOf(first_));
  }
}

// Accumulators that the blocks shared are the first one's; the others get the identity.
void ReductionEmitter::finishInterleaved(std::span<Value* const> registers,
                                         std::span<Value* const> first) {
  const auto interleaved = static_cast<int>(first.size());
  Value* const* at = registers.data();
  for (const State& s : states_) {
    std::vector<Fields> vectors;
    for (int k = 0; k < s.accumulators.all; ++k, at += s.fields()) {
      vectors.emplace_back(at, at + s.fields());
      for (Value*& field : vectors.back())
        field = toMemory(c_.b, s.type, isNegated(s) ? c_.b.CreateFNeg(field) : field);
    }
    const int each = s.accumulators.each;
    const bool shared = s.accumulators.all != each * interleaved;
    for (int k = 0; k < interleaved; ++k) {
      const auto own = vectors.begin() + k * each;
      const Fields block = !shared  ? combineLanes(s, {own, own + each})
                           : k == 0 ? combineLanes(s, vectors)
                                    : Fields{identity(s, 0, 1)};
      storePartial(s, block, blockOf(first[static_cast<std::size_t>(k)]));
    }
  }
}

// for (j = begin; j < end; ++j) partial[j] = partial[2 j] op partial[2 j + 1]
void ReductionEmitter::combinePairs() {
  Builder& b = c_.b;
  BasicBlock *before = b.GetInsertBlock(), *loop = c_.block("pair"), *done = c_.block("pairsDone");
  b.CreateBr(loop);
  b.SetInsertPoint(loop);
  llvm::PHINode* j = b.CreatePHI(b.getInt64Ty(), 2);
  j->addIncoming(c_.begin, before);
  for (const State& s : states_) {
    if (!s.combines()) continue;
    const auto load = [&](Value* block) {
      Fields fields;
      for (int f = 0; f < s.fields(); ++f)
        fields.push_back(b.CreateLoad(memoryType(b, s.type, 1), partial(s, f, block)));
      return fields;
    };
    Value* left = b.CreateShl(j, 1);
    const Fields x = load(left), y = load(b.CreateAdd(left, c_.i64(1)));
    storePartial(s, combine(s, x, y), j);
  }
  Value* next = b.CreateAdd(j, c_.i64(1));
  j->addIncoming(next, b.GetInsertBlock());
  b.CreateCondBr(b.CreateICmpSLT(next, c_.end), loop, done);
  b.SetInsertPoint(done);
}

void ReductionEmitter::storeIdentities() {
  for (const State& s : states_)
    for (int f = 0; s.combines() && f < s.fields(); ++f)
      c_.b.CreateStore(identity(s, f, 1), partial(s, f, c_.i64(0)));
}

}  // namespace parax::codegen::host
