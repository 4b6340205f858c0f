// Reductions by the fixed tree of ir/reduction_tree.h.
//
// A block's accumulators ("lanes" of the tree) are an array on the stack; a main loop with a cheap
// body keeps them in registers and writes them there at its end. Interleaved blocks have
// theirs in registers only. Those of a product type are one array per field, so that a vector holds
// one field. Built-in reductions of bools take any order.
#pragma once

#include <span>

#include "codegen/host/loop_context.h"
#include "codegen/host/memory_emitter.h"

namespace parax::codegen::host {

class ReductionEmitter {
 public:
  explicit ReductionEmitter(LoopContext& c);
  bool hasCombiners() const;  // is there a reduceWith?

  // A block that starts at the point `first`: all accumulators are the identity.
  void start(llvm::Value* first);

  // Accumulators of one block in registers: from the stack, and back.
  std::vector<llvm::Value*> registers();
  void flush(std::span<llvm::Value* const> registers);

  // Those of interleaved blocks, from start to end;
  // `first` is the first point of each.
  std::vector<llvm::Value*> startInterleaved() const;
  void finishInterleaved(std::span<llvm::Value* const> registers,
                         std::span<llvm::Value* const> first);

  // One step of either: `values` of the first vector of each block, then of the second...
  std::vector<llvm::Value*> add(std::vector<llvm::Value*> registers,
                                std::span<const std::vector<llvm::Value*>> values,
                                int interleaved) const;

  // Accumulators on the stack; or, with a scratch buffer, values that are only collected.
  void add(const Row& row, const Place& place, std::span<llvm::Value* const> values);

  // Its end, after `count` points: partial[block] = the accumulators, combined by halving.
  void finish(llvm::Value* count);

  // Of every reduceWith, in the range [begin, end) of the function: see pairsFlag and identityFlag.
  void combinePairs();
  void storeIdentities();

 private:
  struct State {
    const ir::Reduction& reduction;
    std::int64_t treeLanes;
    ElementType type;  // of a field
    LoopPlan::Accumulators accumulators;
    llvm::Value* lanes;
    llvm::Value* scratch;  // null without
    llvm::Value* partial;
    int width = 0;                   // lanes of a whole register, for work on the arrays
    std::vector<int> combiner = {};  // reduceWith: the instructions of its function, in order
    bool combines() const { return reduction.op == Op::reduceWith; }
    int fields() const { return reduction.fields(); }
  };
  State makeState(const ir::Reduction& reduction, int number);
  llvm::Value* identity(const State& s, int field, int lanes) const;
  llvm::Value* invariant(int inst, int lanes) const;
  bool isNegated(const State& s) const;
  Fields accumulate(const State& s, const Fields& accumulator, const Fields& value) const;
  // `mask`: other lanes keep x; null: none do.
  Fields combine(const State& s, const Fields& x, const Fields& y,
                 llvm::Value* mask = nullptr) const;
  llvm::Value* combineBuiltIn(const State& s, llvm::Value* x, llvm::Value* y) const;
  Fields emitCombiner(const State& s, const Fields& x, const Fields& y, llvm::Value* mask) const;
  Fields valuesOf(const State& s, std::span<llvm::Value* const> values) const;
  llvm::Value* address(const State& s, llvm::Value* array, llvm::Value* index) const;
  llvm::Value* lane(const State& s, int field, llvm::Value* index) const;
  llvm::Value* collected(const State& s, int field, llvm::Value* index) const;  // in scratch
  llvm::Value* partial(const State& s, int field, llvm::Value* block) const;
  llvm::Value* accumulator(const State& s, int field, int k) const;  // where the k-th vector lies
  void reduceScratch(const State& s, llvm::Value* count);
  std::vector<Fields> stackLanes(const State& s);  // whole vectors
  Fields combineLanes(const State& s, std::vector<Fields> vectors) const;
  void storePartial(const State& s, const Fields& value, llvm::Value* block);
  llvm::Value* blockOf(llvm::Value* point) const;

  LoopContext& c_;
  std::vector<State> states_;
  llvm::Value* first_ = nullptr;  // point of the block
};

}  // namespace parax::codegen::host
