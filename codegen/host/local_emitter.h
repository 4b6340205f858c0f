// Where the locals of a loop lie: one after the other in the memory of the thread, each as large as
// a tile with its growth (tiles.h).
#pragma once

#include <functional>

#include "codegen/host/loop_context.h"

namespace parax::codegen::host {

class LocalEmitter {
 public:
  // symbol(s): its value.
  LocalEmitter(LoopContext& c, const ir::Loop& whole,
               std::function<llvm::Value*(ir::Symbol)> symbol)
      : c_(c), whole_(whole), symbol_(std::move(symbol)) {}

  // Elements that a buffer keeps along its dimension k; of locals fewer than it has.
  llvm::Value* extent(const ir::Buffer& buffer, int k);
  // Those that have the same index in the dimensions before k.
  llvm::Value* elementsFrom(const ir::Buffer& buffer, int k);
  llvm::Value* pointer(ir::BufferId local);
  // Is d the dimension along which a local is a ring?
  bool isRingAlong(const ir::Buffer& buffer, int d) const;
  // A new tile: by loop dimension its first index, from the space's on; null: it is not cut.
  void place(const std::vector<llvm::Value*>& tile);

 private:
  LoopContext& c_;
  const ir::Loop& whole_;
  std::function<llvm::Value*(ir::Symbol)> symbol_;
};

}  // namespace parax::codegen::host
