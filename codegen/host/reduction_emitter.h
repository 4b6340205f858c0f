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

// Of built-in reductions, in the form of memory: what lanes hold before they have elements, and two
// values combined.
llvm::Value* neutralValue(Builder& b, Op reduction, ElementType type, int lanes);
llvm::Value* combineBuiltIn(Builder& b, Op reduction, ElementType type, llvm::Value* x,
                            llvm::Value* y);

class ReductionEmitter {
 public:
  // `accumulates`: not only pairs are combined.
  explicit ReductionEmitter(LoopContext& c, bool accumulates = true);
  bool hasCombiners() const;  // is there a reduceWith?

  // The block with the number `block`, which starts at the point `first`.
  void start(llvm::Value* block, llvm::Value* first);

  // Accumulators of one block in registers: from the stack, and back.
  std::vector<llvm::Value*> registers();
  void flush(std::span<llvm::Value* const> registers);

  // Those of interleaved blocks with these numbers, of `count` points each, from start to end.
  std::vector<llvm::Value*> startInterleaved() const;
  void finishInterleaved(std::span<llvm::Value* const> registers,
                         std::span<llvm::Value* const> blocks, llvm::Value* count);

  // One step of either: `values` of the first vector of each block, then of the second...
  struct Step {
    llvm::Value* isFirst = nullptr;            // are these the blocks' first elements? null: no
    std::span<llvm::Value* const> masks = {};  // active lanes of each block's vectors; empty: all
  };
  std::vector<llvm::Value*> add(std::vector<llvm::Value*> registers,
                                std::span<const std::vector<llvm::Value*>> values, int interleaved,
                                const Step& step) const;

  // Accumulators on the stack; or, with a scratch buffer, values that are only collected.
  void add(const Row& row, const Place& place, std::span<llvm::Value* const> values);

  // Its end, after `count` points: partial[block] = the accumulators, combined by halving.
  void finish(llvm::Value* count);

  // What a CombineFunction does.
  struct Pairs {
    llvm::Value *count, *out, *left, *right, *stride;
  };
  void combinePairs(int reduction, const Pairs& pairs);

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
  llvm::Value* startValue(const State& s, int field, int lanes) const;
  llvm::Value* invariant(int inst, int lanes) const;
  bool isNegated(const State& s) const;
  Fields accumulate(const State& s, const Fields& accumulator, const Fields& value,
                    llvm::Value* mask) const;
  Fields startOrCombine(const State& s, const Fields& old, const Fields& value,
                        llvm::Value* element, llvm::Value* mask) const;
  // `mask`: other lanes keep x; null: none do.
  Fields combine(const State& s, const Fields& x, const Fields& y,
                 llvm::Value* mask = nullptr) const;
  Fields emitCombiner(const State& s, const Fields& x, const Fields& y, llvm::Value* mask) const;
  Fields valuesOf(const State& s, std::span<llvm::Value* const> values) const;
  llvm::Value* address(const State& s, llvm::Value* array, llvm::Value* index) const;
  llvm::Value* elementAddress(const State& s, llvm::Value* array, llvm::Value* index,
                              int field) const;
  llvm::Value* lane(const State& s, int field, llvm::Value* index) const;
  llvm::Value* collected(const State& s, int field, llvm::Value* index) const;  // in scratch
  llvm::Value* partial(const State& s, int field, llvm::Value* block) const;
  llvm::Value* accumulator(const State& s, int field, int k) const;  // where the k-th vector lies
  std::vector<Fields> reduceScratch(const State& s, llvm::Value* count);
  std::vector<Fields> stackLanes(const State& s);  // whole vectors
  // One value per block.
  std::vector<Fields> combineLanes(const State& s, std::vector<std::vector<Fields>> blocks,
                                   llvm::Value* count) const;
  std::vector<Fields> halve(const State& s, const std::vector<Fields>& x, int lanes,
                            llvm::Value* count) const;
  llvm::Value* nonEmpty(const State& s, int first, int period, int width, llvm::Value* count) const;
  void storePartial(const State& s, const Fields& value, llvm::Value* block);

  LoopContext& c_;
  const bool accumulates_;
  std::vector<State> states_;
  llvm::Value *block_ = nullptr, *first_ = nullptr;  // its first point
};

}  // namespace parax::codegen::host
