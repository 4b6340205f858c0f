// Vector math calls: split, widened or one lane at a time, as the library's width demands.
#include "codegen/host/math_emitter.h"

#include <numeric>

#include "ir/vector_math.h"

namespace parax::codegen::host {

using llvm::Value;

namespace {

// declare <8 x double> @_ZGVeN8v_exp(<8 x double>) nounwind willreturn memory(none)
llvm::FunctionCallee declareMath(ModuleContext& unit, const ir::MathFunction& f, llvm::Type* type) {
  unit.externals[f.symbol] = f.address;
  llvm::FunctionCallee callee =
      unit.module.getOrInsertFunction(f.symbol, llvm::FunctionType::get(type, {type}, false));
  auto* function = llvm::cast<llvm::Function>(callee.getCallee());
  function->setDoesNotThrow();
  function->setDoesNotAccessMemory();
  function->setWillReturn();
  return callee;
}

Value* callEachLane(Builder& b, llvm::FunctionCallee f, Value* x) {
  Value* result = llvm::PoisonValue::get(x->getType());
  for (int k = 0; k < lanesOf(x); ++k) {
    const auto lane = static_cast<std::uint64_t>(k);
    result =
        b.CreateInsertElement(result, b.CreateCall(f, {b.CreateExtractElement(x, lane)}), lane);
  }
  return result;
}

// Halves of halves until the pieces fit, then joined again.
Value* callInPieces(Builder& b, llvm::FunctionCallee f, int width, Value* x) {
  const int lanes = lanesOf(x);
  if (lanes == width) return b.CreateCall(f, {x});
  std::vector<int> all(static_cast<std::size_t>(lanes));
  std::iota(all.begin(), all.end(), 0);
  const llvm::ArrayRef<int> order(all);
  const auto half = static_cast<std::size_t>(lanes / 2);
  Value* low = callInPieces(b, f, width, b.CreateShuffleVector(x, order.take_front(half)));
  Value* high = callInPieces(b, f, width, b.CreateShuffleVector(x, order.drop_front(half)));
  return b.CreateShuffleVector(low, high, order);
}

// The spare lanes repeat the given ones.
Value* callWidened(Builder& b, llvm::FunctionCallee f, int width, Value* x) {
  const int lanes = lanesOf(x);
  if (lanes == 1)
    return b.CreateExtractElement(b.CreateCall(f, {splat(b, x, width)}), std::uint64_t{0});
  std::vector<int> repeated(static_cast<std::size_t>(width));
  for (int k = 0; k < width; ++k) repeated[static_cast<std::size_t>(k)] = k % lanes;
  Value* wide = b.CreateCall(f, {b.CreateShuffleVector(x, repeated)});
  std::vector<int> first(static_cast<std::size_t>(lanes));
  std::iota(first.begin(), first.end(), 0);
  return b.CreateShuffleVector(wide, first);
}

}  // namespace

Value* emitMath(ModuleContext& unit, Builder& b, Op op, ElementType type, Value* x) {
  const ir::MathFunction& f = ir::mathFunction(op, type);
  const llvm::FunctionCallee callee = declareMath(unit, f, registerType(b, type, f.lanes));
  const int lanes = lanesOf(x);
  if (lanes == f.lanes) return b.CreateCall(callee, {x});
  if (f.lanes == 1) return callEachLane(b, callee, x);
  return lanes > f.lanes ? callInPieces(b, callee, f.lanes, x) : callWidened(b, callee, f.lanes, x);
}

}  // namespace parax::codegen::host
