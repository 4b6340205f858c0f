// Reductions by the fixed tree of ir/reduction_tree.h, one block at a time.
//
// A block's accumulators ("lanes" of the tree) are an array on the stack; a main loop with a cheap
// body keeps them in registers and writes them there at its end. Those of a product type are one
// array per field, so that a vector holds one field. Built-in reductions of bools take any order.
#pragma once

#include <span>

#include "codegen/host/loop_context.h"
#include "codegen/host/memory_emitter.h"

namespace parax::codegen::host {

class ReductionEmitter {
 public:
  // `blocks` of them can be under way; the calls below mean the one that was last selected.
  ReductionEmitter(LoopContext& c, int blocks);
  void select(llvm::Value* which);
  bool hasCombiners() const;  // is there a reduceWith?

  void clear();  // start of a block: all accumulators are the identity

  // Accumulators in registers: from the stack, one step for the places of an iteration, back.
  std::vector<llvm::Value*> registers();
  std::vector<llvm::Value*> add(std::vector<llvm::Value*> registers,
                                std::span<const std::vector<llvm::Value*>> values);
  void flush(std::span<llvm::Value* const> registers);

  // Accumulators on the stack; or, with a scratch buffer, values that are only collected.
  void add(const Row& row, const Place& place, std::span<llvm::Value* const> values);

  // End of a block of `count` points: partial[block] = the accumulators, combined by halving.
  // Only scratch needs the count.
  void finish(llvm::Value* block, llvm::Value* count);

  // Of every reduceWith, in the range [begin, end) of the function: see pairsFlag and identityFlag.
  void combinePairs();
  void storeIdentities();

 private:
  struct State {
    const ir::Reduction& reduction;
    std::int64_t treeLanes;
    ElementType type;    // of a field
    int accumulators;    // vectors of the loop's width that hold the tree's lanes of a field
    llvm::Value* array;  // the lanes of all blocks
    llvm::Value* lanes;
    llvm::Value* scratch;  // null without
    llvm::Value* partial;
    int width = 0;                   // lanes of a whole register, for work on the arrays
    std::vector<int> combiner = {};  // reduceWith: the instructions of its function, in order
    bool combines() const { return reduction.op == Op::reduceWith; }
    int fields() const { return reduction.fields(); }
  };
  State makeState(const ir::Reduction& reduction, int number, int blocks);
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
  Fields combineLanes(const State& s);
  void storePartial(const State& s, const Fields& value, llvm::Value* block);

  LoopContext& c_;
  std::vector<State> states_;
};

}  // namespace parax::codegen::host
