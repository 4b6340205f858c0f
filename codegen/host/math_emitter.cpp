// Vector math calls: split, widened or one lane at a time, as the library's width demands.
#include "codegen/host/math_emitter.h"

#include <numeric>

#include "ir/vector_math.h"

namespace parax::codegen::host {

using llvm::Value;

namespace {

using Arguments = llvm::SmallVector<Value*, 2>;

// declare <8 x double> @_ZGVeN8v_exp(<8 x double>) nounwind willreturn memory(none)
llvm::FunctionCallee declareMath(ModuleContext& unit, const ir::MathFunction& f, llvm::Type* type,
                                 std::size_t arity) {
  unit.externals[f.symbol] = f.address;
  llvm::FunctionCallee callee = unit.module.getOrInsertFunction(
      f.symbol,
      llvm::FunctionType::get(type, llvm::SmallVector<llvm::Type*, 2>(arity, type), false));
  auto* function = llvm::cast<llvm::Function>(callee.getCallee());
  function->setDoesNotThrow();
  function->setDoesNotAccessMemory();
  function->setWillReturn();
  return callee;
}

Arguments shuffled(Builder& b, llvm::ArrayRef<Value*> x, llvm::ArrayRef<int> order) {
  Arguments result;
  for (Value* v : x) result.push_back(b.CreateShuffleVector(v, order));
  return result;
}

Value* callEachLane(Builder& b, llvm::FunctionCallee f, llvm::ArrayRef<Value*> x) {
  if (lanesOf(x[0]) == 1) return b.CreateCall(f, x);
  Value* result = llvm::PoisonValue::get(x[0]->getType());
  for (int k = 0; k < lanesOf(x[0]); ++k) {
    const auto lane = static_cast<std::uint64_t>(k);
    Arguments one;
    for (Value* v : x) one.push_back(b.CreateExtractElement(v, lane));
    result = b.CreateInsertElement(result, b.CreateCall(f, one), lane);
  }
  return result;
}

// Halved until the parts fit, then joined again.
Value* callInPieces(Builder& b, llvm::FunctionCallee f, int width, llvm::ArrayRef<Value*> x) {
  const int lanes = lanesOf(x[0]);
  if (lanes == width) return b.CreateCall(f, x);
  std::vector<int> all(static_cast<std::size_t>(lanes));
  std::iota(all.begin(), all.end(), 0);
  const llvm::ArrayRef<int> order(all);
  const auto half = static_cast<std::size_t>(lanes / 2);
  Value* low = callInPieces(b, f, width, shuffled(b, x, order.take_front(half)));
  Value* high = callInPieces(b, f, width, shuffled(b, x, order.drop_front(half)));
  return b.CreateShuffleVector(low, high, order);
}

// The spare lanes repeat the given ones.
Value* callWidened(Builder& b, llvm::FunctionCallee f, int width, llvm::ArrayRef<Value*> x) {
  const int lanes = lanesOf(x[0]);
  if (lanes == 1) {
    Arguments wide;
    for (Value* v : x) wide.push_back(splat(b, v, width));
    return b.CreateExtractElement(b.CreateCall(f, wide), std::uint64_t{0});
  }
  std::vector<int> repeated(static_cast<std::size_t>(width));
  for (int k = 0; k < width; ++k) repeated[static_cast<std::size_t>(k)] = k % lanes;
  Value* wide = b.CreateCall(f, shuffled(b, x, repeated));
  std::vector<int> first(static_cast<std::size_t>(lanes));
  std::iota(first.begin(), first.end(), 0);
  return b.CreateShuffleVector(wide, first);
}

}  // namespace

Value* emitMath(ModuleContext& unit, Builder& b, Op op, ElementType type,
                llvm::ArrayRef<Value*> x) {
  const ir::MathFunction& f = ir::mathFunction(op, type);
  const llvm::FunctionCallee callee =
      declareMath(unit, f, registerType(b, type, f.lanes), x.size());
  const int lanes = lanesOf(x[0]);
  if (lanes == f.lanes) return b.CreateCall(callee, x);
  if (f.lanes == 1) return callEachLane(b, callee, x);
  return lanes > f.lanes ? callInPieces(b, callee, f.lanes, x) : callWidened(b, callee, f.lanes, x);
}

// void parax_exp_f64x4_block(ptr function, ptr x, ptr y, ptr out, i64 count)
void emitMathBlock(ModuleContext& unit, Builder& b, Op op, ElementType type,
                   llvm::ArrayRef<Value*> x, Value* out, Value* count) {
  const ir::MathFunction& f = ir::mathFunction(op, type);
  unit.externals[f.blockSymbol] = f.block;
  llvm::Type* ptr = b.getPtrTy();
  const llvm::FunctionCallee block = unit.module.getOrInsertFunction(
      f.blockSymbol,
      llvm::FunctionType::get(b.getVoidTy(), {ptr, ptr, ptr, ptr, b.getInt64Ty()}, false));
  Value* nothing = llvm::ConstantPointerNull::get(b.getPtrTy());
  Value* function = nothing;
  if (!f.own) function = declareMath(unit, f, registerType(b, type, f.lanes), x.size()).getCallee();
  b.CreateCall(block, {function, x[0], x.size() == 1 ? nothing : x[1], out, count});
}

}  // namespace parax::codegen::host
