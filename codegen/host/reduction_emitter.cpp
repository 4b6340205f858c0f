// The reduction tree in vector form. Arrays hold elements in their memory form (bool: bytes).
#include "codegen/host/reduction_emitter.h"

#include <algorithm>
#include <numeric>

#include "ir/reduction_tree.h"
#include "parax/core/scalar.h"

namespace parax::codegen::host {

using llvm::BasicBlock;
using llvm::Value;

ReductionEmitter::ReductionEmitter(LoopContext& c, int blocks) : c_(c) {
  int k = 0;
  for (const ir::Reduction& r : c.loop.reductions) {
    const std::int64_t treeLanes = ir::reductionLanes(r.type);
    llvm::Type* element = memoryType(c.b, r.type, 1);
    Value* lanes = c.stackArray(element, blocks * treeLanes);
    states_.push_back(
        {r, treeLanes, c.plan.accumulators[static_cast<std::size_t>(k)], lanes, lanes,
         c.plan.scratch ? c.stackArray(element, ir::reductionBlock + treeLanes) : nullptr,
         c.slot(c.unit.layout.partial(c.number, k), c.b.getPtrTy())});
    ++k;
  }
}

void ReductionEmitter::select(Value* which) {
  for (State& s : states_)
    s.lanes = address(s, s.array, c_.b.CreateMul(which, c_.i64(s.treeLanes)));
}

llvm::Constant* ReductionEmitter::identity(const State& s, int lanes) const {
  const Scalar value = visitScalarType(s.reduction.type, [&]<class T>(T*) {
    return Scalar::of(ir::reductionIdentity<T>(s.reduction.op));
  });
  llvm::Constant* inRegister = constantOf(c_.b, s.reduction.type, value.bits, lanes);
  if (s.reduction.type != ElementType::boolean) return inRegister;
  return llvm::ConstantInt::get(memoryType(c_.b, s.reduction.type, lanes), value.bits);
}

Value* ReductionEmitter::combine(const State& s, Value* x, Value* y) const {
  const ElementType type = s.reduction.type;
  return emitPointwise(c_.b, ir::combineOp(s.reduction.op), type, type, {x, y});
}

// A register holds -max of floats: max(a, x) = -min(-a, -x), and an exact min is shorter code.
bool ReductionEmitter::isNegated(const State& s) const {
  return s.reduction.op == Op::reduceMax && isFloating(s.reduction.type);
}

Value* ReductionEmitter::accumulate(const State& s, Value* accumulator, Value* value) const {
  if (!isNegated(s)) return combine(s, accumulator, value);
  const ElementType type = s.reduction.type;
  return emitPointwise(c_.b, Op::min, type, type, {accumulator, c_.b.CreateFNeg(value)});
}

Value* ReductionEmitter::address(const State& s, Value* array, Value* index) const {
  return c_.b.CreateGEP(memoryType(c_.b, s.reduction.type, 1), array, index);
}

int ReductionEmitter::width(const State& s) const {
  const auto size = static_cast<std::int64_t>(sizeOf(s.reduction.type));
  return static_cast<int>(std::min(s.treeLanes, c_.unit.vectorBytes / size));
}

void ReductionEmitter::clear() {
  for (const State& s : states_)
    for (std::int64_t k = 0; k < s.treeLanes; k += width(s))
      c_.b.CreateStore(identity(s, width(s)), address(s, s.lanes, c_.i64(k)));
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
//   lanes[column % treeLanes ...] op= mask ? value : identity
// Inactive lanes combine with the identity; that changes no bit, as no lane of a sum is ever -0.
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
    if (place.mask) value = b.CreateSelect(place.mask, value, identity(s, c_.lanes()));
    const bool isBool = type == ElementType::boolean;
    Value* at = isBool ? c_.i64(0) : b.CreateAnd(c_.column(place), c_.i64(s.treeLanes - 1));
    Value* lanes = address(s, s.lanes, at);
    const llvm::Align align(static_cast<std::uint64_t>(c_.lanes()) * sizeOf(type));
    Value* old = b.CreateAlignedLoad(value->getType(), lanes, align);
    b.CreateAlignedStore(combine(s, old, value), lanes, align);
  }
}

// for (k = 0; k < treeLanes; k += width) scratch[count + k ...] = identity;
// do { lanes[...] op= scratch[e ...] } while ((e += treeLanes) < count);      lanes in registers
void ReductionEmitter::reduceScratch(const State& s, Value* count) {
  Builder& b = c_.b;
  const int w = width(s);
  const llvm::Align align(sizeOf(s.reduction.type));
  for (std::int64_t k = 0; k < s.treeLanes; k += w)
    b.CreateAlignedStore(identity(s, w), address(s, s.scratch, b.CreateAdd(count, c_.i64(k))),
                         align);
  BasicBlock *before = b.GetInsertBlock(), *loop = c_.block("scratch"), *done = c_.block("reduced");
  b.CreateBr(loop);
  b.SetInsertPoint(loop);
  llvm::Type* type = memoryType(b, s.reduction.type, w);
  llvm::PHINode* e = b.CreatePHI(b.getInt64Ty(), 2);
  e->addIncoming(c_.i64(0), before);
  std::vector<llvm::PHINode*> acc;
  for (std::int64_t k = 0; k < s.treeLanes; k += w) {
    acc.push_back(b.CreatePHI(type, 2));
    acc.back()->addIncoming(identity(s, w), before);
  }
  std::vector<Value*> next;
  for (llvm::PHINode* a : acc) {
    const auto offset = static_cast<std::int64_t>(next.size()) * w;
    Value* at = address(s, address(s, s.scratch, e), c_.i64(offset));
    next.push_back(combine(s, a, b.CreateLoad(type, at)));
    a->addIncoming(next.back(), loop);
  }
  Value* following = b.CreateAdd(e, c_.i64(s.treeLanes));
  e->addIncoming(following, loop);
  b.CreateCondBr(b.CreateICmpSLT(following, count), loop, done);
  b.SetInsertPoint(done);
  for (std::size_t k = 0; k < next.size(); ++k)
    b.CreateStore(next[k], address(s, s.lanes, c_.i64(static_cast<std::int64_t>(k) * w)));
}

// Lane j with lane j + half: first whole vectors, then the halves of one.
Value* ReductionEmitter::combineLanes(const State& s) {
  Builder& b = c_.b;
  const int w = width(s);
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

}  // namespace parax::codegen::host
