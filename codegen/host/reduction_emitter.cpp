// The reduction tree in vector form. Arrays hold elements in their memory form (bool: bytes).
#include "codegen/host/reduction_emitter.h"

#include <algorithm>

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
  if (lanes == 1) return b.CreateICmpSGT(count, b.getInt64(0));
  auto* type = llvm::FixedVectorType::get(b.getInt16Ty(), static_cast<unsigned>(lanes));
  static_assert(ir::reductionBlock < 1 << 15);
  return b.CreateICmpSLT(b.CreateStepVector(type),
                         splat(b, b.CreateTrunc(count, b.getInt16Ty()), lanes));
}

}  // namespace

Value* neutralValue(Builder& b, Op reduction, ElementType type, int lanes) {
  const Scalar value = visitScalarType(
      type, [&]<class T>(T*) { return Scalar::of(ir::neutralElement<T>(reduction)); });
  llvm::Constant* inRegister = constantOf(b, type, value.bits, lanes);
  if (type != ElementType::boolean) return inRegister;
  return llvm::ConstantInt::get(memoryType(b, type, lanes), value.bits);
}

Value* combineBuiltIn(Builder& b, Op reduction, ElementType type, Value* x, Value* y) {
  const Op op = ir::combineOp(reduction);
  if (isFloating(type) && (op == Op::min || op == Op::max)) return emitMinMaxOfAnySign(b, op, x, y);
  return emitPointwise(b, op, type, type, {x, y});
}

ReductionEmitter::ReductionEmitter(LoopContext& c, bool accumulates)
    : c_(c), accumulates_(accumulates) {
  for (const ir::Reduction& r : c.loop.body().reductions)
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
          accumulates_ ? c_.stackArray(element, r.fields() * treeLanes) : nullptr,
          accumulates_ && c_.plan.scratch
              ? c_.stackArray(element, r.fields() * (ir::reductionBlock + treeLanes))
              : nullptr,
          c_.slot(c_.unit.layout.partial(c_.number, number), c_.b.getPtrTy())};
  std::size_t widest = sizeOf(type);
  if (s.combines()) {
    const std::vector<std::int32_t> combiner = ir::combinersOf(c_.loop.body().insts);
    const std::int32_t own = ir::combinerOf(r, combiner);
    for (int i = 0; own != ir::none && i < static_cast<int>(combiner.size()); ++i)
      if (combiner[i] == own) {
        s.combiner.push_back(i);
        widest = std::max(widest, sizeOf(c_.loop.body().insts[i].type));
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

// What lanes hold before they have elements.
Value* ReductionEmitter::startValue(const State& s, int field, int lanes) const {
  if (s.combines()) return toMemory(c_.b, s.type, invariant(s.reduction.identity[field], lanes));
  return neutralValue(c_.b, s.reduction.op, s.type, lanes);
}

Fields ReductionEmitter::combine(const State& s, const Fields& x, const Fields& y,
                                 Value* mask) const {
  Fields combined = s.combines() ? emitCombiner(s, x, y, mask)
                                 : Fields{combineBuiltIn(c_.b, s.reduction.op, s.type, x[0], y[0])};
  for (unsigned f = 0; mask && f < combined.size(); ++f)
    combined[f] = c_.b.CreateSelect(mask, combined[f], x[f]);
  return combined;
}

// The user's function, for pairs in memory or register form; the result has the same form.
Fields ReductionEmitter::emitCombiner(const State& s, const Fields& x, const Fields& y,
                                      Value* mask) const {
  const int lanes = lanesOf(x[0]);
  const bool inMemory = x[0]->getType() != registerType(c_.b, s.type, lanes);
  std::vector<Value*> value(c_.loop.body().insts.size(), nullptr);
  const auto valueOf = [&](int id) {
    return c_.plan.combines[id] ? value[id] : invariant(id, lanes);
  };
  for (int i : s.combiner) {
    const ir::Inst& inst = c_.loop.body().insts[i];
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

// The elements from `element` of a block on: the first ones of their lanes start them.
Fields ReductionEmitter::startOrCombine(const State& s, const Fields& old, const Fields& value,
                                        Value* element, Value* mask) const {
  Value* begun = splat(c_.b, c_.b.CreateICmpSGE(element, c_.i64(s.treeLanes)), c_.lanes());
  Fields combined = combine(s, old, value, mask ? c_.b.CreateAnd(begun, mask) : begun);
  for (unsigned f = 0; f < combined.size(); ++f)
    combined[f] = c_.b.CreateSelect(begun, combined[f], value[f]);
  return combined;
}

// A register holds -max of floats: max(a, x) = -min(-a, -x), and an exact min is shorter code.
bool ReductionEmitter::isNegated(const State& s) const {
  return s.reduction.op == Op::reduceMax && isFloating(s.type);
}

Fields ReductionEmitter::accumulate(const State& s, const Fields& accumulator, const Fields& value,
                                    Value* mask) const {
  if (!isNegated(s)) return combine(s, accumulator, value, mask);
  Value* least = emitMinMaxOfAnySign(c_.b, Op::min, accumulator[0], c_.b.CreateFNeg(value[0]));
  return {mask ? c_.b.CreateSelect(mask, least, accumulator[0]) : least};
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

// Of elements in memory, whose fields lie side by side.
Value* ReductionEmitter::elementAddress(const State& s, Value* array, Value* index,
                                        int field) const {
  if (s.fields() == 1) return address(s, array, index);
  Value* first = c_.b.CreateMul(index, c_.i64(s.fields()));
  return address(s, array, c_.b.CreateAdd(first, c_.i64(field)));
}

Value* ReductionEmitter::lane(const State& s, int field, Value* index) const {
  return address(s, s.lanes, c_.b.CreateAdd(index, c_.i64(field * s.treeLanes)));
}

Value* ReductionEmitter::collected(const State& s, int field, Value* index) const {
  const std::int64_t first = field * (ir::reductionBlock + s.treeLanes);
  return address(s, s.scratch, c_.b.CreateAdd(index, c_.i64(first)));
}

Value* ReductionEmitter::partial(const State& s, int field, Value* block) const {
  return elementAddress(s, s.partial, block, field);
}

void ReductionEmitter::start(Value* block, Value* first) {
  block_ = block;
  first_ = first;
  for (const State& s : states_)
    for (int f = 0; f < s.fields(); ++f)
      for (std::int64_t k = 0; k < s.treeLanes; k += s.width)
        c_.b.CreateStore(startValue(s, f, s.width), lane(s, f, c_.i64(k)));
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
        Value* value = fromMemory(c_.b, s.type, startValue(s, f, c_.lanes()));
        all.push_back(isNegated(s) ? c_.b.CreateFNeg(value) : value);
      }
  return all;
}

// Vector k of a block goes to its accumulator k % each: an iteration is a multiple of the tree's
// lanes, and starts at the start of a block. Where any order will do, the blocks alternate. One
// vector after the other, so that few of them are alive at a time.
std::vector<Value*> ReductionEmitter::add(std::vector<Value*> registers,
                                          std::span<const std::vector<Value*>> values,
                                          int interleaved, const Step& step) const {
  for (std::size_t v = 0; v < values.size(); ++v) {
    const int k = static_cast<int>(v) / interleaved, block = static_cast<int>(v) % interleaved;
    Value** first = registers.data();
    for (const State& s : states_) {
      const auto [each, all] = s.accumulators;
      const int count = interleaved == 1 ? each : all;
      const int which =
          count == each * interleaved ? block * each + k % each : static_cast<int>(v) % count;
      Value** const at = first + which * s.fields();
      const Fields value = valuesOf(s, values[v]);
      Value* mask = step.masks.empty() ? nullptr : step.masks[static_cast<std::size_t>(k)];
      const bool starts = s.combines() && step.isFirst && k < each;
      Fields sum = starts && step.isFirst == c_.b.getTrue()
                       ? value
                       : accumulate(s, Fields(at, at + s.fields()), value, mask);
      if (starts && step.isFirst != c_.b.getTrue())
        for (unsigned f = 0; f < sum.size(); ++f)
          sum[f] = c_.b.CreateSelect(splat(c_.b, step.isFirst, c_.lanes()), value[f], sum[f]);
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

// One walked dimension: the column is the point's number:
//   lanes[(column - first) % treeLanes ...] op= value     where the mask is set
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
    Value* element = b.CreateSub(c_.column(place), first_);
    Value* at = oneVector ? c_.i64(0) : b.CreateAnd(element, c_.i64(s.treeLanes - 1));
    const llvm::Align align(static_cast<std::uint64_t>(c_.lanes()) * sizeOf(s.type));
    Fields old;
    for (int f = 0; f < s.fields(); ++f)
      old.push_back(b.CreateAlignedLoad(value[f]->getType(), lane(s, f, at), align));
    const Fields combined = s.combines() ? startOrCombine(s, old, value, element, place.mask)
                                         : combine(s, old, value, place.mask);
    for (int f = 0; f < s.fields(); ++f) b.CreateAlignedStore(combined[f], lane(s, f, at), align);
  }
}

// for (k = 0; k < treeLanes; k += width) scratch[count + k ...] = start value;
// lanes = scratch[0 ...]; for (e = treeLanes; e < count; e += treeLanes) lanes op= scratch[e ...]
// What built-in reductions start from changes no bit; for combiners a mask stops at `count`.
std::vector<Fields> ReductionEmitter::reduceScratch(const State& s, Value* count) {
  Builder& b = c_.b;
  const int w = s.width;
  const llvm::Align align(sizeOf(s.type));
  llvm::Type* type = memoryType(b, s.type, w);
  const auto load = [&](Value* at) {
    Fields elements;
    for (int f = 0; f < s.fields(); ++f)
      elements.push_back(b.CreateLoad(type, collected(s, f, at)));
    return elements;
  };
  for (int f = 0; f < s.fields(); ++f)
    for (std::int64_t k = 0; k < s.treeLanes; k += w)
      b.CreateAlignedStore(startValue(s, f, w), collected(s, f, b.CreateAdd(count, c_.i64(k))),
                           align);
  std::vector<Fields> start;
  for (std::int64_t k = 0; k < s.treeLanes; k += w) start.push_back(load(c_.i64(k)));
  BasicBlock *before = b.GetInsertBlock(), *head = c_.block("scratchHead"),
             *loop = c_.block("scratch"), *done = c_.block("reduced");
  b.CreateBr(head);
  b.SetInsertPoint(head);
  llvm::PHINode* e = b.CreatePHI(b.getInt64Ty(), 2);
  e->addIncoming(c_.i64(s.treeLanes), before);
  std::vector<Fields> acc;
  for (const Fields& fields : start) {
    acc.emplace_back();
    for (Value* field : fields) {
      llvm::PHINode* phi = b.CreatePHI(type, 2);
      phi->addIncoming(field, before);
      acc.back().push_back(phi);
    }
  }
  b.CreateCondBr(b.CreateICmpSLT(e, count), loop, done);
  b.SetInsertPoint(loop);
  std::vector<Fields> next;
  for (const Fields& a : acc) {
    Value* at = b.CreateAdd(e, c_.i64(static_cast<std::int64_t>(next.size()) * w));
    Value* mask = s.combines() ? firstLanes(b, w, b.CreateSub(count, at)) : nullptr;
    next.push_back(combine(s, a, load(at), mask));
  }
  Value* following = b.CreateAdd(e, c_.i64(s.treeLanes));
  BasicBlock* latch = b.GetInsertBlock();  // combining may branch
  e->addIncoming(following, latch);
  for (std::size_t k = 0; k < acc.size(); ++k)
    for (unsigned f = 0; f < acc[k].size(); ++f)
      llvm::cast<llvm::PHINode>(acc[k][f])->addIncoming(next[k][f], latch);
  b.CreateBr(head);
  b.SetInsertPoint(done);
  return acc;
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

// Lane j of each block with lane j + half: first whole vectors, then the halves of one. Vectors of
// two blocks become one with half of the lanes of both, so that few operations do for all. After
// `count` elements of a combiner lanes from there on are empty and take no part.
std::vector<Fields> ReductionEmitter::combineLanes(const State& s,
                                                   std::vector<std::vector<Fields>> blocks,
                                                   Value* count) const {
  std::vector<Fields> x;
  for (std::vector<Fields>& v : blocks) {
    const int width = lanesOf(v[0][0]);
    for (std::size_t half = v.size() / 2; half >= 1; half /= 2)
      for (std::size_t j = 0; j < half; ++j)
        v[j] = combine(s, v[j], v[j + half],
                       nonEmpty(s, static_cast<int>(j + half) * width, width, width, count));
    x.push_back(v[0]);
  }
  for (int lanes = lanesOf(x[0][0]); lanes > 1; lanes /= 2) x = halve(s, x, lanes, count);
  std::vector<Fields> results;
  for (const Fields& fields : x)
    for (int k = 0; k < lanesOf(fields[0]); ++k) {
      results.emplace_back();
      for (Value* field : fields)
        results.back().push_back(
            lanesOf(field) == 1 ? field
                                : c_.b.CreateExtractElement(field, static_cast<std::uint64_t>(k)));
    }
  return results;
}

// One step of it: vectors with `lanes` of each block, block after block.
std::vector<Fields> ReductionEmitter::halve(const State& s, const std::vector<Fields>& x, int lanes,
                                            Value* count) const {
  Builder& b = c_.b;
  const int half = lanes / 2;
  const std::size_t merged = x.size() > 1 ? 2 : 1;
  const int width = lanesOf(x[0][0]) * static_cast<int>(merged) / 2;
  std::vector<Fields> next;
  for (std::size_t k = 0; k < x.size(); k += merged) {
    const auto part = [&](int from) {
      std::vector<int> which;
      for (int j = 0; j < width; ++j) which.push_back(j / half * lanes + j % half + from);
      Fields fields;
      for (unsigned f = 0; f < x[k].size(); ++f)
        fields.push_back(width == 1 ? b.CreateExtractElement(x[k][f], std::uint64_t(which[0]))
                                    : b.CreateShuffleVector(x[k][f], x[k + merged - 1][f], which));
      return fields;
    };
    const Fields low = part(0), high = part(half);
    next.push_back(combine(s, low, high, nonEmpty(s, half, half, width, count)));
  }
  return next;
}

// A combiner's lanes that have elements, null: all: vector element j is lane first + j % period.
Value* ReductionEmitter::nonEmpty(const State& s, int first, int period, int width,
                                  Value* count) const {
  if (!s.combines()) return nullptr;
  if (width == 1) return c_.b.CreateICmpSGT(count, c_.i64(first));
  llvm::Type* type = c_.b.getInt16Ty();
  std::vector<llvm::Constant*> lanes;
  for (int j = 0; j < width; ++j)
    lanes.push_back(llvm::ConstantInt::get(type, static_cast<unsigned>(first + j % period)));
  return c_.b.CreateICmpSLT(llvm::ConstantVector::get(lanes),
                            splat(c_.b, c_.b.CreateTrunc(count, type), width));
}

void ReductionEmitter::storePartial(const State& s, const Fields& value, Value* block) {
  for (int f = 0; f < s.fields(); ++f) c_.b.CreateStore(value[f], partial(s, f, block));
}

void ReductionEmitter::finish(Value* count) {
  for (const State& s : states_) {
    const std::vector<Fields> lanes = s.scratch ? reduceScratch(s, count) : stackLanes(s);
    storePartial(s, combineLanes(s, {lanes}, count)[0], block_);
  }
}

// Accumulators that the blocks shared are the first one's; the others get what changes nothing.
void ReductionEmitter::finishInterleaved(std::span<Value* const> registers,
                                         std::span<Value* const> blocks, Value* count) {
  const auto interleaved = static_cast<int>(blocks.size());
  Value* const* at = registers.data();
  for (const State& s : states_) {
    std::vector<Fields> vectors;
    for (int k = 0; k < s.accumulators.all; ++k, at += s.fields()) {
      vectors.emplace_back(at, at + s.fields());
      for (Value*& field : vectors.back())
        field = toMemory(c_.b, s.type, isNegated(s) ? c_.b.CreateFNeg(field) : field);
    }
    const auto each = static_cast<std::ptrdiff_t>(s.accumulators.each);
    const bool shared = s.accumulators.all != s.accumulators.each * interleaved;
    std::vector<std::vector<Fields>> own = {vectors};
    if (!shared) own.clear();
    for (auto v = vectors.begin(); !shared && v != vectors.end(); v += each)
      own.emplace_back(v, v + each);
    std::vector<Fields> results = combineLanes(s, own, count);
    results.resize(blocks.size(), Fields{startValue(s, 0, 1)});
    for (std::size_t k = 0; k < blocks.size(); ++k) storePartial(s, results[k], blocks[k]);
  }
}

// if (count == 0) out[0] = identity;
// else for (k = 0; k < count; ++k) out[k] = left[k * stride] op right[k * stride]
void ReductionEmitter::combinePairs(int reduction, const Pairs& pairs) {
  Builder& b = c_.b;
  const State& s = states_[static_cast<std::size_t>(reduction)];
  BasicBlock *before = b.GetInsertBlock(), *empty = c_.block("identity"), *loop = c_.block("pair"),
             *done = c_.block("pairsDone");
  b.CreateCondBr(b.CreateICmpSGT(pairs.count, c_.i64(0)), loop, empty);
  b.SetInsertPoint(empty);
  for (int f = 0; f < s.fields(); ++f)
    b.CreateStore(startValue(s, f, 1), elementAddress(s, pairs.out, c_.i64(0), f));
  b.CreateBr(done);
  b.SetInsertPoint(loop);
  llvm::PHINode* k = b.CreatePHI(b.getInt64Ty(), 2);
  k->addIncoming(c_.i64(0), before);
  Value* from = b.CreateMul(k, pairs.stride);
  const auto load = [&](Value* array) {
    Fields fields;
    for (int f = 0; f < s.fields(); ++f)
      fields.push_back(b.CreateLoad(memoryType(b, s.type, 1), elementAddress(s, array, from, f)));
    return fields;
  };
  const Fields x = load(pairs.left), y = load(pairs.right);
  const Fields combined = combine(s, x, y);
  for (int f = 0; f < s.fields(); ++f)
    b.CreateStore(combined[f], elementAddress(s, pairs.out, k, f));
  Value* next = b.CreateAdd(k, c_.i64(1));
  k->addIncoming(next, b.GetInsertBlock());
  b.CreateCondBr(b.CreateICmpSLT(next, pairs.count), loop, done);
  b.SetInsertPoint(done);
}

}  // namespace parax::codegen::host
