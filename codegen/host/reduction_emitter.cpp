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

ReductionEmitter::ReductionEmitter(LoopContext& c, int blocks) : c_(c) {
  for (const ir::Reduction& r : c.loop.reductions)
    states_.push_back(makeState(r, static_cast<int>(states_.size()), blocks));
}

ReductionEmitter::State ReductionEmitter::makeState(const ir::Reduction& r, int number,
                                                    int blocks) {
  const std::int64_t treeLanes = ir::reductionLanes(r.type);
  llvm::Type* element = memoryType(c_.b, r.type, 1);
  Value* lanes = c_.stackArray(element, blocks * treeLanes);
  State s{r,
          treeLanes,
          c_.plan.accumulators[static_cast<std::size_t>(number)],
          lanes,
          lanes,
          c_.plan.scratch ? c_.stackArray(element, ir::reductionBlock + treeLanes) : nullptr,
          c_.slot(c_.unit.layout.partial(c_.number, number), c_.b.getPtrTy())};
  std::size_t widest = sizeOf(r.type);
  if (s.combines()) {
    const std::vector<std::int32_t> combiner = ir::combinersOf(c_.loop.body);
    const std::int32_t own = combiner[r.combined];
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

void ReductionEmitter::select(Value* which) {
  for (State& s : states_)
    s.lanes = address(s, s.array, c_.b.CreateMul(which, c_.i64(s.treeLanes)));
}

// A value that is known before the loop.
Value* ReductionEmitter::invariant(int inst, int lanes) const {
  return lanes == c_.lanes() ? c_.splats[inst] : splat(c_.b, c_.scalars[inst], lanes);
}

Value* ReductionEmitter::identity(const State& s, int lanes) const {
  if (s.combines()) return toMemory(c_.b, s.reduction.type, invariant(s.reduction.identity, lanes));
  const Scalar value = visitScalarType(s.reduction.type, [&]<class T>(T*) {
    return Scalar::of(ir::reductionIdentity<T>(s.reduction.op));
  });
  llvm::Constant* inRegister = constantOf(c_.b, s.reduction.type, value.bits, lanes);
  if (s.reduction.type != ElementType::boolean) return inRegister;
  return llvm::ConstantInt::get(memoryType(c_.b, s.reduction.type, lanes), value.bits);
}

Value* ReductionEmitter::combine(const State& s, Value* x, Value* y, Value* mask) const {
  const ElementType type = s.reduction.type;
  const Op op = s.combines() ? s.reduction.op : ir::combineOp(s.reduction.op);
  Value* combined = s.combines() ? emitCombiner(s, x, y, mask)
                    : isFloating(type) && (op == Op::min || op == Op::max)
                        ? emitMinMaxOfAnySign(c_.b, op, x, y)
                        : emitPointwise(c_.b, op, type, type, {x, y});
  return mask ? c_.b.CreateSelect(mask, combined, x) : combined;
}

// The user's function, for pairs in memory or register form; the result has the same form.
Value* ReductionEmitter::emitCombiner(const State& s, Value* x, Value* y, Value* mask) const {
  const ElementType type = s.reduction.type;
  const int lanes = lanesOf(x);
  const bool inMemory = x->getType() != registerType(c_.b, type, lanes);
  std::vector<Value*> value(c_.loop.body.size(), nullptr);
  const auto valueOf = [&](int id) {
    return c_.plan.combines[id] ? value[id] : invariant(id, lanes);
  };
  for (int i : s.combiner) {
    const ir::Inst& inst = c_.loop.body[i];
    if (ir::isParameter(inst.op)) {
      Value* given = inst.op == Op::left ? x : y;
      value[i] = inMemory ? fromMemory(c_.b, type, given) : given;
      continue;
    }
    llvm::SmallVector<Value*, 3> operands;
    for (int k = 0; k < inst.arity(); ++k) operands.push_back(valueOf(inst.operand[k]));
    value[i] = emitCombination(c_, inst, operands, mask);
  }
  Value* combined = valueOf(s.reduction.combined);
  return inMemory ? toMemory(c_.b, type, combined) : combined;
}

// A register holds -max of floats: max(a, x) = -min(-a, -x), and an exact min is shorter code.
bool ReductionEmitter::isNegated(const State& s) const {
  return s.reduction.op == Op::reduceMax && isFloating(s.reduction.type);
}

Value* ReductionEmitter::accumulate(const State& s, Value* accumulator, Value* value) const {
  if (!isNegated(s)) return combine(s, accumulator, value);
  return emitMinMaxOfAnySign(c_.b, Op::min, accumulator, c_.b.CreateFNeg(value));
}

Value* ReductionEmitter::address(const State& s, Value* array, Value* index) const {
  return c_.b.CreateGEP(memoryType(c_.b, s.reduction.type, 1), array, index);
}

void ReductionEmitter::clear() {
  for (const State& s : states_)
    for (std::int64_t k = 0; k < s.treeLanes; k += s.width)
      c_.b.CreateStore(identity(s, s.width), address(s, s.lanes, c_.i64(k)));
}

Value* ReductionEmitter::accumulator(const State& s, int k) const {
  return address(s, s.lanes, c_.i64(static_cast<std::int64_t>(k) * c_.lanes()));
}

std::vector<Value*> ReductionEmitter::registers() {
  std::vector<Value*> all;
  for (const State& s : states_)
    for (int k = 0; k < s.accumulators; ++k) {
      llvm::Type* type = memoryType(c_.b, s.reduction.type, c_.lanes());
      Value* value = fromMemory(c_.b, s.reduction.type, c_.b.CreateLoad(type, accumulator(s, k)));
      all.push_back(isNegated(s) ? c_.b.CreateFNeg(value) : value);
    }
  return all;
}

// Vector k of the iteration goes to accumulator k % accumulators: an iteration is a multiple of the
// tree's lanes, and a main loop starts at the start of a block. One vector after the other, so that
// few of them are alive at a time.
std::vector<Value*> ReductionEmitter::add(std::vector<Value*> registers,
                                          std::span<const std::vector<Value*>> values) {
  for (std::size_t k = 0; k < values.size(); ++k) {
    std::size_t first = 0;
    for (const State& s : states_) {
      const auto count = static_cast<std::size_t>(s.accumulators);
      Value*& acc = registers[first + k % count];
      acc = accumulate(s, acc, values[k][static_cast<std::size_t>(s.reduction.value)]);
      first += count;
    }
  }
  return registers;
}

void ReductionEmitter::flush(std::span<Value* const> registers) {
  std::size_t at = 0;
  for (const State& s : states_)
    for (int k = 0; k < s.accumulators; ++k) {
      Value* value = registers[at++];
      if (isNegated(s)) value = c_.b.CreateFNeg(value);
      c_.b.CreateStore(toMemory(c_.b, s.reduction.type, value), accumulator(s, k));
    }
}

// One walked dimension: the column is the point's number, and blocks start at multiples of the
// tree's lanes:
//   lanes[column % treeLanes ...] op= value     where the mask is set
// Several: scratch[point % block ...] = value; what inactive lanes write is overwritten later.
void ReductionEmitter::add(const Row& row, const Place& place, std::span<Value* const> values) {
  Builder& b = c_.b;
  for (const State& s : states_) {
    const ElementType type = s.reduction.type;
    Value* value = toMemory(b, type, values[static_cast<std::size_t>(s.reduction.value)]);
    if (s.scratch) {
      Value* at = b.CreateAnd(c_.point(row, place), c_.i64(ir::reductionBlock - 1));
      b.CreateAlignedStore(value, address(s, s.scratch, at), llvm::Align(sizeOf(type)));
      continue;
    }
    const bool oneVector = type == ElementType::boolean && !s.combines();
    Value* at = oneVector ? c_.i64(0) : b.CreateAnd(c_.column(place), c_.i64(s.treeLanes - 1));
    Value* lanes = address(s, s.lanes, at);
    const llvm::Align align(static_cast<std::uint64_t>(c_.lanes()) * sizeOf(type));
    Value* old = b.CreateAlignedLoad(value->getType(), lanes, align);
    b.CreateAlignedStore(combine(s, old, value, place.mask), lanes, align);
  }
}

// for (k = 0; k < treeLanes; k += width) scratch[count + k ...] = identity;
// do { lanes[...] op= scratch[e ...] } while ((e += treeLanes) < count);      lanes in registers
// The identity changes no bit, as no lane of a sum is ever -0. A user's may: there a mask stops at
// `count`.
void ReductionEmitter::reduceScratch(const State& s, Value* count) {
  Builder& b = c_.b;
  const int w = s.width;
  const llvm::Align align(sizeOf(s.reduction.type));
  Value* start = identity(s, w);
  for (std::int64_t k = 0; k < s.treeLanes && !s.combines(); k += w)
    b.CreateAlignedStore(start, address(s, s.scratch, b.CreateAdd(count, c_.i64(k))), align);
  BasicBlock *before = b.GetInsertBlock(), *loop = c_.block("scratch"), *done = c_.block("reduced");
  b.CreateBr(loop);
  b.SetInsertPoint(loop);
  llvm::Type* type = memoryType(b, s.reduction.type, w);
  llvm::PHINode* e = b.CreatePHI(b.getInt64Ty(), 2);
  e->addIncoming(c_.i64(0), before);
  std::vector<llvm::PHINode*> acc;
  for (std::int64_t k = 0; k < s.treeLanes; k += w) {
    acc.push_back(b.CreatePHI(type, 2));
    acc.back()->addIncoming(start, before);
  }
  std::vector<Value*> next;
  for (llvm::PHINode* a : acc) {
    const auto offset = static_cast<std::int64_t>(next.size()) * w;
    Value* at = address(s, address(s, s.scratch, e), c_.i64(offset));
    Value* mask = s.combines()
                      ? firstLanes(b, w, b.CreateSub(count, b.CreateAdd(e, c_.i64(offset))))
                      : nullptr;
    next.push_back(combine(s, a, b.CreateLoad(type, at), mask));
  }
  Value* following = b.CreateAdd(e, c_.i64(s.treeLanes));
  BasicBlock* latch = b.GetInsertBlock();  // combining may branch
  e->addIncoming(following, latch);
  for (std::size_t k = 0; k < acc.size(); ++k) acc[k]->addIncoming(next[k], latch);
  b.CreateCondBr(b.CreateICmpSLT(following, count), loop, done);
  b.SetInsertPoint(done);
  for (std::size_t k = 0; k < next.size(); ++k)
    b.CreateStore(next[k], address(s, s.lanes, c_.i64(static_cast<std::int64_t>(k) * w)));
}

// Lane j with lane j + half: first whole vectors, then the halves of one.
Value* ReductionEmitter::combineLanes(const State& s) {
  Builder& b = c_.b;
  const int w = s.width;
  std::vector<Value*> v;
  for (std::int64_t k = 0; k < s.treeLanes; k += w)
    v.push_back(b.CreateLoad(memoryType(b, s.reduction.type, w), address(s, s.lanes, c_.i64(k))));
  for (std::size_t half = v.size() / 2; half >= 1; half /= 2)
    for (std::size_t j = 0; j < half; ++j) v[j] = combine(s, v[j], v[j + half]);
  Value* x = v[0];
  for (int half = w / 2; half > 1; half /= 2) {
    std::vector<int> low(static_cast<std::size_t>(half)), high(low.size());
    std::iota(low.begin(), low.end(), 0);
    std::iota(high.begin(), high.end(), half);
    x = combine(s, b.CreateShuffleVector(x, low), b.CreateShuffleVector(x, high));
  }
  return combine(s, b.CreateExtractElement(x, std::uint64_t{0}),
                 b.CreateExtractElement(x, std::uint64_t{1}));
}

void ReductionEmitter::finish(Value* block, Value* count) {
  for (const State& s : states_) {
    if (s.scratch) reduceScratch(s, count);
    c_.b.CreateStore(combineLanes(s), address(s, s.partial, block));
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
    llvm::Type* type = memoryType(b, s.reduction.type, 1);
    Value* left = address(s, s.partial, b.CreateShl(j, 1));
    Value* right = address(s, left, c_.i64(1));
    b.CreateStore(combine(s, b.CreateLoad(type, left), b.CreateLoad(type, right)),
                  address(s, s.partial, j));
  }
  Value* next = b.CreateAdd(j, c_.i64(1));
  j->addIncoming(next, b.GetInsertBlock());
  b.CreateCondBr(b.CreateICmpSLT(next, c_.end), loop, done);
  b.SetInsertPoint(done);
}

void ReductionEmitter::storeIdentities() {
  for (const State& s : states_)
    if (s.combines()) c_.b.CreateStore(identity(s, 1), s.partial);
}

}  // namespace parax::codegen::host
