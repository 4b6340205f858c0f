// Elements on their way between memory and the values of a place.
#pragma once

#include "codegen/host/loop_context.h"
#include "codegen/host/memory_emitter.h"

namespace parax::codegen::host {

// Elements are loaded whole, at the first load of a field since the buffer was stored to, and
// stored whole, at the last store of one, where nobody sees the difference.
class ElementCache {
 public:
  explicit ElementCache(std::size_t accesses) : loaded_(accesses), stored_(accesses) {}

  llvm::Value* load(LoopContext& c, const ir::Inst& inst, const Row& row, const Place& place);
  void store(LoopContext& c, const ir::Inst& inst, const Row& row, const Place& place,
             llvm::Value* value);
  void forget(const LoopContext& c, int access);  // its buffer is stored to

 private:
  std::vector<Fields> loaded_, stored_;  // by access
};

// Any load or store at a place, by the form of its access; `x` are its operands. The cache may be
// null.
llvm::Value* emitElementLoad(LoopContext& c, const ir::Inst& inst, const Row& row,
                             const Place& place, llvm::ArrayRef<llvm::Value*> x,
                             ElementCache* cache);
void emitElementStore(LoopContext& c, const ir::Inst& inst, const Row& row, const Place& place,
                      llvm::ArrayRef<llvm::Value*> x, ElementCache* cache);

}  // namespace parax::codegen::host
